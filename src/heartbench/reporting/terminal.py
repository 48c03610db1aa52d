"""A summary on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from heartbench.language import Language
from heartbench.reporting.escape import plain
from heartbench.reporting.summary import Summary
from heartbench.reporting.tables import Table, sections
from heartbench.reporting.words import Words

_PADDING = 2
_LABEL_WIDTH = 12
"""A candidate's column is at most so wide: longer names fold, they are never cut."""


def print_summary(summary: Summary, console: Console, language: Language) -> None:
    """Prints the tables of a run; readable from 80 columns on."""
    words = Words(language)
    console.print(Text(plain(words("run_line", run=summary.run.name, rule=summary.rule)), style="bold"))
    for note in summary.notes:
        console.print(Text("! " + plain(words(note.key, **note.fields)), style="yellow"))
    for section in sections(summary, language):
        if section.detail:
            continue
        console.print()
        console.rule(Text(plain(section.title)), style="dim")
        for table in section.tables:
            for block in blocks(table, console.width):
                console.print(_rich(block))
            if table.foot:
                console.print(Text(plain(table.foot), style="dim"))
    console.print()
    console.print(Text(words("ethics"), style="dim"))


def blocks(table: Table, width: int) -> Iterator[Table]:
    """The table, or several that repeat its fixed columns, each narrow enough for ``width`` columns."""
    widths = [_width(table, number) + _PADDING for number in range(len(table.columns))]
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
    return max(longest, min(title, _LABEL_WIDTH if number >= table.fixed else title))


def _rich(table: Table) -> RichTable:
    found = RichTable(title=Text(plain(table.title)), title_justify="left", box=None, pad_edge=False)
    for number, column in enumerate(table.columns):
        found.add_column(
            Text(plain(column.title)),
            justify="right" if column.numeric else "left",
            overflow="fold",
            max_width=max(_width(table, number), 1),
        )
    for row in table.rows:
        found.add_row(*(Text(plain(cell)) for cell in row))
    return found
