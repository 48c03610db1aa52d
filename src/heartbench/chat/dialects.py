"""The two wire dialects: what is sent, and how a reply of theirs is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heartbench.chat.reply_text import content_text
from heartbench.chat.trouble import Remedy, Spoken, Trouble
from heartbench.records import UNKNOWN_USAGE, FailureKind, Message, ModelTarget, Usage

ANTHROPIC_VERSION = "2023-06-01"
ANTHROPIC_MAX_TOKENS = 8192

Payload = Mapping[str, Any]

_FILTERED = frozenset({"content_filter", "sensitive", "refusal", "safety", "prohibited_content"})
_CUT = frozenset({"length", "max_tokens"})
_SERVER_FAULTS = frozenset({"network_error", "insufficient_system_resource", "error"})


def fixed_fields(target: ModelTarget) -> dict[str, object]:
    """The request's fields that are the same for every call: all but the messages."""
    settings = target.settings
    fields: dict[str, object] = {"model": target.model}
    if settings.max_tokens is not None:
        fields["max_tokens"] = settings.max_tokens
    elif target.endpoint.dialect == "anthropic":
        fields["max_tokens"] = ANTHROPIC_MAX_TOKENS
    if settings.stream:
        fields["stream"] = True
        if target.endpoint.dialect == "openai":
            fields["stream_options"] = {"include_usage": True}
    fields.update(settings.parameters)
    fields.update(settings.extra_body)
    return fields


def auth_headers(target: ModelTarget) -> dict[str, str]:
    """The headers that carry the key."""
    credential = target.endpoint.credential
    if target.endpoint.dialect == "anthropic":
        key = {"x-api-key": credential.key} if credential else {}
        return {"anthropic-version": ANTHROPIC_VERSION, **key}
    return {"Authorization": f"Bearer {credential.key}"} if credential else {}


def folded(messages: Sequence[Message]) -> list[Message]:
    """The messages with the system text put in front of the first user turn."""
    system = "\n\n".join(item.content for item in messages if item.role == "system")
    rest = [item for item in messages if item.role != "system"]
    if not system:
        return rest
    for place, item in enumerate(rest):
        if item.role == "user":
            prefix = len(system) + 2 + item.cache_prefix if item.cache_prefix else 0
            rest[place] = Message("user", f"{system}\n\n{item.content}", prefix)
            return rest
    return [Message("user", system), *rest]


def openai_messages(messages: Sequence[Message]) -> dict[str, object]:
    """The messages' part of an OpenAI body; its providers find common prefixes by themselves."""
    return {"messages": [{"role": item.role, "content": item.content} for item in messages]}


def anthropic_messages(messages: Sequence[Message]) -> dict[str, object]:
    """The messages' part of an Anthropic body, with a cache mark where the invariant part ends."""
    turns = [
        {"role": item.role, "content": _marked(item) if item.cache_prefix else item.content}
        for item in messages
        if item.role != "system"
    ]
    system = [item for item in messages if item.role == "system"]
    if not system:
        return {"messages": turns}
    if any(item.cache_prefix for item in system):
        return {"system": [part for item in system for part in _marked(item)], "messages": turns}
    return {"system": "\n\n".join(item.content for item in system), "messages": turns}


def _marked(item: Message) -> list[dict[str, object]]:
    head, tail = item.content[: item.cache_prefix], item.content[item.cache_prefix :]
    blocks: list[dict[str, object]] = []
    if head:
        blocks.append({"type": "text", "text": head, "cache_control": {"type": "ephemeral"}})
    if tail:
        blocks.append({"type": "text", "text": tail})
    return blocks


def read_openai(payload: Payload) -> Spoken | Trouble:
    """What a chat completion says."""
    choices = payload.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    usage = openai_usage(payload.get("usage"))
    if not isinstance(first, dict) or not isinstance(message, dict):
        return Trouble(FailureKind.EMPTY, Remedy.RETRY_FEW, "chat.no_choices", paid=True, usage=usage)
    finish = _word(first.get("finish_reason"))
    content = message.get("content")
    text, raw = content_text(content)
    if finish not in _FILTERED and finish not in _SERVER_FAULTS and text and not text.isspace():
        return Spoken(text, raw, finish, usage)
    reasoned = bool(message.get("reasoning_content") or message.get("reasoning") or raw.strip())
    refusal = message.get("refusal")
    return _silent(finish, usage, (reasoned, bool(message.get("tool_calls")), _word(refusal)))


def read_anthropic(payload: Payload) -> Spoken | Trouble:
    """What a message of the Anthropic dialect says."""
    content = payload.get("content")
    usage = anthropic_usage(payload.get("usage"))
    if not isinstance(content, list):
        return Trouble(FailureKind.EMPTY, Remedy.RETRY_FEW, "chat.no_choices", paid=True, usage=usage)
    finish = _word(payload.get("stop_reason"))
    text, raw = content_text(content)
    if finish not in _FILTERED and text and not text.isspace():
        return Spoken(text, raw, finish, usage)
    kinds = {part.get("type") for part in content if isinstance(part, dict)}
    reasoned = bool(kinds & {"thinking", "redacted_thinking"}) or bool(raw.strip())
    return _silent(finish, usage, (reasoned, "tool_use" in kinds, ""))


def _silent(finish: str, usage: Usage, seen: tuple[bool, bool, str]) -> Trouble:
    """Why a finished reply holds no text; ``seen``: reasoning, tool calls, the words of a refusal."""
    reasoned, tools, refusal = seen
    kind, remedy, code = FailureKind.EMPTY, Remedy.NONE, "chat.empty"
    if finish in _FILTERED or refusal:
        kind, code = FailureKind.BLOCKED, "chat.blocked"
    elif finish in _SERVER_FAULTS:
        kind, remedy, code = FailureKind.TRANSPORT, Remedy.RETRY, "chat.server_error"
    elif finish == "model_context_window_exceeded":
        kind, code = FailureKind.CONTEXT_LENGTH, "chat.context_length"
    elif finish in _CUT:
        kind, code = FailureKind.TRUNCATED, "chat.truncated"
    elif tools:
        code = "chat.empty_tool_calls"
    elif reasoned:
        code = "chat.empty_reasoning"
    return Trouble(kind, remedy, code, detail=refusal or finish, paid=True, usage=usage)


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def openai_usage(usage: object) -> Usage:
    """Tokens as an OpenAI body counts them; cached input is part of the input there."""
    if not isinstance(usage, dict):
        return UNKNOWN_USAGE
    details = usage.get("prompt_tokens_details")
    hits = usage.get("prompt_cache_hit_tokens")
    cached = _count(details.get("cached_tokens") if isinstance(details, dict) else hits)
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")), cached)


def anthropic_usage(usage: object) -> Usage:
    """Tokens as an Anthropic body counts them; cached input comes on top of the input there."""
    if not isinstance(usage, dict):
        return UNKNOWN_USAGE
    plain = _count(usage.get("input_tokens"))
    read = _count(usage.get("cache_read_input_tokens"))
    written = _count(usage.get("cache_creation_input_tokens"))
    total = None if plain is None else plain + (read or 0) + (written or 0)
    return Usage(total, _count(usage.get("output_tokens")), read, written)
