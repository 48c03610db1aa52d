"""Tables of intervals and of the parts of the variance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from heartbench.reporting.cells import Column, Table
from heartbench.reporting.summary import ALL, Judgement, Summary
from heartbench.reporting.words import Words, count, interval
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import Intervals, Reason, Settings, Undefined
from heartbench.taxonomy import CATEGORIES, abilities_in

_FEET: Mapping[str, frozenset[Reason]] = {
    "foot_too_few": frozenset({"too_few", "too_few_clusters", "ability_too_few"}),
    "foot_withheld": frozenset({"resamples_lost"}),
}


def interval_foot(summary: Summary, words: Words) -> str:
    """How the intervals of a summary were made."""
    if not summary.settings.resamples:
        return words("foot_left_out", name=summary.run.name)
    return resampling_foot(summary.settings, summary.clusters, words)


def resampling_foot(settings: Settings, clusters: int, words: Words) -> str:
    """How intervals were made from so many clusters of questions."""
    return words(
        "foot_interval",
        percent=f"{100 * settings.confidence:g}",
        resamples=count(settings.resamples),
        clusters=clusters,
        seed=settings.seed,
    )


def ability_intervals(summary: Summary, judgement: Judgement, words: Words) -> Table:
    """The intervals of categories and abilities; a category of one ability is that ability."""
    found = [standing.intervals[ALL] for standing in judgement.standings]
    rows = [
        (words.category(item.id), *(interval(own.categories[item.id], words) for own in found))
        for item in CATEGORIES
        if len(abilities_in(item.id)) > 1
    ]
    rows += [
        (words.ability(name), *(interval(own.abilities[name], words) for own in found))
        for name in ABILITY_IDS
    ]
    candidates = [Column(standing.candidate.label) for standing in judgement.standings]
    columns = (Column(words("score_name"), numeric=False), *candidates)
    why = {item.reason for own in found for item in _undefined(own)}
    foot = words.joined(words(text) for text, reasons in _FEET.items() if why & reasons)
    title = words("intervals_title", percent=f"{100 * summary.settings.confidence:g}")
    return Table(title, columns, tuple(rows), 1, foot)


def _undefined(found: Intervals) -> Iterator[Undefined]:
    for item in (*found.abilities.values(), *found.categories.values()):
        if isinstance(item, Undefined):
            yield item


def variance(judgement: Judgement, words: Words) -> Iterator[Table]:
    """Parts of the variance, where there is more than one answer or verdict to tell them by."""
    if all(isinstance(item.variance.repeat, Undefined) for item in judgement.standings):
        return
    columns = (Column(words("candidate"), numeric=False), *(Column(words(name)) for name in _PARTS))
    rows = [
        (
            standing.candidate.label,
            *(_spread(getattr(standing.variance, part), words) for part in _PARTS.values()),
        )
        for standing in judgement.standings
    ]
    yield Table(words("variance_title"), columns, tuple(rows), 1, words("variance_foot"))


_PARTS = {"part_question": "question", "part_sample": "sample", "part_repeat": "repeat"}


def _spread(part: float | Undefined, words: Words) -> str:
    return words.short_reason(part) if isinstance(part, Undefined) else f"{math.sqrt(part):.1f}"
