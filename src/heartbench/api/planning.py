"""From what a run is made of to its spec."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from heartbench.api.preferences import Preferences
from heartbench.api.wanted import Wanted
from heartbench.config import LABELS_JUDGE, FileCandidate
from heartbench.dataset import (
    LABELS_FILE,
    answers_in_hand,
    builtin_folder,
    builtin_labels,
    builtin_questions,
    filter_difficulty,
    labelled_responses,
    order_for_limit,
    read_answers,
    read_questions,
)
from heartbench.errors import UsageError
from heartbench.protocols import Mode
from heartbench.records import (
    LABEL_KINDS,
    Candidate,
    FileTarget,
    Judge,
    OfflineTarget,
    PromptTexts,
    QuestionSet,
    RunSpec,
)
from heartbench.store import Store

SHOWN_IDS = 5
"""Ids named in one sentence; the rest is counted."""

Tell = Callable[[str, dict[str, object]], None]
"""Takes what a person should know: a text's key and its fields."""


def questions_of(dataset: str) -> QuestionSet:
    """``builtin``, ``official`` or the questions of a file. Raises DataError."""
    if dataset == "builtin":
        return builtin_questions()
    if dataset == "official":
        from heartbench.dataset import load_official

        return load_official().questions
    return read_questions(Path(dataset).expanduser()).questions


def _some(ids: Sequence[str]) -> tuple[str, ...]:
    more = (f"… (+{len(ids) - SHOWN_IDS})",) if len(ids) > SHOWN_IDS else ()
    return (*ids[:SHOWN_IDS], *more)


def _read_candidate(
    item: FileCandidate, questions: QuestionSet, known: Collection[str], tell: Tell
) -> Candidate:
    """The candidate, its answers read; says what is missing, unknown or doubled. Raises DataError.

    ``known``: ids of the whole set; answers to questions that a limit leaves out are not strange.
    """
    ids = [question.question_id for question in questions.questions]
    found = read_answers(item.path, ids) if item.rows is None else answers_in_hand(item.rows, item.path, ids)
    for notice in found.notices:
        tell(notice.code, {"question_id": notice.question_id, **notice.fields})
    unknown = tuple(name for name in found.unknown if name not in known)
    for key, some in (("missing", found.missing), ("unknown", unknown), ("doubled", found.doubled)):
        if some:
            tell(f"api.answers_{key}", {"path": item.path, "count": len(some), "ids": _some(some)})
    if len(found.missing) == len(questions.questions):
        raise UsageError("api.answers_none", path=item.path, dataset=questions.name)
    return item.with_answers(found.answers)


def _labelled_kinds(candidates: Sequence[Candidate | FileCandidate]) -> set[str]:
    """The kinds of labelled answers that are among the candidates."""
    targets = (item.target for item in candidates if isinstance(item, Candidate))
    return {item.name for item in targets if isinstance(item, OfflineTarget)} & set(LABEL_KINDS)


def _with_replies(questions: QuestionSet, kinds: set[str], tell: Tell) -> QuestionSet:
    """The questions that have a labelled reply of each of the kinds; says where they are fewer.

    Raises UsageError where there are none, DataError.
    """
    labels = builtin_labels()
    kept = tuple(item for item in questions.questions if kinds <= set(labels.of(item.question_id)))
    names = tuple(f"offline:{kind}" for kind in sorted(kinds))
    if not kept:
        raise UsageError("api.labelled_none", names=names, dataset=questions.name)
    if len(kept) < len(questions.questions):
        tell("api.labelled_only", {"names": names, "count": len(kept), "total": len(questions.questions)})
    return replace(questions, questions=kept)


def _with_labelled(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, the shipped replies of best, flawed and plain read. Raises DataError."""
    found = []
    for item in candidates:
        match item.target:
            case OfflineTarget(name="best" | "flawed" | "plain" as kind):
                answers = labelled_responses(builtin_labels(), kind)
                found.append(replace(item, target=FileTarget(builtin_folder() / LABELS_FILE, answers)))
            case _:
                found.append(item)
    return tuple(found)


def _at_its_labels(judge: Judge) -> Judge:
    """The judge ``labels`` at the state of its markings: others than before are other verdicts."""
    if judge.target != OfflineTarget(LABELS_JUDGE) or judge.revision:
        return judge
    return replace(judge, revision=builtin_labels().fingerprint[:12])


def _official_prompts(chosen: Preferences) -> PromptTexts | None:
    if chosen.protocol != "official":
        return None
    from heartbench.dataset import load_official

    return replace(load_official().prompts, fields=chosen.prompt_fields)


def make_spec(wanted: Wanted, tell: Tell) -> RunSpec:
    """Reads what the run needs; the spec has no name yet unless one was given.

    Raises DataError and ProtocolError.
    """
    chosen = wanted.preferences
    mode = str(Mode.parse(chosen.mode))
    prompts = _official_prompts(chosen)
    whole = questions_of(chosen.dataset) if wanted.questions is None else wanted.questions
    questions = order_for_limit(filter_difficulty(whole, chosen.difficulty), chosen.limit)
    known = frozenset(question.question_id for question in whole.questions)
    kinds = _labelled_kinds(wanted.candidates)
    if kinds:
        questions = _with_replies(questions, kinds, tell)
    candidates = tuple(
        _read_candidate(item, questions, known, tell) if isinstance(item, FileCandidate) else item
        for item in wanted.candidates
    )
    candidates = _with_labelled(candidates)
    samples = _samples_of(candidates) if wanted.samples_from_files else chosen.samples
    return RunSpec(
        name=wanted.name or "",
        questions=questions,
        candidates=candidates,
        judges=tuple(map(_at_its_labels, wanted.judges)),
        protocol=chosen.protocol,
        mode=mode,
        official_prompts=prompts,
        samples=samples,
        repeats=chosen.repeats,
        fresh_answers="answers" in wanted.fresh,
        fresh_verdicts="verdicts" in wanted.fresh,
        retry_failed=chosen.retry_failed,
        concurrency=chosen.concurrency,
        attempts=wanted.attempts,
    )


def _samples_of(candidates: Sequence[Candidate]) -> int:
    targets = [item.target for item in candidates]
    counts = [len(found) for target in targets for found in getattr(target, "answers", {}).values()]
    return max(counts, default=1)


def named(spec: RunSpec, store: Store) -> RunSpec:
    """The spec with a name: its own, else that of the same run left unfinished, else a new one."""
    if spec.name:
        return spec
    fresh = {kind for kind, wanted in _made_anew(spec) if wanted}
    taken = set()
    unfinished = ""
    for run in store.runs():
        taken.add(run.name)
        if run.spec.fingerprint == spec.fingerprint and run.spec.fresh == fresh:
            unfinished = run.name if run.status != "done" else ""
    return replace(spec, name=unfinished or _new_name(taken))


def _made_anew(spec: RunSpec) -> tuple[tuple[str, bool], ...]:
    return ("answers", spec.fresh_answers), ("verdicts", spec.fresh_verdicts)


def _new_name(taken: set[str]) -> str:
    base = time.strftime("run-%Y%m%d-%H%M%S")
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name
