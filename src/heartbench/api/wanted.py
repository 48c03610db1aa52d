"""From words to what a run is made of."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from heartbench.api.preferences import Preferences
from heartbench.api.words import (
    Answers,
    JudgingWords,
    Model,
    Models,
    RunWords,
    ScoreWords,
    Spelling,
    fresh_of,
    python_spelling,
)
from heartbench.config import (
    Addresses,
    AddressOption,
    FileCandidate,
    Settings,
    Surroundings,
    callable_target,
    read_prompt,
    resolve_candidates,
    resolve_judges,
)
from heartbench.errors import TargetError, UsageError
from heartbench.records import Candidate, Judge, QuestionSet


@dataclass(frozen=True)
class Wanted:
    """What a run is made of, before the questions are read."""

    candidates: tuple[Candidate | FileCandidate, ...]
    judges: tuple[Judge, ...]
    preferences: Preferences
    fresh: Sequence[str] = ()
    name: str | None = None
    """None: a name is found when the store is open."""
    questions: QuestionSet | None = None
    """Questions in hand; None: the preferences say where they are."""
    samples_from_files: bool = False
    """Whether the files of answers say how many samples there are."""
    attempts: int | None = None
    """Most times one call is sent; None leaves it to the client."""


def wanted_run(
    words: RunWords, settings: Settings, chosen: Preferences, spelled: Spelling = python_spelling
) -> Wanted:
    """What a run was asked for. Raises UsageError where a word cannot be understood."""
    around = surroundings(words, settings, chosen, spelled, words.get("system_prompt"))
    candidates = resolve_candidates(_targets(words.get("models"), chosen.revision), around)
    judges = () if words.get("answers_only") else resolve_judges(_judges(words), around)
    return _with_words(Wanted(candidates, judges, chosen), words)


def wanted_scoring(
    answers: Answers,
    words: ScoreWords,
    settings: Settings,
    chosen: Preferences,
    spelled: Spelling = python_spelling,
) -> Wanted:
    """What judging of answers made elsewhere was asked for. Raises like :func:`wanted_run`."""
    around = surroundings(words, settings, chosen, spelled)
    candidate = _answers_candidate(answers, words.get("model_name"), chosen.revision)
    judges = resolve_judges(_judges(words), around)
    return _with_words(Wanted((candidate,), judges, chosen, samples_from_files=True), words)


def _with_words(wanted: Wanted, words: JudgingWords) -> Wanted:
    dataset = words.get("dataset")
    questions = dataset if isinstance(dataset, QuestionSet) else None
    name = words.get("name")
    if name is not None and not name.isprintable():
        raise UsageError("api.name_unprintable", name=ascii(name))
    return replace(wanted, fresh=fresh_of(words), name=name, questions=questions)


def surroundings(
    words: JudgingWords,
    settings: Settings,
    chosen: Preferences,
    spelled: Spelling = python_spelling,
    prompt: str | Path | None = None,
) -> Surroundings:
    """All that targets are resolved with; ``prompt`` is the system prompt, or where it is."""
    return Surroundings(
        settings=settings,
        environ=os.environ,
        addresses=addresses_of(words, spelled),
        system_prompt=read_prompt(prompt) if isinstance(prompt, Path) else prompt,
        revision=chosen.revision,
    )


def addresses_of(words: JudgingWords, spelled: Spelling = python_spelling) -> Addresses:
    """The addresses given by words. Raises UsageError for a key without an address."""
    candidate = _address(
        spelled("base_url"),
        words.get("base_url"),
        words.get("api_key"),
        words.get("api_key_env"),
        "HEARTBENCH",
    )
    judge = _address(
        spelled("judge_base_url"),
        words.get("judge_base_url"),
        words.get("judge_api_key"),
        words.get("judge_api_key_env"),
        "HEARTBENCH_JUDGE",
    )
    return Addresses(candidate, judge)


def _address(
    name: str, address: str | None, key: str | None, key_env: str | None, prefix: str
) -> AddressOption | None:
    if address is not None:
        pair = (f"{prefix}_BASE_URL", f"{prefix}_API_KEY")
        return AddressOption(name, address, key, api_key_env=key_env, default_pair=pair)
    if key is not None or key_env is not None:
        raise UsageError("api.key_without_address", option=name)
    return None


def _targets(models: Models | None, revision: str) -> list[str | Candidate]:
    if models is None:
        return []
    if isinstance(models, Mapping):
        return [_target(model, revision, label) for label, model in models.items()]
    if isinstance(models, Sequence) and not isinstance(models, str):
        return [_target(model, revision) for model in models]
    return [_target(models, revision)]


def _target(model: Model, revision: str, label: str = "") -> str | Candidate:
    if isinstance(model, str):
        return f"{label}={model}" if label else model
    if isinstance(model, Candidate):
        return replace(model, label=label or model.label)
    if not callable(model):
        raise TargetError("api.model_kind", kind=type(model).__name__)
    target = callable_target(model, label)
    name = getattr(model, "__name__", target.import_path)
    return Candidate(label or name, target, revision)


def _judges(words: JudgingWords) -> list[str | Judge]:
    given = words.get("judge") or ()
    found = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    for judge in found:
        if not isinstance(judge, str | Judge):
            raise TargetError("config.judge_kind", target=type(judge).__name__)
    return found


def _answers_candidate(answers: Answers, label: str | None, revision: str) -> FileCandidate:
    if isinstance(answers, str | Path):
        path = Path(answers)
        return FileCandidate(label or path.stem, path, revision)
    given: object = answers
    if not isinstance(given, Mapping | Sequence):
        raise UsageError("api.answers_kind", kind=type(given).__name__)
    rows = list(_rows(answers)) if isinstance(answers, Mapping) else list(answers)
    return FileCandidate(label or "answers", Path("answers"), revision, rows)


def _rows(answers: Mapping[str, str | Sequence[str]]) -> Sequence[Mapping[str, object]]:
    """One row for every sample of every id."""
    return [
        {"question_id": question_id, "response": text, "sample": sample}
        for question_id, texts in answers.items()
        for sample, text in enumerate(texts if isinstance(texts, list | tuple) else [texts])
    ]
