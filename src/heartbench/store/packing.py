"""From values to what a text column can hold, and back, without loss.

Text from models may hold what databases refuse: halves of surrogate pairs, NUL. Such a text
is stored as a mark and its JSON form; every other text is stored as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

_MARK = "\ue000json:"


def pack_text(text: str) -> str:
    """``text`` as it is where a database takes it, else marked and escaped."""
    if _is_plain(text):
        return text
    return _MARK + json.dumps(text)


def unpack_text(stored: str) -> str:
    """The text that :func:`pack_text` was given."""
    if not stored.startswith(_MARK):
        return stored
    text: str = json.loads(stored[len(_MARK) :])
    return text


def _is_plain(text: str) -> bool:
    if "\0" in text or text.startswith(_MARK):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def pack_json(value: object, default: Callable[[object], object] | None = None) -> str:
    """Compact JSON that any database takes."""
    packed = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=default)
    try:
        packed.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), default=default)
    return packed


def unpack_mapping(stored: str) -> dict[str, object]:
    """A JSON object."""
    value: dict[str, object] = json.loads(stored)
    return value


def pack_mapping(value: Mapping[str, object]) -> str:
    """A JSON object; what JSON does not know is kept as its ``repr``."""
    return pack_json(dict(value), default=_plain) if value else "{}"


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else repr(value)


def pack_values(values: tuple[object, ...] | None) -> str | None:
    """A judge's values. Where one is no JSON, all are kept by what Python calls them: true or false."""
    if values is None:
        return None
    try:
        return pack_json(values)
    except (TypeError, ValueError, RecursionError):
        return pack_json([bool(value) for value in values])


def unpack_values(stored: str | None) -> tuple[object, ...] | None:
    """The values that :func:`pack_values` was given, tuples as lists."""
    return None if stored is None else tuple(json.loads(stored))


def pack_hits(hits: tuple[bool, ...]) -> str:
    """``1`` or ``0`` for each criterion."""
    return "".join(["1" if hit else "0" for hit in hits])


def unpack_hits(stored: str) -> tuple[bool, ...]:
    """The hits that :func:`pack_hits` was given."""
    return tuple([mark == "1" for mark in stored])


def pack_reasons(reasons: tuple[str, ...]) -> str:
    """A JSON list of texts."""
    return pack_json(reasons)


def unpack_reasons(stored: str) -> tuple[str, ...]:
    """The reasons that :func:`pack_reasons` was given."""
    return tuple(json.loads(stored))
