"""Matrices made up for the tests of this room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring import ABILITY_IDS

Floats = NDArray[np.float64]
ABILITIES = len(ABILITY_IDS)


def shape(questions: int, **counts: int) -> NDArray[np.bool_]:
    """Which question has which ability: all of them, but those named only in the first so many questions."""
    there = np.ones((questions, ABILITIES), dtype=np.bool_)
    for name, count in counts.items():
        there[count:, ABILITY_IDS.index(name)] = False
    return there


def scores(there: NDArray[np.bool_], seed: int = 0, chance: float = 0.6) -> Floats:
    """Each cell that is there is 0 or 100."""
    drawn = np.random.default_rng(seed).random(there.shape) < chance
    return np.where(there, drawn * 100.0, np.nan)


def alone(count: int) -> NDArray[np.int64]:
    """Every question is a cluster of its own."""
    return np.arange(count)
