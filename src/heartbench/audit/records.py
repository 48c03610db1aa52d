"""What the check of a judge found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from heartbench.language import Language
from heartbench.records import FailureKind, LabelKind, LabelledAnswer, Question
from heartbench.reporting.shown import Shown
from heartbench.reporting.summary import FailureCount
from heartbench.statistics import Agreement, Difference, Settings, Total
from heartbench.store.rows import Participant

if TYPE_CHECKING:
    from heartbench.reporting.sheet import Sheet

Polarity = Literal["bonus", "penalty", "veto"]
POLARITIES: tuple[Polarity, ...] = ("bonus", "penalty", "veto")
Yardstick = Literal["second_marker", "halo", "base_rate"]
"""``second_marker``: the second marking against the first, before they were settled; ``halo``: all bonuses
for the best replies, first person alone for the others, no penalty; ``base_rate``: a hit where criteria of
that ability and sign are hit more often than not, whatever the reply says."""
YARDSTICKS: tuple[Yardstick, ...] = ("second_marker", "halo", "base_rate")


@dataclass(frozen=True, slots=True)
class Marking:
    """A labelled answer as a judge has marked it."""

    label: LabelledAnswer
    question: Question
    hits: tuple[bool, ...]
    """The judge's, in the order of the rubric."""


@dataclass(frozen=True, slots=True)
class Replies:
    """What the judge replied, and what it took."""

    calls: int
    """All that were paid for these marks, now or in an earlier check."""
    calls_now: int
    """Those among them that were made just now."""
    malformed: Mapping[FailureKind, int]
    """Calls that brought no verdict, by kind."""
    input_tokens: int
    output_tokens: int
    usage_unknown: int
    """Calls whose endpoint said no tokens."""
    cost: float
    """US dollars of the calls with a known price."""
    cost_unknown: int
    """Calls without one."""

    @property
    def malformed_rate(self) -> float | None:
        """Share of the calls that brought no verdict; None without calls."""
        return sum(self.malformed.values()) / self.calls if self.calls else None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a judge made of the labelled answers it was asked about."""

    judge: Participant
    protocol: str
    mode: str
    runs: tuple[str, ...]
    """Names of the runs in the store."""
    questions: tuple[Question, ...]
    """All that were asked about."""
    labels: str
    """Fingerprint of the labelled answers."""
    markings: tuple[Marking, ...]
    """Those with a verdict."""
    reused: int
    """Verdicts that the store had before, perhaps from another address."""
    asked: Mapping[LabelKind, int]
    failures: tuple[FailureCount, ...]
    replies: Replies


@dataclass(frozen=True, slots=True)
class Effect:
    """What the judge's errors do to one total of one kind of replies."""

    kind: LabelKind
    total: Total
    by_labels: float | None
    """By rule ``paper``, 0 to 100, on the questions with both."""
    by_judge: float | None
    difference: Difference
    """The judge's less the labels'."""


@dataclass(frozen=True, slots=True, repr=False)
class JudgeCheck(Shown):
    """How a judge agrees with the authors' markings of the labelled answers."""

    evidence: Evidence
    self_consistency: bool
    """Whether the judge is of the model family that helped to write and mark the answers: then agreement
    is consistency of that family with itself."""
    kinds: Mapping[LabelKind, Agreement]
    """Headline: kappa within ``flawed`` and within ``plain``."""
    polarities: Mapping[Polarity, Agreement]
    """On flawed and plain replies together, as the next."""
    abilities: Mapping[str, Agreement]
    yardsticks: Mapping[Yardstick, Mapping[LabelKind, Agreement]]
    """On the replies that the judge marked."""
    effects: tuple[Effect, ...]
    clusters: int
    """Groups of near-duplicates among the questions."""
    settings: Settings

    def _sheet(self, language: Language) -> Sheet:
        from heartbench.audit.rendering import check_sheet  # It knows this record.

        return check_sheet(self, language)
