"""From runs of the store to what a judge made of the labelled answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heartbench.audit.records import Evidence, Marking, Replies
from heartbench.evaluation import read_reply
from heartbench.protocols import Mode, Parsed, Protocol
from heartbench.records import (
    LABEL_KINDS,
    FailureKind,
    LabelKind,
    LabelledAnswers,
    Question,
    Side,
)
from heartbench.reporting.summary import FailureCount
from heartbench.store import REPLY, Store
from heartbench.store.results import CallTotals, ResultPlace, RunResults, StoredCall


@dataclass(frozen=True, slots=True)
class _Seen:
    """One labelled answer of a run."""

    kind: LabelKind
    question: Question
    place: ResultPlace


def evidence_of(
    store: Store, runs_made: Mapping[str, int], labels: LabelledAnswers, protocol: Protocol
) -> Evidence:
    """What the one judge of these runs made of the labelled answers, which are their candidates.

    ``runs_made``: name of each run → calls that were made for it just now. The candidates are labelled by
    their kind. Raises RunError where a run is not there.
    """
    runs = [store.run(name) for name in runs_made]
    spec = runs[0].spec
    seen: list[_Seen] = []
    totals: list[CallTotals] = []
    questions: dict[str, Question] = {}
    for run in runs:
        with store.results(run) as results:
            seen += _places(results)
            totals += [item for item in (*results.calls, *results.earlier_calls) if item.side == "judge"]
            questions.update((item.question_id, item) for item in results.questions.questions)
    malformed = _malformed(store, seen, protocol, Mode.parse(spec.mode))
    return Evidence(
        judge=spec.judges[0],
        protocol=spec.protocol,
        mode=spec.mode,
        runs=tuple(runs_made),
        questions=tuple(questions.values()),
        labels=labels.fingerprint,
        markings=tuple(_markings(seen, labels)),
        reused=sum(_is_reused(item) for item in seen),
        asked={kind: sum(item.kind == kind for item in seen) for kind in LABEL_KINDS},
        failures=_failures(seen),
        replies=_replies(totals, sum(runs_made.values()), malformed),
    )


def _places(results: RunResults) -> Iterator[_Seen]:
    labels = [item.label for item in results.run.spec.candidates]
    kinds = {kind: kind for kind in LABEL_KINDS}
    for place in results.places:
        question = results.questions.questions[place.question_no]
        yield _Seen(kinds[labels[place.candidate_no]], question, place)  # type: ignore[index]


def _markings(seen: Sequence[_Seen], labels: LabelledAnswers) -> Iterator[Marking]:
    for item in seen:
        cell = item.place.verdicts.get((0, 0))
        label = labels.of(item.question.question_id).get(item.kind)
        if cell is not None and cell.verdict is not None and label is not None:
            yield Marking(label, item.question, cell.verdict.hits)


def _is_reused(item: _Seen) -> bool:
    cell = item.place.verdicts.get((0, 0))
    return cell is not None and cell.verdict is not None and cell.reused


def _failures(seen: Sequence[_Seen]) -> tuple[FailureCount, ...]:
    kinds: Counter[tuple[Side, FailureKind]] = Counter()
    for item in seen:
        cell = item.place.verdicts.get((0, 0))
        if cell is not None and cell.failure is not None:
            kinds[cell.failure.side, cell.failure.kind] += 1
    return tuple(FailureCount(side, kind, count) for (side, kind), count in sorted(kinds.items()))


def _malformed(store: Store, seen: Sequence[_Seen], protocol: Protocol, mode: Mode) -> Counter[FailureKind]:
    """Every paid call of these verdicts, read again: those without a verdict, by kind."""
    questions = {
        cell.key: item.question for item in seen if (cell := item.place.verdicts.get((0, 0))) is not None
    }
    found: Counter[FailureKind] = Counter()
    for key, calls in store.calls(questions).items():
        parts = protocol.judging(questions[key], mode).parts
        for call in calls:
            kind = _kind_of(call, protocol, len(parts[call.part].criteria))
            if kind is not None:
                found[kind] += 1
    return found


def _kind_of(call: StoredCall, protocol: Protocol, criteria: int) -> FailureKind | None:
    if call.status != REPLY:
        return FailureKind(call.status)
    result = read_reply(protocol.contract, call, criteria)
    return None if isinstance(result, Parsed) else result.kind


def _replies(every: Sequence[CallTotals], now: int, malformed: Counter[FailureKind]) -> Replies:
    return Replies(
        calls=sum(item.calls for item in every),
        calls_now=now,
        malformed=dict(malformed),
        input_tokens=sum(item.input_tokens for item in every),
        output_tokens=sum(item.output_tokens for item in every),
        usage_unknown=sum(item.usage_unknown for item in every),
        cost=sum(item.cost for item in every),
        cost_unknown=sum(item.cost_unknown for item in every),
    )
