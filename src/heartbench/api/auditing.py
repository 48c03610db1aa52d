"""The check of a judge: which runs it takes, and what they show."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import strftime
from typing import Unpack

from heartbench.api.noticing import LoggedNotices
from heartbench.api.outcomes import CHECK
from heartbench.api.planning import Tell, make_spec
from heartbench.api.preferences import Preferences, preferences, settings_of
from heartbench.api.speaking import check_no_loop, spoken
from heartbench.api.wanted import wanted_run
from heartbench.api.words import CheckWords, RunWords, Spelling, check_words, python_spelling
from heartbench.audit import JudgeCheck, checked, evidence_of
from heartbench.dataset import builtin_labels, builtin_questions, order_for_limit
from heartbench.errors import TargetError
from heartbench.evaluation import Observer, evaluate
from heartbench.language import resolve_language
from heartbench.protocols import load_protocol
from heartbench.records import (
    Candidate,
    Judge,
    LabelKind,
    LabelledAnswers,
    OfflineTarget,
    QuestionSet,
    RunSpec,
)
from heartbench.store import Store

_PARTS = ("", "-plain")
"""What stands behind the name of a check in those of its runs."""


@dataclass(frozen=True)
class CheckPlan:
    """The runs that a check takes: best and flawed replies, then the plain ones, which are fewer."""

    specs: tuple[RunSpec, ...]
    labels: LabelledAnswers
    preferences: Preferences


def plan_check(
    judge: str | Judge | None, words: CheckWords, tell: Tell, spelled: Spelling = python_spelling
) -> CheckPlan:
    """What the check of a judge has to ask; None: the judge of heartbench.toml, else the default one.

    Raises UsageError and its kinds, DataError, ProtocolError.
    """
    if judge is not None and not isinstance(judge, str | Judge):
        raise TargetError("config.judge_kind", target=type(judge).__name__)
    settings = settings_of({"config": words.get("config")})
    asked = RunWords(**{name: value for name, value in words.items() if name != "fresh"})  # type: ignore[typeddict-item]
    asked["judge"] = None if judge is None else [judge]
    asked["fresh"] = "verdicts" if words.get("fresh") else None
    chosen = preferences(asked, settings)
    labels, questions = builtin_labels(), order_for_limit(builtin_questions(), words.get("limit"))
    plain = tuple(item for item in questions.questions if "plain" in labels.of(item.question_id))
    # The labelled answers are what they are: of heartbench.toml only what concerns the judge counts.
    own = replace(chosen, difficulty="all", limit=None, samples=1, repeats=1, revision="")
    kinds: list[tuple[Sequence[LabelKind], QuestionSet]] = [(("best", "flawed"), questions)]
    if plain:
        kinds.append((("plain",), QuestionSet(questions.name, plain)))
    specs = []
    for own_kinds, part in kinds:
        # As records: a candidate that heartbench.toml declares under such a name is another one.
        asked["models"] = [Candidate(kind, OfflineTarget(kind)) for kind in own_kinds]
        asked["dataset"] = part
        specs.append(make_spec(wanted_run(asked, settings, own, spelled), tell))
    return CheckPlan(tuple(specs), labels, own)


def named_check(plan: CheckPlan, store: Store, number: int) -> tuple[RunSpec, bool]:
    """One of the runs with its name, and whether it is done: both of a check share the name, to go on as one.

    A part that is done is not to be made again: ``fresh`` would pay for it twice. Two checks that begin in
    one second have different names, for their judges are part of them.
    """
    name = _unfinished(plan, store) or _new_name(plan, store)
    spec = replace(plan.specs[number], name=name + _PARTS[number])
    return spec, any(run.name == spec.name and run.status == "done" for run in store.runs())


def _new_name(plan: CheckPlan, store: Store) -> str:
    base = f"{CHECK}-{strftime('%Y%m%d-%H%M%S')}-{plan.specs[0].fingerprint[:6]}"
    taken = {run.name for run in store.runs()}
    names = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _unfinished(plan: CheckPlan, store: Store) -> str:
    """The latest check of the same content, if not all of it is done."""
    first = plan.specs[0]
    runs = {run.name: run for run in store.runs()}
    own = [
        run
        for run in runs.values()
        if run.spec.fingerprint == first.fingerprint
        and run.name.startswith(f"{CHECK}-")
        and run.spec.fresh == ({"verdicts"} if first.fresh_verdicts else set())
    ]
    if not own:
        return ""
    parts = [runs.get(own[-1].name + part) for part in _PARTS[: len(plan.specs)]]
    done = all(run is not None and run.status == "done" for run in parts)
    return "" if done else own[-1].name


def check_of(runs_made: Mapping[str, int], plan: CheckPlan) -> JudgeCheck:
    """What the runs of a check show; by name, how many calls were made just now. Raises RunError."""
    spec = plan.specs[0]
    protocol = load_protocol(spec.protocol, spec.official_prompts)
    with Store.open(plan.preferences.store, create=False) as store:
        return checked(evidence_of(store, runs_made, plan.labels, protocol))


async def check_judge_async(
    judge: str | Judge | None = None, /, *, observer: Observer | None = None, **words: Unpack[CheckWords]
) -> JudgeCheck:
    """Let a judge mark the labelled answers of the built-in set, and hold its marks against theirs.

    ``judge`` is a target as for ``heartbench run --judge``, or a record; without one it is that of
    heartbench.toml, with the parameters that stand there, else the default judge;
    :class:`heartbench.api.words.CheckWords` lists the words. Verdicts that the store has are not asked for
    again. Failures of endpoints are no exceptions: they stand in the result. Raises UsageError and its
    kinds, DataError and StoreError.
    """
    with spoken():
        check_words(words, CheckWords.__annotations__)
        observer = observer or LoggedNotices(resolve_language(), "check")
        plan = plan_check(judge, words, observer.on_notice)
        made: dict[str, int] = {}
        for number in range(len(plan.specs)):
            with Store.open(plan.preferences.store) as store:
                spec, done = named_check(plan, store, number)
                made[spec.name] = 0
                if not done:
                    report = await evaluate(spec, store, observer, speak=resolve_language())
                    made[spec.name] = report.progress.calls
        return check_of(made, plan)


def check_judge(
    judge: str | Judge | None = None, /, *, observer: Observer | None = None, **words: Unpack[CheckWords]
) -> JudgeCheck:
    """The same as :func:`check_judge_async`, from code without an event loop."""
    check_no_loop("check_judge")
    return asyncio.run(check_judge_async(judge, observer=observer, **words))
