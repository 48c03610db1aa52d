"""Puts the chunks of a stream together to the body that an unstreamed call would have had."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Event = dict[str, Any]


def assemble(body: str) -> Event | None:
    """The whole body of a stream of server-sent events, of either dialect.

    None where the stream stopped before its end: no finish reason, no ``[DONE]``, no
    ``message_stop``, or a chunk cut in the middle. An error event is returned as it is.
    """
    events, finished = _events(body)
    if events is None:
        return None
    for event in events:
        if event.get("error") or event.get("type") == "error":
            return event
    if any("type" in event for event in events[:1]) and not any("choices" in event for event in events):
        return _anthropic(events)
    return _openai(events, finished)


def _events(body: str) -> tuple[list[Event] | None, bool]:
    events: list[Event] = []
    for data in _data(body):
        if data == "[DONE]":
            return events, True
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            return None, False
        if isinstance(event, dict):
            events.append(event)
    return events, False


def _data(body: str) -> Iterator[str]:
    """The data of each event: lines of one event joined, comments and other fields left out."""
    pending: list[str] = []
    for line in body.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.startswith("data:"):
            pending.append(line[5:].strip())
        elif not line and pending:
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)


def _openai(events: list[Event], finished: bool) -> Event | None:
    message: Event = {"content": None}
    whole: Event = {"choices": [{"message": message, "finish_reason": None}]}
    begun = False
    for event in events:
        if event.get("usage"):
            whole["usage"] = event["usage"]
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict) or choice.get("index", 0) != 0:
            continue
        begun = True
        _extend(message, choice.get("delta") or choice.get("message"))
        if choice.get("finish_reason"):
            whole["choices"][0]["finish_reason"] = choice["finish_reason"]
    if not begun:
        return {"choices": [], "usage": whole.get("usage")} if finished else None
    return whole if finished or whole["choices"][0]["finish_reason"] else None


def _extend(message: Event, delta: object) -> None:
    if not isinstance(delta, dict):
        return
    for key in ("content", "reasoning_content", "reasoning", "refusal"):
        piece = delta.get(key)
        if isinstance(piece, str):
            message[key] = _plus(message.get(key), piece)
        elif isinstance(piece, list):
            known = message.get(key)
            message[key] = [*_as_parts(known), *piece]
    if delta.get("tool_calls"):
        message["tool_calls"] = [*message.get("tool_calls", ()), *delta["tool_calls"]]


def _plus(known: object, piece: str) -> object:
    if isinstance(known, list):
        return [*known, {"type": "text", "text": piece}] if piece else known
    return (known or "") + piece if isinstance(known, str | None) else piece


def _as_parts(known: object) -> list[Any]:
    if isinstance(known, list):
        return known
    return [{"type": "text", "text": known}] if known else []


def _anthropic(events: list[Event]) -> Event | None:
    blocks: dict[int, Event] = {}
    whole: Event = {"type": "message", "stop_reason": None, "usage": {}}
    ended = False
    for event in events:
        match event.get("type"):
            case "message_start":
                _merge_usage(whole, (event.get("message") or {}).get("usage"))
            case "content_block_start":
                blocks[event.get("index", 0)] = dict(event.get("content_block") or {})
            case "content_block_delta":
                _extend_block(blocks.setdefault(event.get("index", 0), {"type": "text"}), event.get("delta"))
            case "message_delta":
                whole["stop_reason"] = (event.get("delta") or {}).get("stop_reason") or whole["stop_reason"]
                _merge_usage(whole, event.get("usage"))
            case "message_stop":
                ended = True
    whole["content"] = [blocks[index] for index in sorted(blocks)]
    return whole if ended or whole["stop_reason"] else None


def _extend_block(block: Event, delta: object) -> None:
    if isinstance(delta, dict):
        for key in ("text", "thinking"):
            if isinstance(delta.get(key), str):
                block[key] = block.get(key, "") + delta[key]


def _merge_usage(whole: Event, usage: object) -> None:
    if isinstance(usage, dict):
        whole["usage"].update({key: value for key, value in usage.items() if value is not None})
