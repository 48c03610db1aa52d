"""What a comparison says, as records: every renderer reads these and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting.shown import Shown
from heartbench.reporting.summary import Coverage, Note, Reuse
from heartbench.scoring import Scores
from heartbench.statistics import Intervals, Pair, Settings, Total, Undefined
from heartbench.store.rows import Participant

if TYPE_CHECKING:
    from heartbench.reporting.sheet import Sheet

GateKind = Literal["interval", "point"]


@dataclass(frozen=True, slots=True)
class Contender:
    """One candidate of a comparison."""

    label: str
    """Its name in tables; unique here."""
    run: str
    candidate: Participant
    scores: Scores
    """On the common questions."""
    intervals: Intervals
    """On the common questions."""
    own: Scores
    """On whatever it has a score for."""
    coverage: Coverage
    reuse: Reuse
    """Of its answers."""
    mean_characters: float | None


@dataclass(frozen=True, slots=True)
class CriterionChange:
    """A criterion on which two verdicts differ."""

    ability: str | None
    """None: a veto."""
    weight: float | None
    text: str
    hits: tuple[bool, bool]
    """By the first candidate, by the second."""
    reasons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A question on which two candidates differ much."""

    question_id: str
    scores: tuple[float, float]
    """Question scores of the first and the second candidate, means over samples and repeats."""
    last_words: str
    """The last turn of the dialogue."""
    answers: tuple[str, str]
    """The first sample of each that has a verdict."""
    criteria: tuple[CriterionChange, ...]
    """Where the verdicts on these two answers differ."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """What a gate says of one candidate."""

    label: str
    difference: float
    """To the first candidate."""
    decides: float
    """What is held against the margin: the upper end of the interval, or the difference itself."""
    passed: bool
    false_alarm_rate: float | None
    """How often a gate on the difference itself fails a candidate that is as good as the first; None where
    nothing varies that could tell."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether the others are not worse than the first by more than a margin."""

    kind: GateKind
    margin: float
    """Points; mostly below 0."""
    total: Total
    """What is compared: the question mean where some ability has too few questions."""
    results: tuple[GateResult, ...]

    @property
    def passed(self) -> bool:
        """Whether all pass."""
        return all(item.passed for item in self.results)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Shown):
    """Candidates on the questions that all of them have a score for."""

    contenders: tuple[Contender, ...]
    """In the order in which they were named; differences are later less earlier ones."""
    judge: Participant
    protocol: str
    mode: str
    rule: Rule
    question_set: str
    """Name of the first candidate's set."""
    asked: int
    """Questions that all of them were asked."""
    common: int
    """Questions that all of them have a score for."""
    clusters: int
    """Groups of near-duplicates among these."""
    baseline: Scores
    """What nothing hit scores on the common questions."""
    pairs: tuple[Pair, ...]
    """Each candidate with each later one."""
    changes: Mapping[tuple[int, int], tuple[Change, ...]]
    """Pair (as in ``pairs``) → the questions that changed most, those with the first candidate only."""
    gate: Gate | None
    notes: tuple[Note, ...]
    settings: Settings

    def total(self) -> Total:
        """The total that decides: overall or, where it cannot be tested, the question mean."""
        found = [part for pair in self.pairs for part in (pair.overall.test, pair.overall.interval)]
        return "question_mean" if any(isinstance(part, Undefined) for part in found) else "overall"

    def _sheet(self, language: Language) -> Sheet:
        from heartbench.reporting.comparison.rendering import comparison_sheet

        return comparison_sheet(self, language)
