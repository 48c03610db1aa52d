"""File models: what a row of a question file may hold, apart from the domain's records."""

from __future__ import annotations

import math
import re
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from heartbench.dataset.rows import identifier, json_value
from heartbench.errors import DataError
from heartbench.records import LabelKind

WEIGHT_LIMIT = 1000
"""No weight is larger in size."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{1,9}")


def weight_of(value: object) -> int | float | None:
    """A criterion's weight: a number or null as it is, a text that is a decimal number as that number.

    Anything else (NaN, true, ``"abc"``, a number beyond :data:`WEIGHT_LIMIT`) is refused.
    """
    number = _number_in(value.strip()) if isinstance(value, str) else value
    if value is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise PydanticCustomError("weight", "no weight")
    if not math.isfinite(number) or abs(number) > WEIGHT_LIMIT:
        raise PydanticCustomError("weight", "no weight")
    return number if isinstance(number, int) else float(number)


def _number_in(text: str) -> int | float | None:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else None


def _id_of(value: object) -> str:
    found = identifier(value)
    if found is None:
        raise PydanticCustomError("id", "no id")
    return found


def _unpacked(value: object) -> object:
    """A list that an export has packed into a JSON text, unpacked."""
    if not isinstance(value, str):
        return value
    try:
        return json_value(value)
    except (ValueError, RecursionError):
        return value


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CriterionRow(_Row):
    """One line of a rubric as a file holds it."""

    dimension: str
    score: Annotated[int | float | None, BeforeValidator(weight_of)] = None
    content: str


class TurnRow(_Row):
    """One utterance as a file holds it."""

    role: Literal["A", "B"]
    content: str


class QuestionRow(_Row):
    """One line of a question file; scenes and difficulty may be absent, empty or null."""

    question_id: Annotated[str, BeforeValidator(_id_of)]
    rubric: Annotated[list[CriterionRow], BeforeValidator(_unpacked)]
    dialogue: Annotated[list[TurnRow], BeforeValidator(_unpacked)]
    difficulty: Literal["hard", "normal", ""] | None = None
    primary_scene: str | None = None
    secondary_scene: str | None = None


def _mark_of(value: object) -> bool:
    """0 or 1, and nothing that merely counts as one of them."""
    if type(value) is not int or value not in (0, 1):
        raise PydanticCustomError("mark", "no mark")
    return value == 1


_Marks = list[Annotated[bool, BeforeValidator(_mark_of)]]


class LabelRow(_Row):
    """One line of a file of labelled answers."""

    question_id: str
    kind: LabelKind
    style: str = ""
    response: str
    detail: _Marks
    detail_first: _Marks
    detail_second: _Marks
    reasons: list[str]


_Parsed = TypeVar("_Parsed", bound=BaseModel)


def question_row(value: object, where: str) -> QuestionRow:
    """The row of one question; raises DataError that names place, question and field."""
    return _parsed(QuestionRow, value, where)


def label_row(value: object, where: str) -> LabelRow:
    """The row of one labelled answer; raises DataError that names place, question and field."""
    return _parsed(LabelRow, value, where)


def _parsed(model: type[_Parsed], value: object, where: str) -> _Parsed:
    if not isinstance(value, dict):
        raise DataError("dataset.not_an_object", where=where)
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _data_errors(error, value, where)[0] from error


def row_faults(value: object, where: str) -> list[DataError]:
    """Everything that :func:`question_row` would refuse, one error for each field."""
    try:
        question_row(value, where)
    except DataError as first:
        cause = first.__cause__
        if isinstance(cause, ValidationError) and isinstance(value, dict):
            return _data_errors(cause, value, where)
        return [first]
    return []


def _data_errors(error: ValidationError, value: dict[str, object], where: str) -> list[DataError]:
    found = identifier(value.get("question_id")) or "?"
    return [_data_error(details, where, found) for details in error.errors(include_url=False)]


_CODES = {
    "missing": "dataset.field_missing",
    "extra_forbidden": "dataset.field_unknown",
    "weight": "dataset.weight",
    "id": "dataset.no_id",
}


def _data_error(details: ErrorDetails, where: str, question_id: str) -> DataError:
    field = _path_of(details["loc"])
    code = _CODES.get(details["type"], "dataset.field_wrong")
    found = repr(details["input"])[:80]
    return DataError(code, where=where, question_id=question_id, field=field, found=found)


def _path_of(location: tuple[str | int, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "".join(steps).lstrip(".")
