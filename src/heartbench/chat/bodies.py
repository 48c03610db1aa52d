"""From what came over the wire to a text or a trouble."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from heartbench.chat.backoff import parse_retry_after
from heartbench.chat.classify import Asked, ErrorBody, classify, error_in
from heartbench.chat.dialects import read_anthropic, read_openai
from heartbench.chat.redaction import Redactor
from heartbench.chat.streams import assemble
from heartbench.chat.trouble import Remedy, Spoken, Trouble, looks_like_html, one_line
from heartbench.records import Dialect, FailureKind

_READ = ("Retry-After", "Location")
"""The headers that errors are read for."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One HTTP reply, read to its end."""

    status: int
    content_type: str
    """With its charset, as the header says."""
    headers: Mapping[str, str]
    body: bytes
    latency: float


def read_exchange(exchange: Exchange, dialect: Dialect, asked: Asked) -> Spoken | Trouble:
    """What an endpoint said; every kind of reply ends here as one of the two."""
    served = 200 <= exchange.status < 300
    result = _read_success(exchange, dialect, asked) if served else _read_error(exchange, asked)
    return result if isinstance(result, Spoken) else _with_wire(result, exchange)


def without_secrets(exchange: Exchange, redactor: Redactor) -> Exchange:
    """The same reply with secrets replaced, before anything is cut out of it: half a key is a leak too."""
    text = decode(exchange.body, exchange.content_type)
    clean = redactor.clean(text)
    headers = {name: redactor.clean(exchange.headers[name]) for name in _READ if name in exchange.headers}
    body = exchange.body if clean == text else clean.encode("utf-8", "surrogatepass")
    return replace(exchange, headers=headers, body=body)


def _with_wire(trouble: Trouble, exchange: Exchange) -> Trouble:
    wait = parse_retry_after(exchange.headers.get("Retry-After"))
    if wait is not None and exchange.status == 503 and trouble.remedy is Remedy.RECONNECT:
        kind, code = FailureKind.RATE_LIMITED, "chat.rate_limited"
        trouble = replace(trouble, kind=kind, remedy=Remedy.WAIT, code=code)
    raw = decode(exchange.body, exchange.content_type)
    return replace(trouble, raw=raw, status=exchange.status, retry_after=wait, latency=exchange.latency)


def decode(body: bytes, content_type: str = "") -> str:
    """A body as text: UTF-8, else the charset the header names, else what can be read of it."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    _, _, charset = content_type.lower().partition("charset=")
    try:
        return body.decode(charset.split(";")[0].strip(" \"'") or "utf-8")
    except (UnicodeDecodeError, LookupError):
        return body.decode("utf-8", "replace")


def _read_success(exchange: Exchange, dialect: Dialect, asked: Asked) -> Spoken | Trouble:
    payload = _payload(exchange)
    if isinstance(payload, Trouble):
        return payload
    # A body with an error beside choices is an error: some gateways send both.
    if "error" in payload or not (payload.get("choices") or payload.get("content")):
        error = error_in(payload)
        if error is not None:
            return classify(error, asked)
    result = read_openai(payload) if dialect == "openai" else read_anthropic(payload)
    if isinstance(result, Trouble) and (error := error_in(payload)) is not None:
        return classify(error, asked)
    return result


def _payload(exchange: Exchange) -> Mapping[str, Any] | Trouble:
    body = exchange.body
    if "event-stream" not in exchange.content_type:
        try:
            payload = json.loads(body)
        except (ValueError, RecursionError):
            pass
        else:
            return payload if isinstance(payload, dict) else _cut_off("chat.not_a_reply")
    text = decode(body, exchange.content_type)
    return _payload_of_text(text, exchange)


def _payload_of_text(text: str, exchange: Exchange) -> Mapping[str, Any] | Trouble:
    stripped = text.strip()
    if not stripped:
        return _cut_off("chat.blank_body")
    if looks_like_html(stripped):
        detail = one_line(stripped)
        return Trouble(FailureKind.BAD_RESPONSE, Remedy.STOP_ENDPOINT, "chat.web_page", detail)
    if "event-stream" in exchange.content_type or stripped.startswith(("data:", "event:", ":")):
        return assemble(text) or _json_or_none(stripped) or _cut_off("chat.stream_cut")
    return _json_or_none(stripped) or _cut_off("chat.not_a_reply")


def _json_or_none(text: str) -> Mapping[str, Any] | None:
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None


def _cut_off(code: str) -> Trouble:
    return Trouble(FailureKind.TRANSPORT, Remedy.RETRY, code)


def _read_error(exchange: Exchange, asked: Asked) -> Trouble:
    status = exchange.status
    if 300 <= status < 400:
        place = one_line(exchange.headers.get("Location", ""))
        fields = {"location": place}
        return Trouble(FailureKind.BAD_RESPONSE, Remedy.STOP_ENDPOINT, "chat.redirect", place, fields)
    text = decode(exchange.body, exchange.content_type)
    payload = _json_or_none(text.strip())
    error = error_in(payload, status) if payload is not None else None
    if error is None:
        words = one_line(text)
        error = ErrorBody(status, frozenset(), words)
    return classify(error, asked)
