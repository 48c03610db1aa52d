"""What comes back: replies, answers, verdicts, failures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from heartbench.records.targets import UNKNOWN_USAGE, Usage

Side = Literal["candidate", "judge"]


class FailureKind(StrEnum):
    """Why there is no answer or no verdict."""

    TRUNCATED = "truncated"
    """The reply ended at its length limit."""
    EMPTY = "empty"
    """There was no text to judge."""
    BLOCKED = "blocked"
    """A content filter of the provider refused."""
    CONTEXT_LENGTH = "context_length"
    """The request is longer than the model takes."""
    REFUSED = "refused"
    """The judge said in words that it will not judge."""
    UNPARSEABLE = "unparseable"
    """No verdict could be read."""
    WRONG_COUNT = "wrong_count"
    """Verdicts for other criteria than those asked."""
    INVALID_VALUE = "invalid_value"
    """A value that is neither hit nor miss."""
    CONFLICTING = "conflicting"
    """Two admissible readings differ."""
    TRANSPORT = "transport"
    """The network or the server failed, after retries."""
    RATE_LIMITED = "rate_limited"
    """The endpoint kept asking to wait, beyond the bound."""
    UNAUTHORIZED = "unauthorized"
    """The key was refused (401, 403)."""
    UNKNOWN_MODEL = "unknown_model"
    """The endpoint does not know the model or the path (404)."""
    UNSUPPORTED_PARAMETER = "unsupported_parameter"
    """The endpoint refused a parameter or the request (400)."""
    BAD_RESPONSE = "bad_response"
    """The address answers with something that is no chat reply, such as a web page."""
    CALLABLE = "callable"
    """The user's callable raised."""
    MISSING = "missing"
    """A file of answers has none for the question (absent, null, empty or no text)."""
    UNMARKED = "unmarked"
    """The judge ``labels`` has no marks for this answer: it is no labelled one."""


STOPPED_UNTIL_ASKED = frozenset({FailureKind.BLOCKED, FailureKind.CONTEXT_LENGTH, FailureKind.REFUSED})
"""Kinds for which a later invocation opens no new round by itself (``--retry-failed all`` does)."""

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reply:
    """One paid reply of a model."""

    text: str
    """What may be judged: without reasoning blocks."""
    raw: str
    """The text as it came, reasoning blocks included."""
    finish_reason: str
    """As the endpoint said: ``stop``, ``length``, ``end_turn``, …; empty where it did not say."""
    usage: Usage = UNKNOWN_USAGE
    latency: float = 0.0
    """Seconds from sending to the last byte, of the attempt that succeeded."""
    sent: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    """The request's fields without the messages: model, parameters, stream, what was folded."""
    retries: int = 0
    """Transport attempts before this one."""
    cost: float | None = None
    """US dollars, None where no price is known."""


@dataclass(frozen=True, slots=True)
class CallFailure:
    """A call that brought no text to judge."""

    kind: FailureKind
    message: str
    """One line for people, known keys replaced, without a newline; at most 500 characters."""
    raw: str = ""
    """The body as it came (keys replaced), so that nothing is lost."""
    status: int | None = None
    """HTTP status, None where there was none."""
    stops: Literal["call", "lane", "endpoint"] = "call"
    """How far the failure reaches."""
    paid: bool = False
    """Whether the endpoint did the work (a reply came, if an unusable one): such a call is committed."""
    usage: Usage = UNKNOWN_USAGE
    latency: float = 0.0
    sent: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    retries: int = 0
    cost: float | None = None


CallOutcome = Reply | CallFailure


@dataclass(frozen=True, slots=True)
class Answer:
    """A candidate's reply to a question."""

    text: str
    """What is judged."""
    raw: str = ""
    """As it came, where that differs from ``text``; else empty."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hit or miss for every criterion of one answer, with reasons."""

    hits: tuple[bool, ...]
    """In the order of the rubric."""
    reasons: tuple[str, ...]
    """In the order of the rubric; a contract with one reason for all puts it first, the rest are empty."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer or no verdict. Never a score."""

    kind: FailureKind
    side: Side
    message: str
    raw: str = ""
    """The last raw reply."""
    attempts: int = 1
    raw_values: tuple[object, ...] | None = None
    """The list of values the judge gave, where one was readable: rule ``released`` scores it."""
