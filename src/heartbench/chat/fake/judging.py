"""Recognises a judging prompt and answers it with verdicts drawn from a hash."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

_DETAIL_LINE = re.compile(r"\n\[[^\[\]\n]+\]\[(?:None|[-+]?\d+(?:\.\d+)?)\]")
_NUMBERED_LINE = re.compile(r"\n(\d{1,3})[.．、)）:：]")
_MARK = re.compile(r"\n<<<([0-9a-f]{8,})\n")

_STEP = 2
_RANGE = 1 << (8 * _STEP)


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """What a judging prompt asks for."""

    contract: Literal["verdicts", "detail"]
    criteria: int
    """How many verdicts are wanted."""
    prompt: str
    """The text that the hits are drawn from: the same for every attempt at one verdict."""


def recognise(text: str) -> JudgeTask | None:
    """The task that the last user message sets, or None where it is no judging prompt.

    ``verdicts`` (native protocols) is told by that word in quotes and by numbered criterion lines before
    the marked answer, ``detail`` (official protocol) by that word and by lines ``[dimension][score] …``.
    """
    native = '"verdicts"' in text
    mark = _MARK.search(text) if native else None
    if mark is not None:
        count = _numbered(text[: mark.start()])
        return JudgeTask("verdicts", count, _without_correction(text, mark.group(1))) if count else None
    count = len(_DETAIL_LINE.findall(f"\n{text}")) if "detail" in text else 0
    if count:
        return JudgeTask("detail", count, text)
    count = _numbered(text) if native else 0
    return JudgeTask("verdicts", count, text) if count else None


def _without_correction(text: str, mark: str) -> str:
    """What follows the marked answer is there from the second attempt on."""
    end = text.rfind(f"\n{mark}>>>")
    return text if end < 0 else text[:end]


def _numbered(text: str) -> int:
    """Length of the last run of lines numbered 1, 2, 3, …"""
    count = 0
    for found in _NUMBERED_LINE.finditer(f"\n{text}"):
        number = int(found.group(1))
        if number == count + 1:
            count = number
        elif number == 1:
            count = 1
    return count


def draw_hits(task: JudgeTask, probability: float, seed: int) -> list[bool]:
    """One hit or miss per criterion: the same for the same prompt and seed."""
    wanted = task.criteria * _STEP
    key = hashlib.blake2b(task.prompt.encode("utf-8", "surrogatepass"), salt=_salt(seed)).digest()
    drawn = key
    while len(drawn) < wanted:
        key = hashlib.blake2b(key).digest()
        drawn += key
    border = int(probability * _RANGE)
    return [int.from_bytes(drawn[at : at + _STEP], "big") < border for at in range(0, wanted, _STEP)]


def verdict_text(task: JudgeTask, hits: list[bool]) -> str:
    """A valid reply under the task's contract."""
    if task.contract == "detail":
        return json.dumps({"reason": "逐条判断。", "detail": [int(hit) for hit in hits]}, ensure_ascii=False)
    items = ", ".join([_item(number, hit) for number, hit in enumerate(hits, 1)])
    return f'{{"verdicts": [{items}]}}'


@cache
def _item(number: int, hit: bool) -> str:
    reason = f"第{number}条：回复里{'有' if hit else '没有'}这一点。"
    return json.dumps({"criterion": number, "reason": reason, "hit": hit}, ensure_ascii=False)


@cache
def _salt(seed: int) -> bytes:
    return hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
