"""Findings: what a check says about a question set or a file, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from heartbench.errors import DataError
from heartbench.language import Language, text

Severity = Literal["error", "warning", "note"]

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a reader or a check noticed."""

    rule: str
    """Name of the rule, as documented."""
    question_id: str = ""
    """Empty where the finding is about the whole file."""
    fields: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    """What the sentence about it needs."""
    severity: Severity = "warning"
    """``error``: scores will be wrong or missing; ``warning``: look at it; ``note``: good to know."""
    fault: bool = False
    """Whether reading the file for a run raises a DataError for it; the rule is then the code of that."""

    @property
    def code(self) -> str:
        """Key of the sentence in the texts."""
        return f"dataset.{self.rule}" if self.fault else f"dataset.finding_{self.rule}"


def fault_of(error: DataError) -> Finding:
    """An error of one row as a finding, so that a check can go on to the next."""
    question_id = str(error.fields.get("question_id", ""))
    return Finding(error.code.partition(".")[2], question_id, error.fields, "error", fault=True)


def describe_finding(finding: Finding, language: Language) -> str:
    """One sentence about a finding, without its question's id."""
    return text(finding.code, language, **{"question_id": finding.question_id, **finding.fields})
