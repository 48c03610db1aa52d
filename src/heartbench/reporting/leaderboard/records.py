"""What a leaderboard says, as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting.published import PublishedResult
from heartbench.reporting.shown import Shown
from heartbench.reporting.summary import Coverage, Note, RankedBy, Stratum
from heartbench.scoring import Scores
from heartbench.statistics import Intervals, RankInterval, Settings, Undefined
from heartbench.store.rows import Participant

if TYPE_CHECKING:
    from heartbench.reporting.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Board:
    """What one leaderboard is about; candidates measured in another way stand in another one."""

    question_set: str
    """The set's name, for people."""
    questions: str
    """Fingerprint of the set."""
    judge: str
    """The judge's label in its latest run."""
    protocol: str
    mode: str
    candidates: int


@dataclass(frozen=True, slots=True)
class Leader:
    """One candidate of a leaderboard."""

    rank: int | None
    """1, 2, 2, 4; None where it cannot be ranked."""
    rank_interval: RankInterval | Undefined
    """Between which ranks it lies, all candidates at once."""
    label: str
    run: str
    """The run it was measured in: of several, the one with most scores, then the latest."""
    candidate: Participant
    scores: Mapping[Stratum, Scores]
    """Over all, hard and normal questions, as far as there are any."""
    floor: Mapping[Stratum, Scores]
    """The silent baseline on the questions under ``scores``."""
    intervals: Intervals
    """Over all questions."""
    common: Scores | None
    """On the questions that all ranked candidates have a score for; None where that is all of them."""
    below: frozenset[str]
    """What is below the silent baseline of the questions that have a score."""
    coverage: Coverage
    mean_characters: float | None


@dataclass(frozen=True, slots=True, repr=False)
class Leaderboard(Shown):
    """All candidates of a store on one question set by one judge, protocol, mode and rule."""

    board: Board
    judge: Participant
    rule: Rule
    questions: int
    leaders: tuple[Leader, ...]
    """Best first; those without a rank last."""
    ranked_by: RankedBy | None
    least_difference: float | None
    """From here on a difference between two ranked candidates is significant; None for fewer than two."""
    common_questions: int
    """Questions that all ranked candidates have a score for."""
    baseline: Mapping[Stratum, Scores]
    """What nothing hit scores."""
    published: tuple[PublishedResult, ...]
    """Reference rows, for the official questions alone."""
    superseded: int
    """Earlier measurements of the same candidates, which are left out."""
    others: tuple[Board, ...]
    """Other leaderboards of the same store."""
    notes: tuple[Note, ...]
    settings: Settings
    clusters: int

    def _sheet(self, language: Language) -> Sheet:
        from heartbench.reporting.leaderboard.rendering import leaderboard_sheet

        return leaderboard_sheet(self, language)
