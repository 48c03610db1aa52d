"""What a report says about a run, as records: every renderer reads these and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from heartbench.language import Language
from heartbench.records import FailureKind, Question, Rule, Side
from heartbench.reporting.shown import Shown
from heartbench.scoring import Scores
from heartbench.statistics import Intervals, Settings, VarianceParts
from heartbench.store.results import CallTotals, StoredFailure, StoredRun
from heartbench.store.rows import Participant

if TYPE_CHECKING:
    from heartbench.reporting.sheet import Sheet

StratumKind = Literal["all", "difficulty", "primary_scene", "secondary_scene"]
RankedBy = Literal["overall", "question_mean"]

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Stratum:
    """A part of the questions."""

    kind: StratumKind
    name: str = ""
    """``hard``, ``normal``, a scene's Chinese name; empty for all, or where the questions do not say."""


ALL = Stratum("all")
HARD = Stratum("difficulty", "hard")
NORMAL = Stratum("difficulty", "normal")


@dataclass(frozen=True, slots=True)
class Reuse:
    """How many answers or verdicts were there before the run was begun. Times are Unix seconds."""

    reused: int
    total: int
    """All that the run has, reused or new."""
    oldest: float | None
    """When the oldest reused one was committed; None where none was reused."""
    newest: float | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what was asked for has a score. Counts of verdicts, repeats and samples included."""

    scored: int
    asked: int
    pending: int
    """Neither scored nor failed: still owed, as the run was stopped."""
    from_raw: int = 0
    """Scored by rule ``released`` although there was no exact verdict."""


@dataclass(frozen=True, slots=True)
class FailureCount:
    """How often one kind of failure occurred on one side."""

    side: Side
    kind: FailureKind
    count: int


@dataclass(frozen=True, slots=True)
class Answering:
    """How one candidate did as an answerer. Counts of answers, samples included."""

    candidate: Participant
    asked: int
    answered: int
    pending: int
    failures: tuple[FailureCount, ...]
    mean_characters: float | None
    """Mean length of its answers."""
    reuse: Reuse


@dataclass(frozen=True, slots=True)
class Standing:
    """One candidate under one judge."""

    candidate_no: int
    candidate: Participant
    rank: int | None
    """1, 2, 2, 4; None where the score that ranks is not defined."""
    scores: Mapping[Stratum, Scores]
    """Over what has a score."""
    floor: Mapping[Stratum, Scores]
    """The silent baseline on the questions that have a score: what lies below it is marked."""
    lower: Mapping[Stratum, Scores]
    """The lower bound: 0 for whatever was asked for and has no score."""
    coverage: Coverage
    failures: tuple[FailureCount, ...]
    """Of both sides: answers of the candidate, verdicts of the judge on it."""
    vetoed: int
    """Scored verdicts in which a veto acted."""
    intervals: Mapping[Stratum, Intervals]
    """For all questions, difficulties and primary scenes. Errors of the judge are not in them."""
    variance: VarianceParts
    """Of the question scores."""
    common: Scores | None
    """On the questions that every candidate has a score for; None unless coverage differs."""

    def low(self, stratum: Stratum) -> frozenset[str]:
        """What lies below the silent baseline of the questions that have a score."""
        return below(self.scores[stratum], self.floor[stratum])


@dataclass(frozen=True, slots=True)
class Judgement:
    """The table of one judge. Judges are never mixed."""

    judge_no: int
    judge: Participant
    standings: tuple[Standing, ...]
    """Best first; those without a rank last."""
    ranked_by: RankedBy | None
    """``question_mean`` where nobody has an overall score; None where nobody has either."""
    reuse: Reuse
    common_questions: int | None
    """Questions that every candidate has a score for; None unless coverage differs."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """What the calls of one candidate or judge came to."""

    participant: Participant
    totals: CallTotals
    earlier: bool
    """Whether they were made before the run was begun: what the reused parts once cost."""


@dataclass(frozen=True, slots=True)
class FailureLine:
    """One failure, for those who want to read what happened."""

    question_id: str
    candidate: str
    judge: str
    """Empty where the answer failed."""
    sample: int
    repeat: int
    failure: StoredFailure


@dataclass(frozen=True, slots=True)
class FlagLine:
    """One answer that tries to talk the judge round."""

    question_id: str
    candidate: str
    sample: int
    rules: tuple[str, ...]
    """Names of rules of docs/judge-manipulation.md."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that must stand beside the figures: the key of a text and its fields."""

    key: str
    fields: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True, repr=False)
class Summary(Shown):
    """Everything a report says about one run by one rule."""

    run: StoredRun
    rule: Rule
    question_set: str
    """The set's name, for people."""
    questions: tuple[Question, ...]
    strata: Mapping[Stratum, tuple[int, ...]]
    """Indices of the questions of every stratum that has any, in the order to be shown."""
    baseline: Mapping[Stratum, Scores]
    """The silent baseline: what an answer scores on which nothing is hit."""
    answering: tuple[Answering, ...]
    judgements: tuple[Judgement, ...]
    calls: tuple[CallLine, ...]
    failures: tuple[FailureLine, ...]
    flags: tuple[FlagLine, ...]
    notes: tuple[Note, ...]
    settings: Settings
    """Seed, number of resamples and confidence of the intervals."""
    clusters: int
    """Questions that are no near-duplicates of each other."""

    def _sheet(self, language: Language) -> Sheet:
        from heartbench.reporting.rendering import summary_sheet

        return summary_sheet(self, language)


def below(scores: Scores, baseline: Scores) -> frozenset[str]:
    """What is below the silent baseline: ``overall``, ``question_mean``, ids of categories and abilities."""
    pairs = [
        ("overall", scores.overall, baseline.overall),
        ("question_mean", scores.question_mean, baseline.question_mean),
        *((name, value, baseline.categories[name]) for name, value in scores.categories.items()),
        *((name, value, baseline.abilities[name]) for name, value in scores.abilities.items()),
    ]
    # Categories and abilities share an id (motivation, morality) only where they are the same score.
    return frozenset(
        name
        for name, value, floor in pairs
        if value is not None and floor is not None and value < floor - 1e-9
    )
