"""Whether a question set keeps to a blueprint: the checks that its continuous integration runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from heartbench.dataset import blueprint_counts, blueprint_originality, blueprint_questions
from heartbench.dataset.blueprint_facts import SEED_BLUEPRINT, Blueprint
from heartbench.dataset.check import check
from heartbench.dataset.decoding import decode, read_bytes
from heartbench.dataset.export import HARD_FILE, NORMAL_FILE
from heartbench.dataset.findings import Finding
from heartbench.dataset.label_checks import check_labels
from heartbench.dataset.labels import LABELS_FILE, read_labels
from heartbench.dataset.questions import read_questions
from heartbench.errors import DataError
from heartbench.records import Difficulty, Question, QuestionSet

_PARTS: tuple[tuple[str, Difficulty], ...] = ((HARD_FILE, "hard"), (NORMAL_FILE, "normal"))
_Reference = TypeVar("_Reference")
_CANARY = re.compile(r"canary\b.{0,80}?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.I | re.S)


@dataclass(frozen=True, slots=True)
class References:
    """What a set is held against; what is None is not checked, and a note says so."""

    folder: Path | None = None
    """Folder of the set, whose hard and normal files must fit."""
    standing: Path | None = None
    """JSON object: name of a standing criterion → list of its wordings; ``veto`` is one of them."""
    card: Path | None = None
    """The data card, which must hold a canary: the word and a UUID."""
    upstream: QuestionSet | None = None
    """The public question set."""
    labels: Path | None = None
    """The file of labelled answers."""


def references_beside(folder: Path) -> References:
    """What lies where this project keeps it: parts, card and labelled answers beside a set, the standing
    wordings in ``docs/corpus`` of the same checkout; what is not there is None."""
    labels = folder / LABELS_FILE
    card, standing = folder / "README.md", folder.parent / "docs" / "corpus" / "standing.json"
    return References(
        folder=folder if all((folder / name).is_file() for name, _ in _PARTS) else None,
        standing=standing if standing.is_file() else None,
        card=card if card.is_file() else None,
        labels=labels if labels.is_file() else None,
    )


def check_blueprint(
    questions: QuestionSet, blueprint: Blueprint = SEED_BLUEPRINT, references: References | None = None
) -> tuple[Finding, ...]:
    """All departures from the blueprint, those of :func:`heartbench.dataset.check` included.

    A departure has the severity ``error``; it names its rule and, where it is one question's, the question.
    Raises DataError for an empty set, and where a reference cannot be read.
    """
    if not questions.questions:
        raise DataError("dataset.no_questions", path=questions.name)
    references = references or References()
    standing = None if references.standing is None else read_standing(references.standing)
    return (
        *check(questions),
        *blueprint_questions.findings(questions, blueprint),
        *blueprint_counts.findings(questions, blueprint),
        *blueprint_originality.within(questions, blueprint, standing or {}),
        *_optional("standing", standing, lambda it: blueprint_originality.standing(questions, blueprint, it)),
        *_optional(
            "upstream",
            references.upstream,
            lambda it: blueprint_originality.against_upstream(questions, blueprint, it),
        ),
        *_optional("card", references.card, _canary),
        *_optional("folder", references.folder, lambda it: _split(questions, it)),
        *_optional("labels", references.labels, lambda it: iter(check_labels(questions, read_labels(it)))),
    )


def _optional(
    name: str, reference: _Reference | None, rule: Callable[[_Reference], Iterator[Finding]]
) -> Iterator[Finding]:
    if reference is None:
        yield Finding("not_checked", fields={"reference": name}, severity="note")
    else:
        yield from rule(reference)


def read_standing(path: Path) -> Mapping[str, tuple[str, ...]]:
    """The closed list of standing wordings; raises DataError where the file holds something else."""
    text = decode(read_bytes(path), path).text
    try:
        value = json.loads(text)
        lists = {str(name): tuple(wordings) for name, wordings in value.items()}
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        raise DataError("dataset.no_standing", path=path) from error
    if not all(isinstance(item, str) for wordings in lists.values() for item in wordings):
        raise DataError("dataset.no_standing", path=path)
    return lists


def _canary(card: Path) -> Iterator[Finding]:
    if not _CANARY.search(decode(read_bytes(card), card).text):
        yield Finding("no_canary", fields={"path": card}, severity="error")


def _split(questions: QuestionSet, folder: Path) -> Iterator[Finding]:
    """The hard and the normal file must hold just those questions of the whole set, in its order."""
    for name, difficulty in _PARTS:
        expected = [item.content_hash for item in questions.questions if item.difficulty == difficulty]
        found = [
            replace(item, difficulty=item.difficulty or difficulty) for item in _questions_in(folder / name)
        ]
        if [item.content_hash for item in found] != expected:
            yield Finding("file_differs", fields={"file": name}, severity="error")


def _questions_in(path: Path) -> tuple[Question, ...]:
    """The questions of a file that may be empty, as that of a difficulty no question has."""
    try:
        return read_questions(path).questions.questions
    except DataError as error:
        if error.code == "dataset.no_questions":
            return ()
        raise
