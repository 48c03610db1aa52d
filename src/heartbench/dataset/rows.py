"""From text to rows: JSON lines, one JSON array, one JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from heartbench.errors import DataError
from heartbench.language import Phrase, json_reason

_BLANKS = " \t\r\n"
"""What JSON calls white space: ``str.strip()`` alone would take U+2028 and its like too."""


class WrittenFloat(float):
    """A JSON number with a fraction or exponent that remembers how it was written."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> WrittenFloat:
        """Parse the number and keep its spelling."""
        number = super().__new__(cls, written)
        number.written = written
        return number


@dataclass(frozen=True, slots=True)
class Row:
    """One value of a file and where it stood."""

    where: str
    """``path:line``, or ``path[index]`` inside one JSON array."""
    value: object


@dataclass(frozen=True, slots=True)
class Torn:
    """A last line that stops in the middle and has no newline."""

    where: str


def identifier(value: object) -> str | None:
    """An id as a string, as it was written; None for what is no id (null, a list, true, blank text)."""
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, WrittenFloat):
        return value.written
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def looks_like_json(text: str) -> bool:
    """Whether the first character opens a JSON array or object."""
    return text.lstrip(_BLANKS)[:1] in ("{", "[")


Broken = Callable[[DataError], None]
"""Takes what is wrong with one line, so that the next can be read."""


def json_rows(text: str, path: Path, broken: Broken | None = None) -> Iterator[Row | Torn]:
    """The values of a text in any of the three shapes, lazily; a :class:`Torn` can only be the last.

    Lines end at ``\\n`` alone, so U+2028, U+2029 and U+0085 inside a string stay there. Blank lines are
    passed over. Raises DataError, with the line, for what is no JSON; a broken line is handed to ``broken``,
    if given, and passed over.
    """
    if text.lstrip(_BLANKS)[:1] == "[":
        yield from _array(text, path)
    elif _shape(text) == "object":
        yield Row(f"{path}:1", _whole(text, path))
    else:
        yield from _lines(text, path, broken)


def _shape(text: str) -> Literal["lines", "object"]:
    """``object`` where the first line alone is no JSON value, but the whole text is an object."""
    start = len(text) - len(text.lstrip(_BLANKS))
    end = text.find("\n", start)
    if end < 0:
        return "lines"
    if text[start:end].strip(_BLANKS) != "{" and _is_json(text[start:end]):
        return "lines"
    return "object" if _is_json(text) else "lines"


def _is_json(text: str) -> bool:
    try:
        json_value(text)
    except DoubledKey:
        return True
    except (ValueError, RecursionError):
        return False
    return True


def json_value(text: str) -> object:
    """One JSON value; raises ValueError (or RecursionError, nested too deep) where it is none."""
    return _DECODER.decode(text)


class DoubledKey(ValueError):
    """One key with two values in one object: the last one would win, and a response be dropped unseen."""


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        for key, value in pairs:
            if found[key] != value:
                raise DoubledKey(key)
    return found


# json.loads with an option would build a decoder for each call.
_DECODER = json.JSONDecoder(parse_float=WrittenFloat, object_pairs_hook=_distinct)


def _array(text: str, path: Path) -> Iterator[Row]:
    values = _whole(text, path)
    if isinstance(values, list):
        for index, value in enumerate(values):
            yield Row(f"{path}[{index}]", value)


def _whole(text: str, path: Path) -> object:
    try:
        return json_value(text)
    except json.JSONDecodeError as error:
        raise DataError(
            "dataset.broken_json", where=f"{path}:{error.lineno}", reason=_reason(error)
        ) from error
    except (ValueError, RecursionError) as error:
        raise DataError("dataset.broken_json", where=f"{path}:1", reason=_reason(error)) from error


def _lines(text: str, path: Path, broken: Broken | None) -> Iterator[Row | Torn]:
    start = number = 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        line = text[start:] if end < 0 else text[start:end]
        start = len(text) if end < 0 else end + 1
        line = line.strip(_BLANKS)
        if not line:
            continue
        try:
            value = json_value(line)
        except (ValueError, RecursionError) as error:
            if end < 0 and _is_torn(line, error):
                yield Torn(f"{path}:{number}")
                return
            problem = DataError("dataset.broken_json", where=f"{path}:{number}", reason=_reason(error))
            if broken is None:
                raise problem from error
            broken(problem)
            continue
        yield Row(f"{path}:{number}", value)


def _is_torn(line: str, error: BaseException) -> bool:
    return line.startswith("{") and isinstance(error, json.JSONDecodeError) and error.msg != "Extra data"


def _reason(error: BaseException) -> Phrase | str:
    if isinstance(error, DoubledKey):
        return Phrase("dataset.doubled_key", {"key": error.args[0]})
    return json_reason(error)
