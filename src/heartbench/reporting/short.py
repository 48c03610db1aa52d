"""A run in a few lines: who is where, overall and in the five categories."""

from __future__ import annotations

from collections.abc import Iterator

from heartbench.language import Language
from heartbench.reporting.cells import Column, Table
from heartbench.reporting.summary import ALL, Judgement, Summary
from heartbench.reporting.words import NOTHING, Words, interval, score
from heartbench.taxonomy import CATEGORIES


def short_tables(summary: Summary, title: str, language: Language) -> Iterator[Table]:
    """One table for each judge of the run, under ``title``: a column for each candidate, best first."""
    words = Words(language)
    for judgement in summary.judgements:
        names = (standing.candidate.label for standing in judgement.standings)
        columns = (
            Column(words("score_name"), numeric=False),
            *map(Column, names),
            Column(words("silent")),
        )
        yield Table(title, columns, tuple(_rows(summary, judgement, words)), 1)


def _rows(summary: Summary, judgement: Judgement, words: Words) -> Iterator[tuple[str, ...]]:
    standings, floor = judgement.standings, summary.baseline[ALL]
    scores = [item.scores[ALL] for item in standings]
    ranks = (NOTHING if item.rank is None else str(item.rank) for item in standings)
    yield (words("rank_name"), *ranks, NOTHING)
    yield (words("overall"), *(score(item.overall) for item in scores), score(floor.overall))
    bounds = (interval(item.intervals[ALL].overall, words) for item in standings)
    yield (words("interval"), *bounds, NOTHING)
    for category in CATEGORIES:
        own = (score(item.categories[category.id]) for item in scores)
        yield (words.category(category.id), *own, score(floor.categories[category.id]))
