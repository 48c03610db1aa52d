"""Cluster bootstrap: one matrix of weights that all candidates share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring import aggregate
from heartbench.statistics.clusters import Labels, cluster_sums
from heartbench.statistics.measures import COUNT, OVERALL, Floats, members, stacked

LEAST_QUESTIONS = 5
"""Fewer make no interval."""
MOST_LOST = 0.01
"""Where more of the resamples lose an ability, what depends on it gets no interval."""

Weights = NDArray[np.uint16]
"""[resamples, clusters]: how often each cluster was drawn."""

_CELLS = 30_000
"""A block has about so many weights. They stay in the cache, and products of so few are left to one thread:
several would wait for each other longer than they compute."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How intervals and tests are made; recorded with every result."""

    seed: int = 20_251_221
    resamples: int = 10_000
    """Of the bootstrap, and flips of a test; 0 leaves the intervals out."""
    confidence: float = 0.95


DEFAULT = Settings()


@dataclass(frozen=True, slots=True)
class Replicates:
    """What one candidate scores on every resample of the questions."""

    values: Floats
    """[resamples, 22], in the order of :mod:`heartbench.statistics.measures`; NaN: lost."""
    lost: Floats
    """[22]: share of the draws, redrawn ones included, that lost an ability which goes into the measure."""
    redrawn: int
    """Draws that were made again because this candidate lost an ability."""
    drawn: int
    """All draws."""


def replicates(
    matrices: Sequence[Floats], labels: Labels, settings: Settings = DEFAULT
) -> tuple[Replicates, ...]:
    """Bootstrap replicates of every mean of every matrix [questions x 15], from the same resamples.

    A resample that loses an ability which some matrix has at least 5 questions for is drawn again. A matrix
    that loses one in more than 1 % of the draws is let lose it, so that it cannot bend the others' draws.
    """
    if not matrices or not len(labels) or not settings.resamples:
        return ()
    draws = _Draws(matrices, labels, settings)
    values = [np.empty((settings.resamples, COUNT)) for _ in matrices]
    rows = _rows_of(len(labels))
    for start in range(0, settings.resamples, rows):
        block = draws.weights[start : start + rows].astype(np.float64)[:, labels]
        for number, matrix in enumerate(matrices):
            values[number][start : start + rows] = stacked(aggregate(matrix, block))
    shares = draws.lost / draws.drawn
    return tuple(
        Replicates(own, share, int(redrawn), draws.drawn)
        for own, share, redrawn in zip(values, shares, draws.redrawn, strict=True)
    )


class _Draws:
    """The matrix of weights, and what was counted while it was drawn."""

    def __init__(self, matrices: Sequence[Floats], labels: Labels, settings: Settings) -> None:
        self._random = np.random.default_rng(settings.seed)
        self._clusters = int(labels.max()) + 1
        self._matrices = len(matrices)
        self._holders, self._inverse = _holders(matrices, labels)
        self.weights = self._drawn(settings.resamples)
        self.drawn = settings.resamples
        lost = self._losses(self.weights)
        self.lost = lost.sum(axis=0, dtype=np.float64)
        """[matrices, 22]: draws in which an ability that goes into the measure was lost."""
        self.redrawn = np.zeros(self._matrices, dtype=np.int64)
        """[matrices]"""
        strict = lost[:, :, OVERALL].mean(axis=0) <= MOST_LOST
        again = np.arange(settings.resamples)
        while len(again := again[(found := lost[:, :, OVERALL] & strict).any(axis=1)]):
            self.redrawn += found.sum(axis=0)
            self.weights[again] = self._drawn(len(again))
            self.drawn += len(again)
            lost = self._losses(self.weights[again])
            self.lost += lost.sum(axis=0)

    def _drawn(self, count: int) -> Weights:
        weights = np.empty((count, self._clusters), dtype=np.uint16)
        rows = _rows_of(self._clusters)
        for start in range(0, count, rows):
            part = weights[start : start + rows]
            picks = self._random.integers(0, self._clusters, part.shape, dtype=np.int32)
            picks += (np.arange(len(part), dtype=np.int32) * self._clusters)[:, None]
            part[:] = np.bincount(picks.ravel(), minlength=part.size).reshape(part.shape)
        return weights

    def _losses(self, weights: Weights) -> NDArray[np.bool_]:
        """[rows, matrices, 22]: which resamples lost an ability that the measure needs."""
        gone = np.empty((len(weights), self._holders.shape[1]), dtype=np.bool_)
        rows = _rows_of(self._clusters)
        for start in range(0, len(weights), rows):
            gone[start : start + rows] = weights[start : start + rows].astype(np.float32) @ self._holders == 0
        abilities = gone[:, self._inverse].reshape(len(weights), self._matrices, -1)
        found = np.zeros((*abilities.shape[:2], COUNT), dtype=np.bool_)
        for column in range(COUNT):
            found[:, :, column] = abilities[:, :, list(members(column))].any(axis=-1)
        return found


def _rows_of(width: int) -> int:
    return max(8, _CELLS // max(1, width))


def _holders(matrices: Sequence[Floats], labels: Labels) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Which clusters hold which ability: the different columns [clusters, columns], and where each stands.

    An ability with fewer than 5 questions is held by all: nothing is made of it that could be lost.
    """
    there = np.concatenate([~np.isnan(matrix) for matrix in matrices], axis=1)
    held = cluster_sums(there.astype(np.float64), labels) > 0
    held[:, there.sum(axis=0) < LEAST_QUESTIONS] = True
    columns, inverse = np.unique(held, axis=1, return_inverse=True)
    return columns.astype(np.float32), inverse.reshape(-1)
