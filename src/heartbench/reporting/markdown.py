"""A summary as ``report.md``."""

from __future__ import annotations

from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from heartbench.language import Language
from heartbench.reporting.cells import Table
from heartbench.reporting.escape import markdown
from heartbench.reporting.summary import Summary
from heartbench.reporting.tables import sections
from heartbench.reporting.words import Words, count, moment


def render_markdown(summary: Summary, language: Language) -> str:
    """The report as Markdown, a function of the summary alone: the same run gives the same bytes."""
    words = Words(language)
    return _template().render(
        words=words,
        summary=summary,
        spec=summary.run.spec,
        sections=sections(summary, language),
        notes=[words(note.key, **note.fields) for note in summary.notes],
        facts=_facts(summary, words),
    )


def markdown_table(table: Table) -> str:
    """One table; its title stands above it and its foot below."""
    lines = [
        f"**{markdown(table.title)}**",
        "",
        "| " + " | ".join(markdown(column.title) for column in table.columns) + " |",
        "|" + "|".join("---:" if column.numeric else ":---" for column in table.columns) + "|",
        *("| " + " | ".join(map(markdown, row)) + " |" for row in table.rows),
    ]
    return "\n".join([*lines, "", str(markdown(table.foot))] if table.foot else lines)


def _facts(summary: Summary, words: Words) -> list[tuple[str, str]]:
    run, spec = summary.run, summary.run.spec
    return [
        (words("fact_questions"), f"{summary.question_set} ({count(len(summary.questions))})"),
        (words("fact_fingerprint"), spec.questions[:12]),
        (words("fact_started"), moment(run.started_at)),
        (words("fact_finished"), moment(run.finished_at)),
        (words("fact_status"), words(f"status_{run.status}")),
        (words("fact_protocol"), f"{spec.protocol}, {spec.mode}"),
        (words("fact_rule"), summary.rule),
        (words("fact_samples"), f"{spec.samples} / {spec.repeats}"),
        (words("fact_version"), spec.version),
    ]


@cache
def _template() -> Template:
    # Everything but a Markup is escaped on its way out: a new field cannot forget to be.
    environment = Environment(
        autoescape=False, finalize=_escaped, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = resources.files("heartbench.reporting").joinpath("templates/report.md.j2")
    return environment.from_string(source.read_text("utf-8"))


def _escaped(value: object) -> object:
    return value if isinstance(value, Markup) else markdown(value)
