"""The client against the fake endpoint: every fault it knows, both dialects, streamed or not."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from chat.wire import ASK, QUICK, target
from heartbench.chat import ChatClient
from heartbench.chat.fake import FAULTS, FakeEndpoint, FakeSettings
from heartbench.records import CallFailure, CallOutcome, Dialect, FailureKind, ModelSettings, Reply

SLOW = replace(QUICK, lanes=replace(QUICK.lanes, patience=5.0))

ENDS: dict[str, tuple[FailureKind, str]] = {
    "truncated_reasoning": (FailureKind.TRUNCATED, "call"),
    "answer_in_reasoning": (FailureKind.EMPTY, "call"),
    "tool_calls": (FailureKind.EMPTY, "call"),
    "tool_calls_blank": (FailureKind.EMPTY, "call"),
    "empty_text": (FailureKind.EMPTY, "call"),
    "blocked_finish": (FailureKind.BLOCKED, "call"),
    "choices_null": (FailureKind.EMPTY, "call"),
    "choices_empty": (FailureKind.EMPTY, "call"),
    "newlines_only": (FailureKind.TRANSPORT, "call"),
    "brotli": (FailureKind.TRANSPORT, "call"),
    "gzip_false": (FailureKind.TRANSPORT, "call"),
    "html_page": (FailureKind.BAD_RESPONSE, "endpoint"),
    "busy_200": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited_seconds": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited_date": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited_blank": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited_negative": (FailureKind.RATE_LIMITED, "lane"),
    "rate_limited_huge": (FailureKind.RATE_LIMITED, "lane"),
    "overloaded_529": (FailureKind.RATE_LIMITED, "lane"),
    "overloaded_error": (FailureKind.RATE_LIMITED, "lane"),
    "cut": (FailureKind.TRANSPORT, "call"),
    "gateway_timeout": (FailureKind.TRANSPORT, "call"),
    "http_500": (FailureKind.TRANSPORT, "call"),
    "http_502": (FailureKind.TRANSPORT, "lane"),
    "http_503": (FailureKind.TRANSPORT, "lane"),
    "reset": (FailureKind.TRANSPORT, "call"),
    "closed": (FailureKind.TRANSPORT, "call"),
    "never": (FailureKind.TRANSPORT, "call"),
    "redirect": (FailureKind.BAD_RESPONSE, "endpoint"),
    "unsupported_max_tokens": (FailureKind.UNSUPPORTED_PARAMETER, "lane"),
    "unsupported_temperature": (FailureKind.UNSUPPORTED_PARAMETER, "lane"),
    "blocked_inspection": (FailureKind.BLOCKED, "call"),
    "blocked_filter": (FailureKind.BLOCKED, "call"),
    "blocked_risk": (FailureKind.BLOCKED, "call"),
    "blocked_1301": (FailureKind.BLOCKED, "call"),
    "context_length": (FailureKind.CONTEXT_LENGTH, "call"),
    "unauthorized": (FailureKind.UNAUTHORIZED, "endpoint"),
    "forbidden": (FailureKind.UNAUTHORIZED, "endpoint"),
    "unknown_model": (FailureKind.UNKNOWN_MODEL, "lane"),
}
"""How a call ends whose every try meets the fault; faults that are not named here end in a reply."""

RETRIED = [
    "brotli",
    "gzip_false",
    "choices_null",
    "choices_empty",
    "newlines_only",
    "busy_200",
    "rate_limited",
    "rate_limited_seconds",
    "rate_limited_date",
    "rate_limited_blank",
    "rate_limited_negative",
    "rate_limited_huge",
    "overloaded_529",
    "overloaded_error",
    "cut",
    "gateway_timeout",
    "http_500",
    "http_502",
    "http_503",
    "reset",
    "closed",
    "never",
]

WIRES = list(itertools.product(("openai", "anthropic"), (False, True)))
ABOUT_CALLS = [name for name, fault in FAULTS.items() if fault.row != 23]


async def ask(faults: str, dialect: Dialect, stream: bool, quick: bool = True) -> tuple[CallOutcome, int]:
    settings = ModelSettings({"temperature": 0.5}, max_tokens=500, stream=stream)
    paced = FakeSettings(long_wait=0.05)
    limits = QUICK if quick else SLOW
    seconds = 30.0 if faults.startswith(("drip", "huge")) else 0.3
    async with (
        FakeEndpoint(paced, faults=faults, replies="抱抱你，我在呢。") as fake,
        ChatClient(limits) as client,
    ):
        where = target(fake.url, dialect=dialect, settings=settings, total_timeout=seconds)
        return await client.ask(where, ASK), fake.stats.calls


@pytest.mark.parametrize(("dialect", "stream"), WIRES)
@pytest.mark.parametrize("name", ABOUT_CALLS)
async def test_every_try_meets_the_fault(name: str, dialect: Dialect, stream: bool) -> None:
    outcome, _ = await ask(name, dialect, stream)
    end = ENDS.get(name)
    if name == "stream_cut":
        end = (FailureKind.TRANSPORT, "call") if stream else None
    if end is None:
        assert isinstance(outcome, Reply), outcome
        assert outcome.text
        assert outcome.sent.get("system_folded", False) == (name == "no_system_role")
    else:
        assert isinstance(outcome, CallFailure), outcome
        assert (outcome.kind, outcome.stops) == end, outcome.message


@pytest.mark.parametrize(("dialect", "stream"), WIRES)
@pytest.mark.parametrize("name", RETRIED)
async def test_the_first_try_meets_the_fault(name: str, dialect: Dialect, stream: bool) -> None:
    outcome, requests = await ask(f"{name}*1", dialect, stream, quick=False)
    assert isinstance(outcome, Reply), outcome
    assert (outcome.retries, requests) == (1, 2)
    assert outcome.text == "抱抱你，我在呢。"


@pytest.mark.parametrize(("dialect", "stream"), WIRES)
async def test_what_is_judged(dialect: Dialect, stream: bool) -> None:
    for name in ("think_block", "content_parts"):
        outcome, _ = await ask(name, dialect, stream)
        assert isinstance(outcome, Reply)
        assert outcome.text == "抱抱你，我在呢。"
    plain, _ = await ask("", dialect, stream)
    assert isinstance(plain, Reply)
    assert plain.text == plain.raw == "抱抱你，我在呢。"
    assert plain.usage.input_tokens and plain.usage.output_tokens
    assert plain.latency > 0
