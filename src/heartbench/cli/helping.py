"""Help in the user's language: typer's own words, and lines measured in columns, not characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from heartbench.language import Language, text

_FEWEST_COLUMNS = 10
_TOKEN = re.compile(r"[（「“《]*(?:[^\s\u2e80-\uffef]+|.)[，。；：、）」”》！？…]*\s*")
"""What stays on one line: a word, or one wide character with the marks that belong to it."""
_EXTRA = re.compile(r"(?:(?<=  )|^)\\?\[([^\[\]]*)\]$")
"""What typer adds to the help of an option: ``[default: x; required]``; some versions escape it."""


def columns(line: str) -> int:
    """How wide a terminal shows it: a Chinese character takes two columns."""
    return sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in line)


def wrap(line: str, width: int) -> Iterator[str]:
    """The lines of ``width`` columns at most that a text takes; a longer word stays whole."""
    kept = ""
    for token in _TOKEN.findall(line):
        if kept and columns(kept) + columns(token.rstrip()) > width:
            yield kept.rstrip()
            kept = ""
        kept += token
    if kept:
        yield kept.rstrip()


def localise(node: Any, language: Language) -> None:
    """Makes one command speak ``language`` where typer speaks for it; touches nothing but ``node``.

    Typer makes a command's context from the class the command names, and the help from the formatter
    that the context names.
    """
    words = _words(language)
    formatter = type("Formatter", (HelpWriter, node.context_class.formatter_class), {"words": words})
    node.context_class = type("Context", (node.context_class,), {"formatter_class": formatter})
    node.options_metavar = text("help.some_options", language)
    if hasattr(node, "subcommand_metavar"):
        node.subcommand_metavar = text("help.some_command", language)


def _words(language: Language) -> dict[str, str]:
    """What typer says → what we say."""
    return {
        "Usage": text("help.usage", language),
        "Arguments": text("help.arguments", language),
        "Options": text("help.options", language),
        "Commands": text("help.commands", language),
        "Show this message and exit.": text("help.show", language),
        "default": text("help.default", language),
        "required": text("help.required", language),
    }


class HelpWriter:
    """Stands before typer's formatter and writes in its place."""

    words: Mapping[str, str]
    width: int
    current_indent: int
    write: Callable[[str], None]

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """How the command is written."""
        start = f"{prefix or self.words['Usage']}{prog} "
        self._write_beside(start, columns(start), args)

    def write_heading(self, heading: str) -> None:
        """A heading of a list."""
        self.write(f"{'':{self.current_indent}}{self.words.get(heading, heading)}\n")

    def write_text(self, text: str) -> None:
        """A paragraph or several."""
        for line in text.splitlines():
            self._write_beside("", 0, line)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Names and what they mean, side by side."""
        first = min(max(columns(name) for name, _ in rows), col_max) + col_spacing
        for name, meaning in rows:
            fits = columns(name) <= first - col_spacing
            start = (
                f"{name}{'':{first - columns(name)}}"
                if fits
                else f"{name}\n{'':{first + self.current_indent}}"
            )
            self._write_beside(start, first, self._translated(meaning))

    def _write_beside(self, start: str, taken: int, meaning: str) -> None:
        """``meaning`` behind ``start``, its further lines below its first."""
        indent = self.current_indent
        room = max(self.width - indent - taken, _FEWEST_COLUMNS)
        lines = list(wrap(meaning, room)) or [""]
        below = f"\n{'':{indent + taken}}"
        self.write(f"{'':{indent}}{start}{below.join(lines)}".rstrip() + "\n")

    def _translated(self, meaning: str) -> str:
        if meaning in self.words:
            return self.words[meaning]
        return _EXTRA.sub(lambda found: f"[{'; '.join(map(self._extra, found[1].split('; ')))}]", meaning)

    def _extra(self, part: str) -> str:
        name, colon, value = part.partition(": ")
        return f"{self.words[name]}{value}" if name in self.words else f"{name}{colon}{value}"
