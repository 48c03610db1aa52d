"""Labelled answers: read from their file, and as answers of candidates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from heartbench.dataset.decoding import decode, read_bytes
from heartbench.dataset.models import LabelRow, label_row
from heartbench.dataset.questions import builtin_folder, builtin_questions
from heartbench.dataset.rows import Torn, json_rows
from heartbench.errors import DataError
from heartbench.records import FileAnswer, LabelKind, LabelledAnswer, LabelledAnswers

LABELS_FILE = "labelled_answers.jsonl"
"""The file of a set's folder that holds its labelled answers."""


def read_labels(path: Path) -> LabelledAnswers:
    """The labelled answers of a file (JSON lines).

    Raises DataError for a file that cannot be read, a broken line, a field that is missing or wrong, and
    two replies of one kind to one question.
    """
    found: list[LabelledAnswer] = []
    places: dict[tuple[str, str], str] = {}
    for row in json_rows(decode(read_bytes(path), path).text, path):
        if isinstance(row, Torn):
            raise DataError("dataset.torn_question", where=row.where)
        answer = _answer(label_row(row.value, row.where))
        first = places.setdefault((answer.question_id, answer.kind), row.where)
        if first != row.where:
            raise DataError(
                "dataset.label_doubled",
                question_id=answer.question_id,
                kind=answer.kind,
                first=first,
                second=row.where,
            )
        found.append(answer)
    return LabelledAnswers(tuple(found))


def builtin_labels() -> LabelledAnswers:
    """The labelled answers to the built-in questions.

    Raises DataError where they are not there, and where one does not fit its question: its marks would be
    taken for those of other criteria.
    """
    path = builtin_folder() / LABELS_FILE
    return _fitting(path, path.stat().st_mtime_ns if path.is_file() else 0)


@cache
def _fitting(path: Path, changed_at: int) -> LabelledAnswers:
    """Read once for each state of the file: several steps of one command want them."""
    labels = read_labels(path)
    if not labels.answers:
        raise DataError("dataset.no_labels", path=path)
    lengths = {item.question_id: len(item.rubric) for item in builtin_questions().questions}
    for item in labels.answers:
        marks = (item.hits, item.first, item.second, item.reasons)
        if any(len(own) != lengths.get(item.question_id) for own in marks):
            raise DataError("dataset.label_unfit", path=path, question_id=item.question_id, kind=item.kind)
    return labels


def labelled_responses(labels: LabelledAnswers, kind: LabelKind) -> Mapping[str, tuple[FileAnswer, ...]]:
    """The replies of one kind as the answers of a candidate: question id → its one answer."""
    return {
        item.question_id: (FileAnswer("text", item.response),) for item in labels.answers if item.kind == kind
    }


def _answer(row: LabelRow) -> LabelledAnswer:
    return LabelledAnswer(
        question_id=row.question_id,
        kind=row.kind,
        style=row.style,
        response=row.response,
        hits=tuple(row.detail),
        first=tuple(row.detail_first),
        second=tuple(row.detail_second),
        reasons=tuple(row.reasons),
    )
