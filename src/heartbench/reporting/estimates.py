"""Intervals and parts of the variance for the scores of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heartbench.dataset import near_duplicates
from heartbench.records import Question
from heartbench.reporting.summary import Stratum
from heartbench.statistics import Floats, Intervals, Labels, Settings, intervals, single_linkage

_WITH_INTERVALS = frozenset({"all", "difficulty", "primary_scene"})
"""Secondary scenes have few questions, and there are many of them."""


def clusters_of(questions: Sequence[Question]) -> Labels:
    """The cluster of each question: near-duplicates stand together."""
    return single_linkage(len(questions), near_duplicates(questions))


def intervals_by_stratum(
    matrices: Sequence[Floats],
    strata: Mapping[Stratum, Sequence[int]],
    labels: Labels,
    settings: Settings,
) -> tuple[dict[Stratum, Intervals], ...]:
    """By candidate: intervals of every part of the questions but the secondary scenes."""
    found: tuple[dict[Stratum, Intervals], ...] = tuple({} for _ in matrices)
    for stratum, numbers in strata.items():
        if stratum.kind in _WITH_INTERVALS:
            rows = np.asarray(numbers, dtype=np.int64)
            of_all = intervals([matrix[rows] for matrix in matrices], labels[rows], settings)
            for own, item in zip(found, of_all, strict=True):
                own[stratum] = item
    return found
