"""Finds out what is owed: two looks into the store, no call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from heartbench.evaluation.context import AnswerJob, JudgeCell, JudgeJob, RunContext
from heartbench.evaluation.keys import AnswerAddress
from heartbench.evaluation.rounds import next_round
from heartbench.records import FileTarget, text_digest
from heartbench.store import RunAnswerRow, RunVerdictRow


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

    answers: list[list[AnswerJob]]
    """By candidate."""
    verdicts: list[list[JudgeJob]]
    """By judge: verdicts owed on answers that are there."""
    reused_answers: list[Ages]
    """By candidate."""
    reused_verdicts: list[Ages]
    """By judge."""
    claimed: set[str] = field(default_factory=set)
    """Keys that this invocation has taken on, so that no two places ask for the same."""


def answer_address(context: RunContext, candidate_no: int, question_no: int, sample: int) -> AnswerAddress:
    """Where the answer of one place lies."""
    spec = context.spec
    question = context.questions[question_no]
    target = spec.candidates[candidate_no].target
    prompt_hash, text_hash = context.protocol.answering_hash, ""
    if isinstance(target, FileTarget):
        prompt_hash, text_hash = "", text_digest(target.answer(question.question_id, sample).text)
    return AnswerAddress(
        dialogue_hash=question.dialogue_hash,
        prompt_hash=prompt_hash,
        candidate=context.candidate_prints[candidate_no],
        edition=context.answer_editions[candidate_no],
        sample=sample,
        text_hash=text_hash,
    )


def make_plan(context: RunContext) -> Plan:
    """Everything that is owed, in the order of the questions; links of what is known are stored."""
    spec = context.spec
    plan = Plan(
        answers=[[] for _ in spec.candidates],
        verdicts=[[] for _ in spec.judges],
        reused_answers=[Ages() for _ in spec.candidates],
        reused_verdicts=[Ages() for _ in spec.judges],
    )
    total = len(spec.candidates) * len(context.questions) * spec.samples
    context.progress.answers.total = total
    context.progress.verdicts.total = total * len(spec.judges) * spec.repeats
    cells = list(_scan_answers(context, plan))
    _scan_verdicts(context, plan, cells)
    return plan


def _scan_answers(context: RunContext, plan: Plan) -> Iterator[JudgeCell]:
    """Sort the run's answers into owed and present; yield the places that the present ones are judged in."""
    spec = context.spec
    places = [
        (candidate_no, question_no, sample)
        for question_no in range(len(context.questions))
        for candidate_no in range(len(spec.candidates))
        for sample in range(spec.samples)
    ]
    keys = [answer_address(context, *place).key for place in places]
    heads = context.store.answers(keys)
    context.store.link_answers(
        RunAnswerRow(context.run_id, *place, key) for place, key in zip(places, keys, strict=True)
    )
    missing = [(place, key) for place, key in zip(places, keys, strict=True) if key not in heads]
    _owe_answers(context, plan, missing)
    for place, key in zip(places, keys, strict=True):
        head = heads.get(key)
        if head is not None:
            plan.reused_answers[place[0]].add(head.created_at)
            context.progress.answers.reused += 1
            yield from judged_places(context, place, key, head.text_hash)


def _owe_answers(
    context: RunContext, plan: Plan, missing: Sequence[tuple[tuple[int, int, int], str]]
) -> None:
    keys = [key for _, key in missing]
    failures = context.store.failures(keys)
    calls = context.store.open_calls(keys)
    for place, key in missing:
        round_ = next_round(failures.get(key, ()), context.spec.retry_failed)
        if round_ is None:
            context.progress.answers.kept_failed += 1
        elif key not in plan.claimed:
            plan.claimed.add(key)
            plan.answers[place[0]].append(AnswerJob(*place, key, round_, calls.get(key, ())))


def judged_places(
    context: RunContext, place: tuple[int, int, int], answer_key: str, text_hash: str
) -> Iterator[JudgeCell]:
    """The places in which one answer is judged: every judge, every repeat."""
    for judge_no in range(len(context.spec.judges)):
        for repeat in range(context.spec.repeats):
            yield JudgeCell(*place, judge_no, repeat, text_hash, answer_key)


def _scan_verdicts(context: RunContext, plan: Plan, cells: Sequence[JudgeCell]) -> None:
    if not cells:
        return
    links, jobs = owed_verdicts(context, plan, cells, {})
    context.store.link_verdicts(links)
    for job in jobs:
        plan.verdicts[job.judge_no].append(job)


def owed_verdicts(
    context: RunContext, plan: Plan, cells: Iterable[JudgeCell], texts: dict[str, str]
) -> tuple[list[RunVerdictRow], list[JudgeJob]]:
    """The links of these places, and the jobs for those without a verdict.

    ``texts`` holds answers at hand by their key; the others are read when their turn comes.
    """
    addressed = [(cell, context.verdict_address(cell)) for cell in cells]
    keyed = [(cell, address, address.key) for cell, address in addressed]
    keys = [key for _, _, key in keyed]
    if texts:
        # A text that was just answered has seldom been judged before: one quick look spares three.
        keys = list(context.store.touched(keys))
    present = context.store.verdicts(keys) if keys else {}
    missing = [key for key in keys if key not in present]
    failures = context.store.failures(missing) if missing else {}
    calls = context.store.open_calls(missing) if missing else {}
    jobs: list[JudgeJob] = []
    for cell, address, key in keyed:
        if key in present:
            plan.reused_verdicts[cell.judge_no].add(present[key])
            context.progress.verdicts.reused += 1
            continue
        round_ = next_round(failures.get(key, ()), context.spec.retry_failed)
        if round_ is None:
            context.progress.verdicts.kept_failed += 1
        elif key in plan.claimed:
            context.progress.verdicts.reused += 1
        else:
            plan.claimed.add(key)
            jobs.append(
                JudgeJob(
                    candidate_no=cell.candidate_no,
                    question_no=cell.question_no,
                    judge_no=cell.judge_no,
                    address=address,
                    key=key,
                    round=round_,
                    answer_key=cell.answer_key,
                    text=texts.get(cell.answer_key),
                    calls=calls.get(key, ()),
                )
            )
    return [cell.link(context.run_id, key) for cell, _, key in keyed], jobs
