"""Tables on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from heartbench.reporting.cells import Section, Table
from heartbench.reporting.escape import plain
from heartbench.reporting.layout import GAP, least_widths, print_columns, print_prose, widest_piece

_LABEL_WIDTH = 11
"""The title of a candidate's column is at most so wide: longer names fold, they are never cut."""
_STUB_WIDTH = 24
"""The same for the texts of the columns that every block repeats, and for their titles …"""
_STUB_TITLE_WIDTH = 8
"""… so that at 80 columns three candidates stand side by side."""


def print_section(section: Section, console: Console) -> None:
    """Prints a heading and its tables."""
    console.rule(Text(plain(section.title)), style="dim")
    for table in section.tables:
        print_table(table, console)


def print_table(table: Table, console: Console) -> None:
    """Prints a table, in blocks where it is too wide."""
    found = list(blocks(table, console.width))
    for number, block in enumerate(found, start=1):
        part = f" ({number}/{len(found)})" if len(found) > 1 else ""
        print_prose(table.title + part, console, style="bold")
        print_columns(block.columns, block.rows, console)
        if not table.foot:
            console.print()
    if table.foot:
        print_prose(table.foot, console, style="dim")
        console.print()


def blocks(table: Table, width: int) -> Iterator[Table]:
    """The table, or several that repeat its fixed columns, each narrow enough for ``width`` columns."""
    if sum(least_widths(table.columns, table.rows)) + GAP * (len(table.columns) - 1) <= width:
        yield table
        return
    widths = [_width(table, number) + GAP for number in range(len(table.columns))]
    start, room = table.fixed, width - sum(widths[: table.fixed])
    while True:
        end, used = start, 0
        while end < len(widths) and (used + widths[end] <= room or end == start):
            used += widths[end]
            end += 1
        keep = [*range(table.fixed), *range(start, end)]
        yield Table(
            table.title,
            tuple(table.columns[number] for number in keep),
            tuple(tuple(row[number] for number in keep) for row in table.rows),
            table.fixed,
            table.foot,
        )
        start = end
        if start >= len(widths):
            return


def _width(table: Table, number: int) -> int:
    longest = max((cell_len(plain(row[number])) for row in table.rows), default=1)
    title = cell_len(plain(table.columns[number].title))
    piece = widest_piece(plain(table.columns[number].title))
    if number >= table.fixed:
        return max(longest, min(title, max(piece, _LABEL_WIDTH), _STUB_WIDTH))
    return max(min(longest, _STUB_WIDTH), min(title, max(piece, _STUB_TITLE_WIDTH)))
