"""Names that fit beside a chart and stay apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from heartbench.reporting.escape import plain

_PIECE = re.compile(r"[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef][，。；：、！？）」]*\s*|\s+")
"""A word, or a Chinese character with the marks that no line begins with."""


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Each name in at most ``width`` columns (a Chinese character takes two), cut in its middle, where names
    differ least; names that would be one then have their number in front."""
    short = [_cut(plain(name), width) for name in names]
    if max(Counter(short).values(), default=1) == 1:
        return short
    places = len(f"{len(names)} ")
    return [_cut(f"{number} {plain(name)}", width, places) for number, name in enumerate(names, 1)]


def columns(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _cut(name: str, width: int, kept: int = 0) -> str:
    if columns(name) <= width:
        return name
    head, tail = kept, 0
    while True:
        longer_head = head <= kept + tail
        tried = (head + longer_head, tail + (not longer_head))
        if columns(name[: tried[0]] + "…" + name[len(name) - tried[1] :]) > width:
            return name[:head] + "…" + name[len(name) - tail :]
        head, tail = tried


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` columns, broken at blanks or beside Chinese characters."""
    lines: list[str] = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and columns(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]
