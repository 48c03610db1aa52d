"""Reading question files into records."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from heartbench.dataset.decoding import decode, read_bytes
from heartbench.dataset.findings import Finding, fault_of
from heartbench.dataset.models import CriterionRow, QuestionRow, question_row, row_faults
from heartbench.dataset.rows import Row, Torn, json_rows
from heartbench.errors import DataError
from heartbench.records import Criterion, Question, QuestionSet, Turn
from heartbench.taxonomy import ability_of, is_veto_dimension

ALL_FILE = "question_all.jsonl"
"""The file of a set's folder that holds every question."""


@dataclass(frozen=True, slots=True)
class LoadedQuestions:
    """A question set and what reading it had to note."""

    questions: QuestionSet
    findings: tuple[Finding, ...] = ()
    """About how the file was read; :func:`heartbench.dataset.check` adds what it holds."""


def read_questions(path: Path, name: str | None = None) -> LoadedQuestions:
    """The questions of a file in the seed's format (JSON lines, one JSON array or one object).

    ``name`` is the set's label, by default the file's name. Coercions: a numeric id becomes the text it
    was written as, a weight in quotes a number, a rubric or dialogue packed into a JSON text a list.
    Raises DataError that names file, line and id: for a file that cannot be read, a broken line, a field
    that is missing, unknown or of a wrong type, an ability off the taxonomy, one id twice.
    """
    decoded = decode(read_bytes(path), path)
    findings = (Finding("gb18030", severity="note"),) if decoded.encoding == "gb18030" else ()
    reader = _Reader()
    for row in json_rows(decoded.text, path):
        if isinstance(row, Torn):
            raise DataError("dataset.torn_question", where=row.where)
        reader.take(row)
    if not reader.questions:
        raise DataError("dataset.no_questions", path=path)
    return LoadedQuestions(QuestionSet(name or path.name, tuple(reader.questions)), findings)


def inspect_questions(path: Path) -> LoadedQuestions:
    """As :func:`read_questions`, but what is wrong with a row is a finding, and the row is left out.

    Raises DataError for a file that cannot be read at all, or that holds nothing.
    """
    decoded = decode(read_bytes(path), path)
    found = [Finding("gb18030", severity="note")] if decoded.encoding == "gb18030" else []
    reader = _Reader()

    def note(error: DataError) -> None:
        found.append(fault_of(error))

    for row in json_rows(decoded.text, path, note):
        if isinstance(row, Torn):
            note(DataError("dataset.torn_question", where=row.where))
            continue
        try:
            reader.take(row)
        except DataError as first:
            found += [fault_of(error) for error in _row_faults(row, first)]
    if not reader.questions and not found:
        raise DataError("dataset.no_questions", path=path)
    return LoadedQuestions(QuestionSet(path.name, tuple(reader.questions)), tuple(found))


def _row_faults(row: Row, first: DataError) -> list[DataError]:
    """All that is wrong with a row whose first error is known."""
    faults = row_faults(row.value, row.where)
    if faults or first.code not in ("dataset.unknown_ability", "dataset.no_weight"):
        return faults or [first]
    parsed = question_row(row.value, row.where)
    for item in parsed.rubric:
        try:
            _criterion(item, parsed.question_id, row.where)
        except DataError as error:
            faults.append(error)
    return faults


def builtin_questions() -> QuestionSet:
    """The question set that comes with the package; raises DataError where it is not there."""
    return read_questions(builtin_folder() / ALL_FILE, "builtin").questions


def builtin_folder() -> Path:
    """Folder of the built-in set: inside an installed package, else beside ``src`` in a checkout."""
    packaged = Path(str(resources.files("heartbench") / "_data"))
    folder = packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "data"
    if not (folder / ALL_FILE).is_file():
        raise DataError("dataset.builtin_missing", path=folder / ALL_FILE)
    return folder


class _Reader:
    """Turns rows into questions, sharing equal texts: standing criteria repeat in every question."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self._seen: dict[str, tuple[str, bool]] = {}
        self._criteria: dict[tuple[str, int | str, str], Criterion] = {}

    def take(self, row: Row) -> None:
        parsed = question_row(row.value, row.where)
        assert isinstance(row.value, dict)  # question_row has refused all else
        written_as_text = isinstance(row.value["question_id"], str)
        self._note_id(parsed.question_id, row.where, written_as_text)
        self.questions.append(self._question(parsed, row.where))

    def _note_id(self, question_id: str, where: str, written_as_text: bool) -> None:
        if question_id not in self._seen:
            self._seen[question_id] = where, written_as_text
            return
        first, other = self._seen[question_id]
        code = "dataset.id_doubled" if other == written_as_text else "dataset.id_clash"
        raise DataError(code, question_id=question_id, first=first, second=where)

    def _question(self, row: QuestionRow, where: str) -> Question:
        for field in ("rubric", "dialogue"):
            if not getattr(row, field):
                raise DataError("dataset.empty_list", where=where, question_id=row.question_id, field=field)
        return Question(
            question_id=row.question_id,
            dialogue=tuple(Turn(sys.intern(turn.role), turn.content) for turn in row.dialogue),
            rubric=tuple(self._criterion(item, row.question_id, where) for item in row.rubric),
            difficulty=row.difficulty or "",
            primary_scene=sys.intern(row.primary_scene or ""),
            secondary_scene=sys.intern(row.secondary_scene or ""),
        )

    def _criterion(self, row: CriterionRow, question_id: str, where: str) -> Criterion:
        # 5, 5.0 and True are equal as keys of a dict; only 5 and 5.0 come here and differ in print.
        key = (row.dimension, row.score if type(row.score) is int else repr(row.score), row.content)
        known = self._criteria.get(key)
        if known is None:
            known = self._criteria[key] = _criterion(row, question_id, where)
        return known


def _criterion(row: CriterionRow, question_id: str, where: str) -> Criterion:
    dimension = sys.intern(row.dimension)
    if is_veto_dimension(dimension):
        return Criterion(dimension, row.score, row.content, None)
    ability = ability_of(dimension)
    fields: dict[str, object] = {"where": where, "question_id": question_id, "dimension": dimension}
    if ability is None:
        raise DataError("dataset.unknown_ability", **fields)
    if row.score is None:
        raise DataError("dataset.no_weight", **fields)
    return Criterion(dimension, row.score, row.content, ability.id)
