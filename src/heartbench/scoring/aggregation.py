"""From the scores of questions to abilities, categories and totals.

All means go through :func:`aggregate` on one matrix [questions x 15] whose holes are NaN, so that a
bootstrap, which only changes the weights of the questions, repeats no formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heartbench.records import Criterion
from heartbench.scoring.rules import QuestionScore
from heartbench.taxonomy import ABILITIES, CATEGORIES

ABILITY_IDS: tuple[str, ...] = tuple(ability.id for ability in ABILITIES)
"""The columns of every matrix, in this order."""

Floats = NDArray[np.float64]
Row = tuple[float, ...]
"""15 numbers, one for each of :data:`ABILITY_IDS`; NaN where the question does not have the ability."""

_COLUMN = {ability: column for column, ability in enumerate(ABILITY_IDS)}
CATEGORY_COLUMNS = {
    category.id: [_COLUMN[ability.id] for ability in ABILITIES if ability.category == category.id]
    for category in CATEGORIES
}
"""Category id → its columns, in the order of the taxonomy."""
_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Means for one weighting of the questions or, along leading axes, for many. NaN: not defined."""

    abilities: Floats
    """[..., 15], 0 to 100: weighted mean over the questions that have the ability."""
    categories: Floats
    """[..., 5], in the order of the taxonomy; NaN where one of its abilities is."""
    overall: Floats
    """[...]: unweighted mean of the 15 ability scores; NaN where one of them is."""
    mean_of_k: Floats
    """[...]: mean of those ability scores that exist."""
    k: NDArray[np.int64]
    """[...]: how many ability scores exist."""
    question_mean: Floats
    """[...]: weighted mean of the question scores."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one system on one set of questions. None: not defined, never 0."""

    overall: float | None
    """Unweighted mean of the 15 abilities; None where one of them has no scored question."""
    mean_of_k: float | None
    """Mean of the abilities that have a score; not comparable with an overall unless k is 15."""
    k: int
    """How many of the 15 abilities have a score."""
    abilities: Mapping[str, float | None]
    """Ability id → mean over the scored questions that have it."""
    counts: Mapping[str, int]
    """Ability id → number of scored questions that have it."""
    categories: Mapping[str, float | None]
    """Category id → mean of its abilities; None where one of them has no score."""
    question_mean: float | None
    """Mean over the scored questions of their own scores."""
    scored: int
    """Questions with a score."""
    asked: int
    """Questions asked, failures included."""


def score_row(score: QuestionScore) -> Row:
    """The matrix row of one scored answer."""
    row = [_NAN] * len(ABILITY_IDS)
    for ability, found in score.abilities.items():
        row[_COLUMN[ability]] = found.score
    return tuple(row)


def zero_row(rubric: Iterable[Criterion]) -> Row:
    """The row of a failure in a lower bound: 0 on every ability of the rubric."""
    row = [_NAN] * len(ABILITY_IDS)
    for item in rubric:
        if item.ability is not None:
            row[_COLUMN[item.ability]] = 0.0
    return tuple(row)


EMPTY_ROW: Row = (_NAN,) * len(ABILITY_IDS)
"""The row of a question that has no score."""


def mean_row(samples: Iterable[Sequence[Row]]) -> Row:
    """The row of one question: mean over the repeats of each sample, then over the samples.

    A sample without a scored repeat is left out; without any, the row is empty.
    """
    means = [_mean(repeats) for repeats in samples if repeats]
    return _mean(means) if means else EMPTY_ROW


def _mean(rows: Sequence[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def aggregate(matrix: Floats, weights: Floats | None = None) -> Aggregate:
    """Means of a matrix [questions x 15].

    ``weights`` [..., questions] are not negative; without them every question weighs 1. Leading axes
    of the weights are leading axes of every result.
    """
    weights = np.ones(matrix.shape[0]) if weights is None else weights
    there = ~np.isnan(matrix)
    values = np.where(there, matrix, 0.0)
    present = there.astype(np.float64)
    abilities = _divide(weights @ values, weights @ present)
    has_score = there.any(axis=1)
    own = _divide(values.sum(axis=1), present.sum(axis=1))
    exists = ~np.isnan(abilities)
    k = exists.sum(axis=-1)
    return Aggregate(
        abilities=abilities,
        categories=np.stack(
            [abilities[..., columns].mean(axis=-1) for columns in CATEGORY_COLUMNS.values()], -1
        ),
        overall=abilities.mean(axis=-1),
        mean_of_k=_divide(np.where(exists, abilities, 0.0).sum(axis=-1), k),
        k=k,
        question_mean=_divide(weights @ np.where(has_score, own, 0.0), weights @ has_score),
    )


def _divide(above: Floats, below: Floats | NDArray[np.int64]) -> Floats:
    out = np.full(np.shape(above), np.nan)
    np.divide(above, below, out=out, where=np.asarray(below) > 0)
    return out


def scores_of(rows: Sequence[Row] | Floats) -> Scores:
    """Scores of the questions whose rows these are; a row of NaN alone is an unscored question."""
    return scores_of_parts(rows, [range(len(rows))])[0]


def scores_of_parts(rows: Sequence[Row] | Floats, parts: Sequence[Sequence[int]]) -> tuple[Scores, ...]:
    """The same for several parts of the questions at once; a part lists the indices of its rows."""
    matrix = np.asarray(rows, dtype=np.float64).reshape(-1, len(ABILITY_IDS))
    members = np.zeros((len(parts), len(matrix)))
    for number, part in enumerate(parts):
        members[number, list(part)] = 1.0
    means = aggregate(matrix, members)
    there = ~np.isnan(matrix)
    counts = (members @ there).astype(int)
    scored = (members @ there.any(axis=1)).astype(int)
    return tuple(
        Scores(
            overall=_number(means.overall[number]),
            mean_of_k=_number(means.mean_of_k[number]),
            k=int(means.k[number]),
            abilities=_named(ABILITY_IDS, means.abilities[number]),
            counts=dict(zip(ABILITY_IDS, counts[number].tolist(), strict=True)),
            categories=_named(tuple(CATEGORY_COLUMNS), means.categories[number]),
            question_mean=_number(means.question_mean[number]),
            scored=int(scored[number]),
            asked=len(part),
        )
        for number, part in enumerate(parts)
    )


def _named(names: Sequence[str], values: Floats) -> dict[str, float | None]:
    return {name: _number(value) for name, value in zip(names, values, strict=True)}


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
