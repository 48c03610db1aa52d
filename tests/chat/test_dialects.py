from __future__ import annotations

import json

from chat.wire import ASK, KEY, QUICK, Answer, Server, target
from heartbench.chat import ChatClient
from heartbench.chat.dialects import anthropic_messages, anthropic_usage, folded, openai_usage
from heartbench.records import UNKNOWN_USAGE, Message, ModelSettings, Reply, Usage

GOOD = Answer('{"choices":[{"message":{"content":"好"}}]}')
MARK = {"type": "ephemeral"}


async def test_an_openai_request() -> None:
    settings = ModelSettings({"temperature": 0.3}, {"top_k": 5}, max_tokens=64)
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        outcome = await client.ask(target(server, settings=settings), ASK)
    assert isinstance(outcome, Reply)
    assert (outcome.text, outcome.finish_reason, outcome.usage, outcome.cost) == (
        "好",
        "",
        UNKNOWN_USAGE,
        None,
    )
    seen = server.seen[0]
    assert seen.headers["Authorization"] == f"Bearer {KEY}"
    assert seen.body == {
        "model": "m",
        "max_tokens": 64,
        "temperature": 0.3,
        "top_k": 5,
        "messages": [{"role": "system", "content": "系统话"}, {"role": "user", "content": "你好"}],
    }
    assert dict(outcome.sent) == {"model": "m", "max_tokens": 64, "temperature": 0.3, "top_k": 5}


async def test_an_anthropic_request_with_its_cache_mark() -> None:
    reply = {
        "type": "message",
        "content": [{"type": "text", "text": "好"}],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 3,
            "cache_read_input_tokens": 4,
            "cache_creation_input_tokens": 5,
            "output_tokens": 6,
        },
    }
    messages = [Message("system", "系统话"), Message("user", "题目：答案", cache_prefix=3)]
    async with Server([Answer(json.dumps(reply))]) as server, ChatClient(QUICK) as client:
        outcome = await client.ask(target(server, dialect="anthropic"), messages)
    assert isinstance(outcome, Reply)
    assert outcome.usage == Usage(12, 6, 4, 5)
    seen = server.seen[0]
    assert seen.path == "/v1/messages"
    assert (seen.headers["x-api-key"], seen.headers["anthropic-version"]) == (KEY, "2023-06-01")
    assert "Authorization" not in seen.headers
    blocks = [{"type": "text", "text": "题目：", "cache_control": MARK}, {"type": "text", "text": "答案"}]
    assert seen.body == {
        "model": "m",
        "max_tokens": 8192,
        "system": "系统话",
        "messages": [{"role": "user", "content": blocks}],
    }


def test_cache_marks_at_the_edges() -> None:
    whole = anthropic_messages([Message("system", "abc", cache_prefix=3), Message("user", "d")])
    assert whole["system"] == [{"type": "text", "text": "abc", "cache_control": MARK}]
    assert whole["messages"] == [{"role": "user", "content": "d"}]


def test_folding_keeps_the_invariant_part_in_front() -> None:
    turns = folded(
        [Message("system", "s"), Message("assistant", "a"), Message("user", "uvw", cache_prefix=2)]
    )
    assert [(turn.role, turn.content) for turn in turns] == [("assistant", "a"), ("user", "s\n\nuvw")]
    assert turns[1].content[: turns[1].cache_prefix] == "s\n\nuv"
    assert folded([Message("system", "s")]) == [Message("user", "s")]
    assert folded([Message("user", "u")]) == [Message("user", "u")]


def test_usage_of_odd_shapes() -> None:
    assert openai_usage({"prompt_tokens": 9, "completion_tokens": 1, "prompt_cache_hit_tokens": 4}) == Usage(
        9, 1, 4
    )
    details = {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 2}}
    assert openai_usage(details) == Usage(9, None, 2)
    assert openai_usage({"prompt_tokens": "9", "completion_tokens": -1}) == Usage()
    assert openai_usage(None) is anthropic_usage([]) is UNKNOWN_USAGE


async def test_lone_surrogates_are_sent() -> None:
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        outcome = await client.ask(target(server), [Message("user", "a\ud83d")])
    assert isinstance(outcome, Reply)
    assert server.seen[0].body["messages"][0]["content"] == "a\ud83d"


async def test_stream_options_are_dropped_where_they_are_not_taken() -> None:
    stream = 'data: {"choices":[{"delta":{"content":"好"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    refusal = Answer('{"error":{"message":"Unknown field: stream_options"}}', 400)
    good = Answer(stream, headers={"Content-Type": "text/event-stream"})
    async with Server([refusal, good]) as server, ChatClient(QUICK) as client:
        where = target(server, settings=ModelSettings(stream=True))
        outcomes = [await client.ask(where, ASK), await client.ask(where, ASK)]
    assert all(isinstance(outcome, Reply) for outcome in outcomes)
    assert ["stream_options" in seen.body for seen in server.seen] == [True, False, False]
    assert all(seen.body["stream"] is True for seen in server.seen)
