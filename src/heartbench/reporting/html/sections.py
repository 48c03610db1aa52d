"""What stands in the page about one group: headings, tables and charts, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heartbench.reporting.cells import Table
from heartbench.reporting.html import charts, tables
from heartbench.reporting.html.charts import NARROW, WIDE, Bounds
from heartbench.reporting.html.grouping import Contender, Group
from heartbench.reporting.html.labels import shortened
from heartbench.reporting.html.tables import html_text
from heartbench.reporting.leaderboard.tables import leaderboard_sections
from heartbench.reporting.summary import ALL, HARD, NORMAL, RankedBy, Stratum
from heartbench.reporting.totals import has_full_parts
from heartbench.reporting.words import Words
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import LEAST_QUESTIONS, Interval, Undefined

_COLUMNS = {NARROW: 18, WIDE: 32}
"""Columns of text that fit beside a chart."""

Specification = dict[str, object]


@dataclass(frozen=True, slots=True)
class Chart:
    """One picture, in the widths it comes in."""

    name: str
    """Of its file, without an ending."""
    title: str
    build: Callable[[int], Specification]
    widths: tuple[int, ...] = (NARROW, WIDE)
    """One width: it is scrolled where it does not fit."""
    note: str = ""
    small: bool = False
    """Whether several stand side by side where there is room."""
    scrolled: bool = False
    """Whether it may be wider than its place."""
    alone: Callable[[int], Specification] | None = None
    """The same for a file, where no table stands beside it, and no note is needed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with what belongs to it."""

    name: str
    title: str
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    foot: str = ""


def blocks(group: Group, words: Words) -> tuple[Block, ...]:
    """The sections of one group, in the order in which they are read."""

    def block(
        name: str, pictures: Iterator[Chart] | None = None, own: Sequence[Table] = (), foot: str = ""
    ) -> Block:
        return Block(name, html_text(words, f"block_{name}"), tuple(pictures or ()), tuple(own), foot)

    found = (
        block("leaderboard", None, _leaderboard(group, words)),
        block("forest", _forest(group, words)),
        block(
            "abilities", _heat_maps(group, words), foot=html_text(words, "heat_foot", least=LEAST_QUESTIONS)
        ),
        block("profiles", _profiles(group, words), foot=html_text(words, "profile_foot")),
        block("drop", _drop(group, words)),
        block("scenes", _scenes(group, words), foot=html_text(words, "scenes_foot", least=LEAST_QUESTIONS)),
        block("length", _lengths(group, words), [tables.lengths(group, words)]),
        block("judge", None, [tables.judge_health(group, words), *tables.retries(group, words)]),
        block("calls", None, [tables.calls(group, words)]),
    )
    return tuple(item for item in found if item.charts or item.tables)


def _leaderboard(group: Group, words: Words) -> list[Table]:
    """The table of the leaderboard and, for the official questions, the published results; never mixed."""
    own, *published = leaderboard_sections(group.leaderboard, words)
    return [
        replace(own.tables[0], title=words("leaderboard_title")),
        *(section.tables[0] for section in published),
    ]


def _labels(group: Group, width: int) -> list[str]:
    return shortened([entry.label for entry in group.contenders], _COLUMNS[width])


def _bounds(label: str, value: float | None, found: Interval | Undefined | None) -> Bounds:
    if isinstance(found, Interval):
        return Bounds(label, value, found.low, found.high)
    return Bounds(label, value)


def _forest(group: Group, words: Words) -> Iterator[Chart]:
    measure = group.measure
    floor = group.baseline[ALL]

    def build(width: int) -> Specification:
        items = [
            _bounds(label, entry.score(measure), entry.interval(measure))
            for label, entry in zip(_labels(group, width), group.contenders, strict=True)
        ]
        return charts.forest(items, getattr(floor, measure), words(measure), width)

    if any(entry.score(measure) is not None for entry in group.contenders):
        title = html_text(words, "forest_title", measure=words(measure))
        yield Chart("forest", title, build, note=html_text(words, "forest_foot"))


def _heat_maps(group: Group, words: Words) -> Iterator[Chart]:
    for stratum in (ALL, HARD, NORMAL):
        if stratum in group.strata:
            silent = group.baseline[stratum]
            scores = [*(entry.standing.scores[stratum] for entry in group.contenders), silent]
            floors = [*(entry.standing.floor[stratum] for entry in group.contenders), silent]
            data = charts.HeatMap(
                rows=(),
                columns=[f"{words.ability(name)} ({silent.counts[name]})" for name in ABILITY_IDS],
                values=[list(item.abilities.values()) for item in scores],
                floors=[list(item.abilities.values()) for item in floors],
                counts=[list(item.counts.values()) for item in scores],
                strip=[*(_mean_length(entry, group, stratum) for entry in group.contenders), None],
                strip_title=words("mean_characters"),
            )
            title = words("abilities_title", stratum=words.stratum(stratum))
            yield _heat_map(f"abilities-{stratum.name or 'all'}", title, data, (group, words))


def _heat_map(name: str, title: str, data: charts.HeatMap, of: tuple[Group, Words], cell: int = 36) -> Chart:
    """The candidates and the silent baseline; drawn twice only where a phone needs shorter names."""
    group, words = of

    def build(width: int) -> Specification:
        rows = [*_labels(group, width), words("silent")]
        return charts.heat_map(replace(data, rows=rows), width, cell)

    same = _labels(group, NARROW) == _labels(group, WIDE)
    return Chart(name, title, build, (NARROW,) if same else (NARROW, WIDE), scrolled=True)


def _mean_length(entry: Contender, group: Group, stratum: Stratum) -> float | None:
    """Of all answers as the tables have it; of a part, the mean of its questions."""
    if stratum == ALL:
        return entry.answering.mean_characters
    found = entry.lengths[list(group.strata[stratum])]
    return float(np.nanmean(found)) if not np.isnan(found).all() else None


def _profiles(group: Group, words: Words) -> Iterator[Chart]:
    """Each candidate against the others: with nobody else there is no field."""
    axis = html_text(words, "score_axis")
    for number, entry in enumerate(group.contenders):
        others = [item for item in group.contenders if item is not entry]
        spots = [_spot(group, entry, others, ability, words) for ability in ABILITY_IDS]
        yield Chart(
            f"profile-{number + 1}",
            shortened([entry.label], 40)[0],
            _drawn_profile(spots, axis),
            (NARROW,),
            small=True,
        )


def _drawn_profile(spots: Sequence[charts.Spot], axis: str) -> Callable[[int], Specification]:
    return lambda _: charts.profile(spots, axis)


def _spot(
    group: Group, entry: Contender, others: Sequence[Contender], ability: str, words: Words
) -> charts.Spot:
    values = [item.standing.scores[ALL].abilities[ability] for item in others]
    field = [value for value in values if value is not None]
    own = _bounds(
        words.ability(ability),
        entry.standing.scores[ALL].abilities[ability],
        entry.standing.intervals[ALL].abilities[ability],
    )
    return charts.Spot(
        own,
        min(field, default=None),
        float(np.median(field)) if field else None,
        max(field, default=None),
        group.baseline[ALL].abilities[ability],
    )


def _drop(group: Group, words: Words) -> Iterator[Chart]:
    if HARD not in group.strata or NORMAL not in group.strata:
        return
    full = has_full_parts(group.baseline)
    measure: RankedBy = "overall" if full else "question_mean"

    def build(width: int) -> Specification:
        items = [
            charts.Drop(label, entry.score(measure, HARD), entry.score(measure, NORMAL))
            for label, entry in zip(_labels(group, width), group.contenders, strict=True)
        ]
        return charts.drop(items, (words("hard"), words("normal")), words(measure), width)

    note = "" if full else html_text(words, "drop_foot")
    yield Chart("drop", html_text(words, "drop_title", measure=words(measure)), build, note=note)


def _scenes(group: Group, words: Words) -> Iterator[Chart]:
    strata = [stratum for stratum in group.strata if stratum.kind == "primary_scene"]
    if not strata:
        return

    def value(entry: Contender, stratum: Stratum) -> float | None:
        return entry.score("question_mean", stratum)

    data = charts.HeatMap(
        rows=(),
        columns=shortened([f"{words.stratum(item)} ({len(group.strata[item])})" for item in strata], 40),
        values=[
            *([value(entry, item) for item in strata] for entry in group.contenders),
            [group.baseline[item].question_mean for item in strata],
        ],
        floors=[
            *([entry.standing.floor[item].question_mean for item in strata] for entry in group.contenders),
            [group.baseline[item].question_mean for item in strata],
        ],
        counts=[
            *([entry.standing.scores[item].scored for item in strata] for entry in group.contenders),
            [group.baseline[item].scored for item in strata],
        ],
    )
    yield _heat_map("scenes", words("scenes_table"), data, (group, words), cell=44)


def _lengths(group: Group, words: Words) -> Iterator[Chart]:
    items = [
        (number, label, entry.answering.mean_characters, entry.score(group.measure))
        for number, (entry, label) in enumerate(zip(group.contenders, _labels(group, NARROW), strict=True), 1)
    ]
    there = [(number, label, x, y) for number, label, x, y in items if x is not None and y is not None]
    titles = (words("mean_characters"), words(group.measure))
    if len(there) > 1:
        yield Chart(
            "length",
            html_text(words, "length_title"),
            lambda width: charts.scatter(
                [(str(number), x, y) for number, _, x, y in there], titles, min(width, 520)
            ),
            note=html_text(words, "length_note"),
            alone=lambda width: charts.scatter([item[1:] for item in there], titles, width, 400),
        )
