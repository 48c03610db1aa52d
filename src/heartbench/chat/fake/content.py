"""What the fake endpoint says, and how it stands on the wire in both dialects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from heartbench.chat.fake.calls import FakeCall

Finish = Literal["stop", "length", "tool_calls", "content_filter"]

Ending = Literal["keep", "close", "cut", "reset", "silent", "drip", "never"]
"""After the body: ``keep`` the connection, ``close`` it. ``cut``: a chunked body without its end.

``reset`` and ``silent`` send nothing and break or close the connection; ``drip`` sends the body
in small pieces; ``never`` answers nothing and holds the connection.
"""

_ANTHROPIC_FINISH: Mapping[Finish, str] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
}

_STREAM_PIECES = 3
_TOOL_NAME = "lookup"


@dataclass(frozen=True, slots=True)
class Content:
    """A model's reply before it is put into a dialect."""

    text: str | None
    finish: Finish = "stop"
    reasoning: str = ""
    """Where it is not empty: ``reasoning_content``, or a thinking block."""
    parts: bool = False
    """Whether the openai dialect gives a list of parts, the reasoning among them, for a string."""
    tool_call: bool = False


@dataclass(frozen=True, slots=True)
class Wire:
    """An HTTP response, and what becomes of the connection."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    ending: Ending = "keep"
    chunked: bool = False
    wait: float | None = None
    """Seconds before it is sent; None: the settings' latency, or none for an error status."""


def dump(value: object) -> bytes:
    """JSON as endpoints send it: UTF-8, compact; lone surrogates stay escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def encode(call: FakeCall, content: Content) -> Wire:
    """The response that brings ``content``, in the call's dialect, streamed if that was asked for."""
    if call.stream:
        make = _openai_events if call.dialect == "openai" else _anthropic_events
        return events(make(call, content))
    body = _openai_body(call, content) if call.dialect == "openai" else _anthropic_body(call, content)
    return Wire(200, dump(body))


def events(items: Iterable[bytes]) -> Wire:
    """Server-sent events, each a chunk of its own."""
    body = b"".join(b"%x\r\n%s\r\n" % (len(item), item) for item in items)
    return Wire(200, body, "text/event-stream", chunked=True)


def error(call: FakeCall, status: int, message: str, kind: str, **extra: object) -> Wire:
    """An error body of the call's dialect; ``extra`` are further fields of the inner object."""
    inner: dict[str, object] = {"message": message, "type": kind, **extra}
    outer = {"error": inner} if call.dialect == "openai" else {"type": "error", "error": inner}
    return Wire(status, dump(outer))


def tokens(call: FakeCall, content: Content) -> tuple[int, int]:
    """Input and output tokens: one for each character, which is near the truth for Chinese."""
    sent = sum(len(item.content) for item in call.messages)
    return sent, len(content.text or "") + len(content.reasoning)


def _identity(call: FakeCall) -> str:
    return f"fake-{call.request_hash}-{call.seen_before}"


def _openai_usage(call: FakeCall, content: Content) -> dict[str, int]:
    sent, said = tokens(call, content)
    return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}


def _openai_message(content: Content) -> dict[str, object]:
    message: dict[str, object] = {"role": "assistant", "content": content.text}
    if content.parts:
        thinking = {"type": "thinking", "thinking": content.reasoning}
        message["content"] = [thinking, {"type": "text", "text": content.text}]
    elif content.reasoning:
        message["reasoning_content"] = content.reasoning
    if content.tool_call:
        function = {"name": _TOOL_NAME, "arguments": "{}"}
        message["tool_calls"] = [{"id": "call_0", "type": "function", "function": function}]
    return message


def _openai_body(call: FakeCall, content: Content) -> dict[str, object]:
    choice = {"index": 0, "message": _openai_message(content), "finish_reason": content.finish}
    return {
        "id": _identity(call),
        "object": "chat.completion",
        "created": 0,
        "model": call.model,
        "choices": [choice],
        "usage": _openai_usage(call, content),
    }


def _pieces(text: str) -> list[str]:
    size = max(1, -(-len(text) // _STREAM_PIECES))
    return [text[start : start + size] for start in range(0, len(text), size)]


def _deltas(content: Content) -> Iterable[dict[str, object]]:
    yield {"role": "assistant", "content": ""}
    for piece in _pieces(content.reasoning):
        part = [{"type": "thinking", "thinking": piece}]
        yield {"content": part} if content.parts else {"reasoning_content": piece}
    for piece in _pieces(content.text or ""):
        yield {"content": [{"type": "text", "text": piece}] if content.parts else piece}
    if content.tool_call:
        function = {"name": _TOOL_NAME, "arguments": "{}"}
        yield {"tool_calls": [{"index": 0, "id": "call_0", "type": "function", "function": function}]}


def _openai_events(call: FakeCall, content: Content) -> Iterable[bytes]:
    frame = {"id": _identity(call), "object": "chat.completion.chunk", "created": 0, "model": call.model}
    for delta in _deltas(content):
        yield data({**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield data({**frame, "choices": [{"index": 0, "delta": {}, "finish_reason": content.finish}]})
    options = call.body.get("stream_options")
    if isinstance(options, dict) and options.get("include_usage"):
        yield data({**frame, "choices": [], "usage": _openai_usage(call, content)})
    yield DONE


DONE = b"data: [DONE]\n\n"


def data(value: object) -> bytes:
    """One event of an openai stream."""
    return b"data: %s\n\n" % dump(value)


def _blocks(content: Content) -> list[dict[str, object]]:
    blocks: list[dict[str, object]] = []
    if content.reasoning:
        blocks.append({"type": "thinking", "thinking": content.reasoning, "signature": "fake"})
    if content.text is not None:
        blocks.append({"type": "text", "text": content.text})
    if content.tool_call:
        blocks.append({"type": "tool_use", "id": "call_0", "name": _TOOL_NAME, "input": {}})
    return blocks


def _anthropic_usage(sent: int, said: int) -> dict[str, int]:
    return {
        "input_tokens": sent,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": said,
    }


def _anthropic_body(call: FakeCall, content: Content) -> dict[str, object]:
    return {
        "id": _identity(call),
        "type": "message",
        "role": "assistant",
        "model": call.model,
        "content": _blocks(content),
        "stop_reason": _ANTHROPIC_FINISH[content.finish],
        "stop_sequence": None,
        "usage": _anthropic_usage(*tokens(call, content)),
    }


def named(kind: str, **fields: object) -> bytes:
    """One event of an anthropic stream."""
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), dump({"type": kind, **fields}))


def _block_deltas(block: Mapping[str, object]) -> Iterable[dict[str, object]]:
    kind = block["type"]
    if kind == "tool_use":
        yield {"type": "input_json_delta", "partial_json": "{}"}
        return
    for piece in _pieces(str(block[str(kind)])):
        yield {"type": f"{kind}_delta", str(kind): piece}


def _anthropic_events(call: FakeCall, content: Content) -> Iterable[bytes]:
    sent, said = tokens(call, content)
    start = {**_anthropic_body(call, content), "content": [], "stop_reason": None}
    yield named("message_start", message={**start, "usage": _anthropic_usage(sent, 0)})
    for index, block in enumerate(_blocks(content)):
        empty = {key: "" if key in ("text", "thinking") else value for key, value in block.items()}
        yield named("content_block_start", index=index, content_block=empty)
        for delta in _block_deltas(block):
            yield named("content_block_delta", index=index, delta=delta)
        yield named("content_block_stop", index=index)
    end = {"stop_reason": _ANTHROPIC_FINISH[content.finish], "stop_sequence": None}
    yield named("message_delta", delta=end, usage={"output_tokens": said})
    yield named("message_stop")
