"""Rows as JSON lines and as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import IO

from heartbench.reporting.escape import cell
from heartbench.reporting.files import replacing
from heartbench.reporting.rows import Row, RowGroup

_LINE_MARKS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}
_encode = json.JSONEncoder(ensure_ascii=False).encode


def json_line(value: object) -> str:
    """One JSON value on one line, also for readers that split at every Unicode line break."""
    line = _encode(value)
    if line.isascii():
        return line
    for mark, escaped in _LINE_MARKS.items():
        line = line.replace(mark, escaped)
    return line


def write_json_lines(path: Path, rows: Iterable[Row]) -> Path:
    """Writes one JSON object per line; every text is kept unchanged, whatever its length."""
    with replacing(path) as stream:
        for row in rows:
            stream.write(json_line(row) + "\n")
    return path


class Table:
    """One kind of rows being written, as JSON lines and as CSV. Shared fields are escaped once.

    CSV is for spreadsheets: UTF-8 with BOM (Excel then shows Chinese), CRLF, text quoted, cells by
    :func:`heartbench.reporting.escape.cell`. Nothing is cut; Excel itself shows at most 32,767
    characters of a cell, which is why answers carry their number of ``characters``.
    """

    def __init__(self, lines: IO[str], cells: IO[str], fields: tuple[str, ...]) -> None:
        self._lines = lines
        self._in_order = itemgetter(*fields)
        # The codec utf-8-sig writes the same mark, but encodes every row in Python.
        cells.write("\ufeff")
        self._csv = csv.writer(cells, quoting=csv.QUOTE_NONNUMERIC)
        self._csv.writerow(fields)

    def add(self, group: RowGroup) -> None:
        """Write the rows of a group."""
        head = json_line(group.shared)[:-1]
        cells = {field: _flat(value) for field, value in group.shared.items()}
        lines, rows = [], []
        for own in group.own:
            lines.append(f"{head}, {json_line(own)[1:]}\n" if own else f"{head}}}\n")
            for field, value in own.items():
                cells[field] = _flat(value)
            rows.append(self._in_order(cells))
        self._lines.write("".join(lines))
        self._csv.writerows(rows)


def write_csv(path: Path, fields: tuple[str, ...], rows: Iterable[Row]) -> None:
    """Writes rows as CSV alone, as :class:`Table` does; fields that a row lacks are empty."""
    with replacing(path) as stream:
        stream.write("\ufeff")
        writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(fields)
        writer.writerows([_flat(row.get(field)) for field in fields] for row in rows)


@contextmanager
def table(folder: Path, name: str, fields: tuple[str, ...]) -> Iterator[Table]:
    """``<name>.jsonl`` and ``<name>.csv``, which take their places when the block ends well."""
    with (
        replacing(folder / f"{name}.jsonl") as lines,
        replacing(folder / f"{name}.csv") as cells,
    ):
        yield Table(lines, cells, fields)


def _flat(value: object) -> object:
    if value is None:
        return ""
    return cell(_encode(value) if isinstance(value, dict | list | tuple) else value)
