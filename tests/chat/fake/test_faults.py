"""Each fault is, on the wire, what its row says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from chat.fake.helpers import ANTHROPIC, DETAIL, JUDGING, OPENAI, post, request, said
from heartbench.chat.fake import FAULTS, FakeEndpoint, FakeSettings
from heartbench.chat.fake.faults import BRACES, ERROR_LIKE, stored_brotli
from heartbench.language.texts import fake as texts
from heartbench.protocols import parse_reply
from heartbench.records import FailureKind

Choice = Callable[[dict[str, Any]], bool]

BODIES: dict[str, Choice] = {
    "truncated_reasoning": lambda it: (
        it["finish_reason"] == "length"
        and it["message"]["content"] is None
        and it["message"]["reasoning_content"]
    ),
    "truncated": lambda it: it["finish_reason"] == "length" and it["message"]["content"] == "抱抱",
    "answer_in_reasoning": lambda it: (
        it["finish_reason"] == "stop"
        and it["message"]["content"] is None
        and it["message"]["reasoning_content"] == "抱抱你们"
    ),
    "content_parts": lambda it: [part["type"] for part in it["message"]["content"]] == ["thinking", "text"],
    "tool_calls": lambda it: it["message"]["tool_calls"] and it["message"]["content"] is None,
    "tool_calls_blank": lambda it: it["message"]["tool_calls"] and not it["message"]["content"].strip(),
    "think_block": lambda it: it["message"]["content"] == "<think>用户难过</think>抱抱你们",
    "braces": lambda it: it["message"]["content"] == BRACES,
    "error_like": lambda it: it["message"]["content"] == ERROR_LIKE,
    "empty_text": lambda it: it["message"]["content"] == "",
    "blocked_finish": lambda it: it["finish_reason"] == "content_filter",
    "huge_body": lambda it: len(it["message"]["content"].encode()) > 3_900_000,
    "newlines_first": lambda it: it["message"]["content"] == "抱抱你们",
    "gzip": lambda it: it["message"]["content"] == "抱抱你们",
    "drip": lambda it: it["message"]["content"] == "抱抱你们",
}

STATUSES = {
    "rate_limited": 429,
    "rate_limited_seconds": 429,
    "rate_limited_date": 429,
    "rate_limited_blank": 429,
    "rate_limited_negative": 429,
    "rate_limited_huge": 429,
    "overloaded_529": 529,
    "overloaded_error": 500,
    "gateway_timeout": 504,
    "http_500": 500,
    "http_502": 502,
    "http_503": 503,
    "redirect": 307,
    "unsupported_max_tokens": 400,
    "unsupported_temperature": 400,
    "no_system_role": 400,
    "blocked_inspection": 400,
    "blocked_filter": 400,
    "blocked_risk": 400,
    "blocked_1301": 400,
    "context_length": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "unknown_model": 404,
}

OTHERS = {
    *("busy_200", "choices_null", "choices_empty", "newlines_only", "html_page", "wrong_content_type"),
    *("cut", "stream_cut", "reset", "closed", "never", "brotli", "gzip_false"),
}


def with_system() -> dict[str, object]:
    body = request(max_tokens=5, temperature=0.5)
    return {**body, "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "你好"}]}


def test_every_fault_is_tested_and_described_in_both_languages() -> None:
    verdicts = {name for name in FAULTS if FAULTS[name].row == 23}
    assert set(FAULTS) == BODIES.keys() | STATUSES.keys() | OTHERS | verdicts
    for table in (texts.EN, texts.ZH):
        assert {key for key in table if key.startswith("fault_")} == {f"fault_{name}" for name in FAULTS}
    assert texts.EN.keys() == texts.ZH.keys()


def test_every_row_of_the_table_that_a_server_can_cause_has_a_fault() -> None:
    assert {fault.row for fault in FAULTS.values()} == {0, *range(1, 24)} - {12, 22}


@pytest.mark.parametrize("name", BODIES)
async def test_replies(name: str) -> None:
    async with FakeEndpoint(replies="抱抱你们", faults=name) as fake:
        status, body, _ = await post(fake, request())
        assert status == 200
        assert BODIES[name](body["choices"][0])
        assert (await post(fake, request(), ANTHROPIC))[1]["type"] == "message"
        assert fake.stats.by_fault[name] == 2


@pytest.mark.parametrize("name", BODIES)
async def test_replies_streamed(name: str) -> None:
    async with FakeEndpoint(replies="抱抱你们", faults=name) as fake:
        _, openai, _ = await post(fake, request(stream=True))
        assert openai.rstrip().endswith(b"[DONE]")
        _, anthropic, _ = await post(fake, request(stream=True), ANTHROPIC)
        assert b"message_stop" in anthropic


@pytest.mark.parametrize("name", STATUSES)
@pytest.mark.parametrize("path", [OPENAI, ANTHROPIC])
async def test_statuses(name: str, path: str) -> None:
    async with FakeEndpoint(FakeSettings(long_wait=0.05), faults=name) as fake:
        status, body, _ = await post(fake, with_system(), path)
        assert status == STATUSES[name]
        if isinstance(body, dict):
            assert body["error"]["message"]
            assert ("type" in body) == (path == ANTHROPIC)


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("rate_limited", None),
        ("rate_limited_seconds", "1"),
        ("rate_limited_blank", ""),
        ("rate_limited_negative", "-1"),
        ("rate_limited_huge", "86400"),
    ],
)
async def test_retry_after(name: str, header: str | None) -> None:
    async with FakeEndpoint(faults=name) as fake:
        assert (await post(fake, request()))[2].get("Retry-After") == header


async def test_retry_after_as_a_date() -> None:
    async with FakeEndpoint(faults="rate_limited_date") as fake:
        assert (await post(fake, request()))[2]["Retry-After"].endswith(" GMT")


@pytest.mark.parametrize("name", ["unsupported_max_tokens", "unsupported_temperature", "no_system_role"])
async def test_what_is_not_there_is_not_refused(name: str) -> None:
    async with FakeEndpoint(faults=name) as fake:
        assert (await post(fake, request()))[0] == 200
        assert not fake.stats.by_fault


async def test_odd_bodies_with_status_200() -> None:
    async with FakeEndpoint() as fake:

        async def body(name: str, **fields: object) -> Any:
            return (await post(fake, {**request(model=f"fault:{name}"), **fields}))[1]

        assert (await body("busy_200"))["error"]["code"] == 429
        assert (await body("choices_null"))["choices"] is None
        assert (await body("choices_empty"))["choices"] == []
        assert not (await body("newlines_only")).strip()
        assert (await body("html_page")).startswith(b"<!DOCTYPE html>")
        assert said(json.loads(await body("wrong_content_type")))
        assert b'"choices":null' in await body("choices_null", stream=True)


async def test_a_stream_may_lack_its_end_alone() -> None:
    async with FakeEndpoint(faults="stream_cut") as fake:
        _, raw, _ = await post(fake, request(stream=True))
        assert raw.startswith(b"data: ") and b"[DONE]" not in raw
        assert (await post(fake, request()))[0] == 200


@pytest.mark.parametrize("name", ["cut", "reset", "closed"])
@pytest.mark.parametrize("stream", [False, True])
async def test_connections_that_break(name: str, stream: bool) -> None:
    async with FakeEndpoint(faults=f"{name}*1") as fake:
        with pytest.raises(aiohttp.ClientError):
            await post(fake, request(stream=stream))
        assert fake.stats.answered == 0 and fake.stats.in_flight == 0
        assert (await post(fake, request(stream=stream)))[0] == 200


@pytest.mark.parametrize("name", ["brotli", "gzip_false"])
async def test_bodies_that_cannot_be_unpacked(name: str) -> None:
    async with FakeEndpoint(faults=name) as fake:
        with pytest.raises(aiohttp.ClientError):
            await post(fake, request())
        assert fake.stats.by_fault == {name: 1}


@pytest.mark.parametrize("length", [0, 1, 65_536, 65_537, 200_000])
def test_brotli_without_a_library(length: int) -> None:
    packed = stored_brotli(b"a" * length)
    assert packed.count(b"a") >= length and len(packed) == length + 1 + 3 * -(-length // 65_536)


async def test_an_outage_of_so_many_seconds() -> None:
    settings = FakeSettings(latency=0.1, outage_after=2, outage=0.3)
    async with FakeEndpoint(settings) as fake:
        assert (await post(fake, request()))[0] == 200
        with pytest.raises(aiohttp.ClientError):
            await post(fake, request())
        with pytest.raises(aiohttp.ClientConnectorError):
            await post(fake, request())
        await asyncio.sleep(0.5)
        assert (await post(fake, request()))[0] == 200


async def test_a_reply_that_never_comes() -> None:
    async with FakeEndpoint(faults="never") as fake:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(post(fake, request()), 0.2)


@pytest.mark.parametrize("name", [name for name in FAULTS if FAULTS[name].row == 23])
@pytest.mark.parametrize(("prompt", "contract", "count"), [(JUDGING, "verdicts", 3), (DETAIL, "detail", 2)])
async def test_bad_verdicts_are_failures_to_the_parser(
    name: str, prompt: str, contract: Any, count: int
) -> None:
    async with FakeEndpoint(faults=name) as fake:
        _, body, _ = await post(fake, request(prompt))
        choice = body["choices"][0]
        parsed = parse_reply(contract, choice["message"]["content"], count, choice["finish_reason"])
        assert isinstance(getattr(parsed, "kind", None), FailureKind)
        assert (await post(fake, request()))[1]["choices"][0]["finish_reason"] == "stop"
        assert fake.stats.by_fault == {name: 1}
