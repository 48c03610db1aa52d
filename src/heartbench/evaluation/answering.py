"""From an owed answer to a committed answer or failure."""

from __future__ import annotations

from heartbench.evaluation.calls import CallSite, call_row
from heartbench.evaluation.context import (
    MAX_ATTEMPTS,
    RETRIED_ANSWER_KINDS,
    AnswerJob,
    JudgeJob,
    RunContext,
    now,
)
from heartbench.evaluation.plan import Plan, answer_address, judged_places, owed_verdicts
from heartbench.evaluation.responders import Responder
from heartbench.language import Language, text
from heartbench.records import CallFailure, CallOutcome, FailureKind, Reply, text_digest
from heartbench.store import AnswerRow, CallRow, FailureRow


class Answering:
    """Answers the jobs of one candidate, one at a time and as often side by side as wanted."""

    def __init__(self, context: RunContext, plan: Plan, responder: Responder) -> None:
        self._context = context
        self._plan = plan
        self._responder = responder

    async def run(self, job: AnswerJob) -> list[JudgeJob]:
        """Answer one question; returns what is then owed to the judges."""
        before = [call for call in job.calls if call.round == job.round]
        attempt = 1 + max((call.attempt for call in before), default=0)
        last = before[-1] if before else None
        if last is not None and attempt > MAX_ATTEMPTS:
            failure = CallFailure(FailureKind(last.status), last.message, last.raw)
            await self._fail(job, failure, attempt - 1, ())
            return []
        question = self._context.questions[job.question_no]
        while True:
            outcome = _usable(await self._responder.respond(question, job.sample), self._context.speak)
            calls = self._call_rows(job, attempt, outcome)
            if isinstance(outcome, Reply):
                return await self._keep(job, outcome, calls)
            if outcome.kind not in RETRIED_ANSWER_KINDS or attempt >= MAX_ATTEMPTS:
                await self._fail(job, outcome, attempt, calls)
                return []
            await self._context.writer.commit(*calls)
            attempt += 1

    def _call_rows(self, job: AnswerJob, attempt: int, outcome: CallOutcome) -> tuple[CallRow, ...]:
        if not self._responder.paid or (isinstance(outcome, CallFailure) and not outcome.paid):
            return ()
        target = self._context.spec.candidates[job.candidate_no].target
        row = call_row(CallSite(job.key, "candidate", 0, job.round, attempt), target, outcome)
        self._context.count_call(row)
        return (row,)

    async def _keep(self, job: AnswerJob, reply: Reply, calls: tuple[CallRow, ...]) -> list[JudgeJob]:
        context = self._context
        place = (job.candidate_no, job.question_no, job.sample)
        address = answer_address(context, *place)
        text_hash = address.text_hash or text_digest(reply.text)
        answer = AnswerRow(
            key=job.key,
            text=reply.text,
            text_hash=text_hash,
            dialogue_hash=address.dialogue_hash,
            prompt_hash=address.prompt_hash,
            candidate=address.candidate,
            edition=address.edition,
            sample=address.sample,
            created_at=now(),
            raw=reply.raw if reply.raw != reply.text else "",
        )
        cells = judged_places(context, place, job.key, text_hash)
        links, jobs = owed_verdicts(context, self._plan, cells, {job.key: reply.text})
        losers = await context.writer.commit(*calls, answer, *links)
        if job.key in losers:
            jobs = await self._give_way(job)
        context.progress.answers.done += 1
        jobs += await self._share(job)
        context.tell()
        return jobs

    async def _share(self, job: AnswerJob) -> list[JudgeJob]:
        """Put the answer into the other places that wait for it; it is committed, so none can come later."""
        context, places = self._context, self._plan.sharing.pop(job.key, [])
        if not places:
            return []
        kept = context.store.answer_texts([job.key])[job.key]
        cells = [cell for place in places for cell in judged_places(context, place, job.key, kept.text_hash)]
        links, jobs = owed_verdicts(context, self._plan, cells, {job.key: kept.text})
        await context.writer.commit(*links)
        context.progress.answers.reused += len(places)
        return jobs

    async def _give_way(self, job: AnswerJob) -> list[JudgeJob]:
        """Another process committed another answer first: that one stands, and is judged."""
        context = self._context
        kept = context.store.answer_texts([job.key])[job.key]
        place = (job.candidate_no, job.question_no, job.sample)
        cells = judged_places(context, place, job.key, kept.text_hash)
        links, jobs = owed_verdicts(context, self._plan, cells, {job.key: kept.text})
        await context.writer.commit(*links)
        return jobs

    async def _fail(
        self, job: AnswerJob, failure: CallFailure, attempts: int, calls: tuple[CallRow, ...]
    ) -> None:
        context = self._context
        row = FailureRow(
            key=job.key,
            side="candidate",
            round=job.round,
            kind=failure.kind,
            message=failure.message,
            created_at=now(),
            raw=failure.raw,
            attempts=attempts,
        )
        await context.writer.commit(*calls, row)
        context.progress.answers.failed += 1 + len(self._plan.sharing.pop(job.key, ()))
        context.tell()
        if failure.stops != "call":
            context.note_stop("candidate", context.spec.candidates[job.candidate_no].label, failure)


def _usable(outcome: CallOutcome, speak: Language) -> CallOutcome:
    """A reply without text is no answer."""
    if isinstance(outcome, Reply) and not outcome.text.strip():
        return CallFailure(
            kind=FailureKind.EMPTY,
            message=text("evaluation.blank_answer", speak),
            raw=outcome.raw,
            paid=True,
            usage=outcome.usage,
            latency=outcome.latency,
            sent=outcome.sent,
            retries=outcome.retries,
            cost=outcome.cost,
        )
    return outcome
