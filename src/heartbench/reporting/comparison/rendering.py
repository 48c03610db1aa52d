"""A comparison on a terminal, and as a Markdown comment."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from heartbench.language import Language
from heartbench.reporting.comparison.records import Change, Comparison, Gate
from heartbench.reporting.comparison.tables import comparison_sections
from heartbench.reporting.escape import markdown
from heartbench.reporting.markdown import markdown_table
from heartbench.reporting.sheet import Passage, Sheet, print_sheet, said
from heartbench.reporting.words import Words

_ANSWER_SHOWN = 600


def print_comparison(found: Comparison, console: Console, language: Language) -> None:
    """Prints all tables, what changed most, and what the gate says."""
    print_sheet(comparison_sheet(found, language), console)


def comparison_sheet(found: Comparison, language: Language) -> Sheet:
    """All that is shown of a comparison."""
    words = Words(language)
    passages = [
        Passage(
            words.of("comparison.changes_title", **_ends(found, ends)),
            tuple(_change_lines(found, ends, changes, words)),
        )
        for ends, changes in found.changes.items()
    ]
    if found.gate is not None:
        passages.append(Passage("", tuple(gate_lines(found.gate, found, words))))
    return Sheet(
        language,
        head=_head(found, words),
        notes=said(found.notes, words.of),
        sections=tuple(comparison_sections(found, words)),
        passages=tuple(passages),
        foot=(words("ethics"),),
    )


def _head(found: Comparison, words: Words) -> str:
    return words.of(
        "comparison.head",
        questions=found.common,
        set=found.question_set,
        judge=found.judge.label,
        protocol=found.protocol,
        mode=found.mode,
        rule=found.rule,
    )


def _ends(found: Comparison, ends: tuple[int, int]) -> dict[str, object]:
    return {"first": found.contenders[ends[0]].label, "second": found.contenders[ends[1]].label}


def _change_lines(
    found: Comparison, ends: tuple[int, int], changes: tuple[Change, ...], words: Words
) -> Iterator[str]:
    if not changes:
        yield words.of("comparison.no_change")
    names = [found.contenders[end].label for end in ends]
    for change in changes:
        yield _change_head(change, words)
        yield words.of("comparison.last_words", text=_short(change.last_words))
        for name, answer in zip(names, change.answers, strict=True):
            yield words.of("comparison.answer", label=name, text=_short(answer))
        for item in change.criteria:
            ability = words.ability(item.ability) if item.ability else words.of("comparison.veto")
            yield words.of(
                "comparison.criterion", ability=ability, weight=_weight(item.weight), text=item.text
            )
            for name, hit, reason in zip(names, item.hits, item.reasons, strict=True):
                said = words.of("comparison.hit" if hit else "comparison.miss")
                yield words.of("comparison.reason", label=name, said=said, reason=_short(reason))


def _change_head(change: Change, words: Words) -> str:
    first, second = change.scores
    return words.of(
        "comparison.change",
        question=change.question_id,
        first=f"{first:.1f}",
        second=f"{second:.1f}",
        difference=f"{second - first:+.1f}",
    )


def _weight(weight: float | None) -> str:
    return "—" if weight is None else f"{weight:+g}"


def _short(text: str) -> str:
    return text if len(text) <= _ANSWER_SHOWN else f"{text[:_ANSWER_SHOWN]}…"


def gate_lines(gate: Gate, found: Comparison, words: Words) -> Iterator[str]:
    """What the gate says, one sentence per candidate."""
    for item in gate.results:
        fields: dict[str, object] = {
            "label": item.label,
            "first": found.contenders[0].label,
            "total": words(gate.total),
            "difference": f"{item.difference:+.2f}",
            "decides": f"{item.decides:+.2f}",
            "margin": f"{gate.margin:+g}",
        }
        verdict = "passed" if item.passed else "failed"
        line = words.of(f"comparison.gate_{gate.kind}_{verdict}", **fields)
        if gate.kind == "point":
            rate = item.false_alarm_rate
            alarm = (
                words.of("comparison.false_alarms_unknown")
                if rate is None
                else words.of("comparison.false_alarms", percent=f"{100 * rate:.2g}")
            )
            line = words.joined((line, alarm))
        yield line


def comparison_markdown(found: Comparison, language: Language) -> str:
    """A summary for a comment in a code review: the gate, the differences, what changed most."""
    words = Words(language)
    parts = [f"### {markdown(_head(found, words))}"]
    if found.gate is not None:
        mark = "✅" if found.gate.passed else "❌"
        parts += [f"{mark} **{markdown(line)}**" for line in gate_lines(found.gate, found, words)]
    parts += [f"> **!** {markdown(note)}" for note in said(found.notes, words.of)]
    sections = comparison_sections(found, words)
    parts += [markdown_table(table) for table in sections[0].tables]
    for section in sections[1:]:
        body = markdown_table(section.tables[0])
        parts.append(f"<details><summary>{markdown(section.title)}</summary>\n\n{body}\n\n</details>")
    for ends, changes in found.changes.items():
        lines = [f"- {markdown(_change_head(change, words))}" for change in changes]
        title = words.of("comparison.changes_title", **_ends(found, ends))
        parts.append(
            "\n".join([f"**{markdown(title)}**", "", *(lines or [words.of("comparison.no_change")])])
        )
    return "\n\n".join((*parts, f"_{markdown(words('ethics'))}_")) + "\n"
