"""Tests of paired differences by flipping the signs of whole clusters, and Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.statistics.clusters import Labels, cluster_sums
from heartbench.statistics.distributions import normal_tails
from heartbench.statistics.measures import Floats
from heartbench.statistics.resampling import Settings

LEAST_EXCEEDING = 10 / 10_000
"""Where a smaller share of the flips is as far out as the difference, a normal tail is taken."""

_CELLS, _COLUMNS = 400_000, 22
"""A block has about so many products, as in :mod:`heartbench.statistics.resampling`, and so many columns."""
_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class SignTest:
    """How surprising a difference would be if there were none."""

    p: float
    """Two-sided."""
    normal_tail: bool
    """Whether p is the tail of a normal distribution, as too few flips were as far out."""
    adjusted: float | None = None
    """p after Holm's correction in its family; None where it belongs to none: exploratory."""


def sign_flip(parts: Floats, labels: Labels, settings: Settings) -> tuple[SignTest, ...]:
    """Tests of several differences at once.

    ``parts`` [questions, differences]: what each question adds to each difference (each column sums to it).
    If two systems are alike, a cluster could as well have come out the other way round: p is the share of
    random flips, the one at hand included, whose sum is as far from 0.
    """
    clusters = cluster_sums(parts, labels)
    found = np.abs(parts.sum(axis=0))
    spread = np.sqrt((clusters**2).sum(axis=0))
    reached = _exceeding(clusters, found - _SLACK * (1.0 + spread), settings)
    return tuple(
        _test(int(count), settings.resamples, float(value), float(scale))
        for count, value, scale in zip(reached, found, spread, strict=True)
    )


def _exceeding(clusters: Floats, least: Floats, settings: Settings) -> Floats:
    random = np.random.default_rng((settings.seed, 1))
    reached = np.zeros(clusters.shape[1])
    rows = max(8, _CELLS // (len(clusters) * _COLUMNS))
    parts = [slice(start, start + _COLUMNS) for start in range(0, clusters.shape[1], _COLUMNS)]
    for start in range(0, settings.resamples, rows):
        shape = (min(rows, settings.resamples - start), len(clusters))
        signs = random.integers(0, 2, shape, dtype=np.int8).astype(np.float64) * 2.0 - 1.0
        for part in parts:
            reached[part] += (np.abs(signs @ clusters[:, part]) >= least[part]).sum(axis=0)
    return reached


def _test(reached: int, flips: int, value: float, spread: float) -> SignTest:
    if reached < LEAST_EXCEEDING * flips:
        return SignTest(normal_tails(value / spread), normal_tail=True)
    return SignTest((reached + 1) / (flips + 1), normal_tail=False)


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """p values of one family, corrected so that the chance of any false finding keeps its level."""
    order = sorted(range(len(values)), key=lambda item: values[item])
    adjusted, floor = [math.nan] * len(values), 0.0
    for place, item in enumerate(order):
        floor = max(floor, min(1.0, (len(values) - place) * values[item]))
        adjusted[item] = floor
    return tuple(adjusted)
