"""What every part of one invocation shares: the spec, the store, the counts."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from heartbench.evaluation.keys import VerdictAddress
from heartbench.evaluation.observe import Observer, Progress
from heartbench.language import Language
from heartbench.protocols import Judging, Mode, Protocol
from heartbench.records import CallFailure, FailureKind, Question, RunSpec, Side
from heartbench.store import CallRow, RunVerdictRow, Store, StoredCall, Writer

MAX_ATTEMPTS = 3
"""Calls per part and round."""

RETRIED_ANSWER_KINDS = frozenset({FailureKind.EMPTY})
"""Failures of an answer that another attempt in the same round may mend; the wire's own are retried there."""

_JUDGINGS_KEPT = 256


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """An answer that is owed."""

    candidate_no: int
    question_no: int
    sample: int
    key: str
    round: int
    calls: tuple[StoredCall, ...] = ()
    """Calls committed for this key before, of all its rounds."""


@dataclass(frozen=True, slots=True)
class JudgeJob:
    """A verdict that is owed."""

    candidate_no: int
    question_no: int
    judge_no: int
    address: VerdictAddress
    key: str
    round: int
    answer_key: str
    text: str | None
    """The answer; None where it lies in the store alone."""
    calls: tuple[StoredCall, ...] = ()
    """Calls committed for this key before, of all its rounds."""

    def without_text(self) -> JudgeJob:
        """The same job, its answer left in the store."""
        return replace(self, text=None)


@dataclass(frozen=True, slots=True)
class Stop:
    """A lane or endpoint that was given up."""

    side: Side
    label: str
    failure: CallFailure


@dataclass(frozen=True, slots=True)
class JudgeCell:
    """One place in the run's table of verdicts, and the answer that is judged there."""

    candidate_no: int
    question_no: int
    sample: int
    judge_no: int
    repeat: int
    text_hash: str
    answer_key: str

    def link(self, run_id: int, key: str) -> RunVerdictRow:
        """The row that puts a verdict's key in this place."""
        return RunVerdictRow(
            run_id, self.candidate_no, self.question_no, self.sample, self.judge_no, self.repeat, key
        )


class Judgings:
    """The prepared judging prompts; only the latest are kept, to stay small on large sets."""

    def __init__(self, protocol: Protocol, mode: Mode, questions: tuple[Question, ...]) -> None:
        self._protocol = protocol
        self._mode = mode
        self._questions = questions
        self._recent: OrderedDict[int, Judging] = OrderedDict()
        self._hashes: dict[int, str] = {}

    def of(self, question_no: int) -> Judging:
        """The judging prompt of a question, without an answer."""
        found = self._recent.get(question_no)
        if found is None:
            found = self._protocol.judging(self._questions[question_no], self._mode)
            self._recent[question_no] = found
            self._hashes[question_no] = found.hash
            if len(self._recent) > _JUDGINGS_KEPT:
                self._recent.popitem(last=False)
        return found

    def hash_of(self, question_no: int) -> str:
        """Its hash, kept for all questions."""
        known = self._hashes.get(question_no)
        return self.of(question_no).hash if known is None else known


@dataclass
class RunContext:
    """One invocation of a run."""

    spec: RunSpec
    store: Store
    writer: Writer
    run_id: int
    protocol: Protocol
    judgings: Judgings
    observer: Observer
    candidate_prints: tuple[str, ...]
    """Fingerprints of the candidates."""
    judge_prints: tuple[str, ...]
    """Fingerprints of the judges."""
    stop: asyncio.Event
    """Set when a person asks to stop: what is in flight may end, nothing new begins."""
    speak: Language = "en"
    """The language of the messages that are kept with failures."""
    answer_editions: tuple[int, ...] = ()
    """By candidate."""
    verdict_editions: dict[tuple[int, int], int] = field(default_factory=dict)
    """By judge and candidate."""
    progress: Progress = field(default_factory=Progress)
    stops: list[Stop] = field(default_factory=list)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the run, in order."""
        return self.spec.questions.questions

    def tell(self) -> None:
        """Hand the counts to the observer."""
        self.observer.on_progress(self.progress)

    def count_call(self, row: CallRow) -> None:
        """Add one committed call to the counts."""
        progress = self.progress
        progress.calls += 1
        progress.input_tokens += row.usage.input_tokens or 0
        progress.output_tokens += row.usage.output_tokens or 0
        if row.cost is None:
            progress.unpriced_calls += 1
        else:
            progress.cost += row.cost

    def count_failed_request(self) -> None:
        """Count a request that brought no reply. Whoever shows the progress reads it when it is time to."""
        self.progress.failed_requests += 1

    def note_stop(self, side: Side, label: str, failure: CallFailure) -> None:
        """Remember that a lane or endpoint was given up; the chat room says so as it happens."""
        if not any(known.side == side and known.label == label for known in self.stops):
            self.stops.append(Stop(side, label, failure))

    def verdict_address(self, cell: JudgeCell) -> VerdictAddress:
        """Where the verdict of one answer lies."""
        return VerdictAddress(
            text_hash=cell.text_hash,
            dialogue_hash=self.questions[cell.question_no].dialogue_hash,
            judging_hash=self.judgings.hash_of(cell.question_no),
            judge=self.judge_prints[cell.judge_no],
            mode=self.spec.mode,
            edition=self.verdict_editions[cell.judge_no, cell.candidate_no],
            repeat=cell.repeat,
        )


def now() -> float:
    """Unix seconds."""
    return time.time()
