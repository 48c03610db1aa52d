from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from heartbench.chat import CallableAsker, call_function
from heartbench.records import (
    CallableTarget,
    CallFailure,
    Completion,
    FailureKind,
    Reply,
    Request,
    Turn,
    Usage,
)

REQUEST = Request((Turn("A", "我很累"),), "提示", 2)


def target(function: Callable[[Request], Any]) -> CallableTarget:
    return CallableTarget("pipeline:answer", function)


async def _later(text: str) -> str:
    await asyncio.sleep(0)
    return text


class Pipeline:
    async def __call__(self, request: Request) -> str:
        return await _later(request.prompt)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda request: request.dialogue[0].content, "我很累"),
        (lambda request: Completion("好", Usage(1, 2)), "好"),
        (lambda request: _later("等"), "等"),
        (Pipeline(), "提示"),
        (lambda request: "<think>x</think>抱抱", "抱抱"),
    ],
)
async def test_what_a_callable_may_return(function: Callable[[Request], Any], text: str) -> None:
    outcome = await call_function(target(function), REQUEST)
    assert isinstance(outcome, Reply)
    assert (outcome.text, outcome.sent) == (text, {"callable": "pipeline:answer"})


async def test_usage_is_kept_and_plain_functions_run_in_threads() -> None:
    names: list[str] = []

    def answer(request: Request) -> Completion:
        names.append(threading.current_thread().name)
        return Completion("好", Usage(1, 2))

    outcome = await call_function(target(answer), REQUEST)
    assert isinstance(outcome, Reply)
    assert outcome.usage == Usage(1, 2)
    assert names != ["MainThread"]


def _raise(error: BaseException) -> Callable[[Request], str]:
    def function(_request: Request) -> str:
        raise error

    return function


def _raise_later(error: BaseException) -> Callable[[Request], Any]:
    async def function(_request: Request) -> str:
        raise error

    return function


ERRORS = [ValueError("坏\n了"), SystemExit(3), StopIteration(), asyncio.CancelledError(), KeyError()]


@pytest.mark.parametrize("make", [_raise, _raise_later])
@pytest.mark.parametrize("error", ERRORS)
async def test_what_a_callable_raises_is_a_failure(
    make: Callable[[BaseException], Callable[[Request], Any]], error: BaseException
) -> None:
    outcome = await call_function(target(make(error)), REQUEST)
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops, outcome.paid) == (FailureKind.CALLABLE, "call", False)
    assert "pipeline:answer" in outcome.message and "\n" not in outcome.message


@pytest.mark.parametrize("wrong", [None, 7, b"x", ["a"], Completion(None)])  # type: ignore[arg-type]
async def test_what_is_no_text_is_a_failure(wrong: object) -> None:
    outcome = await call_function(target(lambda request: wrong), REQUEST)
    assert isinstance(outcome, CallFailure)
    assert outcome.kind is FailureKind.CALLABLE


@pytest.mark.parametrize("blank", ["", " \n", "<think>x</think>"])
async def test_blank_text_is_empty(blank: str) -> None:
    outcome = await call_function(target(lambda request: blank), REQUEST)
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.raw) == (FailureKind.EMPTY, blank)


def _slow(_request: Request) -> str:
    time.sleep(0.3)
    return "x"


async def test_cancelling_a_call_passes_through() -> None:
    task = asyncio.create_task(call_function(target(_slow), REQUEST))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_so_many_at_once() -> None:
    busy: list[int] = [0, 0]

    async def answer(request: Request) -> str:
        busy[0] += 1
        busy[1] = max(busy)
        await asyncio.sleep(0.005)
        busy[0] -= 1
        return "好"

    asker = CallableAsker(target(answer), concurrency=3)
    await asyncio.gather(*(asker.ask(REQUEST) for _ in range(20)))
    assert busy[1] == 3


async def test_what_returns_nothing_is_said_to_return_none() -> None:
    outcome = await call_function(target(lambda request: None), REQUEST)
    assert isinstance(outcome, CallFailure)
    assert "returned None:" in outcome.message


class Odd(str):
    """A text that does what it likes."""

    def strip(self, chars: str | None = None, /) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"input_tokens": 3}, Usage()),
        ("3 tokens", Usage()),
        (Usage(input_tokens="abc", output_tokens=4), Usage(output_tokens=4)),  # type: ignore[arg-type]
        (Usage(input_tokens=-1, output_tokens=True), Usage()),
    ],
)
async def test_no_answer_is_lost_for_what_is_said_beside_it(usage: Any, counted: Usage) -> None:
    outcome = await call_function(target(lambda request: Completion(Odd("抱抱你"), usage)), REQUEST)
    assert isinstance(outcome, Reply)
    assert (outcome.text, outcome.usage) == ("抱抱你", counted)
