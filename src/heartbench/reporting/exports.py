"""Rows as JSON lines and as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path

from heartbench.reporting.escape import cell
from heartbench.reporting.files import replacing
from heartbench.reporting.rows import Export, Row

_LINE_MARKS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}


def json_line(value: object) -> str:
    """One JSON value on one line, also for readers that split at every Unicode line break."""
    line = json.dumps(value, ensure_ascii=False)
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


def write_csv(path: Path, export: Export) -> Path:
    """Writes CSV for spreadsheets: UTF-8 with BOM (Excel then shows Chinese), CRLF, text quoted.

    Cells follow :func:`heartbench.reporting.escape.cell`. Nothing is cut; Excel itself shows at most 32,767
    characters of a cell, which is why answers carry their number of ``characters``.
    """
    with replacing(path, "utf-8-sig") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(export.fields)
        for row in export.rows():
            writer.writerow([_flat(row[field]) for field in export.fields])
    return path


def _flat(value: object) -> object:
    if isinstance(value, dict | list | tuple):
        value = json.dumps(value, ensure_ascii=False)
    return "" if value is None else cell(value)
