"""A comparison as tables of text."""

from __future__ import annotations

from collections.abc import Iterator

from heartbench.reporting.cells import Column, Section, Table
from heartbench.reporting.comparison.records import Comparison, Contender
from heartbench.reporting.estimate_tables import resampling_foot
from heartbench.reporting.words import NOTHING, Words, count, interval, score
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import Difference, Pair, SignTest, Undefined
from heartbench.taxonomy import CATEGORIES, abilities_in

TAIL = "~"
"""Stands behind a p that is the tail of a normal distribution."""
SIGNIFICANT = "!"
"""Stands behind a corrected p below 0.05."""
LEVEL = 0.05


def comparison_sections(found: Comparison, words: Words) -> tuple[Section, ...]:
    """All tables, in order."""
    tables = (_contenders(found, words), _totals(found, words))
    sections = [Section(words.of("comparison.totals_title", count=found.common), tables)]
    for pair in found.pairs:
        title = words.of("comparison.pair_title", **_names(found, pair))
        sections.append(Section(title, (_abilities(found, pair, words), _categories(pair, words))))
    return tuple(sections)


def _names(found: Comparison, pair: Pair) -> dict[str, object]:
    return {"first": found.contenders[pair.first].label, "second": found.contenders[pair.second].label}


def _contenders(found: Comparison, words: Words) -> Table:
    columns = (
        Column(words("candidate"), numeric=False),
        Column(words("overall")),
        Column(words("interval")),
        Column(words("question_mean")),
        Column(words("interval")),
        Column(words("coverage")),
        Column(words.of("comparison.reused")),
        Column(words("mean_characters")),
    )
    floor = found.baseline
    rows = [_contender(item, words) for item in found.contenders]
    rows.append(
        (
            words("silent"),
            score(floor.overall, 2),
            NOTHING,
            score(floor.question_mean, 2),
            *(NOTHING,) * 4,
        )
    )
    foot = resampling_foot(found.settings, found.clusters, words)
    return Table(words.of("comparison.contenders_title"), columns, tuple(rows), 1, foot)


def _contender(item: Contender, words: Words) -> tuple[str, ...]:
    return (
        item.label,
        score(item.scores.overall, 2),
        interval(item.intervals.overall, words),
        score(item.scores.question_mean, 2),
        interval(item.intervals.question_mean, words),
        f"{item.coverage.scored}/{item.coverage.asked}",
        f"{item.reuse.reused}/{item.reuse.total}",
        score(item.mean_characters, 0),
    )


def _totals(found: Comparison, words: Words) -> Table:
    columns = (
        Column(words.of("comparison.pair"), numeric=False),
        Column(words.of("comparison.total"), numeric=False),
        *_difference_columns(words),
        Column(words.of("comparison.detectable")),
    )
    rows = []
    for pair in found.pairs:
        name = words.of("comparison.pair_name", **_names(found, pair))
        for total, own in (("overall", pair.overall), ("question_mean", pair.question_mean)):
            detectable = pair.detectable[total]  # type: ignore[index]
            reach = (
                words.short_reason(detectable) if isinstance(detectable, Undefined) else f"{detectable:.1f}"
            )
            rows.append((name, words(total), *_difference(own, words), reach))
    return Table(
        words.of("comparison.differences_title"), columns, tuple(rows), 2, words.of("comparison.totals_foot")
    )


def _difference_columns(words: Words) -> Iterator[Column]:
    yield Column(words.of("comparison.difference"))
    yield Column(words("interval"))
    yield Column("p")
    yield Column(words.of("comparison.corrected"))


def _difference(found: Difference, words: Words) -> tuple[str, str, str, str]:
    return (
        signed(found.value, words),
        interval(found.interval, words),
        probability(found.test, words),
        corrected(found.test),
    )


def signed(value: float | Undefined, words: Words, digits: int = 1) -> str:
    """A difference, with its sign."""
    return words.short_reason(value) if isinstance(value, Undefined) else f"{value:+.{digits}f}"


def probability(test: SignTest | Undefined, words: Words) -> str:
    """The p of a test before correction."""
    if isinstance(test, Undefined):
        return words.short_reason(test)
    return f"{_p(test.p)}{TAIL if test.normal_tail else ''}"


def corrected(test: SignTest | Undefined) -> str:
    """The p after correction, marked where it is below 0.05; nothing for what is exploratory."""
    if isinstance(test, Undefined) or test.adjusted is None:
        return NOTHING
    return f"{_p(test.adjusted)}{SIGNIFICANT if test.adjusted < LEVEL else ''}"


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.0e}"


def _abilities(found: Comparison, pair: Pair, words: Words) -> Table:
    columns = (
        Column(words("ability"), numeric=False),
        Column(words("questions")),
        Column(words("silent")),
        Column(found.contenders[pair.first].label),
        Column(found.contenders[pair.second].label),
        *_difference_columns(words),
        Column(words.of("comparison.share")),
    )
    first, second = (found.contenders[end].scores.abilities for end in (pair.first, pair.second))
    rows = [
        (
            words.ability(name),
            count(pair.abilities[name].questions),
            score(found.baseline.abilities[name]),
            score(first[name]),
            score(second[name]),
            *_difference(pair.abilities[name], words),
            _share(pair, name, words),
        )
        for name in ABILITY_IDS
    ]
    return Table(
        words.of("comparison.abilities_title"), columns, tuple(rows), 1, words.of("comparison.abilities_foot")
    )


def _share(pair: Pair, name: str, words: Words) -> str:
    shares = pair.variance_shares
    return words.short_reason(shares) if isinstance(shares, Undefined) else f"{round(100 * shares[name]):d} %"


def _categories(pair: Pair, words: Words) -> Table:
    columns = (Column(words("category"), numeric=False), *list(_difference_columns(words))[:3])
    rows = [
        (words.category(item.id), *_difference(pair.categories[item.id], words)[:3])
        for item in CATEGORIES
        if len(abilities_in(item.id)) > 1
    ]
    return Table(
        words.of("comparison.categories_title"), columns, tuple(rows), 1, words.of("comparison.exploratory")
    )
