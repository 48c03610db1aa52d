"""Figures against their limits, as a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    name: str
    value: float
    unit: str = ""
    limit: float | None = None
    """The most that it may be; None: it is there to be seen."""
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether it keeps its limit; one without a limit does."""
        return self.limit is None or self.value <= self.limit


_HEAD = ("figure", "value", "limit", "of limit", "", "note")


def table(figures: Sequence[Figure]) -> str:
    """One line per figure, its ratio to the limit among the columns."""
    rows = [_HEAD, *map(_row, figures)]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join("  ".join(map(_pad, row, widths)).rstrip() for row in rows)


def _row(figure: Figure) -> tuple[str, ...]:
    unit = f" {figure.unit}" if figure.unit else ""
    if figure.limit is None:
        return figure.name, f"{_number(figure.value)}{unit}", "", "", "", figure.note
    share = f"{figure.value / figure.limit:.2f}"
    verdict = "ok" if figure.holds else "OVER"
    return (
        figure.name,
        f"{_number(figure.value)}{unit}",
        f"{_number(figure.limit)}{unit}",
        share,
        verdict,
        figure.note,
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
