"""What is read: one frozen record per thing that the store knows. Times are Unix seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from heartbench.records import FailureKind, QuestionSet, Side, Usage
from heartbench.store.rows import EditionKind, RunRow, RunStatus


@dataclass(frozen=True, slots=True)
class Edition:
    """The current edition of a scope's answers or verdicts."""

    number: int
    """From 1."""
    started_at: float | None
    """None for the first edition, which nobody had to start."""


@dataclass(frozen=True, slots=True)
class AnswerHead:
    """Enough of an answer to judge whether a verdict is owed."""

    text_hash: str
    created_at: float


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer that was committed."""

    key: str
    text: str
    raw: str
    """As it came, where that differs from ``text``; else empty."""
    text_hash: str
    created_at: float


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A verdict that was committed."""

    key: str
    hits: tuple[bool, ...]
    """In the order of the rubric."""
    reasons: tuple[str, ...]
    """In the order of the rubric."""
    raw_values: tuple[object, ...]
    """As the judge wrote them."""
    created_at: float


@dataclass(frozen=True, slots=True)
class StoredFailure:
    """A round that brought nothing."""

    key: str
    side: Side
    round: int
    kind: FailureKind
    message: str
    raw: str
    attempts: int
    raw_values: tuple[object, ...] | None
    """The judge's list of values where one was readable."""
    created_at: float


@dataclass(frozen=True, slots=True)
class StoredCall:
    """A call of a round that is not finished."""

    key: str
    side: Side
    part: int
    round: int
    attempt: int
    target: str
    address: str
    status: str
    """``reply``, or the value of a FailureKind."""
    raw: str
    text: str
    """What may be judged (``raw`` where the two are the same)."""
    finish_reason: str
    message: str
    http_status: int | None
    usage: Usage
    latency: float
    cost: float | None
    retries: int
    sent: Mapping[str, object]
    created_at: float


@dataclass(frozen=True, slots=True)
class RunOwner:
    """The process that a run belongs to at present."""

    host: str
    pid: int
    since: float
    heartbeat_at: float


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that was begun."""

    id: int
    spec: RunRow
    """What it consists of: name, candidates, judges, protocol, …"""
    status: RunStatus
    """``running`` also where its process died: see ``owner``."""
    started_at: float
    """When it was begun first; resuming does not change it."""
    begun_at: float
    """When it was begun last: the start of the latest invocation."""
    finished_at: float | None
    owner: RunOwner | None

    @property
    def name(self) -> str:
        """The name people know it by."""
        return self.spec.name


@dataclass(frozen=True, slots=True)
class RunHandle:
    """A run that this process owns."""

    run: StoredRun
    before: RunStatus | None
    """How the run had ended, or that it had not; None where it is new."""

    @property
    def resumed(self) -> bool:
        """Whether the run had been begun before."""
        return self.before is not None

    def edition(self, kind: EditionKind, scope: str) -> int:
        """The number of the edition that the run works in; 1 for a scope it did not name."""
        found = (item.number for item in self.run.spec.editions if (item.kind, item.scope) == (kind, scope))
        return next(found, 1)

    @property
    def id(self) -> int:
        """What links and finish_run take."""
        return self.run.id


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """One cell of a run: an answer, or the latest failure, or neither (still owed)."""

    key: str
    answer: StoredAnswer | None
    failure: StoredFailure | None
    """Only where there is no answer."""
    reused: bool
    """Whether the answer was committed before the run was begun."""


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """One cell of a run: a verdict, or the latest failure, or neither (still owed)."""

    key: str
    verdict: StoredVerdict | None
    failure: StoredFailure | None
    """Only where there is no verdict."""
    reused: bool
    """Whether the verdict was committed before the run was begun."""


@dataclass(frozen=True, slots=True)
class CallTotals:
    """The calls of one candidate or judge at one target."""

    side: Side
    number: int
    """Index of the candidate or judge; calls that several share count once, with the first."""
    target: str
    calls: int
    by_status: Mapping[str, int]
    """``reply`` or the value of a FailureKind → calls."""
    retries: int
    input_tokens: int
    """Sum over the calls whose endpoint said; the same holds for the other two."""
    output_tokens: int
    cached_input_tokens: int
    usage_unknown: int
    """Calls whose endpoint said neither input nor output tokens."""
    cost: float
    """US dollars, sum over the calls with a known price."""
    cost_unknown: int
    """Calls without a known price."""
    latency_mean: float
    """Seconds."""
    latency_p50: float
    latency_p95: float
    first_at: float
    last_at: float


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """One answer that a run asks for, and the verdicts on it."""

    candidate_no: int
    question_no: int
    sample: int
    answer: AnswerCell | None
    """None: there is no link yet, its turn has not come."""
    verdicts: Mapping[tuple[int, int], VerdictCell]
    """By (judge_no, repeat). Cells without a link are not there: mostly, their answer is missing."""


@dataclass(frozen=True, slots=True)
class RunResults:
    """Everything a report says about a run, from one moment of the store."""

    run: StoredRun
    questions: QuestionSet
    places: Iterable[ResultPlace]
    """Every place of the run, by candidate, question and sample. Each loop reads them anew from the
    store, a few at a time, so that a large run needs no more memory than a small one."""
    calls: tuple[CallTotals, ...]
    """Made for this run's keys since it was begun: what this run paid for."""
    earlier_calls: tuple[CallTotals, ...]
    """Made for the same keys before: what the reused answers and verdicts once cost."""
