"""Question sets and answer files: read, check, count, fetch, export."""

from heartbench.dataset.answers import AnswerFile, read_answers
from heartbench.dataset.check import check
from heartbench.dataset.findings import Finding, describe_finding
from heartbench.dataset.order import DifficultyFilter, filter_difficulty, order_for_limit
from heartbench.dataset.questions import LoadedQuestions, builtin_folder, builtin_questions, read_questions
from heartbench.dataset.statistics import (
    AbilityCount,
    CategoryCount,
    Count,
    SceneCount,
    SetStatistics,
    statistics,
)

__all__ = [
    "AbilityCount",
    "AnswerFile",
    "CategoryCount",
    "Count",
    "DifficultyFilter",
    "Finding",
    "LoadedQuestions",
    "SceneCount",
    "SetStatistics",
    "builtin_folder",
    "builtin_questions",
    "check",
    "describe_finding",
    "filter_difficulty",
    "order_for_limit",
    "read_answers",
    "read_questions",
    "statistics",
]
