"""Question sets and answer files: read, check, count, fetch, export."""

from heartbench.dataset.answers import AnswerFile, answers_in_hand, read_answers
from heartbench.dataset.blueprint import References, check_blueprint, references_beside
from heartbench.dataset.blueprint_facts import SEED_BLUEPRINT, Blueprint, blueprint_named
from heartbench.dataset.check import check, check_answers
from heartbench.dataset.download import pull
from heartbench.dataset.export import export_questions, question_fields
from heartbench.dataset.findings import Finding, describe_finding
from heartbench.dataset.label_checks import MarkerAgreement, check_labels, marker_agreement
from heartbench.dataset.labels import LABELS_FILE, builtin_labels, labelled_responses, read_labels
from heartbench.dataset.manipulation import flag_phrase, manipulation_flags
from heartbench.dataset.official import (
    PINNED_COMMIT,
    REPOSITORY,
    OfficialSet,
    import_checkout,
    load_official,
    user_folder,
)
from heartbench.dataset.order import DifficultyFilter, filter_difficulty, order_for_limit
from heartbench.dataset.overlap import near_duplicates
from heartbench.dataset.questions import (
    LoadedQuestions,
    builtin_folder,
    builtin_questions,
    inspect_questions,
    read_questions,
)
from heartbench.dataset.statistics import (
    AbilityCount,
    CategoryCount,
    Count,
    SceneCount,
    SetStatistics,
    statistics,
)

__all__ = [
    "LABELS_FILE",
    "PINNED_COMMIT",
    "REPOSITORY",
    "SEED_BLUEPRINT",
    "AbilityCount",
    "AnswerFile",
    "Blueprint",
    "CategoryCount",
    "Count",
    "DifficultyFilter",
    "Finding",
    "LoadedQuestions",
    "MarkerAgreement",
    "OfficialSet",
    "References",
    "SceneCount",
    "SetStatistics",
    "answers_in_hand",
    "blueprint_named",
    "builtin_folder",
    "builtin_labels",
    "builtin_questions",
    "check",
    "check_answers",
    "check_blueprint",
    "check_labels",
    "describe_finding",
    "export_questions",
    "filter_difficulty",
    "flag_phrase",
    "import_checkout",
    "inspect_questions",
    "labelled_responses",
    "load_official",
    "manipulation_flags",
    "marker_agreement",
    "near_duplicates",
    "order_for_limit",
    "pull",
    "question_fields",
    "read_answers",
    "read_labels",
    "read_questions",
    "references_beside",
    "statistics",
    "user_folder",
]
