"""The faults, by name: what endpoints really answer."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from heartbench.chat.fake import misjudging
from heartbench.chat.fake.calls import FakeCall
from heartbench.chat.fake.content import DONE, Content, Wire, data, dump, encode, error, events
from heartbench.chat.fake.judging import JudgeTask
from heartbench.chat.fake.settings import FakeSettings

HTML = "<!DOCTYPE html>\n<html><head><title>{0}</title></head><body><h1>{0}</h1></body></html>\n"
BRACES = "{criterion} {0} {nope} {{7*7}} {% raw %}"
ERROR_LIKE = "Error 404，这个梗我懂"
_HUGE = 4_000_000


@dataclass(frozen=True, slots=True)
class Meeting:
    """A call, what it would have got, and the settings: all that a fault may look at."""

    call: FakeCall
    content: Content
    """The reply without a fault."""
    task: JudgeTask | None
    settings: FakeSettings

    @property
    def text(self) -> str:
        """The text of the reply without a fault."""
        return self.content.text or ""


Concern = Callable[[FakeCall, JudgeTask | None], bool]


def _every(call: FakeCall, task: JudgeTask | None) -> bool:
    return True


def _judging(call: FakeCall, task: JudgeTask | None) -> bool:
    return task is not None


def _answering(call: FakeCall, task: JudgeTask | None) -> bool:
    return task is None


def _with_system(call: FakeCall, task: JudgeTask | None) -> bool:
    return any(item.role == "system" for item in call.messages)


def _with(parameter: str) -> Concern:
    return lambda call, task: parameter in call.body


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong."""

    name: str
    row: int
    """The row of the table of wire cases that it stands for; 0: a case beyond the table."""
    make: Callable[[Meeting], Content | Wire]
    concerns: Concern = _every
    """Which calls it can meet: the others are answered as if it were not there."""


def _moved(meeting: Meeting) -> Content:
    return Content(None, reasoning=meeting.text)


def _thought(meeting: Meeting) -> Content:
    return Content(f"<think>用户难过</think>{meeting.text}", meeting.content.finish)


def _refuse(status: int, message: str, kind: str, **extra: object) -> Callable[[Meeting], Wire]:
    return lambda meeting: error(meeting.call, status, message, kind, **extra)


def _limited(retry_after: str | None) -> Callable[[Meeting], Wire]:
    return lambda meeting: too_many(meeting.call, retry_after)


def too_many(call: FakeCall, retry_after: str | None) -> Wire:
    """A 429, with that header ``Retry-After`` or none."""
    base = error(call, 429, "Too many requests", "rate_limit_error", code="rate_limit_exceeded")
    headers = () if retry_after is None else (("Retry-After", retry_after),)
    return Wire(429, base.body, headers=headers)


def _limited_until(meeting: Meeting) -> Wire:
    return too_many(meeting.call, format_datetime(datetime.now(UTC) + timedelta(seconds=1), usegmt=True))


def _page(status: int, title: str) -> Callable[[Meeting], Wire]:
    return lambda meeting: Wire(status, HTML.format(title).encode(), "text/html; charset=utf-8")


def _late_page(meeting: Meeting) -> Wire:
    body = HTML.format("504 Gateway Time-out").encode()
    return Wire(504, body, "text/html", wait=meeting.settings.long_wait)


def _busy(meeting: Meeting) -> Wire:
    return Wire(200, dump({"error": {"message": "busy", "code": 429}}))


def _choices(value: object) -> Callable[[Meeting], Wire]:
    def make(meeting: Meeting) -> Wire:
        call = meeting.call
        if call.dialect == "anthropic":
            return Wire(200, dump({"type": "message", "role": "assistant", "content": value}))
        body = {"id": "fake", "object": "chat.completion", "model": call.model, "choices": value}
        return events([data(body), DONE]) if call.stream else Wire(200, dump(body))

    return make


def _newlines(meeting: Meeting) -> Wire:
    return Wire(200, b"\n" * 40)


def _newlines_first(meeting: Meeting) -> Wire:
    whole = encode(meeting.call, meeting.content)
    if whole.chunked:
        return Wire(200, b"28\r\n" + b"\n" * 40 + b"\r\n" + whole.body, whole.content_type, chunked=True)
    return Wire(200, b"\n" * 40 + whole.body)


def _cut(meeting: Meeting) -> Wire:
    part = b'{"choices":[{"mess' if meeting.call.dialect == "openai" else b'{"content":[{"ty'
    kind = "application/json"
    if meeting.call.stream:
        part, kind = b"data: " + part, "text/event-stream"
    return Wire(200, b"%x\r\n%s\r\n" % (len(part), part), kind, ending="cut", chunked=True)


def _stream_cut(meeting: Meeting) -> Wire:
    """Half of the events, then the proper end of the HTTP body: only the dialect's own end is missing."""
    whole = encode(meeting.call, meeting.content)
    half = whole.body[: len(whole.body) // 2].rfind(b"\n\n\r\n")
    return Wire(200, whole.body[: half + 4], whole.content_type, chunked=True)


def _lost(meeting: Meeting) -> Wire:
    return Wire(0, b"", ending="reset")


def _silent(meeting: Meeting) -> Wire:
    return Wire(0, b"", ending="silent")


def _never(meeting: Meeting) -> Wire:
    return Wire(0, b"", ending="never")


def _drip(meeting: Meeting) -> Wire:
    whole = encode(meeting.call, meeting.content)
    return Wire(200, whole.body, whole.content_type, ending="drip", chunked=whole.chunked)


def _retyped(meeting: Meeting) -> Wire:
    return Wire(200, encode(meeting.call, meeting.content).body, "text/plain", chunked=meeting.call.stream)


def _zipped(meeting: Meeting) -> Wire:
    whole = encode(meeting.call, meeting.content)
    if whole.chunked:
        return whole
    return Wire(200, gzip.compress(whole.body), headers=(("Content-Encoding", "gzip"),))


def _brotli(meeting: Meeting) -> Wire:
    whole = encode(replace(meeting.call, body={}), meeting.content)
    return Wire(200, stored_brotli(whole.body), headers=(("Content-Encoding", "br"),))


def _not_zipped(meeting: Meeting) -> Wire:
    whole = encode(meeting.call, meeting.content)
    return Wire(200, whole.body, whole.content_type, (("Content-Encoding", "gzip"),), chunked=whole.chunked)


def stored_brotli(body: bytes) -> bytes:
    """A valid brotli stream that holds ``body`` uncompressed (RFC 7932, 9.2): no library is needed."""
    pieces = []
    for start in range(0, len(body), 1 << 16):
        piece = body[start : start + (1 << 16)]
        # Not the last block, a length of four nibbles, uncompressed; the first one says the window.
        header, shift = ((len(piece) - 1) << 3) | (1 << 19), 1 if not start else 0
        pieces += [(header << shift).to_bytes(3, "little"), piece]
    return b"".join(pieces) + b"\x03" if pieces else b"\x06"


def _moved_away(meeting: Meeting) -> Wire:
    return Wire(307, b"", headers=(("Location", meeting.call.path),))


def _huge(meeting: Meeting) -> Content:
    return Content("很长。" * (_HUGE // 9), meeting.content.finish)


def _streaming(call: FakeCall, task: JudgeTask | None) -> bool:
    return call.stream


def _misjudge(make: misjudging.Misjudge) -> Callable[[Meeting], Content]:
    def damaged(meeting: Meeting) -> Content:
        assert meeting.task is not None
        return make(meeting.task, meeting.text)

    return damaged


_CONTENT = (
    Fault("truncated_reasoning", 1, lambda meeting: Content(None, "length", reasoning="想了很久……")),
    Fault("truncated", 1, lambda meeting: Content(meeting.text[: len(meeting.text) // 2], "length")),
    Fault("answer_in_reasoning", 2, _moved),
    Fault("content_parts", 3, lambda meeting: Content(meeting.text, reasoning="用户难过", parts=True)),
    Fault("tool_calls", 4, lambda meeting: Content(None, "tool_calls", tool_call=True)),
    Fault("tool_calls_blank", 4, lambda meeting: Content(" \n", "tool_calls", tool_call=True)),
    Fault("think_block", 5, _thought),
    Fault("braces", 6, lambda meeting: Content(BRACES), _answering),
    Fault("error_like", 7, lambda meeting: Content(ERROR_LIKE), _answering),
    Fault("empty_text", 9, lambda meeting: Content("")),
    Fault("blocked_finish", 19, lambda meeting: Content("", "content_filter")),
    Fault("huge_body", 0, _huge),
)

_BODY = (
    Fault("busy_200", 8, _busy),
    Fault("choices_null", 9, _choices(None)),
    Fault("choices_empty", 9, _choices([])),
    Fault("newlines_only", 10, _newlines),
    Fault("newlines_first", 10, _newlines_first),
    Fault("html_page", 11, _page(200, "Welcome")),
    Fault("wrong_content_type", 0, _retyped),
    Fault("gzip", 0, _zipped),
    Fault("brotli", 0, _brotli),
    Fault("gzip_false", 0, _not_zipped),
)

_WAITING = (
    Fault("rate_limited", 13, _limited(None)),
    Fault("rate_limited_seconds", 13, _limited("1")),
    Fault("rate_limited_date", 13, _limited_until),
    Fault("rate_limited_blank", 13, _limited("")),
    Fault("rate_limited_negative", 13, _limited("-1")),
    Fault("rate_limited_huge", 13, _limited("86400")),
    Fault("overloaded_529", 14, _refuse(529, "Overloaded", "overloaded_error")),
    Fault("overloaded_error", 14, _refuse(500, "Overloaded", "overloaded_error")),
)

_TRANSPORT = (
    Fault("cut", 15, _cut),
    Fault("stream_cut", 15, _stream_cut, _streaming),
    Fault("gateway_timeout", 16, _late_page),
    Fault("http_500", 0, _refuse(500, "Internal server error", "server_error")),
    Fault("http_502", 0, _page(502, "502 Bad Gateway")),
    Fault("http_503", 0, _refuse(503, "Service unavailable", "server_error")),
    Fault("reset", 0, _lost),
    Fault("closed", 0, _silent),
    Fault("never", 0, _never),
    Fault("drip", 0, _drip),
    Fault("redirect", 0, _moved_away),
)


def _unsupported(parameter: str) -> Fault:
    message = f"Unsupported parameter: '{parameter}' is not supported with this model."
    make = _refuse(400, message, "invalid_request_error", param=parameter, code="unsupported_parameter")
    return Fault(f"unsupported_{parameter}", 17, make, _with(parameter))


def _blocked(name: str, message: str, code: object) -> Fault:
    return Fault(name, 19, _refuse(400, message, "invalid_request_error", code=code))


_TOO_LONG = (
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
)

_REFUSALS = (
    _unsupported("max_tokens"),
    _unsupported("temperature"),
    Fault(
        "no_system_role", 18, _refuse(400, "System role not supported", "invalid_request_error"), _with_system
    ),
    _blocked("blocked_inspection", "Input data may contain inappropriate content.", "data_inspection_failed"),
    _blocked("blocked_filter", "The response was filtered by the content policy.", "content_filter"),
    _blocked("blocked_risk", "Content Exists Risk", None),
    _blocked("blocked_1301", "系统检测到输入或生成内容可能包含不安全或敏感内容。", "1301"),
    Fault(
        "context_length",
        20,
        _refuse(400, _TOO_LONG, "invalid_request_error", code="context_length_exceeded"),
    ),
    Fault("unauthorized", 21, _refuse(401, "Incorrect API key provided.", "authentication_error")),
    Fault("forbidden", 21, _refuse(403, "The key may not use this model.", "permission_error")),
    Fault("unknown_model", 21, _refuse(404, "The model does not exist.", "not_found_error")),
)

_VERDICTS = tuple(Fault(name, 23, _misjudge(make), _judging) for name, make in misjudging.MISJUDGINGS.items())

FAULTS: Mapping[str, Fault] = {
    fault.name: fault for fault in (*_CONTENT, *_BODY, *_WAITING, *_TRANSPORT, *_REFUSALS, *_VERDICTS)
}
"""Every fault by its name. Rows 12 and 22 are about addresses, row 24 is the setting ``slots``."""
