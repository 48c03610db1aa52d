"""One invocation of a run: open, plan, work, close."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from heartbench import __version__
from heartbench.chat import ChatClient, ClientLimits, Notice
from heartbench.dataset import builtin_labels, builtin_questions
from heartbench.errors import RunError
from heartbench.evaluation.calls import target_address, target_name
from heartbench.evaluation.context import Judgings, RunContext, Stop, now
from heartbench.evaluation.judging import JudgeRoom, LocalJudge, ModelJudge
from heartbench.evaluation.keys import verdict_scope
from heartbench.evaluation.labels_judge import replay_of
from heartbench.evaluation.loop import Loop
from heartbench.evaluation.observe import CalmObserver, Observer, Progress
from heartbench.evaluation.plan import Planner
from heartbench.evaluation.responders import Asking, make_responder
from heartbench.evaluation.rules_judge import judge_by_rules
from heartbench.language import Language
from heartbench.protocols import Mode, Protocol, load_protocol
from heartbench.records import Candidate, Judge, ModelTarget, OfflineTarget, RunSpec, Side
from heartbench.store import Participant, ParticipantKind, RunEdition, RunHandle, RunRow, RunStatus, Store

_KINDS: dict[str, ParticipantKind] = {
    "ModelTarget": "model",
    "CallableTarget": "callable",
    "OfflineTarget": "offline",
    "FileTarget": "file",
}


@dataclass(frozen=True, slots=True)
class RunReport:
    """What one invocation did. The scores are in the store: reporting reads them there."""

    name: str
    progress: Progress
    stops: tuple[Stop, ...]
    """Lanes and endpoints that were given up."""
    interrupted: bool
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every answer and verdict of the run is there."""
        answers, verdicts = self.progress.answers, self.progress.verdicts
        return (
            answers.reused + answers.done == answers.total
            and verdicts.reused + verdicts.done == verdicts.total
        )


async def evaluate(
    spec: RunSpec,
    store: Store,
    observer: Observer,
    stop: asyncio.Event | None = None,
    speak: Language = "en",
) -> RunReport:
    """Ask for what the run owes, and keep what comes back.

    ``stop``, once set, lets replies in flight arrive and begins nothing new. ``speak`` is the
    language of the messages that are kept with failures. Raises
    ProtocolError, RunError and StoreError; what endpoints do wrong is no exception but
    stands in the store and in the report.
    """
    began = now()
    stop = stop or asyncio.Event()
    protocol = load_protocol(spec.protocol, spec.official_prompts)
    _check_distinct((spec.candidates, spec.judges))
    store.put_questions(spec.questions)
    handle = store.begin_run(run_row(spec, protocol))
    _tell_going_on(observer, spec.name, handle.before)
    writer = store.writer()
    status: RunStatus = "interrupted"
    try:
        context = _context(spec, store, protocol, handle, _Company(observer, stop, speak))
        planner = Planner(context)
        await planner.plan_first()
        _tell_moved_addresses(context)
        await _work(context, planner, speak)
        report = RunReport(spec.name, context.progress, tuple(context.stops), stop.is_set(), now() - began)
        if not report.interrupted:
            status = "done" if report.complete else "failures"
        return report
    finally:
        writer.close()
        store.finish_run(handle.id, status)


@dataclass(frozen=True, slots=True)
class _Company:
    """Whoever the run speaks to and hears."""

    observer: Observer
    stop: asyncio.Event
    speak: Language


def _context(
    spec: RunSpec, store: Store, protocol: Protocol, handle: RunHandle, company: _Company
) -> RunContext:
    return RunContext(
        spec=spec,
        store=store,
        writer=store.writer(),
        run_id=handle.id,
        protocol=protocol,
        judgings=Judgings(protocol, Mode.parse(spec.mode), spec.questions.questions),
        observer=CalmObserver(company.observer),
        candidate_prints=tuple(item.fingerprint for item in spec.candidates),
        judge_prints=tuple(item.fingerprint for item in spec.judges),
        stop=company.stop,
        speak=company.speak,
        answer_editions=tuple(handle.edition("answers", item.fingerprint) for item in spec.candidates),
        verdict_editions=_verdict_editions(spec, handle),
    )


def _tell_going_on(observer: Observer, name: str, before: RunStatus | None) -> None:
    """Said once the run is ours: before, another process may have had it."""
    if before in ("running", "interrupted", "failures"):
        kind = "failures" if before == "failures" else "unfinished"
        observer.on_notice(f"evaluation.going_on_{kind}", {"name": name})


def _editions(spec: RunSpec) -> tuple[RunEdition, ...]:
    """The scopes in which the run looks for answers and verdicts, and whether it makes them anew."""
    candidates = sorted({item.fingerprint for item in spec.candidates})
    scopes = sorted({verdict_scope(judge.fingerprint, item) for judge in spec.judges for item in candidates})
    return (
        *(RunEdition("answers", scope, spec.fresh_answers) for scope in candidates),
        *(RunEdition("verdicts", scope, spec.fresh_verdicts) for scope in scopes),
    )


def _verdict_editions(spec: RunSpec, handle: RunHandle) -> dict[tuple[int, int], int]:
    return {
        (judge_no, candidate_no): handle.edition(
            "verdicts", verdict_scope(judge.fingerprint, candidate.fingerprint)
        )
        for judge_no, judge in enumerate(spec.judges)
        for candidate_no, candidate in enumerate(spec.candidates)
    }


def _check_distinct(sides: Iterable[Sequence[Candidate | Judge]]) -> None:
    """Two that are told apart by nothing but their labels would silently share every answer or verdict."""
    for side in sides:
        labels: dict[str, str] = {}
        for item in side:
            other = labels.setdefault(item.fingerprint, item.label)
            if other != item.label:
                raise RunError("evaluation.twins", first=other, second=item.label)


def run_row(spec: RunSpec, protocol: Protocol) -> RunRow:
    """What the store keeps of a run."""
    return RunRow(
        name=spec.name,
        fingerprint=spec.fingerprint,
        questions=spec.questions.fingerprint,
        candidates=tuple(_participant(item) for item in spec.candidates),
        judges=tuple(_participant(item) for item in spec.judges),
        protocol=spec.protocol,
        mode=spec.mode,
        samples=spec.samples,
        repeats=spec.repeats,
        answering_hash=protocol.answering_hash,
        judging_hash=protocol.judging_hash,
        version=__version__,
        editions=_editions(spec),
    )


def _participant(item: Candidate | Judge) -> Participant:
    target = item.target
    settings: dict[str, object] = {}
    if isinstance(target, ModelTarget):
        asked = target.settings
        settings = {
            "parameters": dict(asked.parameters),
            "extra_body": dict(asked.extra_body),
            "max_tokens": asked.max_tokens,
            "stream": asked.stream,
            "system_prompt": asked.system_prompt,
            "dialect": target.endpoint.dialect,
        }
    return Participant(
        label=item.label,
        fingerprint=item.fingerprint,
        kind=_KINDS[type(target).__name__],
        target=target_name(target),
        address=target_address(target),
        revision=item.revision,
        settings={name: value for name, value in settings.items() if value not in (None, {}, False)},
    )


def _tell_moved_addresses(context: RunContext) -> None:
    """Point out a known name at another host: the address is no part of the fingerprint.

    Where nothing was ever answered there is nothing that could be taken for the other model's.
    """
    asked: tuple[Candidate | Judge, ...] = (*context.spec.candidates, *context.spec.judges)
    wanted = {item.fingerprint: item for item in asked}
    for run in reversed(context.store.runs()):
        if run.id == context.run_id:
            continue
        for side, number, participant in _participants(run.spec):
            item = wanted.get(participant.fingerprint)
            if item is None or not context.store.answered(run.id, side, number):
                continue
            del wanted[participant.fingerprint]
            before, now_at = participant.address, target_address(item.target)
            if before and before != now_at:
                fields: dict[str, object] = {"label": item.label, "before": before, "now": now_at}
                context.observer.on_notice("evaluation.moved", fields)


def _participants(run: RunRow) -> Iterator[tuple[Side, int, Participant]]:
    for number, participant in enumerate(run.candidates):
        yield "candidate", number, participant
    for number, participant in enumerate(run.judges):
        yield "judge", number, participant


@dataclass(frozen=True, slots=True)
class _ChatNotices:
    """Hands on what the chat room has to say."""

    observer: Observer

    def notice(self, notice: Notice) -> None:
        self.observer.on_notice(notice.code, dict(notice.fields))


async def _work(context: RunContext, planner: Planner, speak: Language) -> None:
    limits = ClientLimits(concurrency=context.spec.concurrency)
    if context.spec.attempts is not None:
        limits = replace(limits, attempts=context.spec.attempts)
    notices = _ChatNotices(context.observer)
    async with ChatClient(limits, notices, speak, context.count_failed_request) as client:
        _keep_keys_secret(context, client)
        asking = Asking(client, context.protocol, context.spec.concurrency, speak)
        responders = [make_responder(item, asking) for item in context.spec.candidates]
        judges = [_judge_room(context, item, client) for item in context.spec.judges]
        await Loop(context, planner, responders, judges, client).run()


def _keep_keys_secret(context: RunContext, client: ChatClient) -> None:
    """Every key of the run is known before the first call: a callable may know the key of another."""
    asked: tuple[Candidate | Judge, ...] = (*context.spec.candidates, *context.spec.judges)
    for item in asked:
        if isinstance(item.target, ModelTarget) and item.target.endpoint.credential is not None:
            client.redactor.learn(item.target.endpoint.credential.key)


def _judge_room(context: RunContext, judge: Judge, client: ChatClient) -> JudgeRoom:
    match judge.target:
        case ModelTarget() as target:
            return ModelJudge(context, target, client)
        case OfflineTarget(name="labels"):
            return LocalJudge(replay_of(builtin_questions(), builtin_labels(), context.speak))
        case OfflineTarget():
            return LocalJudge(judge_by_rules)
