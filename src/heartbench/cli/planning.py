"""From options to the spec of a run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heartbench.cli.options import Judging, Reaching, RunOptions
from heartbench.cli.preferences import Preferences
from heartbench.cli.session import Session
from heartbench.config import (
    Addresses,
    AddressOption,
    FileCandidate,
    Settings,
    Surroundings,
    read_prompt,
    resolve_candidates,
    resolve_judges,
)
from heartbench.dataset import (
    builtin_questions,
    describe_finding,
    filter_difficulty,
    order_for_limit,
    read_answers,
    read_questions,
)
from heartbench.errors import UsageError
from heartbench.protocols import Mode
from heartbench.records import Candidate, Judge, PromptTexts, QuestionSet, RunSpec

SHOWN_IDS = 5
"""Ids named in one sentence; the rest is counted."""


@dataclass(frozen=True)
class Wanted:
    """What a run is made of, before the questions are read."""

    candidates: tuple[Candidate | FileCandidate, ...]
    judges: tuple[Judge, ...]
    preferences: Preferences
    fresh: Sequence[str] = ()
    name: str | None = None
    """None: a name is found when the store is open."""
    samples_from_files: bool = False
    """Whether the files of answers say how many samples there are."""
    attempts: int | None = None
    """Most times one call is sent; None leaves it to the client."""


def addresses_of(options: Reaching) -> Addresses:
    """The addresses given on the command line. Raises UsageError for a key without an address."""
    pairs = (
        ("--base-url", options.base_url, options.api_key_env, "HEARTBENCH"),
        ("--judge-base-url", options.judge_base_url, options.judge_api_key_env, "HEARTBENCH_JUDGE"),
    )
    found: list[AddressOption | None] = []
    for name, address, key_env, prefix in pairs:
        if address is None and key_env is not None:
            raise UsageError("cli.key_without_address", option=name)
        pair = (f"{prefix}_BASE_URL", f"{prefix}_API_KEY")
        option = (
            None if address is None else AddressOption(name, address, api_key_env=key_env, default_pair=pair)
        )
        found.append(option)
    return Addresses(*found)


def surroundings(options: Reaching, settings: Settings, chosen: Preferences) -> Surroundings:
    """All that targets are resolved with."""
    prompt = getattr(options, "system_prompt", None)
    return Surroundings(
        settings=settings,
        environ=os.environ,
        addresses=addresses_of(options),
        system_prompt=None if prompt is None else read_prompt(prompt),
        revision=chosen.revision,
    )


def wanted_run(options: RunOptions, settings: Settings, chosen: Preferences) -> Wanted:
    """What ``heartbench run`` was asked for."""
    around = surroundings(options, settings, chosen)
    candidates = resolve_candidates(options.models or (), around)
    judges = () if options.answers_only else resolve_judges(options.judge or (), around)
    return Wanted(candidates, judges, chosen, options.fresh or (), options.name)


def wanted_scoring(
    options: Judging, answers: FileCandidate, around: Surroundings, chosen: Preferences
) -> Wanted:
    """What ``heartbench score`` was asked for."""
    judges = resolve_judges(options.judge or (), around)
    return Wanted((answers,), judges, chosen, options.fresh or (), options.name, samples_from_files=True)


def questions_of(dataset: str) -> QuestionSet:
    """``builtin``, ``official`` or the questions of a file. Raises DataError."""
    if dataset == "builtin":
        return builtin_questions()
    if dataset == "official":
        from heartbench.dataset import load_official

        return load_official().questions
    return read_questions(Path(dataset).expanduser()).questions


def _chosen_questions(chosen: Preferences) -> QuestionSet:
    questions = filter_difficulty(questions_of(chosen.dataset), chosen.difficulty)
    return order_for_limit(questions, chosen.limit)


def _some(ids: Sequence[str]) -> str:
    more = f", … (+{len(ids) - SHOWN_IDS})" if len(ids) > SHOWN_IDS else ""
    return ", ".join(ids[:SHOWN_IDS]) + more


def read_candidate(item: FileCandidate, questions: QuestionSet, session: Session) -> Candidate:
    """The candidate of a file, its answers read; says what is missing, unknown or doubled.

    Raises DataError.
    """
    found = read_answers(item.path, [question.question_id for question in questions.questions])
    for notice in found.notices:
        session.tell(describe_finding(notice, session.language))
    for key, ids in (("missing", found.missing), ("unknown", found.unknown), ("doubled", found.doubled)):
        if ids:
            session.say(f"answers_{key}", path=item.path, count=len(ids), ids=_some(ids))
    if len(found.missing) == len(questions.questions):
        raise UsageError("cli.answers_none", path=item.path, dataset=questions.name)
    return item.with_answers(found.answers)


def _official_prompts(protocol: str) -> PromptTexts | None:
    if protocol != "official":
        return None
    from heartbench.dataset import load_official

    return load_official().prompts


def make_spec(wanted: Wanted, session: Session) -> RunSpec:
    """Reads what the run needs; the spec has no name yet unless one was given.

    Raises DataError and ProtocolError.
    """
    chosen = wanted.preferences
    mode = str(Mode.parse(chosen.mode))
    prompts = _official_prompts(chosen.protocol)
    questions = _chosen_questions(chosen)
    candidates = tuple(
        read_candidate(item, questions, session) if isinstance(item, FileCandidate) else item
        for item in wanted.candidates
    )
    samples = _samples_of(candidates) if wanted.samples_from_files else chosen.samples
    return RunSpec(
        name=wanted.name or "",
        questions=questions,
        candidates=candidates,
        judges=wanted.judges,
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
