"""A summary on a terminal."""

from __future__ import annotations

from rich.console import Console

from heartbench.language import Language
from heartbench.reporting.sheet import Sheet, print_sheet, said
from heartbench.reporting.summary import Summary
from heartbench.reporting.tables import sections
from heartbench.reporting.words import Words


def print_summary(summary: Summary, console: Console, language: Language) -> None:
    """Prints the tables of a run; readable from 80 columns on."""
    print_sheet(summary_sheet(summary, language), console)


def summary_sheet(summary: Summary, language: Language) -> Sheet:
    """All that is shown of a run."""
    words = Words(language)
    reasons = (words("reasons"),) if summary.failures else ()
    return Sheet(
        language,
        head=words("run_line", run=summary.run.name, rule=summary.rule),
        notes=said(summary.notes, words),
        sections=sections(summary, language),
        passages=(),
        foot=(*reasons, words("ethics")),
    )
