"""Intervals for the scores of single candidates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from heartbench.scoring import ABILITY_IDS, question_shares
from heartbench.statistics.clusters import Labels, cluster_sums, numbered
from heartbench.statistics.distributions import t_quantile
from heartbench.statistics.measures import (
    ABILITY_SLICE,
    CATEGORY_IDS,
    CATEGORY_SLICE,
    COUNT,
    OVERALL,
    QUESTION_MEAN,
    TOTALS,
    Floats,
    Total,
    members,
    stacked,
)
from heartbench.statistics.resampling import (
    DEFAULT,
    LEAST_QUESTIONS,
    MOST_LOST,
    Replicates,
    Settings,
    replicates,
)
from heartbench.statistics.undefined import Reason, Undefined

BOOTSTRAP_QUESTIONS = 20
"""An ability with fewer gets a t interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a value lies with the confidence asked for. It says nothing about errors of the judge."""

    low: float
    high: float
    method: Literal["bootstrap", "pseudo_t"]
    """``bootstrap``: percentiles over resampled clusters of questions; ``pseudo_t``: Student's t, after
    one question at either end of the scale was added."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """The intervals of one candidate on one set of questions; where there is none, why."""

    overall: Interval | Undefined
    question_mean: Interval | Undefined
    categories: Mapping[str, Interval | Undefined]
    abilities: Mapping[str, Interval | Undefined]
    clusters: int
    """Groups of near-duplicates among the scored questions; a question without one counts itself."""
    redrawn: int
    """Resamples drawn again because an ability was lost."""
    drawn: int
    """All draws."""


@dataclass(frozen=True, slots=True)
class _Bounds:
    confidence: float
    scale: tuple[float, float]
    without: Reason
    """Why there are no replicates, where there are none."""


def intervals(
    matrices: Sequence[Floats],
    labels: Labels,
    settings: Settings = DEFAULT,
    *,
    scale: tuple[float, float] = (0.0, 100.0),
) -> tuple[Intervals, ...]:
    """Intervals of every candidate's means, all from the same resamples.

    ``matrices``: [questions x 15] for each candidate, NaN where there is no score. ``labels``: the cluster
    of each question. ``scale``: least and greatest score. Overall and categories need at least 5 questions
    in every ability that goes into them, everything needs 5 questions in 5 clusters.
    """
    labels = numbered(labels)
    found = replicates(matrices, labels, settings)
    return tuple(
        intervals_of(matrix, own, labels, settings, scale)
        for matrix, own in zip(matrices, found or [None] * len(matrices), strict=True)
    )


def intervals_of(
    matrix: Floats, found: Replicates | None, labels: Labels, settings: Settings, scale: tuple[float, float]
) -> Intervals:
    """The same where the replicates are there already."""
    bounds = _Bounds(settings.confidence, scale, "no_score" if settings.resamples else "left_out")
    row = [_interval(matrix, column, found, labels, bounds) for column in range(COUNT)]
    scored = ~np.isnan(matrix).all(axis=1)
    return Intervals(
        overall=row[OVERALL],
        question_mean=row[QUESTION_MEAN],
        categories=dict(zip(CATEGORY_IDS, row[CATEGORY_SLICE], strict=True)),
        abilities=dict(zip(ABILITY_IDS, row[ABILITY_SLICE], strict=True)),
        clusters=len(np.unique(labels[scored])),
        redrawn=found.redrawn if found else 0,
        drawn=found.drawn if found else 0,
    )


def _interval(
    matrix: Floats, column: int, found: Replicates | None, labels: Labels, bounds: _Bounds
) -> Interval | Undefined:
    problem = too_few(matrix, column, labels)
    if problem is not None or found is None:
        return problem or Undefined(bounds.without)
    parts = members(column)
    if len(parts) == 1 and int((~np.isnan(matrix[:, parts[0]])).sum()) < BOOTSTRAP_QUESTIONS:
        return pseudo_t(matrix[:, parts[0]], labels, bounds.confidence, bounds.scale)
    if found.lost[column] > MOST_LOST:
        return Undefined("resamples_lost", {"percent": round(100.0 * float(found.lost[column]), 1)})
    return percentile(found.values[:, column], bounds.confidence)


def too_few(matrix: Floats, column: int, labels: Labels) -> Undefined | None:
    """Why a measure has too little under it for an interval or a test; None where it has enough."""
    parts = members(column)
    for part in parts or (None,):
        there = ~np.isnan(matrix[:, part]) if part is not None else ~np.isnan(matrix).all(axis=1)
        count = int(there.sum())
        if count < LEAST_QUESTIONS:
            fields: dict[str, object] = {"count": count, "least": LEAST_QUESTIONS}
            if part is None or len(parts) == 1:
                return Undefined("too_few" if count else "no_score", fields if count else {})
            return Undefined("ability_too_few", {**fields, "ability": ABILITY_IDS[part]})
        clusters = len(np.unique(labels[there]))
        if clusters < LEAST_QUESTIONS:
            return Undefined("too_few_clusters", {"count": clusters, "least": LEAST_QUESTIONS})
    return None


def percentile(values: Floats, confidence: float) -> Interval:
    """The middle part of bootstrap replicates; those that are not defined are left out."""
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(values[~np.isnan(values)], (tail, 1.0 - tail))
    return Interval(float(low), float(high), "bootstrap")


def pseudo_t(values: Floats, labels: Labels, confidence: float, scale: tuple[float, float]) -> Interval:
    """Student's t interval for the mean of a few questions, one at either end of the scale added.

    Without them a handful of questions that agree by chance would look certain. Near-duplicates count as
    one observation of the spread; with none, this is the textbook interval of n + 2 values.
    """
    there = ~np.isnan(values)
    own = numbered(labels[there])
    count = int(own.max()) + 1
    padded = np.concatenate((values[there], scale))
    groups = np.concatenate((own, (count, count + 1)))
    mean = float(padded.mean())
    reach = t_quantile(confidence, count + 1) * clustered_error((padded - mean) / len(padded), groups)
    return Interval(max(scale[0], mean - reach), min(scale[1], mean + reach), "pseudo_t")


def clustered_error(residuals: Floats, labels: Labels) -> float:
    """Standard error of a mean from the centred parts of its questions (their sum is 0), by cluster."""
    sums = cluster_sums(residuals, labels)
    return math.sqrt(len(sums) / (len(sums) - 1) * float((sums**2).sum()))


def standard_error(matrix: Floats, total: Total, labels: Labels) -> float | Undefined:
    """Standard error of a total, to first order, by cluster."""
    problem = too_few(matrix, TOTALS[total], labels)
    if problem is not None:
        return problem
    scored = ~np.isnan(matrix).all(axis=1)
    residuals = stacked(question_shares(matrix[scored], centred=True))[:, TOTALS[total]]
    return clustered_error(residuals, numbered(labels[scored]))
