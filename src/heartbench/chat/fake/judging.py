"""Recognises a judging prompt and answers it with verdicts drawn from a hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from heartbench.taxonomy import ability_of, is_veto_dimension

_DETAIL_LINE = re.compile(r"\n\[([^\[\]\n]+)\]\[(None|[-+]?\d+(?:\.\d+)?)\]")
_NUMBERED_LINE = re.compile(
    r"\n(\d{1,3})[.．、)）:：]"
    r"(?: ?【(?P<kind>否决|不计分|加分|扣分)(?: (?P<weight>[-+][\d.e+]+))?】(?P<name>[^：\n]*)：)?"
)
_KINDS = {"加分": 1.0, "扣分": -1.0}
"""What a criterion weighs whose weight is hidden."""
_MARK = re.compile(r"\n<<<([0-9a-f]{8,})\n")

_STEP = 2
_RANGE = 1 << (8 * _STEP)


@dataclass(frozen=True, slots=True)
class Asked:
    """One criterion as the prompt shows it."""

    ability: str = ""
    """Id of its ability; empty where it has none, or the prompt does not say."""
    weight: float = 0.0
    is_veto: bool = False


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """What a judging prompt asks for."""

    contract: Literal["verdicts", "detail"]
    criteria: int
    """How many verdicts are wanted."""
    prompt: str
    """The text that the hits are drawn from: the same for every attempt at one verdict."""
    rubric: tuple[Asked, ...] = ()
    """The criteria, where they were read from a prompt."""


def recognise(text: str) -> JudgeTask | None:
    """The task that the last user message sets, or None where it is no judging prompt.

    ``verdicts`` (native protocols) is told by that word in quotes and by numbered criterion lines before
    the marked answer, ``detail`` (official protocol) by that word and by lines ``[dimension][score] …``.
    """
    native = '"verdicts"' in text
    mark = _MARK.search(text) if native else None
    if mark is not None:
        return _task("verdicts", _numbered(text[: mark.start()]), _without_correction(text, mark.group(1)))
    detailed = _DETAIL_LINE.findall(f"\n{text}") if "detail" in text else []
    if detailed:
        return _task("detail", [_asked(name, weight) for name, weight in detailed], text)
    return _task("verdicts", _numbered(text), text) if native else None


def _task(contract: Literal["verdicts", "detail"], rubric: Sequence[Asked], prompt: str) -> JudgeTask | None:
    return JudgeTask(contract, len(rubric), prompt, tuple(rubric)) if rubric else None


@lru_cache(maxsize=1024)
def _asked(dimension: str, weight: str) -> Asked:
    ability = ability_of(dimension)
    value = 0.0 if weight == "None" else float(weight)
    return Asked(ability.id if ability else "", value, is_veto_dimension(dimension))


def _without_correction(text: str, mark: str) -> str:
    """What follows the marked answer is there from the second attempt on."""
    end = text.rfind(f"\n{mark}>>>")
    return text if end < 0 else text[:end]


def _numbered(text: str) -> list[Asked]:
    """The last run of lines numbered 1, 2, 3, …"""
    rubric: list[Asked] = []
    for found in _NUMBERED_LINE.finditer(f"\n{text}"):
        number = int(found.group(1))
        if number == 1 and rubric:
            rubric = []
        if number == len(rubric) + 1:
            rubric.append(_labelled(found["kind"] or "", found["weight"] or "", found["name"] or ""))
    return rubric


@lru_cache(maxsize=1024)
def _labelled(kind: str, weight: str, name: str) -> Asked:
    ability = ability_of(name)
    value = float(weight) if weight else _KINDS.get(kind, 0.0)
    return Asked(ability.id if ability else "", value, kind == "否决")


def draw_hits(task: JudgeTask, probability: float, seed: int, veto_probability: float = 0.0) -> list[bool]:
    """One hit or miss per criterion: the same for the same prompt and seed."""
    return draw(task, flat(task, probability, veto_probability), str(seed))


def flat(task: JudgeTask, probability: float, veto_probability: float) -> list[float]:
    """The chance of a hit for each criterion: one for all but vetoes."""
    if not task.rubric:
        return [probability] * task.criteria
    return [veto_probability if item.is_veto else probability for item in task.rubric]


def draw(task: JudgeTask, chances: Sequence[float], seed: str) -> list[bool]:
    """A hit or miss for each of the chances, drawn from the prompt and the seed."""
    wanted = len(chances) * _STEP
    key = hashlib.blake2b(task.prompt.encode("utf-8", "surrogatepass"), salt=_salt(seed)).digest()
    drawn = key
    while len(drawn) < wanted:
        key = hashlib.blake2b(key).digest()
        drawn += key
    values = (int.from_bytes(drawn[at : at + _STEP], "big") for at in range(0, wanted, _STEP))
    return [value < int(chance * _RANGE) for value, chance in zip(values, chances, strict=True)]


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


@lru_cache(maxsize=1024)
def _salt(seed: str) -> bytes:
    return hashlib.blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=16).digest()
