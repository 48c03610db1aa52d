"""What went wrong with one attempt, and what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType

from heartbench.records import UNKNOWN_USAGE, FailureKind, Usage


class Remedy(Enum):
    """What the client does next."""

    NONE = auto()
    """The call has failed for good; others may go on."""
    RETRY = auto()
    """Ask again after a while, a bounded number of times."""
    RETRY_FEW = auto()
    """Ask again, but seldom: each try costs money or minutes."""
    RECONNECT = auto()
    """Nobody is there: ask again, and if others meet the same, hold the lane."""
    WAIT = auto()
    """The endpoint asks to wait: hold the lane."""
    FOLD_SYSTEM = auto()
    """Put the system text into the user turn and ask again at once."""
    DROP_STREAM_OPTIONS = auto()
    """Leave out the field that asks for usage in streams and ask again at once."""
    STOP_ROUTE = auto()
    """No call with these parameters can succeed."""
    STOP_LANE = auto()
    """No call to this model can succeed."""
    STOP_ENDPOINT = auto()
    """No call to this endpoint can succeed."""


def _nothing() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Trouble:
    """One attempt that brought no text."""

    kind: FailureKind
    remedy: Remedy
    code: str
    """Key of the sentence for people."""
    detail: str = ""
    """The endpoint's own words, shortened to one line."""
    fields: Mapping[str, object] = field(default_factory=_nothing)
    """Further fields of the sentence."""
    raw: str = ""
    """The body as it came."""
    status: int | None = None
    retry_after: float | None = None
    """Seconds the endpoint asks to wait."""
    paid: bool = False
    usage: Usage = UNKNOWN_USAGE
    latency: float = 0.0


@dataclass(frozen=True, slots=True)
class Spoken:
    """One attempt that brought text."""

    text: str
    raw: str
    finish_reason: str
    usage: Usage


_LONGEST_DETAIL = 240


def one_line(text: str) -> str:
    """Text of an endpoint as one short line; a web page is replaced by its title."""
    if looks_like_html(text):
        return _title(text)
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_DETAIL else f"{line[: _LONGEST_DETAIL - 1]}…"


def looks_like_html(text: str) -> bool:
    """Whether a body is a web page."""
    start = text.lstrip("\ufeff \t\r\n")[:200].lower()
    if not start.startswith("<"):
        return False
    return start.startswith(("<!doctype", "<head", "<body")) or "<html" in start


def _title(page: str) -> str:
    lowered = page.lower()
    start, end = lowered.find("<title>"), lowered.find("</title>")
    return one_line(page[start + 7 : end].strip(" <")) if 0 <= start < end else ""
