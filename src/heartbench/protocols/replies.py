"""From a judge's reply to hits, or to the reason why there are none.

Parsing is exact: all criteria or a failure. What is tolerated is the closed list of docs/judge-replies.md;
no bracket is closed for the judge, and no prose is read for a verdict. Nothing here raises for what a reply
holds, and the time taken is linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from heartbench.protocols.contracts import Contract, Parsed, ParseFailure, failure, read_contract
from heartbench.protocols.decoding import STRICT
from heartbench.protocols.tolerant import DamagedError, read_object
from heartbench.records import FailureKind

_CUT_OFF: Final = frozenset({"length", "max_tokens", "model_length", "max_output_tokens"})
_MAX_OBJECTS = 8
"""More than these in one reply are noise, not verdicts; it bounds the work on hostile text."""

_OPEN: Final = re.compile(r"[{｛]")
_BRACES: Final = re.compile(r"([{｛])|[}｝]")
_BRACES_AND_STRINGS: Final = re.compile(r"([{｛])|([}｝])|\"(?:[^\"\\]++|\\.)*+\"?", re.DOTALL)
_STRINGS: Final = re.compile(r"\"(?:[^\"\\]++|\\.)*+\"?", re.DOTALL)
_ELLIPSIS: Final = re.compile(r"…|\.\.")
_STRUCTURE_LEFT: Final = re.compile(r"[{}｛｝<>\"]|'\s*[,:，：\]］]|[,:，：\[［]\s*'")
"""What prose around an object must not hold: it may be the rest of a damaged object, or of a tag."""

_THINK: Final = re.compile(r"[\s\ufeff]*<(think|thinking|thought)>", re.IGNORECASE)
_THINK_END: Final = re.compile(r"</(think|thinking|thought)>", re.IGNORECASE)
_REFUSAL: Final = re.compile(
    r"(?:无法|不能|不便|不会|拒绝|没办法)[^。！？\n]{0,12}(?:评|打分|判断|判定|协助|处理|完成|提供|回答|继续)"
    r"|\b(?:can't|can’t|cannot|can not|unable to|won't|won’t|not able to)\b[^.!?\n]{0,40}"
    r"\b(?:assist|help|evaluat\w*|judg\w*|scor\w*|grad\w*|rat\w*|comply|continue|provide|fulfil\w*)\b",
    re.IGNORECASE,
)
_REFUSAL_LENGTH = 600
"""A refusal is short: a long text without an object is an essay."""


def parse_reply(
    contract: Contract, reply_text: str, criteria_count: int, finish_reason: str = "stop"
) -> Parsed | ParseFailure:
    """The hits on ``criteria_count`` criteria, in the order asked, or why there are none. Never raises."""
    try:
        found = STRICT.decode(reply_text)
    except (ValueError, RecursionError):
        return _parse_loose(contract, reply_text, criteria_count, finish_reason)
    if isinstance(found, dict):
        return read_contract(contract, found, criteria_count)
    return failure(FailureKind.UNPARSEABLE, "reply_no_object")


def _parse_loose(contract: Contract, text: str, count: int, finish_reason: str) -> Parsed | ParseFailure:
    if finish_reason.lower() in _CUT_OFF:
        return failure(FailureKind.TRUNCATED, "reply_truncated")
    answer = _without_thinking(text)
    if answer is None:
        return failure(FailureKind.UNPARSEABLE, "reply_thinking_open")
    if not _OPEN.search(answer):
        refused = len(answer) <= _REFUSAL_LENGTH and _REFUSAL.search(answer)
        kind = FailureKind.REFUSED if refused else FailureKind.UNPARSEABLE
        return failure(kind, "reply_refused" if refused else "reply_no_object")
    try:
        objects = _objects(answer)
    except DamagedError:
        return failure(FailureKind.UNPARSEABLE, "reply_damaged")
    return _agreed([read_contract(contract, found, count) for found in objects])


def _without_thinking(text: str) -> str | None:
    """The text after a closed think block at its start; None where the block is open.

    Some servers swallow the opening tag: then all before the closing tag is the block, if it has no brace.
    """
    opening = _THINK.match(text)
    closing = _THINK_END.search(text, opening.end() if opening else 0)
    if opening:
        closed = closing and closing.group(1).lower() == opening.group(1).lower()
        return text[closing.end() :] if closing and closed else None
    if closing and not _OPEN.search(text, 0, closing.start()):
        return text[closing.end() :]
    return text


def _objects(text: str) -> list[Mapping[str, object]]:
    """Every object of a reply. Raises DamagedError where anything is left that looks like part of one."""
    objects: list[Mapping[str, object]] = []
    between = []
    position = 0
    for _ in range(_MAX_OBJECTS):
        opening = _OPEN.search(text, position)
        if opening is None:
            break
        between.append(text[position : opening.start()])
        position = _read_into(objects, text, opening.start())
    between.append(text[position:])
    if not objects or _STRUCTURE_LEFT.search("\n".join(between)):
        raise DamagedError
    return objects


def _read_into(objects: list[Mapping[str, object]], text: str, start: int) -> int:
    """Appends the object at ``start`` and returns the position after it; an echo of the format is skipped."""
    try:
        found, end = STRICT.raw_decode(text, start)
    except (ValueError, RecursionError):
        try:
            found, end = read_object(text, start)
        except DamagedError:
            if objects:
                raise
            return _after_echo(text, start)
    objects.append(found)
    return end


def _after_echo(text: str, start: int) -> int:
    """The position after an example of the format that the judge repeated before its answer.

    It must hold an ellipsis outside its strings, and end at the same brace whether strings are heeded or not:
    else it may be a damaged verdict, and what follows a quotation in it. Raises DamagedError.
    """
    end = _closing(_BRACES, text, start)
    if end is None or end != _closing(_BRACES_AND_STRINGS, text, start):
        raise DamagedError
    if not _ELLIPSIS.search(_STRINGS.sub("", text[start:end])):
        raise DamagedError
    return end


def _closing(pattern: re.Pattern[str], text: str, start: int) -> int | None:
    """The position after the brace that closes the one at ``start``, None where none does."""
    depth = 0
    for found in pattern.finditer(text, start):
        if found.group()[0] == '"':
            continue
        depth += 1 if found.group(1) else -1
        if depth == 0:
            return found.end()
    return None


def _agreed(readings: Sequence[Parsed | ParseFailure]) -> Parsed | ParseFailure:
    """The one verdict of all objects: each must be admissible, and all must say the same."""
    verdicts = [reading for reading in readings if isinstance(reading, Parsed)]
    if len(verdicts) == len(readings) and len({verdict.hits for verdict in verdicts}) == 1:
        return verdicts[0]
    if verdicts or len(readings) > 1:
        return failure(FailureKind.CONFLICTING, "reply_conflicting")
    return readings[0]
