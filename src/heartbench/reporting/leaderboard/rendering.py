"""A leaderboard on a terminal, and as Markdown."""

from __future__ import annotations

from rich.console import Console

from heartbench.language import Language
from heartbench.reporting.escape import markdown
from heartbench.reporting.leaderboard.records import Leaderboard
from heartbench.reporting.leaderboard.tables import leaderboard_sections
from heartbench.reporting.markdown import markdown_table
from heartbench.reporting.sheet import Passage, Sheet, print_sheet, said
from heartbench.reporting.words import Words


def print_leaderboard(found: Leaderboard, console: Console, language: Language) -> None:
    """Prints all tables, and which other leaderboards the store has."""
    print_sheet(leaderboard_sheet(found, language), console)


def leaderboard_sheet(found: Leaderboard, language: Language) -> Sheet:
    """All that is shown of a leaderboard."""
    words = Words(language)
    others = Passage(words.of("leaderboard.others"), tuple(_others(found, words)))
    return Sheet(
        language,
        head=_head(found, words),
        notes=said(found.notes, words.of),
        sections=tuple(leaderboard_sections(found, words)),
        passages=(others,) if found.others else (),
        foot=(words("ethics"),),
    )


def leaderboard_markdown(found: Leaderboard, language: Language) -> str:
    """The same as Markdown."""
    words = Words(language)
    parts = [f"### {markdown(_head(found, words))}"]
    parts += [f"> **!** {markdown(note)}" for note in said(found.notes, words.of)]
    for section in leaderboard_sections(found, words):
        parts += [markdown_table(table) for table in section.tables]
    return "\n\n".join((*parts, f"_{markdown(words('ethics'))}_")) + "\n"


def _head(found: Leaderboard, words: Words) -> str:
    board = found.board
    return words.of(
        "leaderboard.head",
        set=board.question_set,
        questions=found.questions,
        judge=board.judge,
        protocol=board.protocol,
        mode=board.mode,
        rule=found.rule,
    )


def _others(found: Leaderboard, words: Words) -> list[str]:
    lines = []
    for board in found.others:
        lines.append(
            words.of(
                "leaderboard.other",
                set=board.question_set,
                fingerprint=board.questions[:8],
                judge=board.judge,
                protocol=board.protocol,
                mode=board.mode,
                count=board.candidates,
            )
        )
    return lines
