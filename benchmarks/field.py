"""The shape of the official question set, without its texts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import single_linkage

QUESTIONS, CLUSTERS = 296, 267
COUNTS: Mapping[str, int] = {
    "verbal_expression": 292,
    "curiosity": 221,
    "warmth": 207,
    "first_person": 294,
    "autonomy": 26,
    "humor": 27,
    "self_awareness": 27,
    "emotional_coping": 218,
    "emotional_understanding": 200,
    "emotional_perception": 191,
    "emotional_reaction": 25,
    "proactivity": 70,
    "relationship_building": 23,
    "motivation": 30,
    "morality": 18,
}
"""Questions by ability."""


def field_of(seed: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which question has which ability [questions x 15], and the cluster of each question."""
    source = np.random.default_rng(seed)
    there = np.zeros((QUESTIONS, len(ABILITY_IDS)), dtype=np.bool_)
    for column, ability in enumerate(ABILITY_IDS):
        there[source.permutation(QUESTIONS)[: COUNTS[ability]], column] = True
    there[~there.any(axis=1), ABILITY_IDS.index("first_person")] = True
    copies = [(2 * number, 2 * number + 1) for number in range(QUESTIONS - CLUSTERS)]
    return there, single_linkage(QUESTIONS, copies)
