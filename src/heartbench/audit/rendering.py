"""The check of a judge on a terminal and in a notebook."""

from __future__ import annotations

from rich.console import Console

from heartbench.audit.records import JudgeCheck
from heartbench.audit.tables import badge, check_notes, check_sections
from heartbench.language import Language
from heartbench.reporting.sheet import Passage, Sheet, print_sheet, said
from heartbench.reporting.words import Words


def print_check(found: JudgeCheck, console: Console, language: Language) -> None:
    """Prints notes, tables and the badge line; readable from 80 columns on."""
    print_sheet(check_sheet(found, language), console)


def check_sheet(found: JudgeCheck, language: Language) -> Sheet:
    """All that is shown of a check."""
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
    return Sheet(
        language,
        head=head,
        notes=said(check_notes(found), words.of),
        sections=check_sections(found, language),
        passages=(Passage("", (badge(found, language),)),),
        foot=(words("ethics"),),
    )
