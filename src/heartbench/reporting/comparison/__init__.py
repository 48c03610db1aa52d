"""Candidates against each other on their common questions."""

from heartbench.reporting.comparison.build import Compared, compared, wanted_answers
from heartbench.reporting.comparison.changes import Judged, answers_of, with_changes
from heartbench.reporting.comparison.gate import check_reuse, gate_of
from heartbench.reporting.comparison.records import (
    Change,
    Comparison,
    Contender,
    CriterionChange,
    Gate,
    GateKind,
    GateResult,
)
from heartbench.reporting.comparison.rendering import comparison_markdown, print_comparison
from heartbench.reporting.comparison.rows import COMPARISON_FIELDS, comparison_rows
from heartbench.reporting.comparison.structure import comparison_structure

__all__ = [
    "COMPARISON_FIELDS",
    "Change",
    "Compared",
    "Comparison",
    "Contender",
    "CriterionChange",
    "Gate",
    "GateKind",
    "GateResult",
    "Judged",
    "answers_of",
    "check_reuse",
    "compared",
    "comparison_markdown",
    "comparison_rows",
    "comparison_structure",
    "gate_of",
    "print_comparison",
    "wanted_answers",
    "with_changes",
]
