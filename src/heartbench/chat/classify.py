"""What an error of an endpoint means.

Providers put the same news under different statuses, codes and words. The order of the
questions matters: a content filter may come as 403, a prompt that is too long as 429.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from heartbench.chat.trouble import Remedy, Trouble, one_line
from heartbench.records import FailureKind


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """An error as an endpoint words it."""

    status: int
    """HTTP status, or the status inside the body where HTTP said 200; 0 where neither says."""
    codes: frozenset[str]
    """Its codes and types, lower case."""
    message: str
    param: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the request matters for the meaning of an error."""

    parameters: Collection[str]
    """Names of the fields sent, without model and messages."""
    system: bool = False
    """Whether a system message was sent."""
    own_stream_options: bool = False
    """Whether stream_options was added by us."""


def _codes_of(*lines: str) -> frozenset[str]:
    return frozenset(code for line in lines for code in line.split())


_BLOCKED_CODES = _codes_of(
    "content_filter data_inspection_failed datainspectionfailed content_policy_violation",
    "responsibleaipolicyviolation prohibited_content content_blocked sensitive_content 1301 1026 1027",
)
_BLOCKED_WORDS = (
    "content exists risk",
    "data_inspection_failed",
    "inappropriate content",
    "content filter",
    "content_filter",
    "content management policy",
    "content policy",
    "input was flagged",
    "sensitive content",
    "敏感",
    "不安全",
    "违规",
)
_LONG_CODES = _codes_of("context_length_exceeded string_above_max_length exceed_context_size_error 1261")
_LONG_WORDS = (
    "context length",
    "maximum context",
    "context window",
    "context size",
    "prompt is too long",
    "input is too long",
    "prompt too long",
    "input length should be",
    "maximum input length",
    "reduce the length",
    "too many input tokens",
    "exceeds the maximum number of tokens",
    "超过最大长度",
    "输入过长",
)
_TOO_LARGE = "request too large"
_QUOTA_CODES = _codes_of(
    "insufficient_quota billing_hard_limit_reached arrearage insufficient_balance 1113",
)
_QUOTA_WORDS = ("insufficient balance", "credit balance is too low", "余额不足", "欠费")
_WAIT_CODES = _codes_of(
    "rate_limit_exceeded rate_limit_error rate_limit_reached_error too_many_requests resource_exhausted",
    "overloaded_error engine_overloaded engine_overloaded_error server_overloaded throttling",
    "limit_requests limit_burst_rate 429 529 1302 1303 1305 1002",
)
_WAIT_WORDS = (
    "overload",
    "too many requests",
    "rate limit",
    "server is busy",
    "访问量过大",
    "请求过多",
    "限流",
)
_KEY_CODES = _codes_of(
    "invalid_api_key authentication_error permission_error invalid_authentication_error",
)
_MODEL_CODES = _codes_of("model_not_found modelnotfound not_found_error 1211")
_NO_MODEL = re.compile(
    r"model.{0,80}(not found|not exist|n't exist|not supported)|no such model|模型不存在", re.DOTALL
)
_NO_SYSTEM = re.compile(
    r"system (role|messages?|prompts?|instructions?).{0,40}not (be )?(supported|allowed|enabled)"
    r"|(not support|unsupported|invalid).{0,30}['\"`]?system['\"`]? (role|messages?|prompts?)"
    r"|(unsupported|invalid) role.{0,10}system|developer instruction is not enabled"
    r"|conversation roles must alternate",
    re.DOTALL,
)
_SLOW = frozenset({408, 504, 524})
_DOWN = frozenset({502, 503, 520, 521, 522, 523})
_RETRIED_4XX = frozenset({409, 425})


def error_in(payload: Mapping[str, Any], status: int = 0) -> ErrorBody | None:
    """The error a JSON body holds, None where it holds none."""
    error = payload.get("error")
    if isinstance(error, Mapping) and error:
        return _from_mapping(error, status, str(payload.get("type", "")))
    if isinstance(error, str) and error:
        return ErrorBody(status, _codes(payload.get("code")), error)
    if payload.get("choices") or payload.get("content"):
        return _inside_choice(payload, status)
    return _loose(payload, status)


def _inside_choice(payload: Mapping[str, Any], status: int) -> ErrorBody | None:
    choices = payload.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    error = first.get("error") if isinstance(first, Mapping) else None
    return _from_mapping(error, status) if isinstance(error, Mapping) and error else None


def _from_mapping(error: Mapping[str, Any], status: int, outer_type: str = "") -> ErrorBody:
    code = error.get("code")
    inner = error.get("innererror")
    more = inner.get("code") if isinstance(inner, Mapping) else None
    message = error.get("message") or error.get("msg") or ""
    codes = _codes(code, error.get("type"), error.get("status"), more, outer_type)
    return ErrorBody(status or _status_of(code), codes, str(message), str(error.get("param") or ""))


def _loose(payload: Mapping[str, Any], status: int) -> ErrorBody | None:
    """An error without the field ``error``, as some providers write them."""
    base = payload.get("base_resp")
    if isinstance(base, Mapping) and base.get("status_code"):
        return ErrorBody(status, _codes(base["status_code"]), str(base.get("status_msg", "")))
    code = payload.get("error_code", payload.get("code"))
    names = ("error_msg", "message", "msg", "detail")
    message = next((payload[name] for name in names if payload.get(name)), None)
    if message is None or (code in (None, 0, "0", 200) and not status and payload.get("object") != "error"):
        return None
    return ErrorBody(status or _status_of(code), _codes(code, payload.get("type")), str(message))


def _status_of(code: object) -> int:
    text = str(code)
    return int(text) if len(text) == 3 and text.isdecimal() and text[0] in "45" else 0


def _codes(*values: object) -> frozenset[str]:
    return frozenset(str(value).lower() for value in values if value not in (None, ""))


def classify(error: ErrorBody, asked: Asked) -> Trouble:
    """The trouble an error stands for."""
    words = error.message.lower()
    return (
        _about_the_text(error, words)
        or _about_the_account(error, words)
        or _about_the_request(error, words, asked)
        or _about_the_server(error)
    )


def _trouble(error: ErrorBody, kind: FailureKind, remedy: Remedy, code: str, **fields: object) -> Trouble:
    return Trouble(kind, remedy, code, one_line(error.message), fields, status=error.status or None)


def _has(words: str, markers: Collection[str]) -> bool:
    return any(marker in words for marker in markers)


def _about_the_text(error: ErrorBody, words: str) -> Trouble | None:
    if error.codes & _BLOCKED_CODES or (error.status != 429 and _has(words, _BLOCKED_WORDS)):
        return _trouble(error, FailureKind.BLOCKED, Remedy.NONE, "chat.blocked")
    long_words = error.status not in (429, 401, 404) and _has(words, _LONG_WORDS)
    if error.codes & _LONG_CODES or error.status == 413 or long_words or _TOO_LARGE in words:
        return _trouble(error, FailureKind.CONTEXT_LENGTH, Remedy.NONE, "chat.context_length")
    return None


def _about_the_account(error: ErrorBody, words: str) -> Trouble | None:
    if error.status == 402 or error.codes & _QUOTA_CODES or _has(words, _QUOTA_WORDS):
        return _trouble(error, FailureKind.UNAUTHORIZED, Remedy.STOP_ENDPOINT, "chat.quota")
    busy = error.status in (0, 400, 500, 503) and _has(words, _WAIT_WORDS)
    if error.status in (429, 529) or error.codes & _WAIT_CODES or busy:
        return _trouble(error, FailureKind.RATE_LIMITED, Remedy.WAIT, "chat.rate_limited")
    if error.status in (401, 403) or error.codes & _KEY_CODES:
        return _trouble(error, FailureKind.UNAUTHORIZED, Remedy.STOP_ENDPOINT, "chat.unauthorized")
    return None


def _about_the_request(error: ErrorBody, words: str, asked: Asked) -> Trouble | None:
    if error.status == 404 or error.codes & _MODEL_CODES:
        named = error.codes & _MODEL_CODES or "model" in words or "模型" in words
        code = "chat.unknown_model" if named else "chat.wrong_path"
        return _trouble(error, FailureKind.UNKNOWN_MODEL, Remedy.STOP_LANE, code)
    if asked.system and error.status in (0, 400, 422, 500) and _NO_SYSTEM.search(words):
        return _trouble(error, FailureKind.UNSUPPORTED_PARAMETER, Remedy.FOLD_SYSTEM, "chat.refused_request")
    if error.status not in (0, 400, 422):
        return None
    if parameter := _named_parameter(error, words, asked.parameters):
        own = parameter == "stream_options" and asked.own_stream_options
        remedy = Remedy.DROP_STREAM_OPTIONS if own else Remedy.STOP_ROUTE
        code = "chat.unsupported_parameter"
        return _trouble(error, FailureKind.UNSUPPORTED_PARAMETER, remedy, code, parameter=parameter)
    if _NO_MODEL.search(words):
        return _trouble(error, FailureKind.UNKNOWN_MODEL, Remedy.STOP_LANE, "chat.unknown_model")
    return None


def _named_parameter(error: ErrorBody, words: str, parameters: Collection[str]) -> str:
    if error.param in parameters:
        return error.param
    found = [
        (match.start(), name)
        for name in parameters
        if (match := re.search(rf"(?<![a-z0-9_]){re.escape(name.lower())}(?![a-z0-9_])", words))
    ]
    return min(found)[1] if found else ""


def _about_the_server(error: ErrorBody) -> Trouble:
    status = error.status
    if status in _SLOW:
        return _trouble(error, FailureKind.TRANSPORT, Remedy.RETRY_FEW, "chat.server_error")
    if status in _DOWN:
        return _trouble(error, FailureKind.TRANSPORT, Remedy.RECONNECT, "chat.server_error")
    if status == 0 or status >= 500 or status in _RETRIED_4XX:
        return _trouble(error, FailureKind.TRANSPORT, Remedy.RETRY, "chat.server_error")
    if status in (405, 410):
        return _trouble(error, FailureKind.BAD_RESPONSE, Remedy.STOP_ENDPOINT, "chat.wrong_path")
    return _trouble(error, FailureKind.UNSUPPORTED_PARAMETER, Remedy.NONE, "chat.refused_request")
