"""Reads one object that is not quite JSON: the tolerated deviations of docs/judge-replies.md and no others.

No backtracking: each character is looked at a bounded number of times, so the time is linear.
"""

from __future__ import annotations

import re
from typing import Final

from heartbench.protocols.decoding import fold

_MAX_DEPTH = 6
"""No contract nests deeper than 3."""

_SKIP: Final = re.compile(r"(?:[\s\u200b-\u200d\u2060\ufeff]|//[^\n\"'{}\[\]｛｝［］]*+)*+")
"""White space, zero-width characters, and line comments that hold nothing that could be structure."""
_KEY: Final = re.compile(r"([\"'])([^\"'\\\n]{1,60})\1")
_SCALAR: Final = re.compile(
    r"(-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?)(?![\w.])|(true|True)(?!\w)|(false|False)(?!\w)|(?:null|None)(?!\w)"
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_STOPS: Final = {'"': re.compile(r"[\"\\]"), "'": re.compile(r"['\\]")}


class DamagedError(Exception):
    """Raised inside this room when an object is neither JSON nor a tolerated deviation from it."""


def read_object(text: str, start: int) -> tuple[dict[str, object], int]:
    """The object that begins at ``start`` (a brace, half or full width) and the position after it.

    Raises DamagedError.
    """
    return _Reader(text).mapping(start, 0)


class _Reader:
    """Walks over one text; every method takes a position and returns the one after what it read."""

    def __init__(self, text: str) -> None:
        self.text = text

    def mapping(self, start: int, depth: int) -> tuple[dict[str, object], int]:
        pairs: list[tuple[str, object]] = []
        position = start + 1
        if self._peek(position) in ("}", "｝"):
            return {}, self._after(position, "}｝")
        while True:
            key, position = self._key(position)
            value, position = self._value(self._after(position, ":："), depth + 1, in_object=True)
            pairs.append((key, value))
            if self._peek(position) in ("}", "｝"):
                return fold(pairs), self._after(position, "}｝")
            position = self._after(position, ",，")

    def _array(self, start: int, depth: int) -> tuple[list[object], int]:
        values: list[object] = []
        position = start + 1
        if self._peek(position) in ("]", "］"):
            return values, self._after(position, "]］")
        while True:
            value, position = self._value(position, depth + 1, in_object=False)
            values.append(value)
            if self._peek(position) in ("]", "］"):
                return values, self._after(position, "]］")
            position = self._after(position, ",，")

    def _value(self, position: int, depth: int, *, in_object: bool) -> tuple[object, int]:
        position = self._skip(position)
        first = self.text[position : position + 1]
        if depth > _MAX_DEPTH:
            raise DamagedError
        if first in ("{", "｛"):
            return self.mapping(position, depth)
        if first in ("[", "［"):
            return self._array(position, depth)
        if first in ('"', "'"):
            return self._string(position, in_object)
        return self._scalar(position)

    def _scalar(self, position: int) -> tuple[object, int]:
        found = _SCALAR.match(self.text, position)
        if found is None:
            raise DamagedError
        number, true, false = found.groups()
        if number:
            return (float(number) if "." in number else int(number)), found.end()
        return (True if true else False if false else None), found.end()

    def _string(self, start: int, in_object: bool) -> tuple[str, int]:
        """In an object a quote ends its string only where the structure goes on: others are text."""
        stops = _STOPS[self.text[start]]
        position = start + 1
        while found := stops.search(self.text, position):
            position = found.end()
            if found.group() == "\\":
                position += 1
            elif not in_object or self._goes_on(position):
                return _unescape(self.text[start + 1 : found.start()]), position
        raise DamagedError

    def _goes_on(self, position: int) -> bool:
        position = self._skip(position)
        following = self.text[position : position + 1]
        if following in ("}", "｝"):
            return True
        if following not in (",", "，"):
            return False
        key = _KEY.match(self.text, self._skip(position + 1))
        return key is not None and self._peek(key.end()) in (":", "：")

    def _key(self, position: int) -> tuple[str, int]:
        found = _KEY.match(self.text, self._skip(position))
        if found is None:
            raise DamagedError
        return found.group(2), found.end()

    def _skip(self, position: int) -> int:
        found = _SKIP.match(self.text, position)
        return found.end() if found else position

    def _peek(self, position: int) -> str:
        position = self._skip(position)
        return self.text[position : position + 1]

    def _after(self, position: int, expected: str) -> int:
        position = self._skip(position)
        if self.text[position : position + 1] not in tuple(expected):
            raise DamagedError
        return position + 1


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    """A bad escape such as ``\\$`` means the character itself."""
    code, letter = found.groups()
    return chr(int(code, 16)) if code else _ESCAPED.get(letter, letter)
