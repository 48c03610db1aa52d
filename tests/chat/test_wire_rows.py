"""What endpoints really answer, and what comes of it: one test for each known oddity."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from chat.wire import ASK, KEY, QUICK, Answer, Ears, Seen, Server, completion, error, target
from heartbench.chat import ChatClient
from heartbench.records import CallFailure, CallOutcome, FailureKind, ModelSettings, Reply

GOOD = completion("抱抱你")


async def ask(script: Sequence[Answer], settings: ModelSettings | None = None) -> tuple[CallOutcome, Server]:
    async with Server(script) as server, ChatClient(QUICK) as client:
        return await client.ask(target(server, settings=settings), ASK), server


async def reply(*script: Answer) -> Reply:
    outcome, _ = await ask(script)
    assert isinstance(outcome, Reply), outcome
    return outcome


async def failure(*script: Answer) -> CallFailure:
    outcome, _ = await ask(script)
    assert isinstance(outcome, CallFailure), outcome
    assert "\n" not in outcome.message and 0 < len(outcome.message) <= 500
    assert KEY not in outcome.message + outcome.raw
    return outcome


async def test_row_1_reasoning_without_answer_is_truncated() -> None:
    failed = await failure(completion(None, "length", reasoning_content="想…"))
    assert (failed.kind, failed.paid, failed.usage.output_tokens) == (FailureKind.TRUNCATED, True, 7)
    assert "想…" in failed.raw


async def test_row_2_an_answer_in_reasoning_is_not_taken() -> None:
    failed = await failure(completion(None, "stop", reasoning_content="抱抱你，我在。"))
    assert failed.kind is FailureKind.EMPTY
    assert "reasoning" in failed.message


async def test_row_3_content_as_a_list() -> None:
    parts = [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "抱抱你"}]
    outcome = await reply(completion(parts))
    assert outcome.text == "抱抱你"
    assert "thinking" in outcome.raw


@pytest.mark.parametrize("content", [None, "", "  \n"])
async def test_row_4_tool_calls_are_no_answer(content: str | None) -> None:
    failed = await failure(completion(content, "tool_calls", tool_calls=[{"id": "1"}]))
    assert failed.kind is FailureKind.EMPTY


async def test_row_5_closed_think_block() -> None:
    outcome = await reply(completion("<think>用户难过</think>抱抱你"))
    assert (outcome.text, outcome.raw) == ("抱抱你", "<think>用户难过</think>抱抱你")


@pytest.mark.parametrize("text", ["{criterion} {0} {nope} {{7*7}} {% raw %}", "Error 404，这个梗我懂"])
async def test_rows_6_and_7_answers_that_look_like_something_else(text: str) -> None:
    assert (await reply(completion(text))).text == text


async def test_row_8_inner_code_under_200() -> None:
    outcome = await reply(error(200, "busy", code=429), GOOD)
    assert (outcome.text, outcome.retries) == ("抱抱你", 1)


@pytest.mark.parametrize("choices", [None, []])
async def test_row_9_no_choices(choices: list[object] | None) -> None:
    outcome, server = await ask([Answer(json.dumps({"choices": choices, "usage": None}))])
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.paid, len(server.seen)) == (FailureKind.EMPTY, True, 3)
    assert (await reply(Answer(json.dumps({"choices": choices})), GOOD)).retries == 1


async def test_row_10_newlines() -> None:
    assert (await reply(Answer("\n\n\n"), GOOD)).retries == 1
    assert (await reply(Answer(f"\n\n\n{GOOD.body!s}"))).retries == 0
    assert (await failure(Answer("\n\n"))).kind is FailureKind.TRANSPORT


async def test_row_11_a_web_page() -> None:
    page = Answer("<!DOCTYPE html><html><title>Login</title>…", headers={"Content-Type": "text/html"})
    outcome, server = await ask([page])
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops, len(server.seen)) == (FailureKind.BAD_RESPONSE, "endpoint", 1)
    assert f"127.0.0.1:{server.port}/v1/chat/completions" in outcome.message
    assert "Login" in outcome.message and "<" not in outcome.message


@pytest.mark.parametrize("suffix", ["", "/v1", "/v1/", "/v1/chat/completions", " ", "/v1 "])
async def test_row_12_base_urls(suffix: str) -> None:
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        await client.ask(target(server.url + suffix), ASK)
        assert [seen.path for seen in server.seen] == ["/v1/chat/completions"]


LATER = format_datetime(datetime.now(UTC) + timedelta(days=365), usegmt=True)
PAST = format_datetime(datetime.now(UTC) - timedelta(days=365), usegmt=True)


@pytest.mark.parametrize(
    "value",
    ["0.01", PAST, LATER, "", "-1", "86400", "1e400", "nan", "soon", None],
    # Names of their own: a date in a name would differ between the workers of a run.
    ids=["seconds", "past", "later", "blank", "negative", "day", "infinite", "nan", "word", "none"],
)
async def test_row_13_retry_after(value: str | None) -> None:
    headers = {} if value is None else {"Retry-After": value}
    outcome = await reply(Answer('{"error":{"message":"slow down"}}', 429, headers), GOOD)
    assert outcome.retries == 1


@pytest.mark.parametrize(
    "answer",
    [
        Answer("", 529),
        Answer('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 500),
        Answer('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 400),
        error(503, "The engine is currently overloaded"),
    ],
)
async def test_row_14_overload(answer: Answer) -> None:
    assert (await reply(*[answer] * 5, GOOD)).retries == 5


async def test_row_15_a_body_cut_short() -> None:
    cut = Answer('{"choices":[{"mess', cut=True)
    assert (await reply(cut, GOOD)).retries == 1
    failed = await failure(cut)
    assert (failed.kind, failed.stops, failed.retries) == (FailureKind.TRANSPORT, "call", 3)
    assert (await failure(Answer('{"choices":[{"mess'))).kind is FailureKind.TRANSPORT


async def test_row_16_a_gateway_timeout() -> None:
    page = Answer(f"<html><title>504 Gateway Time-out</title>{'x' * 5000}</html>", 504)
    outcome, server = await ask([page])
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.status, len(server.seen)) == (FailureKind.TRANSPORT, 504, 3)
    assert len(outcome.message) < 200


@pytest.mark.parametrize(
    ("refusal", "parameter"),
    [
        (
            error(
                400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", param="max_tokens"
            ),
            "max_tokens",
        ),
        (error(400, "`temperature` may not be set", code="invalid_request_error"), "temperature"),
        (Answer('{"detail":"temperature: extra fields not permitted"}', 422), "temperature"),
    ],
)
async def test_row_17_unsupported_parameter(refusal: Answer, parameter: str) -> None:
    settings = ModelSettings(parameters={"temperature": 0.5}, max_tokens=100)
    async with Server([refusal, GOOD]) as server, ChatClient(QUICK) as client:
        with_it, without = target(server, settings=settings), target(server)
        outcome = await client.ask(with_it, ASK)
        assert isinstance(outcome, CallFailure)
        assert (outcome.kind, outcome.stops) == (FailureKind.UNSUPPORTED_PARAMETER, "lane")
        assert f"parameter {parameter} " in outcome.message
        assert outcome.sent == {"model": "m", "max_tokens": 100, "temperature": 0.5}
        assert await client.ask(with_it, ASK) is outcome
        assert client.lane_state(with_it).stopped is outcome
        assert isinstance(await client.ask(without, ASK), Reply)
        assert len(server.seen) == 2


async def test_row_18_the_system_role_is_folded() -> None:
    ears = Ears()

    def script(_number: int, seen: Seen) -> Answer:
        roles = [message["role"] for message in seen.body["messages"]]
        return error(400, "System role not supported") if "system" in roles else GOOD

    async with Server(script) as server, ChatClient(QUICK, ears) as client:
        where = target(server)
        first = await client.ask(where, ASK)
        second = await client.ask(where, ASK)
        plain = await client.ask(where, ASK[1:])
        assert isinstance(first, Reply) and isinstance(second, Reply) and isinstance(plain, Reply)
        assert first.sent == second.sent == {"model": "m", "system_folded": True}
        assert plain.sent == {"model": "m"}
        assert len(server.seen) == 4
        assert server.seen[-2].body["messages"] == [{"role": "user", "content": "系统话\n\n你好"}]
    assert ears.codes == ["chat.system_folded"]


@pytest.mark.parametrize(
    "answer",
    [
        error(400, "Input data may contain inappropriate content.", code="data_inspection_failed"),
        error(400, "x", code="content_filter", innererror={"code": "ResponsibleAIPolicyViolation"}),
        error(400, "Content Exists Risk", type="invalid_request_error"),
        error(400, "系统检测到输入或生成内容可能包含不安全或敏感内容", code="1301"),
        error(403, "Your input was flagged"),
        error(200, "x", code="data_inspection_failed"),
        completion("抱", "content_filter"),
        completion(None, "stop", refusal="I cannot help with that."),
    ],
)
async def test_row_19_content_filters(answer: Answer) -> None:
    outcome, server = await ask([answer])
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops, len(server.seen)) == (FailureKind.BLOCKED, "call", 1)


@pytest.mark.parametrize(
    "answer",
    [
        error(
            400,
            "This model's maximum context length is 8192 tokens, reduce max_tokens",
            code="context_length_exceeded",
        ),
        error(400, "prompt is too long: 210000 tokens > 200000 maximum", type="invalid_request_error"),
        error(400, "Range of input length should be [1, 30720]", code="InvalidParameter"),
        Answer("<html><title>413 Request Entity Too Large</title></html>", 413),
        error(429, "Request too large for gpt-4: Limit 10000, Requested 12000", code="rate_limit_exceeded"),
    ],
)
async def test_row_20_context_length(answer: Answer) -> None:
    outcome, server = await ask([answer], ModelSettings(max_tokens=100))
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops, len(server.seen)) == (FailureKind.CONTEXT_LENGTH, "call", 1)


@pytest.mark.parametrize(
    ("answer", "kind", "stops"),
    [
        (
            error(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key"),
            FailureKind.UNAUTHORIZED,
            "endpoint",
        ),
        (error(403, "Forbidden"), FailureKind.UNAUTHORIZED, "endpoint"),
        (error(402, "Insufficient Balance"), FailureKind.UNAUTHORIZED, "endpoint"),
        (
            error(429, "You exceeded your current quota", code="insufficient_quota"),
            FailureKind.UNAUTHORIZED,
            "endpoint",
        ),
        (
            error(404, "The model `m` does not exist", code="model_not_found"),
            FailureKind.UNKNOWN_MODEL,
            "lane",
        ),
        (error(400, "Model Not Exist"), FailureKind.UNKNOWN_MODEL, "lane"),
        (Answer("404 page not found", 404), FailureKind.UNKNOWN_MODEL, "lane"),
    ],
)
async def test_row_21_what_stops_lane_and_endpoint(answer: Answer, kind: FailureKind, stops: str) -> None:
    ears = Ears()

    def script(_number: int, seen: Seen) -> Answer:
        return answer if seen.body["model"] == "m" else GOOD

    async with Server(script) as server, Server([GOOD]) as elsewhere, ChatClient(QUICK, ears) as client:
        bad, neighbour, healthy = target(server), target(server, "other"), target(elsewhere)
        failed = await client.ask(bad, ASK)
        assert isinstance(failed, CallFailure)
        assert (failed.kind, failed.stops) == (kind, stops)
        assert KEY not in failed.message + failed.raw
        assert await client.ask(bad, ASK) is failed
        assert isinstance(await client.ask(neighbour, ASK), Reply) == (stops == "lane")
        assert isinstance(await client.ask(healthy, ASK), Reply)
    assert ears.codes == [f"chat.{stops}_stopped"]
    assert KEY not in repr(ears.heard)


async def test_row_22_localhost_bypasses_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "socks://127.0.0.1:9")
    assert (await reply(GOOD)).text == "抱抱你"


async def test_a_redirect_is_not_followed() -> None:
    failed = await failure(Answer("", 308, {"Location": "https://elsewhere.example/v1"}))
    assert (failed.kind, failed.stops) == (FailureKind.BAD_RESPONSE, "endpoint")
    assert "elsewhere.example" in failed.message


async def test_plain_bad_requests_stop_a_lane_that_was_never_served() -> None:
    async with Server([error(400, "messages: wrong")]) as server, ChatClient(QUICK) as client:
        outcomes = [await client.ask(target_ := target(server), ASK)]
        outcomes += [await client.ask(target_, ASK) for _ in range(9)]
        stops = [outcome.stops for outcome in outcomes if isinstance(outcome, CallFailure)]
        assert stops == ["call"] * 4 + ["lane"] * 6
        assert len(server.seen) == 5


@pytest.mark.parametrize("status", [500, 502, 503, 520, 409])
async def test_server_errors_are_tried_again(status: int) -> None:
    assert (await reply(*[Answer("oops", status)] * 3, GOOD)).retries == 3


async def test_other_charsets_and_types() -> None:
    gbk = json.dumps(
        {"choices": [{"message": {"content": "抱抱"}, "finish_reason": "stop"}]}, ensure_ascii=False
    )
    odd = Answer(gbk.encode("gbk"), headers={"Content-Type": "text/plain; charset=gbk"})
    assert (await reply(odd)).text == "抱抱"


async def test_an_echoed_key_is_replaced_in_a_reply() -> None:
    outcome = await reply(completion(f"你的密钥是 {KEY}"))
    assert KEY not in outcome.text + outcome.raw
