"""Judges' replies that hold no verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heartbench.chat.fake.content import Content
from heartbench.chat.fake.judging import JudgeTask, verdict_text

Misjudge = Callable[[JudgeTask, str], Content]
"""The task and the valid reply → a reply without a verdict."""


def _prose(task: JudgeTask, valid: str) -> Content:
    return Content("整体来看，这条回复比较温暖，第1条基本做到了，其余一般。")


def _refusal(task: JudgeTask, valid: str) -> Content:
    return Content("抱歉，涉及自伤内容，我无法评分。")


def _short(task: JudgeTask, valid: str) -> Content:
    fewer = JudgeTask(task.contract, task.criteria - 1, task.prompt)
    return Content(verdict_text(fewer, [True] * fewer.criteria))


def _value(task: JudgeTask, valid: str) -> Content:
    if task.contract == "detail":
        return Content(f'{{"reason": "x", "detail": [{", ".join(["2"] * task.criteria)}]}}')
    return Content(valid.replace('"hit": true', '"hit": 2').replace('"hit": false', '"hit": "maybe"'))


def _conflict(task: JudgeTask, valid: str) -> Content:
    both = [verdict_text(task, [hit] * task.criteria) for hit in (True, False)]
    return Content("\n".join(both))


def _cut(task: JudgeTask, valid: str) -> Content:
    return Content(valid[: len(valid) // 2], "length")


def _garbled(task: JudgeTask, valid: str) -> Content:
    """Cut short though the endpoint says that it stopped by itself: the brackets are open."""
    return Content(valid[: len(valid) * 2 // 3])


def _malformed(task: JudgeTask, valid: str) -> Content:
    kinds = (_prose, _short, _value, _conflict, _garbled)
    return kinds[sum(task.prompt[-200:].encode("utf-8", "surrogatepass")) % len(kinds)](task, valid)


MISJUDGINGS: Mapping[str, Misjudge] = {
    "malformed": _malformed,
    "verdict_prose": _prose,
    "verdict_refusal": _refusal,
    "verdict_short": _short,
    "verdict_value": _value,
    "verdict_conflict": _conflict,
    "verdict_cut": _cut,
    "verdict_garbled": _garbled,
}
"""By the name of the fault; ``malformed`` is one of five kinds, drawn from the prompt."""
