"""Writing a question set as the seed's three files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from heartbench.dataset.questions import ALL_FILE
from heartbench.errors import DataError
from heartbench.language import system_reason
from heartbench.records import Question, QuestionSet

HARD_FILE = "question_hard.jsonl"
NORMAL_FILE = "question_normal.jsonl"


def question_fields(question: Question) -> dict[str, object]:
    """A question as a row of the seed's files; difficulty is left out where it is not known."""
    fields: dict[str, object] = {
        "question_id": question.question_id,
        "rubric": [
            {"dimension": item.dimension, "score": item.weight, "content": item.text}
            for item in question.rubric
        ],
        "dialogue": [{"role": turn.role, "content": turn.content} for turn in question.dialogue],
    }
    if question.difficulty:
        fields["difficulty"] = question.difficulty
    return fields | {
        "primary_scene": question.primary_scene,
        "secondary_scene": question.secondary_scene,
    }


def export_questions(questions: QuestionSet, folder: Path, *, overwrite: bool = False) -> tuple[Path, ...]:
    """Write all, hard and normal questions as JSON lines; returns the three paths.

    Reading ``question_all.jsonl`` gives the same fingerprint. Each file is replaced as a whole.
    Raises DataError where one is there already with other content (unless ``overwrite``), or where the
    folder cannot be written.
    """
    chosen = {
        ALL_FILE: questions.questions,
        HARD_FILE: tuple(item for item in questions.questions if item.difficulty == "hard"),
        NORMAL_FILE: tuple(item for item in questions.questions if item.difficulty == "normal"),
    }
    contents = {folder / name: _lines(some) for name, some in chosen.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not overwrite:
            _refuse_others(contents)
        for path, content in contents.items():
            replace_file(path, content)
    except OSError as error:
        raise DataError("dataset.unwritable", path=folder, reason=system_reason(error)) from error
    return tuple(contents)


def replace_file(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of a file at once: a reader sees the old or the new, never a part."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _refuse_others(contents: Mapping[Path, bytes]) -> None:
    for path, content in contents.items():
        if path.exists() and path.read_bytes() != content:
            raise DataError("dataset.file_exists", path=path)


def _lines(questions: Iterable[Question]) -> bytes:
    return b"".join(_line(question) for question in questions)


def _line(question: Question) -> bytes:
    fields = question_fields(question)
    try:
        return (json.dumps(fields, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:  # half a character: only its escape can be written
        return (json.dumps(fields) + "\n").encode()
