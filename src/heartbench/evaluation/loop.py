"""The one loop: answering and judging side by side, each as fast as its lane allows.

Each candidate has workers that take its owed answers in the order of the questions; each
judge has workers that take verdicts from its queue as answers come in. A worker holds no
slot while it waits: the lanes (:mod:`heartbench.chat`) decide how many calls are in flight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence

from heartbench.chat import ChatClient, NotSent
from heartbench.errors import HeartBenchError
from heartbench.evaluation.answering import Answering
from heartbench.evaluation.context import AnswerJob, JudgeJob, RunContext
from heartbench.evaluation.judging import JudgeRoom, settle
from heartbench.evaluation.plan import Planner
from heartbench.evaluation.queues import JobQueue
from heartbench.evaluation.responders import Responder

MOST_WORKERS = 512
"""Workers of one candidate or judge where no concurrency is given: above what a lane grows to."""

TEXTS_KEPT = 2_000
"""Answers that may wait in memory for a judge; beyond, they are read from the store again."""

GRACE_SECONDS = 20.0
"""How long a stopped run waits for replies that are paid for already."""

SETTLE_SECONDS = 1.0
"""How long it then waits for the last of them to be committed."""


class Loop:
    """One invocation's work: run it once."""

    def __init__(
        self,
        context: RunContext,
        planner: Planner,
        responders: Sequence[Responder],
        judges: Sequence[JudgeRoom],
        client: ChatClient,
    ) -> None:
        self._client = client
        self._context = context
        self._planner = planner
        self._plan = planner.plan
        self._responders = responders
        self._judges = judges
        self._queues = planner.plan.verdicts

    async def run(self) -> None:
        """Answer and judge until nothing is owed, or the run is stopped."""
        work = asyncio.create_task(self._work())
        stopping = asyncio.create_task(self._context.stop.wait())
        try:
            await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                await self._let_replies_arrive(work)
        finally:
            stopping.cancel()
            work.cancel()
            results = await asyncio.gather(work, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseExceptionGroup):
                raise _first(result)
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def _let_replies_arrive(self, work: asyncio.Task[None]) -> None:
        """What is in flight is paid for: it may arrive and be kept. Nothing more is sent."""
        self._client.hold()
        loop = asyncio.get_running_loop()
        latest = loop.time() + GRACE_SECONDS
        while self._client.in_flight and not work.done() and loop.time() < latest:
            await asyncio.sleep(0.05)
        await asyncio.wait({work}, timeout=SETTLE_SECONDS)

    async def _work(self) -> None:
        async with asyncio.TaskGroup() as group:
            for judge_no in range(len(self._judges)):
                for _ in range(self._width(self._planner.verdicts_of_a_judge)):
                    group.create_task(self._judge_worker(judge_no))
            async with asyncio.TaskGroup() as answers:
                answers.create_task(self._planner.plan_the_rest())
                for worker in self._answer_workers():
                    answers.create_task(worker)
            for queue in self._queues:
                queue.close()

    def _width(self, jobs: int) -> int:
        return min(jobs, self._context.spec.concurrency or MOST_WORKERS)

    def _answer_workers(self) -> Iterator[Coroutine[None, None, None]]:
        for queue, responder in zip(self._plan.answers, self._responders, strict=True):
            answering = Answering(self._context, self._plan, responder)
            for _ in range(self._width(self._planner.answers_of_a_candidate)):
                yield self._answer_worker(queue, answering, responder)

    async def _answer_worker(
        self, queue: JobQueue[AnswerJob], answering: Answering, responder: Responder
    ) -> None:
        while (job := await queue.get()) is not None:
            if self._context.stop.is_set() or responder.stopped() is not None:
                self._context.progress.answers.unasked += 1
                continue
            try:
                owed = await answering.run(job)
            except NotSent:
                self._context.progress.answers.unasked += 1
                continue
            for judging in owed:
                self._hand_on(judging)

    def _hand_on(self, job: JudgeJob) -> None:
        queue = self._queues[job.judge_no]
        if len(queue) >= TEXTS_KEPT:
            job = job.without_text()
        queue.put(job)

    async def _judge_worker(self, judge_no: int) -> None:
        queue, judge = self._queues[judge_no], self._judges[judge_no]
        while (job := await queue.get()) is not None:
            if self._context.stop.is_set() or judge.stopped() is not None:
                self._context.progress.verdicts.unasked += 1
                continue
            question = self._context.questions[job.question_no]
            try:
                judged = await judge.judge(job, question, self._text_of(job))
            except NotSent:
                self._context.progress.verdicts.unasked += 1
                continue
            await settle(self._context, job, judged)

    def _text_of(self, job: JudgeJob) -> str:
        if job.text is not None:
            return job.text
        return self._context.store.answer_texts([job.answer_key])[job.answer_key].text


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """One of many workers' errors: they met the same trouble, and groups lie within groups."""
    known = group.subgroup(HeartBenchError) or group
    error: BaseException = known
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
