"""All that is shown of a result, in order: for a terminal, as text, and for a notebook."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from rich.console import Console

from heartbench.language import Language
from heartbench.reporting.cells import Section
from heartbench.reporting.console import safe_console
from heartbench.reporting.escape import plain
from heartbench.reporting.layout import print_prose
from heartbench.reporting.summary import Note
from heartbench.reporting.terminal import print_section

_COLUMNS = 100
"""Where nothing says how wide the reader's lines are."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines under a title; one without a title is of weight, and stands in bold letters."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Plain text and tables, not escaped for any medium."""

    language: Language
    head: str
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    foot: tuple[str, ...]


def said(notes: Iterable[Note], say: Callable[..., str]) -> tuple[str, ...]:
    """Notes as sentences; ``say`` knows the room of their keys."""
    return tuple(say(note.key, **note.fields) for note in notes)


def print_sheet(sheet: Sheet, console: Console) -> None:
    """Prints it, but for details."""
    print_prose(sheet.head, console, style="bold")
    for note in sheet.notes:
        print_prose(note, console, style="yellow", mark="! ")
    for section in sheet.sections:
        if not section.detail:
            print_section(section, console)
    for passage in sheet.passages:
        if passage.title:
            print_prose(passage.title, console, style="bold")
        for line in passage.lines:
            print_prose(line, console, style="" if passage.title else "bold")
        if passage.title:
            console.print()
    for line in sheet.foot:
        print_prose(line, console, style="dim")


def sheet_text(sheet: Sheet) -> str:
    """The same as text, as wide as the reader's terminal."""
    stream = io.StringIO()
    print_sheet(sheet, safe_console(stream, width=shutil.get_terminal_size((_COLUMNS, 0)).columns))
    return stream.getvalue().rstrip("\n")


def sheet_html(sheet: Sheet) -> str:
    """A piece of HTML for a notebook: all text escaped, no script, nothing loaded, details folded."""
    return _template().render(sheet=sheet)


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["plain"] = plain
    source = resources.files("heartbench.reporting").joinpath("templates/notebook.html.j2")
    return environment.from_string(source.read_text("utf-8"))
