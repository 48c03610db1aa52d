"""Columns laid out for a width: texts are folded behind separators, and what must stay whole does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from heartbench.reporting.cells import Column
from heartbench.reporting.escape import plain

GAP = 2
"""Blanks between two columns."""

_WIDE = r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]"
_STOPS = "[，。；：、）」》]*"
"""Marks that begin no line: they stay with what they follow."""
_PARTS = re.compile(
    rf"{_WIDE}{_STOPS}"
    rf"|(?:[^\s\-_/@=+.:,;\u2e80-\u9fff\uff00-\uff60]|[.:,;](?=\d))*(?:[\-_/@=+]|[.:,;](?!\d)|\s)+{_STOPS}"
    rf"|(?:[^\s\-_/@=+.:,;\u2e80-\u9fff\uff00-\uff60]|[.:,;](?=\d))+{_STOPS}"
)
"""Parts behind which a text may be folded: up to a separator, or one Chinese character with its stops."""
_SHORT = 8
"""Columns so narrow are worth no folding: four Chinese characters."""
_WORDS = re.compile(r"\[[^\[\]]*\]\s*|[^\s\[]+\s*|\s+|\[")
"""Figures are folded at blanks alone, ``47.7 (13/15)``, and never inside an interval, ``[33.1, 43.9]``."""
_PROSE = re.compile(rf"{_WIDE}{_STOPS}|[^\s\u2e80-\u9fff\uff00-\uff60]+{_STOPS}\s*|\s+")
"""Sentences are folded at blanks and between Chinese characters, and leave names whole."""


def fold(text: str, width: int, at: re.Pattern[str] = _PARTS) -> list[str]:
    """The lines of ``text``, each at most ``width`` wide; a part that is wider itself is broken anywhere."""
    lines = [""]
    for piece in at.findall(text):
        if lines[-1] and cell_len(lines[-1]) + cell_len(piece.rstrip()) > width:
            lines.append("")
        for character in piece:
            if lines[-1] and character != " " and cell_len(lines[-1]) + cell_len(character) > width:
                lines.append("")
            lines[-1] += character
    return [line.rstrip() for line in lines]


def widest_piece(text: str, *, at: re.Pattern[str] = _PARTS) -> int:
    """The width below which a text is broken inside a part; a short text is one part."""
    least = min(cell_len(text), _SHORT)
    return max(least, *(cell_len(piece.rstrip()) for piece in at.findall(text)), 0)


def fit(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """How wide each column may be so that all together fit into ``room``.

    Titles are folded first, then texts, then figures; then parts of texts are broken, and last of all dates
    and figures. A column that is never folded may make the table wider than ``room``.
    """
    cells = [[row[number] for row in rows] for number in range(len(columns))]
    widths = [_widest([column.title, *own]) for column, own in zip(columns, cells, strict=True)]
    least = least_widths(columns, rows)
    stages: list[Sequence[int | None]] = [
        [max(_widest(own), width) for own, width in zip(cells, least, strict=True)],
        [width if _is_text(column) else None for column, width in zip(columns, least, strict=True)],
        least,
        [1 if _is_text(column) else None for column in columns],
        [1] * len(columns),
    ]
    for floors in stages:
        _shrink(widths, floors, columns, room - GAP * (len(columns) - 1))
    return widths


def _widest(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _is_text(column: Column) -> bool:
    return column.folds == "parts" and not column.numeric


def _shrink(widths: list[int], floors: Sequence[int | None], columns: Sequence[Column], room: int) -> None:
    """Takes from the widest column, one by one; None and ``folds="never"`` keep what they have."""
    kept = [
        width if floor is None or column.folds == "never" else min(floor, width)
        for width, floor, column in zip(widths, floors, columns, strict=True)
    ]
    while sum(widths) > room:
        number = max(range(len(widths)), key=lambda place: (widths[place] > kept[place], widths[place]))
        if widths[number] <= kept[number]:
            return
        widths[number] -= 1


def least_widths(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[int]:
    """How narrow each column may be without a part being broken."""
    return [
        max(
            widest_piece(column.title),
            *(widest_piece(row[number], at=_pattern(column)) for row in rows),
            _widest([row[number] for row in rows]) if column.folds == "never" else 0,
        )
        for number, column in enumerate(columns)
    ]


def _pattern(column: Column) -> re.Pattern[str]:
    return _PARTS if _is_text(column) else _WORDS


def print_columns(columns: Sequence[Column], rows: Sequence[Sequence[str]], console: Console) -> None:
    """Prints cells of users' text under bold titles, laid out for the width of the console."""
    titles = [replace(item, title=plain(item.title)) for item in columns]
    cells = [[plain(cell) for cell in row] for row in rows]
    widths = fit(titles, cells, console.width)
    heads = [fold(column.title, width) for column, width in zip(titles, widths, strict=True)]
    deep = max(map(len, heads), default=0)
    _print_lines([[""] * (deep - len(head)) + head for head in heads], titles, widths, console, "bold")
    for row in cells:
        folded = [fold(*item) for item in zip(row, widths, map(_pattern, titles), strict=True)]
        _print_lines(folded, titles, widths, console)


def _print_lines(
    cells: Sequence[Sequence[str]],
    columns: Sequence[Column],
    widths: Sequence[int],
    console: Console,
    style: str = "",
) -> None:
    for parts in zip_longest(*cells, fillvalue=""):
        padded = []
        for part, column, width in zip(parts, columns, widths, strict=True):
            blanks = " " * (width - cell_len(part))
            padded.append(blanks + part if column.numeric else part + blanks)
        # A line is as wide as it is: whatever fits has been made to fit, and nothing is cut.
        console.print(Text((" " * GAP).join(padded).rstrip(), style=style), soft_wrap=True)


def print_prose(text: str, console: Console, *, style: str = "", mark: str = "") -> None:
    """Prints users' text as sentences that fit the console; ``mark`` stands before the first line alone."""
    lines = fold(plain(text), max(console.width - cell_len(mark), 1), _PROSE)
    for number, line in enumerate(lines):
        before = " " * cell_len(mark) if number else mark
        console.print(Text(f"{before}{line}", style=style), soft_wrap=True)
