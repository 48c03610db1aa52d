"""What is written: one frozen record per row. Keys are made by the caller and stay opaque here.

Times are Unix seconds. A key is 40 hexadecimal characters (:func:`heartbench.records.digest`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from heartbench.records import UNKNOWN_USAGE, FailureKind, Side, Usage

_NOTHING: Mapping[str, object] = MappingProxyType({})

REPLY = "reply"
"""The ``status`` of a call that brought a text."""

RunStatus = Literal["running", "done", "failures", "interrupted"]
EditionKind = Literal["answers", "verdicts"]
ParticipantKind = Literal["model", "callable", "offline", "file"]


@dataclass(frozen=True, slots=True)
class CallRow:
    """One paid request and its reply; append-only."""

    key: str
    """Key of the answer or verdict it was made for."""
    side: Side
    part: int
    """Index of the part (chunk) of a judging, from 0; 0 for an answer."""
    round: int
    """From 1: one more than the failures the key had when the call was made."""
    attempt: int
    """From 1 within part and round."""
    target: str
    """The model's name, import path or offline name."""
    address: str
    """Base URL without credentials, or empty."""
    created_at: float
    status: str = REPLY
    """``reply``, or the value of a FailureKind."""
    raw: str = ""
    """The text or body as it came."""
    text: str | None = None
    """What may be judged, where it differs from ``raw``; None where it is the same."""
    finish_reason: str = ""
    message: str = ""
    """One line for people, for a call that failed."""
    http_status: int | None = None
    usage: Usage = UNKNOWN_USAGE
    latency: float = 0.0
    """Seconds."""
    cost: float | None = None
    """US dollars, None where no price is known."""
    retries: int = 0
    """Transport attempts before this one."""
    sent: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    """The request's fields without the messages."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer and what its key was made of."""

    key: str
    text: str
    """What is judged."""
    text_hash: str
    dialogue_hash: str
    prompt_hash: str
    """Hash of the answering prompt's template; empty for a file of answers."""
    candidate: str
    """Fingerprint of the candidate."""
    edition: int
    sample: int
    created_at: float
    raw: str = ""
    """As it came, where that differs from ``text``."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A verdict and what its key was made of."""

    key: str
    text_hash: str
    """Hash of the judged text."""
    dialogue_hash: str
    judging_hash: str
    """Hash of the judging prompt as rendered without the answer."""
    judge: str
    """Fingerprint of the judge."""
    mode: str
    """Canonical mode string."""
    edition: int
    repeat: int
    hits: tuple[bool, ...]
    """In the order of the rubric."""
    reasons: tuple[str, ...]
    """In the order of the rubric."""
    raw_values: tuple[object, ...]
    """The values as the judge wrote them: rule ``released`` scores them."""
    created_at: float


@dataclass(frozen=True, slots=True)
class FailureRow:
    """Why a round brought no answer or no verdict. The first of a key and round is kept."""

    key: str
    side: Side
    round: int
    kind: FailureKind
    message: str
    created_at: float
    raw: str = ""
    """The last raw reply."""
    attempts: int = 1
    raw_values: tuple[object, ...] | None = None


@dataclass(frozen=True, slots=True)
class RunAnswerRow:
    """Which answer stands in a cell of a run; a later link of the same cell replaces it."""

    run_id: int
    candidate_no: int
    """Index in the run's candidates, from 0."""
    question_no: int
    """Index in the run's questions, from 0."""
    sample: int
    key: str


@dataclass(frozen=True, slots=True)
class RunVerdictRow:
    """Which verdict stands in a cell of a run; a later link of the same cell replaces it."""

    run_id: int
    candidate_no: int
    question_no: int
    sample: int
    judge_no: int
    """Index in the run's judges, from 0."""
    repeat: int
    key: str


Row = CallRow | AnswerRow | VerdictRow | FailureRow | RunAnswerRow | RunVerdictRow


@dataclass(frozen=True, slots=True)
class Participant:
    """A candidate or judge as a run records it."""

    label: str
    fingerprint: str
    kind: ParticipantKind
    target: str
    """Model name, import path, offline name or path of the file."""
    address: str = ""
    """Base URL without credentials; no part of the fingerprint."""
    revision: str = ""
    settings: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    """What else a reader should know: parameters, system prompt, …; JSON values."""


@dataclass(frozen=True, slots=True)
class RunEdition:
    """Which edition of one scope's answers or verdicts a run works in."""

    kind: EditionKind
    scope: str
    fresh: bool = False
    """Whether a new edition starts with the run."""
    number: int = 0
    """From 1; the store fills it in when the run is begun."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """What a run consists of."""

    name: str
    fingerprint: str
    """RunSpec.fingerprint: the same name must mean the same run."""
    questions: str
    """Fingerprint of the question set, put into the store before."""
    candidates: tuple[Participant, ...]
    judges: tuple[Participant, ...]
    protocol: str
    mode: str
    samples: int = 1
    repeats: int = 1
    answering_hash: str = ""
    """Hash of the answering prompt's template."""
    judging_hash: str = ""
    """Hash of the judging prompt's template."""
    version: str = ""
    """Version of HeartBench that began it."""
    editions: tuple[RunEdition, ...] = ()
    """Of the answers and verdicts that it reuses and makes."""

    @property
    def fresh(self) -> frozenset[EditionKind]:
        """What it makes anew."""
        return frozenset(item.kind for item in self.editions if item.fresh)
