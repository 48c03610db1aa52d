"""What the fake endpoint makes of a request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from heartbench.records import Dialect, Message

CHAT_PATHS: Mapping[str, Dialect] = {
    "/v1/chat/completions": "openai",
    "/api/paas/v4/chat/completions": "openai",
    "/v1/messages": "anthropic",
}
"""The paths that answer; any other is a 404, so that a wrong base URL shows."""

_ROLES = frozenset({"system", "user", "assistant"})


@dataclass(frozen=True, slots=True)
class FakeCall:
    """One chat request as the fake endpoint saw it."""

    dialect: Dialect
    path: str
    model: str
    messages: tuple[Message, ...]
    """A system text of either dialect comes first, as a message of its own."""
    body: Mapping[str, object]
    """The request's JSON, whole."""
    headers: Mapping[str, str]
    """Names in lower case; empty unless the settings keep calls."""
    request_hash: str
    """Of path and body: the same request has the same hash."""
    seen_before: int = 0
    """How often the same request came before this one."""

    @property
    def stream(self) -> bool:
        """Whether the reply is wanted as server-sent events."""
        return self.body.get("stream") is True

    @property
    def last_user_text(self) -> str:
        """The text of the last user message, or an empty one."""
        return next((item.content for item in reversed(self.messages) if item.role == "user"), "")


def hash_request(path: str, body: bytes) -> str:
    """32 hexadecimal characters that address a request."""
    return hashlib.blake2b(body, digest_size=16, key=path.encode()[:64]).hexdigest()


def read_body(body: bytes) -> dict[str, object] | None:
    """The JSON object of a request, or None where there is none."""
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def read_messages(body: Mapping[str, object]) -> tuple[Message, ...]:
    """The messages of either dialect; what is no message is left out."""
    found = []
    if "system" in body:
        found.append(Message("system", _flat(body["system"])))
    items = body.get("messages")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("role") in _ROLES:
            role = cast(Literal["system", "user", "assistant"], item["role"])
            found.append(Message(role, _flat(item.get("content"))))
    return tuple(found)


def _flat(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "".join(item for item in texts if isinstance(item, str))
