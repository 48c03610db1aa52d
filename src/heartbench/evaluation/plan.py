"""Finds out what is owed: looks into the store, a block of places at a time, no call.

The first block is planned before the first call, the rest while calls are under way: a run of
100,000 answers begins as soon as one of 296.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from heartbench.evaluation.context import AnswerJob, JudgeCell, JudgeJob, RunContext, now
from heartbench.evaluation.keys import AnswerAddress
from heartbench.evaluation.queues import JobQueue
from heartbench.evaluation.rounds import next_round
from heartbench.language import between, span
from heartbench.records import FileTarget, digest, text_digest
from heartbench.store import RunAnswerRow, RunVerdictRow, StoredCall, StoredFailure

_BLOCK = 512
"""Places planned at once: some milliseconds in which no reply is taken in."""

Place = tuple[int, int, int]
"""(candidate_no, question_no, sample), each from 0."""


@dataclass(slots=True)
class Ages:
    """How many results were there before, and how old they are."""

    count: int = 0
    oldest: float = float("inf")
    newest: float = 0.0

    def add(self, created_at: float) -> None:
        """Count one more."""
        self.count += 1
        self.oldest = min(self.oldest, created_at)
        self.newest = max(self.newest, created_at)


@dataclass(slots=True)
class Plan:
    """What is owed and what is there."""

    answers: list[JobQueue[AnswerJob]]
    """By candidate: answers that are owed."""
    verdicts: list[JobQueue[JudgeJob]]
    """By judge: verdicts owed on answers that are there."""
    reused_answers: list[Ages]
    """By candidate."""
    reused_verdicts: list[Ages]
    """By judge."""
    claimed: set[str] = field(default_factory=set)
    """Keys that this invocation has taken on, so that no two places ask for the same."""
    sharing: dict[str, list[Place]] = field(default_factory=dict)
    """Further places of an answer that is being asked for: one dialogue in two questions."""


def answer_address(context: RunContext, candidate_no: int, question_no: int, sample: int) -> AnswerAddress:
    """Where the answer of one place lies."""
    spec = context.spec
    question = context.questions[question_no]
    target = spec.candidates[candidate_no].target
    prompt_hash, text_hash = context.protocol.answering_hash, ""
    if isinstance(target, FileTarget):
        found = target.answer(question.question_id, sample)
        # Two questions with one dialogue may lack their answers in different ways.
        is_text = found.status == "text"
        prompt_hash, text_hash = "", text_digest(found.text) if is_text else digest("no-answer", found.status)
    return AnswerAddress(
        dialogue_hash=question.dialogue_hash,
        prompt_hash=prompt_hash,
        candidate=context.candidate_prints[candidate_no],
        edition=context.answer_editions[candidate_no],
        sample=sample,
        text_hash=text_hash,
    )


class Planner:
    """Plans one invocation of a run."""

    def __init__(self, context: RunContext) -> None:
        spec = context.spec
        self._context = context
        self._places = product(
            range(len(context.questions)), range(len(spec.candidates)), range(spec.samples)
        )
        self.plan = Plan(
            answers=[JobQueue() for _ in spec.candidates],
            verdicts=[JobQueue() for _ in spec.judges],
            reused_answers=[Ages() for _ in spec.candidates],
            reused_verdicts=[Ages() for _ in spec.judges],
        )
        context.progress.answers.total = self.answers_of_a_candidate * len(spec.candidates)
        context.progress.verdicts.total = self.verdicts_of_a_judge * len(spec.judges)

    @property
    def answers_of_a_candidate(self) -> int:
        """How many answers the run has of each candidate."""
        return len(self._context.questions) * self._context.spec.samples

    @property
    def verdicts_of_a_judge(self) -> int:
        """How many verdicts the run has of each judge."""
        return self._context.progress.answers.total * self._context.spec.repeats

    async def plan_first(self) -> None:
        """Plan as much as keeps every lane busy at first."""
        await self._plan_block()

    async def plan_the_rest(self) -> None:
        """Plan until all is known or the run is stopped; then no queue of answers waits for more."""
        while await self._plan_block() and not self._context.stop.is_set():
            pass
        for queue in self.plan.answers:
            queue.close()
        self._tell_reuse()

    async def _plan_block(self) -> bool:
        """Sort the next places into owed and present; False where there was none left."""
        block = [
            (candidate, question, sample) for question, candidate, sample in islice(self._places, _BLOCK)
        ]
        if not block:
            return False
        keyed = [(place, answer_address(self._context, *place).key) for place in block]
        heads = self._context.store.answers(key for _, key in keyed)
        self._owe_answers([(place, key) for place, key in keyed if key not in heads])
        cells: list[JudgeCell] = []
        for place, key in keyed:
            head = heads.get(key)
            if head is not None:
                self.plan.reused_answers[place[0]].add(head.created_at)
                self._context.progress.answers.reused += 1
                cells += judged_places(self._context, place, key, head.text_hash)
        links, jobs = owed_verdicts(self._context, self.plan, cells, {}) if cells else ([], [])
        run_id = self._context.run_id
        answer_links = [RunAnswerRow(run_id, *place, key) for place, key in keyed]
        await self._context.writer.commit(*answer_links, *links)
        for job in jobs:
            self.plan.verdicts[job.judge_no].put(job)
        self._context.tell()
        return True

    def _owe_answers(self, missing: Sequence[tuple[Place, str]]) -> None:
        context, keys = self._context, [key for _, key in missing]
        failures = context.store.failures(keys)
        calls = context.store.calls(keys)
        for place, key in missing:
            round_ = next_round(failures.get(key, ()), context.spec.retry_failed)
            if round_ is None:
                context.progress.answers.kept_failed += 1
            elif key in self.plan.claimed:
                self.plan.sharing.setdefault(key, []).append(place)
            else:
                self.plan.claimed.add(key)
                self.plan.answers[place[0]].put(AnswerJob(*place, key, round_, calls.get(key, ())))

    def _tell_reuse(self) -> None:
        """Say how much is reused and how old it is: an old score must not pass for a new one."""
        spec = self._context.spec
        for candidate, ages in zip(spec.candidates, self.plan.reused_answers, strict=True):
            self._tell_ages("evaluation.reused_answers", candidate.label, ages)
        for judge, ages in zip(spec.judges, self.plan.reused_verdicts, strict=True):
            self._tell_ages("evaluation.reused_verdicts", judge.label, ages)

    def _tell_ages(self, key: str, label: str, ages: Ages) -> None:
        if ages.count:
            fields: dict[str, object] = {
                "label": label,
                "count": ages.count,
                "age": between(span(now() - ages.newest), span(now() - ages.oldest)),
            }
            self._context.observer.on_notice(key, fields)


def judged_places(context: RunContext, place: Place, answer_key: str, text_hash: str) -> Iterator[JudgeCell]:
    """The places in which one answer is judged: every judge, every repeat."""
    for judge_no in range(len(context.spec.judges)):
        for repeat in range(context.spec.repeats):
            yield JudgeCell(*place, judge_no, repeat, text_hash, answer_key)


def owed_verdicts(
    context: RunContext, plan: Plan, cells: Iterable[JudgeCell], texts: dict[str, str]
) -> tuple[list[RunVerdictRow], list[JudgeJob]]:
    """The links of these places, and the jobs for those without a verdict.

    ``texts`` holds answers at hand by their key; the others are read when their turn comes.
    """
    addressed = [(cell, context.verdict_address(cell)) for cell in cells]
    keyed = [(cell, address, address.key) for cell, address in addressed]
    known = _known_verdicts(context, [key for _, _, key in keyed], just_answered=bool(texts))
    jobs: list[JudgeJob] = []
    for cell, address, key in keyed:
        if key in known.present:
            plan.reused_verdicts[cell.judge_no].add(known.present[key])
            context.progress.verdicts.reused += 1
            continue
        round_ = next_round(known.failures.get(key, ()), context.spec.retry_failed)
        if round_ is None:
            context.progress.verdicts.kept_failed += 1
        elif key in plan.claimed:
            context.progress.verdicts.reused += 1
        else:
            plan.claimed.add(key)
            place = (cell.candidate_no, cell.question_no, cell.judge_no)
            text, calls = texts.get(cell.answer_key), known.calls.get(key, ())
            jobs.append(JudgeJob(*place, address, key, round_, cell.answer_key, text, calls))
    return [cell.link(context.run_id, key) for cell, _, key in keyed], jobs


@dataclass(frozen=True, slots=True)
class _Known:
    """What the store has under some keys of verdicts."""

    present: Mapping[str, float]
    failures: Mapping[str, tuple[StoredFailure, ...]]
    calls: Mapping[str, tuple[StoredCall, ...]]


def _known_verdicts(context: RunContext, keys: Sequence[str], just_answered: bool) -> _Known:
    if just_answered:
        # A text that was just answered has seldom been judged before: one quick look spares three.
        keys = list(context.store.touched(keys))
    present = context.store.verdicts(keys) if keys else {}
    missing = [key for key in keys if key not in present]
    if not missing:
        return _Known(present, {}, {})
    return _Known(present, context.store.failures(missing), context.store.calls(missing))
