"""The page: one file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from heartbench.language import Language, text
from heartbench.reporting.escape import plain
from heartbench.reporting.html.browser import LANGUAGES, browser_data, script_json
from heartbench.reporting.html.collecting import RunData
from heartbench.reporting.html.drawing import page_svg
from heartbench.reporting.html.grouping import Group, grouped
from heartbench.reporting.html.sections import Block, Chart, blocks
from heartbench.reporting.words import NOTHING, Words, count, moment

EXPLANATIONS = (
    "overall",
    "mean_of_k",
    "question_mean",
    "interval",
    "coverage",
    "lower_bound",
    "silent",
    "veto",
    "offline",
)

SCRIPTS = ("question.js", "page.js")


@dataclass(frozen=True, slots=True)
class GroupView:
    """One group in one language."""

    name: str
    """Start of its anchors."""
    title: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The page's report in one language."""

    words: Words
    groups: tuple[GroupView, ...]
    notes: tuple[tuple[str, str], ...]
    """Run and sentence."""
    runs: tuple[tuple[str, ...], ...]

    def text(self, name: str, /, **fields: object) -> str:
        """A text of the page."""
        return text(f"html.{name}", self.words.language, **fields)


def render_page(runs: Sequence[RunData], language: Language) -> str:
    """The whole page in both languages; ``language`` is shown first."""
    groups = grouped(runs)
    style, script = _asset("page.css"), _script()
    return (
        _environment()
        .from_string(_asset("page.html.j2"))
        .render(
            language=language,
            views=[_view(name, runs, groups) for name in LANGUAGES],
            title=", ".join(plain(data.summary.run.name) for data in runs),
            policy=_policy(style, script),
            style=Markup(style),
            script=Markup(script),
            data=Markup(script_json(browser_data(runs, groups, language))),
            svg=_drawn,
            explanations=EXPLANATIONS,
        )
    )


def _view(language: Language, runs: Sequence[RunData], groups: Sequence[Group]) -> View:
    words = Words(language)
    return View(
        words,
        tuple(
            GroupView(
                f"{language}-g{number}",
                _title(group, words),
                tuple(_facts(group, words)),
                tuple(_notes(group, words)),
                blocks(group, words),
            )
            for number, group in enumerate(groups, 1)
        ),
        tuple(
            (plain(data.summary.run.name), words(note.key, **note.fields))
            for data in runs
            for note in data.summary.notes
        ),
        tuple(_run_row(data, words) for data in runs),
    )


def _title(group: Group, words: Words) -> str:
    board, count_of = group.leaderboard.board, len(group.questions)
    fields = {"judge": group.judge.label, "questions": board.question_set, "count": count_of}
    return words.of("html.group_title", **fields)


def _facts(group: Group, words: Words) -> list[tuple[str, str]]:
    board = group.leaderboard.board
    return [
        (words("judge"), f"{group.judge.label} ({group.judge.target})"),
        (words("fact_questions"), f"{board.question_set} ({count(len(group.questions))})"),
        (words("fact_fingerprint"), board.questions[:12]),
        (words("fact_protocol"), f"{board.protocol}, {board.mode}"),
        (words("fact_rule"), group.leaderboard.rule),
    ]


def _notes(group: Group, words: Words) -> Iterator[str]:
    """What the leaderboard says of itself; notes on runs stand at the head of the page."""
    for note in group.leaderboard.notes:
        if note.key.startswith("leaderboard."):
            yield words.of(note.key, **note.fields)


def _run_row(data: RunData, words: Words) -> tuple[str, ...]:
    run, spec = data.summary.run, data.summary.run.spec
    return (
        run.name,
        words(f"status_{run.status}"),
        moment(run.started_at),
        moment(run.finished_at),
        f"{spec.samples} / {spec.repeats}",
        spec.version or NOTHING,
    )


def _drawn(chart: Chart, view: GroupView) -> list[tuple[str, Markup]]:
    """The pictures of a chart with the class that says where each is shown."""
    kinds = ("narrow", "wide") if len(chart.widths) > 1 else ("fixed",)
    return [
        (kind, Markup(page_svg(chart.build(width), f"{view.name}-{chart.name}-{kind}")))
        for kind, width in zip(kinds, chart.widths, strict=True)
    ]


def _policy(style: str, script: str) -> str:
    """Nothing may be loaded from anywhere; only our own style and script, by their hashes, may act."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    found = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{found}'"


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["plain"] = plain
    return environment


@cache
def _script() -> str:
    """The scripts as one, in a scope of its own; the last one starts it all."""
    return "\n".join(('"use strict";', "(() => {", *map(_asset, SCRIPTS), "})();", ""))


@cache
def _asset(name: str) -> str:
    return resources.files("heartbench.reporting.html").joinpath(name).read_text("utf-8")
