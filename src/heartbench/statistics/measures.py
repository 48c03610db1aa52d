"""The 22 means of a set of questions, as columns in one order: 15 abilities, 5 categories, two totals."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring import ABILITY_IDS, CATEGORY_COLUMNS

Floats = NDArray[np.float64]
Total = Literal["overall", "question_mean"]

CATEGORY_IDS: tuple[str, ...] = tuple(CATEGORY_COLUMNS)
ABILITY_SLICE = slice(0, len(ABILITY_IDS))
CATEGORY_SLICE = slice(len(ABILITY_IDS), len(ABILITY_IDS) + len(CATEGORY_IDS))
OVERALL = CATEGORY_SLICE.stop
QUESTION_MEAN = OVERALL + 1
COUNT = QUESTION_MEAN + 1
TOTALS: dict[Total, int] = {"overall": OVERALL, "question_mean": QUESTION_MEAN}


class Means(Protocol):
    """What has the four kinds of means: an Aggregate, or Shares."""

    @property
    def abilities(self) -> Floats: ...  # noqa: D102
    @property
    def categories(self) -> Floats: ...  # noqa: D102
    @property
    def overall(self) -> Floats: ...  # noqa: D102
    @property
    def question_mean(self) -> Floats: ...  # noqa: D102


def stacked(means: Means) -> Floats:
    """[..., 22]: all means side by side."""
    totals = (means.overall[..., None], means.question_mean[..., None])
    return np.concatenate((means.abilities, means.categories, *totals), axis=-1)


def members(column: int) -> tuple[int, ...]:
    """The abilities (their columns) that go into a measure; none for the question mean."""
    if column < CATEGORY_SLICE.start:
        return (column,)
    if column < CATEGORY_SLICE.stop:
        return tuple(CATEGORY_COLUMNS[CATEGORY_IDS[column - CATEGORY_SLICE.start]])
    return tuple(range(len(ABILITY_IDS))) if column == OVERALL else ()
