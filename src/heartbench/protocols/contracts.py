"""The two reply contracts: what an object must hold to be a verdict.

``verdicts``  ``{"verdicts": [{"criterion": 1, "reason": "…", "hit": true}, …]}``, each id 1..n exactly once
``detail``    ``{"reason": "…", "detail": [1, 0, …]}``, one value a criterion, in order
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from heartbench.language import Phrase
from heartbench.protocols.decoding import CLASH, tidy
from heartbench.records import FailureKind

Contract = Literal["verdicts", "detail"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """One part's verdict, in the order asked."""

    hits: tuple[bool, ...]
    reasons: tuple[str, ...]
    """As many as hits; contract ``detail`` gives one for all: it stands first, the rest are empty."""
    raw_values: tuple[object, ...]
    """The values as the JSON had them: rule ``released`` scores these."""


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """Why a reply is no verdict."""

    kind: FailureKind
    reason: Phrase | str
    """One line for people, in the language in which it is said; a text where it was said before."""
    raw_values: tuple[object, ...] | None = None
    """The list of values as the JSON had them, where one was readable."""


def failure(
    kind: FailureKind, name: str, raw_values: tuple[object, ...] | None = None, **fields: object
) -> ParseFailure:
    """A failure with the text ``protocols.<name>``."""
    return ParseFailure(kind, Phrase(f"protocols.{name}", fields), raw_values)


def read_contract(contract: Contract, found: Mapping[str, object], count: int) -> Parsed | ParseFailure:
    """The verdict that one decoded object holds on ``count`` criteria."""
    return _read_verdicts(found, count) if contract == "verdicts" else _read_detail(found, count)


def _hit(value: object) -> bool | None:
    """The table of accepted values, never truthiness; None: no such value (1.0 is none)."""
    if value is True or value is False:
        return value
    if type(value) is int:
        return None if value not in (0, 1) else value == 1
    return _WORDS.get(value) if type(value) is str else None


_MAX_RAW = 1000
"""More raw values than any rubric has criteria are not kept: rule ``released`` cuts them off anyway."""

_WORDS: Mapping[str, bool] = {"1": True, "0": False} | {
    "true": True,
    "false": False,
    "True": True,
    "False": False,
}


def _read_detail(found: Mapping[str, object], count: int) -> Parsed | ParseFailure:
    values = found.get("detail")
    reason = found.get("reason")
    if values is CLASH or reason is CLASH:
        return failure(FailureKind.CONFLICTING, "reply_key_twice")
    if "detail" not in found:
        return failure(FailureKind.UNPARSEABLE, "reply_no_list", field="detail")
    if not isinstance(values, list):
        return failure(FailureKind.INVALID_VALUE, "reply_not_a_list", field="detail")
    if len(values) != count:
        return failure(
            FailureKind.WRONG_COUNT, "reply_wrong_count", _plain(values), asked=count, given=len(values)
        )
    hits = [_hit(value) for value in values]
    if None in hits:
        return failure(
            FailureKind.INVALID_VALUE, "reply_invalid_value", _plain(values), criterion=hits.index(None) + 1
        )
    if not isinstance(reason, str):
        return failure(FailureKind.INVALID_VALUE, "reply_no_reason", tuple(values))
    if len(found) != 2:
        return failure(FailureKind.INVALID_VALUE, "reply_unknown_key", tuple(values))
    reasons = (tidy(reason), *[""] * (count - 1))
    return Parsed(tuple(hit is True for hit in hits), reasons, tuple(values))


def _read_verdicts(found: Mapping[str, object], count: int) -> Parsed | ParseFailure:
    items = found.get("verdicts")
    if items is CLASH:
        return failure(FailureKind.CONFLICTING, "reply_key_twice")
    if "verdicts" not in found:
        return failure(FailureKind.UNPARSEABLE, "reply_no_list", field="verdicts")
    if not isinstance(items, list):
        return failure(FailureKind.INVALID_VALUE, "reply_not_a_list", field="verdicts")
    by_number = _by_number(items)
    if by_number is None:
        return failure(FailureKind.INVALID_VALUE, "reply_no_number")
    if len(items) == count == len(by_number) and min(by_number) == 1 and max(by_number) == count:
        return _from_items([by_number[number] for number in range(1, count + 1)], alone=len(found) == 1)
    return failure(
        FailureKind.WRONG_COUNT, "reply_wrong_ids", _raw_of(items, by_number), asked=count, given=len(items)
    )


def _by_number(items: Sequence[object]) -> dict[int, Mapping[str, object]] | None:
    """Criterion number → item; None where an item is no object or has no whole number."""
    by_number: dict[int, Mapping[str, object]] = {}
    for item in items:
        if not isinstance(item, dict):
            return None
        number = item.get("criterion")
        if type(number) is str and number.isascii() and number.isdigit() and len(number) < 6:
            number = int(number)
        if type(number) is not int:
            return None
        by_number[number] = item
    return by_number


def _from_items(items: Sequence[Mapping[str, object]], *, alone: bool) -> Parsed | ParseFailure:
    """``alone``: the list was its object's only key; keys beyond the contract fail the reply."""
    hits = []
    reasons = []
    values = [item.get("hit") for item in items]
    for number, item in enumerate(items, start=1):
        value = item.get("hit")
        reason = item.get("reason")
        if value is CLASH or reason is CLASH:
            return failure(FailureKind.CONFLICTING, "reply_key_twice")
        hit = _hit(value)
        if hit is None:
            return failure(FailureKind.INVALID_VALUE, "reply_invalid_value", _plain(values), criterion=number)
        if type(reason) is not str:
            return failure(FailureKind.INVALID_VALUE, "reply_no_reason", _plain(values))
        alone = alone and len(item) == 3
        hits.append(hit)
        reasons.append(tidy(reason))
    if not alone:
        return failure(FailureKind.INVALID_VALUE, "reply_unknown_key", _plain(values))
    return Parsed(tuple(hits), tuple(reasons), tuple(values))


def _raw_of(
    items: Sequence[object], by_number: Mapping[int, Mapping[str, object]]
) -> tuple[object, ...] | None:
    """The values in order, where the ids are 1..m without a gap: any other list has no order to score by."""
    whole = len(by_number) == len(items) and set(by_number) == set(range(1, len(items) + 1))
    return _plain([by_number[number].get("hit") for number in sorted(by_number)]) if whole else None


def _plain(values: Sequence[object]) -> tuple[object, ...]:
    """Values that any JSON column takes, with the truth value that Python gives the originals."""
    return tuple(_plain_value(value) for value in values[:_MAX_RAW])


def _plain_value(value: object) -> object:
    if isinstance(value, str):
        return tidy(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return type(value)() if not value else ("[…]" if isinstance(value, list) else "{…}")
