"""Strict JSON, decoded so that nothing a reply says twice is lost, and text that every store can hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NoReturn


class _Clash:
    """Stands where an object gave one key two different values."""


CLASH: Final = _Clash()


def fold(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """An object by lower-cased key; a key with two different values holds :data:`CLASH`."""
    folded = {key.lower(): value for key, value in pairs}
    if len(folded) == len(pairs):
        return folded
    folded = {}
    for key, value in pairs:
        name = key.lower()
        folded[name] = value if folded.get(name, value) == value else CLASH
    return folded


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


STRICT: Final = json.JSONDecoder(object_pairs_hook=fold, parse_constant=_refuse)
"""RFC 8259 and no more: no NaN. Raises ValueError, or RecursionError for very deep nesting."""


def tidy(text: str) -> str:
    """The text with surrogate pairs joined, and what no database takes (half pairs, NUL) replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "\ufffd") if "\0" in text else text
