"""What each question adds to a mean: the parts whose sum is the mean that :func:`aggregate` gives.

Tests that swap or flip single questions, and closed forms of the standard error, work on these parts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring.aggregation import CATEGORY_COLUMNS, Floats, aggregate


@dataclass(frozen=True, slots=True)
class Shares:
    """Parts of means over one matrix [questions x 15]; NaN in the columns of means that are not defined."""

    abilities: Floats
    """[questions, 15]; 0 for a question without the ability."""
    categories: Floats
    """[questions, 5]."""
    overall: Floats
    """[questions]."""
    question_mean: Floats
    """[questions]."""


def question_shares(matrix: Floats, *, centred: bool = False) -> Shares:
    """The parts of all means of ``matrix``: each column sums to its mean.

    ``centred``: each score less its mean, so that each column sums to 0. Such a part is, to first order,
    how far the mean moves with the weight of the question, and its squares make a standard error.
    """
    means = aggregate(matrix)
    there = ~np.isnan(matrix)
    counts = there.sum(axis=1)[:, None]
    own = np.where(there, matrix, 0.0).sum(axis=1)[:, None] / np.maximum(counts, 1)
    abilities = _parts(matrix, there, means.abilities if centred else np.zeros(matrix.shape[1]))
    return Shares(
        abilities=abilities,
        categories=np.stack(
            [abilities[:, columns].mean(axis=1) for columns in CATEGORY_COLUMNS.values()], axis=1
        ),
        overall=abilities.mean(axis=1),
        question_mean=_parts(own, counts > 0, means.question_mean * int(centred))[:, 0],
    )


def _parts(values: Floats, there: NDArray[np.bool_], centre: Floats) -> Floats:
    counts = there.sum(axis=0)
    parts = np.where(there, values - np.nan_to_num(centre), 0.0) / np.maximum(counts, 1)
    return np.where(counts > 0, parts, np.nan)
