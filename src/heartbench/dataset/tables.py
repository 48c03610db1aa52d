"""From tables to rows: CSV with comma, semicolon or tab, and Excel workbooks."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from heartbench.dataset.decoding import MAX_BYTES
from heartbench.dataset.rows import Row, Torn
from heartbench.errors import DataError

ID_FIELD = "question_id"

_DELIMITERS = ",;\t"
_ZIP = b"PK\x03\x04"


def looks_like_workbook(data: bytes) -> bool:
    """Whether the bytes are a zip archive, as Excel workbooks are."""
    return data.startswith(_ZIP)


def csv_rows(text: str, path: Path) -> Iterator[Row | Torn]:
    """One dictionary of texts for each line of a table whose header names ``question_id``.

    Cells stay texts, also ``None``, ``NA`` and ``null``; a cell that a short line lacks is not in its
    dictionary. Raises DataError for a header without ids or with one name twice, for a line with more
    cells than the header, and for broken quotes.
    """
    delimiter = _delimiter_of(text)
    # The limit of the csv module (128 KB a cell) is one for the whole process: put back afterwards.
    limit = csv.field_size_limit(len(text) + 1)
    try:
        yield from _table(_csv_lines(text, delimiter, path), path)
    finally:
        csv.field_size_limit(limit)


def _delimiter_of(text: str) -> str:
    header = text.partition("\n")[0]
    return max(_DELIMITERS, key=header.count)


def _csv_lines(text: str, delimiter: str, path: Path) -> Iterator[tuple[str, list[object]] | Torn]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "end of data" in str(error):
                yield Torn(f"{path}:{line}")
                return
            raise DataError("dataset.broken_csv", where=f"{path}:{line}", reason=str(error)) from error
        yield f"{path}:{line}", list(cells)


def _table(lines: Iterator[tuple[str, list[object]] | Torn], path: Path) -> Iterator[Row | Torn]:
    header: list[str] | None = None
    for line in lines:
        if isinstance(line, Torn):
            yield line
            continue
        where, cells = line
        if all(cell == "" for cell in cells):
            continue
        if header is None:
            header = _header(cells, path)
            continue
        if any(cell != "" for cell in cells[len(header) :]):
            raise DataError("dataset.too_many_cells", where=where, expected=len(header), found=len(cells))
        yield Row(where, dict(zip(header, cells, strict=False)))


def _header(cells: Sequence[object], path: Path) -> list[str]:
    names = [str(cell).strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if ID_FIELD not in names:
        raise DataError("dataset.no_id_column", path=path, found=tuple(name[:40] for name in names[:10]))
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise DataError("dataset.column_doubled", path=path, column=doubled)
    return names


def workbook_rows(data: bytes, path: Path) -> Iterator[Row | Torn]:
    """One dictionary for each row of the first sheet of an Excel workbook (extra ``excel``).

    A formula stays the text it is; an empty cell is an empty text. Raises DataError where openpyxl is
    not installed, the workbook is broken or too large, or as :func:`csv_rows`.
    """
    try:
        from openpyxl import load_workbook  # an extra: base installations have no use for it
    except ImportError as error:
        raise DataError("dataset.no_excel", path=path) from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_BYTES:
                raise DataError("dataset.file_too_large", path=path, limit=MAX_BYTES)
        sheet = load_workbook(io.BytesIO(data), read_only=True).worksheets[0]
        rows = [list(cells) for cells in sheet.iter_rows(values_only=True)]
    except DataError:
        raise
    except Exception as error:  # openpyxl raises KeyError, TypeError, … for what is no workbook
        raise DataError("dataset.broken_workbook", path=path) from error
    yield from _table(_numbered(rows, path), path)


def _numbered(rows: Sequence[Sequence[object]], path: Path) -> Iterator[tuple[str, list[object]]]:
    for number, cells in enumerate(rows, start=1):
        yield f"{path}:{number}", ["" if cell is None else _unescaped(cell) for cell in cells]


def _unescaped(cell: object) -> object:
    from openpyxl.utils.escape import unescape  # as above

    return unescape(cell) if isinstance(cell, str) else cell
