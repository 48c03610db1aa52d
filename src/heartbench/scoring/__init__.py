"""From verdicts to scores. Pure: nothing here reads a file, a clock or a random number."""

from heartbench.scoring.aggregation import (
    ABILITY_IDS,
    CATEGORY_COLUMNS,
    EMPTY_ROW,
    Aggregate,
    Row,
    Scores,
    aggregate,
    mean_row,
    score_row,
    scores_of,
    scores_of_parts,
    zero_row,
)
from heartbench.scoring.baseline import silent_baseline, silent_row, silent_under
from heartbench.scoring.rules import (
    AbilityScore,
    QuestionScore,
    ability_score,
    score_raw_values,
    score_verdict,
)
from heartbench.scoring.shares import Shares, question_shares

__all__ = [
    "ABILITY_IDS",
    "CATEGORY_COLUMNS",
    "EMPTY_ROW",
    "AbilityScore",
    "Aggregate",
    "QuestionScore",
    "Row",
    "Scores",
    "Shares",
    "ability_score",
    "aggregate",
    "mean_row",
    "question_shares",
    "score_raw_values",
    "score_row",
    "score_verdict",
    "scores_of",
    "scores_of_parts",
    "silent_baseline",
    "silent_row",
    "silent_under",
    "zero_row",
]
