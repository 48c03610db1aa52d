"""The check of a judge on a terminal."""

from __future__ import annotations

from rich.console import Console

from heartbench.audit.records import JudgeCheck
from heartbench.audit.tables import badge, check_notes, check_sections
from heartbench.language import Language
from heartbench.reporting.layout import print_prose
from heartbench.reporting.terminal import print_section
from heartbench.reporting.words import Words


def print_check(found: JudgeCheck, console: Console, language: Language) -> None:
    """Prints notes, tables and the badge line; readable from 80 columns on."""
    words = Words(language)
    evidence = found.evidence
    head = words.of(
        "audit.head",
        judge=evidence.judge.label,
        protocol=evidence.protocol,
        mode=evidence.mode,
        answers=len(evidence.markings),
        questions=len(evidence.questions),
    )
    print_prose(head, console, style="bold")
    for note in check_notes(found):
        print_prose(words.of(note.key, **note.fields), console, style="yellow", mark="! ")
    for section in check_sections(found, language):
        print_section(section, console)
    print_prose(badge(found, language), console, style="bold")
    print_prose(words("ethics"), console, style="dim")
