"""A leaderboard as tables of text."""

from __future__ import annotations

from heartbench.reporting.cells import Column, Section, Table
from heartbench.reporting.estimate_tables import resampling_foot
from heartbench.reporting.leaderboard.records import Leader, Leaderboard
from heartbench.reporting.published import JUDGE
from heartbench.reporting.summarise import ranks
from heartbench.reporting.summary import ALL, HARD, NORMAL
from heartbench.reporting.tables import AbilityScores, ability_table
from heartbench.reporting.totals import PART_MEAN, has_full_parts, part_total
from heartbench.reporting.words import BELOW, NOTHING, Words, interval, score
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import RankInterval, Undefined


def leaderboard_sections(found: Leaderboard, words: Words) -> tuple[Section, ...]:
    """All tables, in order."""
    sections = [
        Section(words.of("leaderboard.title"), (_leaders(found, words), _abilities(found, words))),
    ]
    if found.published:
        title = words.of("leaderboard.published_title", judge=JUDGE)
        sections.append(Section(title, (_published(found, words), _published_abilities(found, words))))
    return tuple(sections)


def _leaders(found: Leaderboard, words: Words) -> Table:
    parts = [stratum for stratum in (HARD, NORMAL) if stratum in found.baseline]
    columns = (
        Column(words("rank")),
        Column(words("candidate"), numeric=False),
        Column(words.of("leaderboard.ranks")),
        Column(words("overall")),
        Column(words("interval")),
        Column(words("question_mean")),
        Column(words("interval")),
        *((Column(words.of("leaderboard.common")),) if _differs(found) else ()),
        *(Column(words(stratum.name)) for stratum in parts),
        Column(words("coverage")),
        Column(words("mean_characters")),
    )
    rows = [_leader(item, found, words) for item in found.leaders]
    floor = found.baseline
    rows.append(
        (
            NOTHING,
            words("silent"),
            NOTHING,
            score(floor[ALL].overall, 2),
            NOTHING,
            score(floor[ALL].question_mean, 2),
            NOTHING,
            *((NOTHING,) if _differs(found) else ()),
            *(part_total(floor[stratum], has_full_parts(floor), words) for stratum in parts),
            NOTHING,
            NOTHING,
        )
    )
    return Table(words.of("leaderboard.leaders_title"), columns, tuple(rows), 2, _foot(found, rows, words))


def _differs(found: Leaderboard) -> bool:
    return any(item.common is not None for item in found.leaders)


def _foot(found: Leaderboard, rows: list[tuple[str, ...]], words: Words) -> str:
    sentences = []
    if any(cell.endswith(BELOW) for row in rows for cell in row[2:]):
        sentences.append(words("foot_below"))
    if any(cell.endswith(PART_MEAN) for row in rows for cell in row[2:]):
        sentences.append(words("foot_part_mean"))
    if found.least_difference is not None:
        sentences.append(words.of("leaderboard.foot_ranks", least=f"{found.least_difference:.1f}"))
    if _differs(found):
        sentences.append(words.of("leaderboard.foot_common", count=found.common_questions))
    sentences.append(resampling_foot(found.settings, found.clusters, words))
    return words.joined(sentences)


def _leader(item: Leader, found: Leaderboard, words: Words) -> tuple[str, ...]:
    scores = item.scores[ALL]
    common: tuple[str, ...] = ()
    if _differs(found):
        own = item.common
        value = None if own is None else own.overall if found.ranked_by == "overall" else own.question_mean
        common = (score(value, 2),)
    return (
        NOTHING if item.rank is None else str(item.rank),
        item.label,
        rank_range(item.rank_interval, words),
        score(scores.overall, 2, low="overall" in item.below),
        interval(item.intervals.overall, words),
        score(scores.question_mean, 2, low="question_mean" in item.below),
        interval(item.intervals.question_mean, words),
        *common,
        *(
            part_total(item.scores[stratum], has_full_parts(found.baseline), words, item.floor[stratum])
            for stratum in (HARD, NORMAL)
            if stratum in item.scores
        ),
        f"{item.coverage.scored}/{item.coverage.asked}",
        score(item.mean_characters, 0),
    )


def rank_range(found: RankInterval | Undefined, words: Words) -> str:
    """From the best rank to the worst."""
    if isinstance(found, Undefined):
        return words.short_reason(found)
    return str(found.low) if found.low == found.high else f"{found.low}–{found.high}"


def _abilities(found: Leaderboard, words: Words) -> Table:
    shown = [AbilityScores(item.label, item.scores[ALL], item.below) for item in found.leaders]
    return ability_table(words("abilities_title", stratum=words("all")), found.baseline[ALL], shown, words)


def _published(found: Leaderboard, words: Words) -> Table:
    places = ranks([item.overall for item in found.published])
    rows = [
        (str(place), item.model, score(item.overall, 2), words.of("leaderboard.published", judge=JUDGE))
        for place, item in zip(places, found.published, strict=True)
    ]
    columns = (
        Column(words("rank")),
        Column(words("candidate"), numeric=False),
        Column(words("overall")),
        Column(words.of("leaderboard.source"), numeric=False),
    )
    title = words.of("leaderboard.published_table")
    return Table(title, columns, tuple(rows), 2, words.of("leaderboard.published_foot"))


def _published_abilities(found: Leaderboard, words: Words) -> Table:
    columns = (
        Column(words("ability"), numeric=False),
        *(Column(item.model) for item in found.published),
    )
    rows = [
        (words.ability(name), *(score(item.abilities[name]) for item in found.published))
        for name in ABILITY_IDS
    ]
    title = words.of("leaderboard.published_abilities", judge=JUDGE)
    return Table(title, columns, tuple(rows), 1)
