"""A table of text, as every medium renders it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: str
    numeric: bool = True
    folds: Literal["parts", "blanks", "never"] = "parts"
    """Where cells of text may be folded on a narrow terminal: names that people copy never are."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of plain text, not escaped for any medium."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    fixed: int
    """So many columns at the left are repeated where a narrow medium splits the others over blocks."""
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its tables."""

    title: str
    tables: tuple[Table, ...]
    detail: bool = False
    """Left out in a terminal."""
