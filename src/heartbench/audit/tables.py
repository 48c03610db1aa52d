"""The check of a judge as tables of text and as one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heartbench.audit.records import POLARITIES, YARDSTICKS, JudgeCheck, Replies
from heartbench.config import LABELS_JUDGE
from heartbench.language import Language
from heartbench.records import LabelKind
from heartbench.reporting.cells import Column, Section, Table
from heartbench.reporting.estimate_tables import resampling_foot
from heartbench.reporting.summary import Note
from heartbench.reporting.words import NOTHING, Words, count, interval, money, score
from heartbench.statistics import (
    AGREEMENT_MEASURES,
    Agreement,
    Estimate,
    Interval,
    Undefined,
)

HEADLINE: tuple[LabelKind, ...] = ("flawed", "plain")
_ORDER: tuple[LabelKind, ...] = ("flawed", "plain", "best")


def check_sections(found: JudgeCheck, language: Language) -> tuple[Section, ...]:
    """All tables, in order."""
    words = Words(language)
    judge = found.evidence.judge.label
    return (
        Section(words.of("audit.title", judge=judge), (_kinds(found, words), _yardsticks(found, words))),
        Section(words.of("audit.parts_title"), tuple(_parts(found, words))),
        Section(words.of("audit.effect_title"), (_effects(found, words),)),
        Section(words.of("audit.cost_title"), (_replies(found, words),)),
    )


def check_notes(found: JudgeCheck) -> tuple[Note, ...]:
    """What must be said beside the figures; texts go by their key."""
    return tuple(_notes(found))


def _notes(found: JudgeCheck) -> Iterator[Note]:
    judge = found.evidence.judge
    yield from _in_short(found)
    if judge.kind == "offline":
        yield Note(
            "audit.note_replay" if judge.target == LABELS_JUDGE else "audit.note_offline",
            {"judge": judge.label},
        )
    if found.self_consistency:
        yield Note("audit.note_family", {"judge": judge.label})
    if found.evidence.reused and judge.kind != "offline":
        yield Note("audit.note_reused", {"count": found.evidence.reused})
    asked, marked = sum(found.evidence.asked.values()), len(found.evidence.markings)
    if marked < asked:
        yield Note("audit.note_coverage", {"marked": marked, "asked": asked})


def _in_short(found: JudgeCheck) -> Iterator[Note]:
    """The plain replies in one sentence: they are the harder test."""
    plain = found.kinds["plain"].measures
    values = {
        "kappa": plain["kappa"].value,
        "sensitivity": plain["sensitivity"].value,
        "specificity": plain["specificity"].value,
        "second": found.yardsticks["second_marker"]["plain"].measures["kappa"].value,
        "halo": found.yardsticks["halo"]["plain"].measures["kappa"].value,
    }
    known = {name: value for name, value in values.items() if isinstance(value, float)}
    if len(known) == len(values):
        shares = {name: f"{100 * known[name]:.0f}" for name in ("sensitivity", "specificity")}
        kappas = {name: f"{known[name]:.2f}" for name in ("kappa", "second", "halo")}
        yield Note("audit.note_short", {**kappas, **shares})


def badge(found: JudgeCheck, language: Language) -> str:
    """One line to put beside a result: who was checked, kappa within flawed and plain, on how much."""
    words = Words(language)
    evidence = found.evidence
    kappas = words.listed(
        words.of("audit.badge_kappa", kind=kind, value=_figure(found.kinds[kind].measures["kappa"], words))
        for kind in HEADLINE
    )
    key = "audit.badge_family" if found.self_consistency else "audit.badge"
    return words.of(
        key,
        judge=evidence.judge.label,
        kappas=kappas,
        answers=len(evidence.markings),
        protocol=evidence.protocol,
        mode=evidence.mode,
        labels=evidence.labels[:8],
    )


def _figure(found: Estimate, words: Words) -> str:
    """A value with its interval or, in two words, why there is none."""
    if isinstance(found.value, Undefined):
        return words.short_reason(found.value)
    if isinstance(found.interval, Interval):
        return f"{found.value:.2f} {interval(found.interval, words, 2)}"
    return f"{found.value:.2f}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else NOTHING


def _kinds(found: JudgeCheck, words: Words) -> Table:
    kinds = [(kind, found.kinds[kind]) for kind in _ORDER]
    columns = (
        Column(words.of("audit.measure"), numeric=False),
        *(Column(words.of(f"audit.kind_{kind}")) for kind, _ in kinds),
    )
    rows = [
        (words.of("audit.marks"), *(count(item.items) for _, item in kinds)),
        (words.of("audit.reference_hits"), *(_share(item.positives, item.items) for _, item in kinds)),
        (words.of("audit.judge_hits"), *(_share(item.judged_positives, item.items) for _, item in kinds)),
    ]
    rows += [
        (
            words.of(f"audit.measure_{name}"),
            *(_figure(item.measures[name], words) for _, item in kinds),
        )
        for name in AGREEMENT_MEASURES
    ]
    foot = words.joined(
        (
            words.of("audit.foot_reference"),
            words.of("audit.foot_headline"),
            resampling_foot(found.settings, found.clusters, words),
        )
    )
    return Table(words.of("audit.kinds_title"), columns, tuple(rows), 1, foot)


def _yardsticks(found: JudgeCheck, words: Words) -> Table:
    def row(name: str, kinds: Mapping[LabelKind, Agreement]) -> tuple[str, ...]:
        return (name, *(_figure(kinds[kind].measures["kappa"], words) for kind in _ORDER))

    columns = (
        Column(words.of("audit.who"), numeric=False),
        *(Column(words.of(f"audit.kind_{kind}")) for kind in _ORDER),
    )
    rows = [
        row(found.evidence.judge.label, found.kinds),
        *(row(words.of(f"audit.{name}"), found.yardsticks[name]) for name in YARDSTICKS),
    ]
    title, foot = words.of("audit.yardsticks_title"), words.of("audit.foot_yardsticks")
    return Table(title, columns, tuple(rows), 1, foot)


def _parts(found: JudgeCheck, words: Words) -> Iterator[Table]:
    signs = {words.of(f"audit.{name}"): found.polarities[name] for name in POLARITIES}
    abilities = {words.ability(name): item for name, item in found.abilities.items()}
    yield _part_table(words.of("audit.signs_title"), words.of("audit.sign"), signs, words)
    table = _part_table(words.of("audit.abilities_title"), words("ability"), abilities, words)
    yield Table(table.title, table.columns, table.rows, 1, words.of("audit.foot_parts"))


def _part_table(title: str, stub: str, parts: Mapping[str, Agreement], words: Words) -> Table:
    columns = (
        Column(stub, numeric=False),
        Column(words.of("audit.marks")),
        Column(words.of("audit.reference_hits")),
        *(Column(words.of(f"audit.measure_{name}"), folds="never") for name in AGREEMENT_MEASURES),
    )
    rows = tuple(
        (
            name,
            count(item.items),
            _share(item.positives, item.items),
            *(_figure(item.measures[measure], words) for measure in AGREEMENT_MEASURES),
        )
        for name, item in parts.items()
    )
    return Table(title, columns, rows, 1)


def _effects(found: JudgeCheck, words: Words) -> Table:
    columns = (
        Column(words.of("audit.replies"), numeric=False),
        Column(words.of("audit.total"), numeric=False),
        Column(words.of("audit.questions")),
        Column(words.of("audit.by_labels")),
        Column(words.of("audit.by_judge")),
        Column(words.of("audit.difference")),
        Column(words("interval")),
    )
    rows = []
    for kind in _ORDER:
        for item in (effect for effect in found.effects if effect.kind == kind):
            value = item.difference.value
            rows.append(
                (
                    words.of(f"audit.kind_{kind}"),
                    words(item.total),
                    count(item.difference.questions),
                    score(item.by_labels),
                    score(item.by_judge),
                    words.short_reason(value) if isinstance(value, Undefined) else f"{value:+.1f}",
                    interval(item.difference.interval, words),
                )
            )
    return Table(words.of("audit.effects_title"), columns, tuple(rows), 2, words.of("audit.foot_effects"))


def _replies(found: JudgeCheck, words: Words) -> Table:
    replies, evidence = found.evidence.replies, found.evidence
    asked = sum(evidence.asked.values())
    rows = [
        (words.of("audit.answers_marked"), f"{len(evidence.markings)}/{asked}"),
        (words.of("audit.malformed"), _malformed(replies, words)),
        (words.of("audit.calls"), words.of("audit.calls_of", calls=replies.calls, now=replies.calls_now)),
        (words.of("audit.tokens"), _tokens(replies, words)),
        (words.of("audit.cost"), money(replies.cost, replies.cost_unknown, replies.calls, words)),
    ]
    foot = words.of("audit.foot_malformed")
    if not replies.calls:
        rows, foot = [rows[0], (words.of("audit.calls"), words.of("audit.no_calls"))], ""
    if evidence.failures:
        kinds = (f"{words(f'kind_{item.kind.value}')} {item.count}" for item in evidence.failures)
        rows.append((words.of("audit.unmarked"), words.listed(kinds)))
    columns = (Column(words.of("audit.what"), numeric=False), Column(words("value"), numeric=False))
    return Table(words.of("audit.replies_title"), columns, tuple(rows), 1, foot)


def _malformed(replies: Replies, words: Words) -> str:
    total = sum(replies.malformed.values())
    kinds = words.listed(
        f"{words(f'kind_{kind.value}')} {number}" for kind, number in sorted(replies.malformed.items())
    )
    share = _share(total, replies.calls)
    return f"{share} ({kinds})" if total else share


def _tokens(replies: Replies, words: Words) -> str:
    if replies.usage_unknown == replies.calls:
        return words.of("audit.tokens_unknown")
    return words.of(
        "audit.tokens_of",
        input=count(replies.input_tokens),
        output=count(replies.output_tokens),
        unknown=replies.usage_unknown,
    )
