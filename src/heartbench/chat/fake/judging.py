"""Recognises a judging prompt and answers it with verdicts drawn from a hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

_DETAIL_LINE = re.compile(r"\n\[([^\[\]\n]+)\]\[(?:None|[-+]?\d+(?:\.\d+)?)\]")
_NUMBERED_LINE = re.compile(r"\n(\d{1,3})[.．、)）:：]( ?【否决】)?")
_VETO = "其他"
"""The dimension of a veto under the official protocol; native ones write 【否决】."""
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
    vetoes: tuple[int, ...] = ()
    """Indices of the criteria that the prompt calls vetoes."""


def recognise(text: str) -> JudgeTask | None:
    """The task that the last user message sets, or None where it is no judging prompt.

    ``verdicts`` (native protocols) is told by that word in quotes and by numbered criterion lines before
    the marked answer, ``detail`` (official protocol) by that word and by lines ``[dimension][score] …``.
    """
    native = '"verdicts"' in text
    mark = _MARK.search(text) if native else None
    if mark is not None:
        return _task("verdicts", _numbered(text[: mark.start()]), _without_correction(text, mark.group(1)))
    dimensions = _DETAIL_LINE.findall(f"\n{text}") if "detail" in text else []
    if dimensions:
        return _task("detail", [name.strip() == _VETO for name in dimensions], text)
    return _task("verdicts", _numbered(text), text) if native else None


def _task(contract: Literal["verdicts", "detail"], lines: Sequence[bool], prompt: str) -> JudgeTask | None:
    """``lines``: for each criterion, whether it is a veto."""
    vetoes = tuple(index for index, is_veto in enumerate(lines) if is_veto)
    return JudgeTask(contract, len(lines), prompt, vetoes) if lines else None


def _without_correction(text: str, mark: str) -> str:
    """What follows the marked answer is there from the second attempt on."""
    end = text.rfind(f"\n{mark}>>>")
    return text if end < 0 else text[:end]


def _numbered(text: str) -> list[bool]:
    """The last run of lines numbered 1, 2, 3, …: for each, whether it is marked as a veto."""
    lines: list[bool] = []
    for found in _NUMBERED_LINE.finditer(f"\n{text}"):
        number = int(found.group(1))
        if number == 1 and lines:
            lines = []
        if number == len(lines) + 1:
            lines.append(found.group(2) is not None)
    return lines


def draw_hits(task: JudgeTask, probability: float, seed: int, veto_probability: float = 0.0) -> list[bool]:
    """One hit or miss per criterion: the same for the same prompt and seed."""
    wanted = task.criteria * _STEP
    key = hashlib.blake2b(task.prompt.encode("utf-8", "surrogatepass"), salt=_salt(seed)).digest()
    drawn = key
    while len(drawn) < wanted:
        key = hashlib.blake2b(key).digest()
        drawn += key
    borders = [int(probability * _RANGE)] * task.criteria
    for index in task.vetoes:
        borders[index] = int(veto_probability * _RANGE)
    values = (int.from_bytes(drawn[at : at + _STEP], "big") for at in range(0, wanted, _STEP))
    return [value < border for value, border in zip(values, borders, strict=True)]


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
