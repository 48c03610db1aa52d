"""What a report shows, as tables of text: the terminal, Markdown and HTML render the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from heartbench.dataset import flag_phrase
from heartbench.language import Language
from heartbench.reporting.cells import Column, Section, Table
from heartbench.reporting.estimate_tables import ability_intervals, interval_foot, variance
from heartbench.reporting.summary import (
    ALL,
    HARD,
    NORMAL,
    FailureCount,
    Judgement,
    Reuse,
    Standing,
    Stratum,
    Summary,
    below,
)
from heartbench.reporting.totals import PART_MEAN, has_full_parts, part_total, total
from heartbench.reporting.words import BELOW, NOTHING, Words, age, count, interval, moment, money, score
from heartbench.scoring import ABILITY_IDS, Scores
from heartbench.taxonomy import CATEGORIES

_LINES_SHOWN = 50


def sections(summary: Summary, language: Language) -> tuple[Section, ...]:
    """All that is shown of a run, in order."""
    words = Words(language)
    found: list[Section] = []
    for judgement in summary.judgements:
        found += _judge_sections(summary, judgement, words)
    found.append(Section(words("answers_title"), (_answering(summary, words),)))
    costs = [table for table in (_reuse(summary, words), *_calls(summary, words)) if table.rows]
    found.append(Section(words("effort_title"), tuple(costs)))
    if summary.flags:
        found.append(Section(words("flags_title"), (_flags(summary, words),), detail=True))
    if summary.failures:
        found.append(Section(words("failures_title"), (_failures(summary, words),), detail=True))
    return tuple(found)


def _judge_sections(summary: Summary, judgement: Judgement, words: Words) -> Iterator[Section]:
    judge = judgement.judge.label
    main = [_leaderboard(summary, judgement, words), _categories(summary, judgement, words)]
    main.append(_abilities(summary, judgement, words, ALL))
    main.append(ability_intervals(summary, judgement, words))
    yield Section(words("scores_title", judge=judge), tuple(main))
    scenes = _by_stratum(summary, judgement, words, "primary_scene")
    coverage = [_coverage(judgement, words), *_common(judgement, words), *variance(judgement, words)]
    yield Section(words("scenes_title", judge=judge), (scenes,))
    yield Section(words("coverage_title", judge=judge), tuple(coverage))
    strata = [stratum for stratum in (HARD, NORMAL) if stratum in summary.strata]
    if strata:
        tables = tuple(_abilities(summary, judgement, words, stratum) for stratum in strata)
        yield Section(words("difficulty_title", judge=judge), tables, detail=True)


def _leaderboard(summary: Summary, judgement: Judgement, words: Words) -> Table:
    columns = (
        Column(words("rank")),
        Column(words("candidate"), numeric=False),
        Column(words("overall")),
        Column(words("interval")),
        Column(words("question_mean")),
        Column(words("interval")),
        *(Column(words(stratum.name)) for stratum in _difficulties(summary)),
        Column(words("coverage")),
        Column(words("lower_bound")),
    )
    rows = [_leaderboard_row(summary, standing, words) for standing in judgement.standings]
    floor = summary.baseline
    full = has_full_parts(floor)
    strata = [part_total(floor[stratum], full, words) for stratum in _difficulties(summary)]
    silent = (total(floor[ALL], words, floor[ALL], 2), NOTHING, score(floor[ALL].question_mean), NOTHING)
    rows.append((NOTHING, words("silent"), *silent, *strata, NOTHING, NOTHING))
    foot = words.joined((_leaderboard_foot(rows, words), interval_foot(summary, words)))
    return Table(words("leaderboard_title"), columns, tuple(rows), 2, foot)


def _leaderboard_foot(rows: Sequence[Sequence[str]], words: Words) -> str:
    """Explains the marks that stand there, and no others."""
    cells = [cell for row in rows for cell in row[2:]]
    marks = {
        "foot_below": any(cell.endswith(BELOW) for cell in cells),
        "foot_mean_of_k": any(cell.endswith("/15)") for cell in cells),
        "foot_part_mean": any(cell.endswith(PART_MEAN) for cell in cells),
        "foot_lower_bound": True,
    }
    return words.joined(words(name) for name, stands in marks.items() if stands)


def _difficulties(summary: Summary) -> list[Stratum]:
    return [stratum for stratum in (HARD, NORMAL) if stratum in summary.strata]


def _leaderboard_row(summary: Summary, standing: Standing, words: Words) -> tuple[str, ...]:
    scores, floor = standing.scores, standing.floor
    low = "question_mean" in below(scores[ALL], floor[ALL])
    return (
        NOTHING if standing.rank is None else str(standing.rank),
        standing.candidate.label,
        total(scores[ALL], words, floor[ALL], 2),
        interval(standing.intervals[ALL].overall, words),
        score(scores[ALL].question_mean, low=low),
        interval(standing.intervals[ALL].question_mean, words),
        *(
            part_total(scores[stratum], has_full_parts(summary.baseline), words, floor[stratum])
            for stratum in _difficulties(summary)
        ),
        f"{standing.coverage.scored}/{standing.coverage.asked}",
        total(standing.lower[ALL], words, None),
    )


def _categories(summary: Summary, judgement: Judgement, words: Words) -> Table:
    def value(standing: Standing, name: str) -> str:
        scores = standing.scores[ALL]
        return score(scores.categories[name], low=name in below(scores, standing.floor[ALL]))

    rows = [
        (
            words.category(item.id),
            score(summary.baseline[ALL].categories[item.id]),
            *(value(standing, item.id) for standing in judgement.standings),
        )
        for item in CATEGORIES
    ]
    columns = (Column(words("category"), numeric=False), Column(words("silent")), *_candidates(judgement))
    return Table(words("categories_title"), columns, tuple(rows), fixed=2)


def _candidates(judgement: Judgement) -> tuple[Column, ...]:
    return tuple(Column(standing.candidate.label) for standing in judgement.standings)


def _abilities(summary: Summary, judgement: Judgement, words: Words, stratum: Stratum) -> Table:
    floor = summary.baseline[stratum]
    title = words("abilities_title", stratum=words.stratum(stratum))
    shown = [
        AbilityScores(item.candidate.label, item.scores[stratum], item.low(stratum))
        for item in judgement.standings
    ]
    return ability_table(title, floor, shown, words)


@dataclass(frozen=True, slots=True)
class AbilityScores:
    """One column of a table of abilities."""

    label: str
    scores: Scores
    low: frozenset[str]
    """What lies below the silent baseline."""


def ability_table(title: str, floor: Scores, shown: Sequence[AbilityScores], words: Words) -> Table:
    """The abilities, their questions and the silent baseline, beside what each candidate scores."""
    rows = [
        (
            words.ability(name),
            count(floor.counts[name]),
            score(floor.abilities[name]),
            *(score(item.scores.abilities[name], low=name in item.low) for item in shown),
        )
        for name in ABILITY_IDS
    ]
    columns = (
        Column(words("ability"), numeric=False),
        Column(words("questions")),
        Column(words("silent")),
        *(Column(item.label) for item in shown),
    )
    return Table(title, columns, tuple(rows), fixed=3)


def _by_stratum(summary: Summary, judgement: Judgement, words: Words, kind: str) -> Table:
    def value(standing: Standing, stratum: Stratum) -> str:
        scores, found = standing.scores[stratum], standing.intervals[stratum].question_mean
        mean = score(scores.question_mean, low="question_mean" in standing.low(stratum))
        return mean if mean == NOTHING else f"{mean} {interval(found, words)}"

    rows = [
        (
            words.stratum(stratum),
            count(len(numbers)),
            score(summary.baseline[stratum].question_mean),
            *(value(standing, stratum) for standing in judgement.standings),
        )
        for stratum, numbers in summary.strata.items()
        if stratum.kind == kind
    ]
    columns = (
        Column(words("scene"), numeric=False),
        Column(words("questions")),
        Column(words("silent")),
        *_candidates(judgement),
    )
    return Table(words("scenes_table"), columns, tuple(rows), fixed=3, foot=words("scenes_foot"))


def _coverage(judgement: Judgement, words: Words) -> Table:
    columns = (
        Column(words("candidate"), numeric=False),
        Column(words("coverage")),
        Column(words("pending")),
        Column(words("vetoed")),
        Column(words("failures_candidate"), numeric=False),
        Column(words("failures_judge"), numeric=False),
    )
    rows = [
        (
            standing.candidate.label,
            f"{standing.coverage.scored}/{standing.coverage.asked}",
            count(standing.coverage.pending),
            count(standing.vetoed),
            _kinds(standing.failures, "candidate", words),
            _kinds(standing.failures, "judge", words),
        )
        for standing in judgement.standings
    ]
    return Table(words("coverage_table"), columns, tuple(rows), 1, words("coverage_foot"))


def _kinds(failures: Sequence[FailureCount], side: str, words: Words) -> str:
    own = [item for item in failures if item.side == side]
    return words.listed(f"{words(f'kind_{item.kind}')} {item.count}" for item in own) or "0"


def _common(judgement: Judgement, words: Words) -> Iterator[Table]:
    """The comparison on the questions that every candidate has a score for."""
    if not judgement.common_questions:
        return
    columns = (
        Column(words("candidate"), numeric=False),
        Column(words("overall")),
        Column(words("question_mean")),
    )
    rows = [
        (
            standing.candidate.label,
            total(standing.common, words, None, 2),
            score(standing.common.question_mean),
        )
        for standing in judgement.standings
        if standing.common is not None
    ]
    yield Table(words("common_title", questions=judgement.common_questions), columns, tuple(rows), 1)


def _answering(summary: Summary, words: Words) -> Table:
    columns = (
        Column(words("candidate"), numeric=False),
        Column(words("answered")),
        Column(words("pending")),
        Column(words("mean_characters")),
        Column(words("failures_candidate"), numeric=False),
    )
    rows = [
        (
            item.candidate.label,
            f"{item.answered}/{item.asked}",
            count(item.pending),
            score(item.mean_characters, 0),
            _kinds(item.failures, "candidate", words),
        )
        for item in summary.answering
    ]
    return Table(words("answers_table"), columns, tuple(rows), 1)


def _reuse(summary: Summary, words: Words) -> Table:
    columns = (
        Column(words("participant"), numeric=False),
        Column(words("reused")),
        Column(words("oldest"), numeric=False),
    )
    started = summary.run.started_at
    parts = [(words("as_candidate", label=a.candidate.label), a.reuse) for a in summary.answering]
    parts += [(words("as_judge", label=j.judge.label), j.reuse) for j in summary.judgements]
    rows = [
        (label, f"{reuse.reused}/{reuse.total}", _oldest(reuse, started, words)) for label, reuse in parts
    ]
    return Table(words("reuse_table"), columns, tuple(rows), 1)


def _oldest(reuse: Reuse, started: float, words: Words) -> str:
    if reuse.oldest is None:
        return NOTHING
    return f"{moment(reuse.oldest)} ({age(started - reuse.oldest, words)})"


def _calls(summary: Summary, words: Words) -> Iterator[Table]:
    titles: tuple[tuple[str, Callable[[bool], bool]], ...] = (
        ("calls_table", lambda earlier: not earlier),
        ("earlier_calls_table", lambda earlier: earlier),
    )
    columns = (
        Column(words("participant"), numeric=False),
        Column(words("calls")),
        Column(words("retries")),
        Column(words("tokens_in")),
        Column(words("tokens_out")),
        Column(words("cost")),
        Column(words("latency")),
    )
    for title, wanted in titles:
        rows = []
        for line in summary.calls:
            if wanted(line.earlier):
                item, label = line.totals, f"as_{line.totals.side}"
                rows.append(
                    (
                        words(label, label=line.participant.label),
                        count(item.calls),
                        count(item.retries),
                        _tokens(item.input_tokens, item.usage_unknown, item.calls),
                        _tokens(item.output_tokens, item.usage_unknown, item.calls),
                        money(item.cost, item.cost_unknown, item.calls, words),
                        f"{item.latency_p50:.1f}/{item.latency_p95:.1f}",
                    )
                )
        foot = words("calls_foot") if title == "calls_table" and _verdicts_are_shared(summary) else ""
        yield Table(words(title), columns, tuple(rows), 1, foot)


def _verdicts_are_shared(summary: Summary) -> bool:
    """Whether a judge made more verdicts than it was asked for: places with one text have one verdict."""
    for judgement in summary.judgements:
        made = [
            line.totals.calls
            for line in summary.calls
            if not line.earlier and (line.totals.side, line.totals.number) == ("judge", judgement.judge_no)
        ]
        if made and sum(made) < judgement.reuse.total - judgement.reuse.reused:
            return True
    return False


def _tokens(known: int, unknown_calls: int, calls: int) -> str:
    return NOTHING if calls and unknown_calls == calls else count(known) + ("+" if unknown_calls else "")


def _flags(summary: Summary, words: Words) -> Table:
    columns = (
        Column(words("question"), numeric=False),
        Column(words("candidate"), numeric=False),
        Column(words("sample")),
        Column(words("flags_what"), numeric=False),
    )
    rows = [
        (line.question_id, line.candidate, str(line.sample), words.listed(map(flag_phrase, line.rules)))
        for line in summary.flags[:_LINES_SHOWN]
    ]
    foot = words("flags_foot", shown=len(rows), total=len(summary.flags))
    return Table(words("flags_table"), columns, tuple(rows), 1, foot)


def _failures(summary: Summary, words: Words) -> Table:
    columns = (
        Column(words("question"), numeric=False),
        Column(words("candidate"), numeric=False),
        Column(words("judge"), numeric=False),
        Column(words("failure_kind"), numeric=False),
        Column(words("message"), numeric=False),
    )
    rows = [
        (
            line.question_id,
            line.candidate,
            line.judge or NOTHING,
            words(f"kind_{line.failure.kind}"),
            line.failure.message[:500],
        )
        for line in summary.failures[:_LINES_SHOWN]
    ]
    foot = words("failures_foot", shown=len(rows), total=len(summary.failures))
    return Table(words("failures_table"), columns, tuple(rows), 1, foot)
