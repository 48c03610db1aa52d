"""From entries to a leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from heartbench.records import Rule
from heartbench.reporting.entries import Entry, aligned, labels_of, offline_notes
from heartbench.reporting.estimates import clusters_of
from heartbench.reporting.leaderboard.choice import Group
from heartbench.reporting.leaderboard.records import Board, Leader, Leaderboard
from heartbench.reporting.published import QUESTIONS, published_results
from heartbench.reporting.summarise import Strata, ranks, strata_of
from heartbench.reporting.summary import ALL, HARD, NORMAL, Note, RankedBy, Stratum, below
from heartbench.scoring import Scores, scores_of, scores_of_parts, silent_row, silent_under
from heartbench.statistics import (
    LEAST_QUESTIONS,
    MOST_LOST,
    TOTALS,
    Floats,
    Intervals,
    Labels,
    Ranking,
    RankInterval,
    Replicates,
    Settings,
    Undefined,
    intervals_of,
    rank_intervals,
    replicates,
)

_STRATA = (ALL, HARD, NORMAL)


def latest(entries: Sequence[Entry]) -> tuple[list[Entry], int]:
    """Each candidate once, where it has most scores, then latest; and how many others are left out."""
    found: dict[str, Entry] = {}
    for entry in entries:
        known = found.get(entry.place.candidate.fingerprint)
        if known is None or entry.coverage.scored >= known.coverage.scored:
            found[entry.place.candidate.fingerprint] = entry
    labels = labels_of([entry.place for entry in found.values()])
    kept = [replace(entry, label=label) for entry, label in zip(found.values(), labels, strict=True)]
    return kept, len(entries) - len(kept)


@dataclass(frozen=True)
class _Ranked:
    """Who is ranked, by what, on what."""

    members: tuple[int, ...]
    """Indices of entries."""
    by: RankedBy | None
    common: NDArray[np.bool_]
    """[questions]: which of them every member has a score for."""


def leaderboard_of(
    measured: Sequence[Entry],
    group: Group,
    others: Sequence[Board],
    rule: Rule,
    settings: Settings,
    *,
    once: bool = True,
) -> Leaderboard:
    """The leaderboard of the entries of one group; ``once``: each candidate one time, else in every run."""
    entries, superseded = latest(measured) if once else (list(measured), 0)
    questions, rows = aligned(entries)
    labels = clusters_of(questions.questions)
    strata = {
        stratum: numbers for stratum, numbers in strata_of(questions.questions).items() if stratum in _STRATA
    }
    silent = np.array([silent_row(own, rule) for own in questions.questions])
    baseline = _by_stratum(silent, strata)
    ranked = _ranked(entries, rows)
    found = _estimated(rows, ranked, labels, settings)
    leaders = [
        _leader(entry, found, number, (rows[number], silent), strata) for number, entry in enumerate(entries)
    ]
    leaders.sort(key=lambda item: (item.rank is None, item.rank, item.label))
    return Leaderboard(
        board=group.board,
        judge=group.places[-1].judge,
        rule=rule,
        questions=len(questions.questions),
        leaders=tuple(leaders),
        ranked_by=ranked.by,
        least_difference=found.least_difference,
        common_questions=int(ranked.common.sum()),
        baseline=baseline,
        published=published_results() if questions.fingerprint == QUESTIONS else (),
        superseded=superseded,
        others=tuple(others),
        notes=tuple(_notes(entries, ranked, superseded)),
        settings=settings,
        clusters=int(labels.max(initial=-1)) + 1,
    )


def _leader(
    entry: Entry, found: _Estimated, number: int, own: tuple[Floats, Floats], strata: Strata
) -> Leader:
    """One candidate; ``own``: its rows, and those of the silent baseline."""
    rows, silent = own
    floor = _by_stratum(silent_under(silent, rows), strata)
    return Leader(
        rank=found.ranks[number],
        rank_interval=found.rank_intervals[number],
        label=entry.label,
        run=entry.place.run.name,
        candidate=entry.place.candidate,
        scores=_by_stratum(rows, strata),
        floor=floor,
        intervals=found.intervals[number],
        common=found.common[number],
        below=below(entry.scores, floor[ALL]),
        coverage=entry.coverage,
        mean_characters=entry.mean_characters,
    )


def _by_stratum(rows: Floats, strata: Strata) -> dict[Stratum, Scores]:
    return dict(zip(strata, scores_of_parts(rows, list(strata.values())), strict=True))


def _ranked(entries: Sequence[Entry], rows: Sequence[Floats]) -> _Ranked:
    """Finished candidates are ranked: by the overall score where each and all together have enough for it."""
    finished = [number for number, entry in enumerate(entries) if not entry.coverage.pending]
    for by, suffices in _MEASURES.items():
        members = tuple(number for number in finished if suffices(rows[number]))
        common = _common(rows, members)
        if members and suffices(np.where(common[:, None], rows[members[0]], np.nan)):
            return _Ranked(members, by, common)
    return _Ranked((), None, _common(rows, ()))


def _supports_overall(rows: Floats) -> bool:
    return bool(((~np.isnan(rows)).sum(axis=0) >= LEAST_QUESTIONS).all())


def _has_scores(rows: Floats) -> bool:
    return not bool(np.isnan(rows).all())


_MEASURES: Mapping[RankedBy, Callable[[Floats], bool]] = {
    "overall": _supports_overall,
    "question_mean": _has_scores,
}


def _common(rows: Sequence[Floats], members: Sequence[int]) -> NDArray[np.bool_]:
    """[questions]: which of them every member has a score for."""
    there = [~np.isnan(rows[number]).all(axis=1) for number in members]
    return np.logical_and.reduce(there) if there else np.zeros(len(rows[0]), dtype=np.bool_)


@dataclass(frozen=True)
class _Estimated:
    """By entry."""

    intervals: tuple[Intervals, ...]
    ranks: tuple[int | None, ...]
    rank_intervals: tuple[RankInterval | Undefined, ...]
    common: tuple[Scores | None, ...]
    least_difference: float | None


def _estimated(rows: Sequence[Floats], ranked: _Ranked, labels: Labels, settings: Settings) -> _Estimated:
    """Intervals on what each has a score for; ranks on what all ranked ones have, from the same resamples."""
    shared = [np.where(ranked.common[:, None], rows[number], np.nan) for number in ranked.members]
    differs = any(
        not np.array_equal(np.isnan(own), np.isnan(rows[number]))
        for own, number in zip(shared, ranked.members, strict=True)
    )
    asked = [*rows, *(shared if differs else ())]
    found = replicates(asked, labels, settings) or (None,) * len(asked)
    of_ranked = found[len(rows) :] if differs else [found[number] for number in ranked.members]
    scores = [scores_of(own) for own in shared]
    values = [_value(item, ranked.by) for item in scores]
    made = [item for item in of_ranked if item is not None]
    ranking = _ranking(values, made, ranked.by, settings)
    if not made:
        clusters = len(np.unique(labels))
        ranking = Undefined("too_few_clusters", {"count": clusters, "least": LEAST_QUESTIONS})
    places = dict(zip(ranked.members, range(len(values)), strict=True))
    found_ranks = ranks(values)
    return _Estimated(
        intervals=tuple(
            intervals_of(own, item, labels, settings, (0.0, 100.0))
            for own, item in zip(rows, found, strict=False)
        ),
        ranks=tuple(found_ranks[places[number]] if number in places else None for number in range(len(rows))),
        rank_intervals=tuple(_rank_interval(ranking, places.get(number)) for number in range(len(rows))),
        common=tuple(
            scores[places[number]] if differs and number in places else None for number in range(len(rows))
        ),
        least_difference=ranking.least_difference if isinstance(ranking, Ranking) else None,
    )


def _value(scores: Scores, by: RankedBy | None) -> float:
    value = scores.overall if by == "overall" else scores.question_mean
    assert value is not None
    return value


def _ranking(
    values: Sequence[float], found: Sequence[Replicates], by: RankedBy | None, settings: Settings
) -> Ranking | Undefined:
    if by is None or len(found) < 2:
        return Undefined("one_candidate")
    column = TOTALS[by]
    lost = max((float(item.lost[column]) for item in found), default=0.0)
    if lost > MOST_LOST:
        return Undefined("resamples_lost", {"percent": round(100 * lost, 1)})
    return rank_intervals(values, [item.values[:, column] for item in found], settings.confidence)


def _rank_interval(ranking: Ranking | Undefined, place: int | None) -> RankInterval | Undefined:
    if place is None:
        return Undefined("no_score")
    return ranking if isinstance(ranking, Undefined) else ranking.intervals[place]


def _notes(entries: Sequence[Entry], ranked: _Ranked, superseded: int) -> Iterator[Note]:
    yield from offline_notes(entries)
    unranked = [number for number in range(len(entries)) if number not in ranked.members]
    waiting = tuple(entries[number].label for number in unranked if entries[number].coverage.pending)
    if waiting:
        yield Note("leaderboard.note_unfinished", {"candidates": waiting})
    partial = tuple(entries[number].label for number in unranked if not entries[number].coverage.pending)
    if partial:
        yield Note("leaderboard.note_unranked", {"candidates": partial})
    if ranked.by == "question_mean":
        yield Note("leaderboard.note_question_mean")
    if len({entry.coverage.scored / max(1, entry.coverage.asked) for entry in entries}) > 1:
        yield Note("leaderboard.note_coverage", {"count": int(ranked.common.sum())})
    if superseded:
        yield Note("leaderboard.note_superseded", {"count": superseded})
