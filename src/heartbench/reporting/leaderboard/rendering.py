"""A leaderboard on a terminal, and as Markdown."""

from __future__ import annotations

from rich.console import Console

from heartbench.language import Language
from heartbench.reporting.escape import markdown
from heartbench.reporting.layout import print_prose
from heartbench.reporting.leaderboard.records import Leaderboard
from heartbench.reporting.leaderboard.tables import leaderboard_sections
from heartbench.reporting.markdown import markdown_table
from heartbench.reporting.terminal import print_section
from heartbench.reporting.words import Words


def print_leaderboard(found: Leaderboard, console: Console, language: Language) -> None:
    """Prints all tables, and which other leaderboards the store has."""
    words = Words(language)
    print_prose(_head(found, words), console, style="bold")
    for note in found.notes:
        print_prose(words.of(note.key, **note.fields), console, style="yellow", mark="! ")
    for section in leaderboard_sections(found, words):
        print_section(section, console)
    for line in _others(found, words):
        print_prose(line, console)
    print_prose(words("ethics"), console, style="dim")


def leaderboard_markdown(found: Leaderboard, language: Language) -> str:
    """The same as Markdown."""
    words = Words(language)
    parts = [f"### {markdown(_head(found, words))}"]
    parts += [f"> **!** {markdown(words.of(note.key, **note.fields))}" for note in found.notes]
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
    if not found.others:
        return []
    lines = [words.of("leaderboard.others")]
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
