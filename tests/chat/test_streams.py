from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.streams import assemble


def sse(*events: object, end: str = "data: [DONE]\n\n") -> str:
    return "".join(f"data: {json.dumps(event, ensure_ascii=False)}\n\n" for event in events) + end


def chunk(finish: str | None = None, **delta: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_openai_chunks() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 2}
    events = (
        chunk(role="assistant", content=""),
        chunk(reasoning_content="想"),
        chunk(content="抱"),
        chunk(content="抱"),
        chunk("stop"),
        {"choices": [], "usage": usage},
    )
    assert assemble(sse(*events)) == {
        "choices": [{"message": {"content": "抱抱", "reasoning_content": "想"}, "finish_reason": "stop"}],
        "usage": usage,
    }
    assert assemble(sse(*events, end="")) is not None
    assert assemble(sse(*events[:4], end="")) is None
    assert assemble(sse(*events[:4])) is not None


def test_other_choices_comments_and_line_ends() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "不"}}]}
    body = ": ping\r\n\r\n" + sse(chunk(content="好"), other, chunk("stop")).replace("\n", "\r\n")
    whole = assemble(body)
    assert whole is not None
    assert whole["choices"][0]["message"] == {"content": "好"}


def test_parts_and_tools() -> None:
    parts = chunk(content=[{"type": "text", "text": "好"}])
    whole = assemble(sse(parts, chunk(content="的"), chunk("stop", tool_calls=[{"id": "1"}])))
    assert whole is not None
    message = whole["choices"][0]["message"]
    assert [part["text"] for part in message["content"]] == ["好", "的"]
    assert message["tool_calls"] == [{"id": "1"}]


@pytest.mark.parametrize("body", ["", 'data: {"choi', "data: 7\n\n", ": ping\n\n", "data:\n\n"])
def test_a_stream_without_its_end(body: str) -> None:
    assert assemble(body) is None


def test_an_error_in_the_stream_is_handed_on() -> None:
    wrong: dict[str, object] = {"error": {"code": 429, "message": "busy"}}
    assert assemble(sse(chunk(content="好"), wrong)) == wrong
    wrong = {"type": "error", "error": {"type": "overloaded_error"}}
    assert assemble(f"event: error\n{sse(wrong, end='')}") == wrong


ANTHROPIC = (
    {"type": "message_start", "message": {"usage": {"input_tokens": 9, "output_tokens": 1}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "想"}},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "抱抱"}},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
    {"type": "message_stop"},
)


def test_anthropic_events() -> None:
    whole = assemble(sse(*ANTHROPIC, end=""))
    assert whole is not None
    assert whole["content"] == [{"type": "thinking", "thinking": "想"}, {"type": "text", "text": "抱抱"}]
    assert (whole["stop_reason"], whole["usage"]) == ("end_turn", {"input_tokens": 9, "output_tokens": 5})
    assert assemble(sse(*ANTHROPIC[:6], end="")) is None


@given(st.text(), st.integers(0, 400))
def test_a_cut_stream_never_invents_an_answer(answer: str, cut: int) -> None:
    whole = sse(*(chunk(content=letter) for letter in answer), chunk("stop"))
    found = assemble(whole[:cut])
    if found is not None:
        assert found["choices"][0]["message"]["content"] == (answer or None)


@given(st.text())
def test_any_text_is_read_without_a_crash(body: str) -> None:
    assemble(body)
    assemble(f"data: {body}\n\n")
