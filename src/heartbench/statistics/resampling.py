"""Cluster bootstrap: one matrix of weights that all candidates share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

_NEVER_LOST = 40
"""An ability in so many clusters is lost in fewer than one of 10**17 draws."""

Weights = NDArray[np.uint16]
"""[resamples, clusters]: how often each cluster was drawn."""

_CELLS, _LEAST_ROWS = 30_000, 8
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
    that is expected to lose one in more than 1 % of the draws is let lose it, so that it cannot bend the
    others' draws. Fewer than 5 clusters make no replicates.
    """
    if not matrices or not settings.resamples or len(np.unique(labels)) < LEAST_QUESTIONS:
        return ()
    draws = _Draws(matrices, labels, settings)
    values = [np.empty((settings.resamples, COUNT)) for _ in matrices]
    start = 0
    for block in draws.blocks(settings.resamples):
        weights = block.astype(np.float64)[:, labels]
        for own, matrix in zip(values, matrices, strict=True):
            own[start : start + len(block)] = stacked(aggregate(matrix, weights))
        start += len(block)
    shares = draws.lost / draws.drawn
    return tuple(
        Replicates(own, share, int(redrawn), draws.drawn)
        for own, share, redrawn in zip(values, shares, draws.redrawn, strict=True)
    )


class _Draws:
    """The one matrix of weights, drawn block by block, and what is counted on the way."""

    def __init__(self, matrices: Sequence[Floats], labels: Labels, settings: Settings) -> None:
        self._random = np.random.default_rng(settings.seed)
        self._clusters = int(labels.max()) + 1
        self._rows = max(_LEAST_ROWS, _CELLS // len(labels))
        self._matrices = len(matrices)
        self._holders, self._inverse = _holders(matrices, labels)
        self._strict = self._expected() <= MOST_LOST
        self.drawn = 0
        self.lost = np.zeros((self._matrices, COUNT))
        """[matrices, 22]: draws in which an ability that goes into the measure was lost."""
        self.redrawn = np.zeros(self._matrices, dtype=np.int64)
        """[matrices]"""

    def _expected(self) -> Floats:
        """[matrices]: share of the draws that lose an ability, at most; draws go with replacement."""
        held = self._holders.sum(axis=0, dtype=np.float64)
        lost = (1.0 - held / self._clusters) ** self._clusters
        expected: Floats = lost[self._inverse].reshape(self._matrices, -1).sum(axis=1)
        return expected

    def blocks(self, resamples: int) -> Iterator[Weights]:
        """All rows of the matrix, those that lost an ability drawn again."""
        for start in range(0, resamples, self._rows):
            block = self._drawn(min(self._rows, resamples - start))
            again = np.arange(len(block))
            while len(again):
                lost = self._losses(block[again])
                self.drawn += len(again)
                self.lost += lost.sum(axis=0)
                found = lost[:, :, OVERALL] & self._strict
                self.redrawn += found.sum(axis=0)
                again = again[found.any(axis=1)]
                block[again] = self._drawn(len(again))
            yield block

    def _drawn(self, count: int) -> Weights:
        picks = self._random.integers(0, self._clusters, (count, self._clusters), dtype=np.int32)
        picks += (np.arange(count, dtype=np.int32) * self._clusters)[:, None]
        counts = np.bincount(picks.ravel(), minlength=picks.size)
        return counts.astype(np.uint16).reshape(picks.shape)

    def _losses(self, weights: Weights) -> NDArray[np.bool_]:
        """[rows, matrices, 22]: which resamples lost an ability that the measure needs."""
        gone = weights.astype(np.float32) @ self._holders == 0
        found = np.zeros((len(weights), self._matrices, COUNT), dtype=np.bool_)
        if gone.any():
            abilities = gone[:, self._inverse].reshape(len(weights), self._matrices, -1)
            for column in range(COUNT):
                found[:, :, column] = abilities[:, :, list(members(column))].any(axis=-1)
        return found


def _holders(matrices: Sequence[Floats], labels: Labels) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Which clusters hold which ability: the different columns [clusters, columns], and where each stands.

    An ability with fewer than 5 questions is held by all: nothing is made of it that could be lost. One
    in very many clusters is, too: it will not be.
    """
    there = np.concatenate([~np.isnan(matrix) for matrix in matrices], axis=1)
    held = cluster_sums(there.astype(np.float64), labels) > 0
    held[:, there.sum(axis=0) < LEAST_QUESTIONS] = True
    held[:, held.sum(axis=0) >= _NEVER_LOST] = True
    columns, inverse = np.unique(held, axis=1, return_inverse=True)
    return columns.astype(np.float32), inverse.reshape(-1)
