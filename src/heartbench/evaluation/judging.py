"""From an owed verdict to a committed verdict or failure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol as Interface

from heartbench.chat import ChatClient
from heartbench.evaluation.calls import CallSite, call_row
from heartbench.evaluation.context import MAX_ATTEMPTS, JudgeJob, RunContext, now
from heartbench.language import Language, say
from heartbench.protocols import (
    Contract,
    Judging,
    JudgingPart,
    Parsed,
    ParseFailure,
    assemble,
    assemble_raw,
    parse_reply,
)
from heartbench.records import (
    CallFailure,
    CallOutcome,
    Failure,
    FailureKind,
    ModelTarget,
    Question,
    Reply,
    Verdict,
)
from heartbench.store import REPLY, CallRow, FailureRow, StoredCall, VerdictRow

NOT_RETRIED = frozenset(
    {
        FailureKind.BLOCKED,
        FailureKind.CONTEXT_LENGTH,
        FailureKind.TRANSPORT,
        FailureKind.RATE_LIMITED,
        FailureKind.UNAUTHORIZED,
        FailureKind.UNKNOWN_MODEL,
        FailureKind.UNSUPPORTED_PARAMETER,
        FailureKind.BAD_RESPONSE,
    }
)
"""Failures of a part that another attempt in the same round cannot mend: the wire retried what it could."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judge made of one answer, and the calls that are not committed yet."""

    outcome: Verdict | Failure
    raw_values: tuple[object, ...] = ()
    """The values as the judge wrote them; empty for a failure, which carries its own."""
    pending: tuple[CallRow, ...] = ()
    stop: CallFailure | None = None
    """The failure that gave up the lane, if one did."""


class JudgeRoom(Interface):
    """A judge: a question and an answer in, a verdict or failure out."""

    async def judge(self, job: JudgeJob, question: Question, answer: str) -> Judged:
        """Decide hit or miss on every criterion."""

    def stopped(self) -> CallFailure | None:
        """Why nothing more can be asked, if so."""


class LocalJudge:
    """A judge that is a function of question and answer: the offline judges."""

    def __init__(self, decide: Callable[[Question, str], Verdict | Failure]) -> None:
        self._decide = decide

    async def judge(self, job: JudgeJob, question: Question, answer: str) -> Judged:
        """Decide at once; no call is made."""
        outcome = self._decide(question, answer)
        values = tuple(int(hit) for hit in outcome.hits) if isinstance(outcome, Verdict) else ()
        return Judged(outcome, values)

    def stopped(self) -> CallFailure | None:
        """Never."""
        return None


@dataclass(frozen=True, slots=True)
class _PartOutcome:
    result: Parsed | ParseFailure
    raw: str = ""
    """The last reply of a part that failed."""
    attempts: int = 0
    pending: CallRow | None = None
    stop: CallFailure | None = None


class ModelJudge:
    """A model that is asked part by part, at most three times each, until every part is valid."""

    def __init__(self, context: RunContext, target: ModelTarget, client: ChatClient) -> None:
        self._context = context
        self._contract = context.protocol.contract
        self._target = target
        self._client = client

    def stopped(self) -> CallFailure | None:
        """Whether its lane was given up."""
        return self._client.lane_state(self._target).stopped

    async def judge(self, job: JudgeJob, question: Question, answer: str) -> Judged:
        """Ask for the parts that are missing and put the verdict together."""
        judging = self._context.judgings.of(job.question_no)
        if len(judging.parts) == 1:
            outcomes = [await self._part(job, judging.parts[0], answer)]
        else:
            outcomes = await self._parts(job, judging, answer)
        pending = tuple(item.pending for item in outcomes if item.pending is not None)
        raw_values = assemble_raw(judging, [item.result for item in outcomes])
        parsed = [item.result for item in outcomes if isinstance(item.result, Parsed)]
        if len(parsed) == len(outcomes):
            return Judged(assemble(judging, parsed), raw_values or (), pending)
        failed = next(item for item in outcomes if isinstance(item.result, ParseFailure))
        stop = next((item.stop for item in outcomes if item.stop is not None), None)
        return Judged(_failure(failed, raw_values, self._context.speak), (), pending, stop)

    async def _parts(self, job: JudgeJob, judging: Judging, answer: str) -> list[_PartOutcome]:
        """Several parts side by side; each call is committed as it comes."""

        async def one(part: JudgingPart) -> _PartOutcome:
            outcome = await self._part(job, part, answer)
            if outcome.pending is not None:
                await self._context.writer.commit(outcome.pending)
            return replace(outcome, pending=None)

        # One part that is not sent must not end the others, which are paid for.
        found = await asyncio.gather(*map(one, judging.parts), return_exceptions=True)
        for outcome in found:
            if isinstance(outcome, BaseException):
                raise outcome
        return [outcome for outcome in found if isinstance(outcome, _PartOutcome)]

    async def _part(self, job: JudgeJob, part: JudgingPart, answer: str) -> _PartOutcome:
        before = [call for call in job.calls if call.part == part.index]
        known = self._known(part, job.round, before)
        if known is not None:
            return known
        attempt = 1 + max((call.attempt for call in before if call.round == job.round), default=0)
        while True:
            outcome = await self._client.ask(self._target, part.messages(answer, attempt))
            row = self._row(job, part, attempt, outcome)
            result = self._parse(part, outcome)
            if isinstance(result, Parsed):
                return _PartOutcome(result, pending=row)
            if result.kind in NOT_RETRIED or attempt >= MAX_ATTEMPTS:
                stop = outcome if isinstance(outcome, CallFailure) and outcome.stops != "call" else None
                return _PartOutcome(result, outcome.raw, attempt, row, stop)
            if row is not None:
                await self._context.writer.commit(row)
            attempt += 1

    def _known(self, part: JudgingPart, round_: int, calls: Sequence[StoredCall]) -> _PartOutcome | None:
        """What committed calls already say: a valid part is never asked for again, in whatever round."""
        for call in calls:
            result = self._parse_call(part, call)
            if isinstance(result, Parsed):
                return _PartOutcome(result)
        last = calls[-1] if calls else None
        if last is not None and last.round == round_ and last.attempt >= MAX_ATTEMPTS:
            return _PartOutcome(self._parse_call(part, last), last.raw, last.attempt)
        return None

    def _parse_call(self, part: JudgingPart, call: StoredCall) -> Parsed | ParseFailure:
        if call.status == REPLY:
            return read_reply(self._contract, call, len(part.criteria))
        return ParseFailure(FailureKind(call.status), call.message)

    def _parse(self, part: JudgingPart, outcome: CallOutcome) -> Parsed | ParseFailure:
        if isinstance(outcome, Reply):
            return read_reply(self._contract, outcome, len(part.criteria))
        return ParseFailure(outcome.kind, outcome.message)

    def _row(self, job: JudgeJob, part: JudgingPart, attempt: int, outcome: CallOutcome) -> CallRow | None:
        if isinstance(outcome, CallFailure) and not outcome.paid:
            return None
        site = CallSite(job.key, "judge", part.index, job.round, attempt)
        row = call_row(site, self._target, outcome)
        self._context.count_call(row)
        return row


def read_reply(contract: Contract, reply: Reply | StoredCall, criteria: int) -> Parsed | ParseFailure:
    """The verdict of a reply: of the whole of it, else of what is left without its reasoning parts."""
    result = parse_reply(contract, reply.raw, criteria, reply.finish_reason)
    if isinstance(result, Parsed) or reply.text == reply.raw:
        return result
    return parse_reply(contract, reply.text, criteria, reply.finish_reason)


def _failure(failed: _PartOutcome, raw_values: tuple[object, ...] | None, speak: Language) -> Failure:
    assert isinstance(failed.result, ParseFailure)
    message = say(failed.result.reason, speak)
    return Failure(failed.result.kind, "judge", message, failed.raw, failed.attempts, raw_values)


async def settle(context: RunContext, job: JudgeJob, judged: Judged) -> None:
    """Commit what a judge decided, and count it."""
    if isinstance(judged.outcome, Verdict):
        await context.writer.commit(*judged.pending, _verdict_row(job, judged.outcome, judged.raw_values))
        context.progress.verdicts.done += 1
    else:
        await context.writer.commit(*judged.pending, _failure_row(job, judged.outcome))
        context.progress.verdicts.failed += 1
    if judged.stop is not None:
        context.note_stop("judge", context.spec.judges[job.judge_no].label, judged.stop)
    context.tell()


def _verdict_row(job: JudgeJob, verdict: Verdict, raw_values: tuple[object, ...]) -> VerdictRow:
    address = job.address
    return VerdictRow(
        key=job.key,
        text_hash=address.text_hash,
        dialogue_hash=address.dialogue_hash,
        judging_hash=address.judging_hash,
        judge=address.judge,
        mode=address.mode,
        edition=address.edition,
        repeat=address.repeat,
        hits=verdict.hits,
        reasons=verdict.reasons,
        raw_values=raw_values,
        created_at=now(),
    )


def _failure_row(job: JudgeJob, failure: Failure) -> FailureRow:
    return FailureRow(
        key=job.key,
        side="judge",
        round=job.round,
        kind=failure.kind,
        message=failure.message,
        created_at=now(),
        raw=failure.raw,
        attempts=failure.attempts,
        raw_values=failure.raw_values,
    )
