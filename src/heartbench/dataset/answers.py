"""Reading files of answers that were made elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from heartbench.dataset.decoding import decode, read_bytes
from heartbench.dataset.findings import Finding
from heartbench.dataset.rows import Row, Torn, identifier, json_rows, looks_like_json
from heartbench.dataset.tables import ID_FIELD, csv_rows, looks_like_workbook, workbook_rows
from heartbench.errors import DataError
from heartbench.records import FileAnswer

MAX_SAMPLES = 1000
"""Samples of one question are numbered below this."""

_FIELD_NAMES = frozenset(
    {"id", "qid", "question", "answer", "response", "reply", "output", "completion", "text", "content"}
    | {"prompt", "messages", "model"}
)
"""Keys that name a field in somebody's file, and are nobody's ids."""
_SAMPLE = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """What a file of answers holds for the questions in hand."""

    path: Path
    answers: Mapping[str, tuple[FileAnswer, ...]]
    """Question id → its answers, by sample; a sample that the file skips is ``absent``."""
    missing: tuple[str, ...]
    """Ids of questions that the file does not name, in the order of the questions."""
    unknown: tuple[str, ...]
    """Ids that the file names and the questions do not, in the order of the file."""
    doubled: tuple[str, ...]
    """Ids that stand there more than once with the same response: taken once."""
    notices: tuple[Finding, ...]
    """How the file was read, where that is worth a word."""


def read_answers(path: Path, known_ids: Collection[str] | None = None) -> AnswerFile:
    """The answers of a file: JSON lines, one JSON array, ``{id: text}``, CSV, or XLSX (extra ``excel``).

    A row needs ``question_id`` and ``response``; ``sample`` (0, 1, …) tells several answers to one
    question apart; other fields are passed over. ``known_ids`` None takes every id for known.
    A torn last line is noted and its answer is missing. Raises DataError for a file that cannot be read,
    a broken line, rows without any ``response``, and one id with two responses (both lines named).
    """
    notices: list[Finding] = []
    return _collect(path, _rows(read_bytes(path), path, notices), known_ids, notices)


def answers_in_hand(
    rows: Iterable[object], name: Path, known_ids: Collection[str] | None = None
) -> AnswerFile:
    """The same of rows that are no file; ``name`` is what they are called. Raises DataError likewise."""
    placed = (Row(f"{name}[{index}]", row) for index, row in enumerate(rows))
    return _collect(name, (kept for row in placed for kept in _answer_rows(row)), known_ids, [])


def _collect(
    path: Path, rows: Iterable[Row | Torn], known_ids: Collection[str] | None, notices: list[Finding]
) -> AnswerFile:
    collected = _Collector()
    for row in rows:
        if isinstance(row, Torn):
            notices.append(Finding("torn_line", fields={"where": row.where}))
        else:
            collected.take(row)
    if collected.entries and not collected.has_responses:
        fields = tuple(name[:40] for name in list(collected.fields)[:10])
        raise DataError("dataset.no_responses", path=path, found=fields)
    found = collected.answers()
    known = found if known_ids is None else set(known_ids)
    return AnswerFile(
        path=path,
        answers={key: value for key, value in found.items() if key in known},
        missing=tuple(key for key in known_ids or () if key not in found),
        unknown=tuple(key for key in found if key not in known),
        doubled=tuple(collected.doubled),
        notices=tuple(notices),
    )


def _rows(data: bytes, path: Path, notices: list[Finding]) -> Iterator[Row | Torn]:
    if looks_like_workbook(data):
        yield from workbook_rows(data, path)
        return
    decoded = decode(data, path)
    if decoded.encoding == "gb18030":
        notices.append(Finding("gb18030", severity="note"))
    if looks_like_json(decoded.text):
        for row in json_rows(decoded.text, path):
            yield from _answer_rows(row)
    elif decoded.text.strip():
        yield from csv_rows(decoded.text, path)


def _answer_rows(row: Row | Torn) -> Iterable[Row | Torn]:
    """The row itself, or the entries of one ``{id: text}`` object."""
    if isinstance(row, Torn):
        return (row,)
    if not isinstance(row.value, dict):
        raise DataError("dataset.not_an_object", where=row.where)
    if ID_FIELD in row.value or not row.value or _is_row(row.value):
        return (row,)
    return (Row(row.where, {ID_FIELD: key, "response": text}) for key, text in row.value.items())


def _is_row(value: Mapping[str, object]) -> bool:
    """Whether an object without ``question_id`` is a row that lacks it, and not ``{id: text}``."""
    texts = any(isinstance(item, str) for item in value.values())
    return not texts or not _FIELD_NAMES.isdisjoint(key.strip().lower() for key in value)


@dataclass(frozen=True, slots=True)
class _Entry:
    answer: FileAnswer
    where: str
    id_is_text: bool


class _Collector:
    """Gathers answers by id and sample, and refuses what cannot both be meant."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[int, _Entry]] = {}
        self.doubled: dict[str, None] = {}
        self.fields: dict[str, None] = {}
        self.has_responses = False

    def take(self, row: Row) -> None:
        assert isinstance(row.value, dict)  # both sources give dictionaries alone
        fields: dict[str, object] = row.value
        question_id = identifier(fields.get(ID_FIELD))
        if question_id is None:
            raise DataError("dataset.no_answer_id", where=row.where)
        self._note_fields(fields)
        entry = _Entry(file_answer(fields), row.where, isinstance(fields[ID_FIELD], str))
        self._add(question_id, _sample_of(fields.get("sample"), question_id, row.where), entry)

    def _note_fields(self, fields: Mapping[str, object]) -> None:
        self.has_responses = self.has_responses or "response" in fields
        if not self.has_responses:
            self.fields.update(dict.fromkeys(fields))

    def _add(self, question_id: str, sample: int, entry: _Entry) -> None:
        samples = self.entries.setdefault(question_id, {})
        for other in samples.values():
            if other.id_is_text != entry.id_is_text:
                raise _two_rows("dataset.id_clash", question_id, other, entry)
        first = samples.setdefault(sample, entry)
        if first is entry:
            return
        if first.answer != entry.answer:
            raise _two_rows("dataset.answer_doubled", question_id, first, entry)
        self.doubled[question_id] = None

    def answers(self) -> dict[str, tuple[FileAnswer, ...]]:
        return {key: _by_sample(samples) for key, samples in self.entries.items()}


def _two_rows(code: str, question_id: str, first: _Entry, second: _Entry) -> DataError:
    return DataError(code, question_id=question_id, first=first.where, second=second.where)


def _by_sample(samples: Mapping[int, _Entry]) -> tuple[FileAnswer, ...]:
    absent = FileAnswer("absent")
    return tuple(
        samples[number].answer if number in samples else absent for number in range(max(samples) + 1)
    )


def file_answer(fields: Mapping[str, object]) -> FileAnswer:
    """The answer of one row: absent, null, empty (nothing but blanks), a text, or something else."""
    if "response" not in fields:
        return FileAnswer("absent")
    response = fields["response"]
    if response is None:
        return FileAnswer("null")
    if not isinstance(response, str):
        return FileAnswer("not_text")
    return FileAnswer("text", response) if response.strip() else FileAnswer("empty")


def _sample_of(value: object, question_id: str, where: str) -> int:
    if value is None or value == "":
        return 0
    if isinstance(value, str) and _SAMPLE.fullmatch(value.strip()):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MAX_SAMPLES:
        return value
    raise DataError("dataset.sample", where=where, question_id=question_id, found=repr(value)[:80])
