"""A question set shaped like the official one, and systems whose true scores are known."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import single_linkage

Floats = NDArray[np.float64]

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

SHARED_BY_COPIES, SHARED_IN_QUESTION = 0.2, 0.1
"""How much of what decides about a cell near-duplicates share, and the abilities of one question."""


def field_of(seed: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which question has which ability [questions x 15], and the cluster of each question."""
    source = np.random.default_rng(seed)
    there = np.zeros((QUESTIONS, len(ABILITY_IDS)), dtype=np.bool_)
    for column, ability in enumerate(ABILITY_IDS):
        there[source.permutation(QUESTIONS)[: COUNTS[ability]], column] = True
    there[~there.any(axis=1), ABILITY_IDS.index("first_person")] = True
    copies = [(2 * number, 2 * number + 1) for number in range(QUESTIONS - CLUSTERS)]
    return there, single_linkage(QUESTIONS, copies)


def answered(
    there: NDArray[np.bool_], labels: NDArray[np.int64], profile: Floats, source: np.random.Generator
) -> Floats:
    """One run of a system [questions x 15] whose true ability scores are ``profile`` [15], 0 to 100.

    Every cell is 0 or 100, as most cells with one criterion are: no scores vary more.
    """
    count = len(labels)
    own = 1.0 - SHARED_BY_COPIES - SHARED_IN_QUESTION
    chance = (
        np.sqrt(SHARED_BY_COPIES) * source.normal(size=int(labels.max()) + 1)[labels][:, None]
        + np.sqrt(SHARED_IN_QUESTION) * source.normal(size=(count, 1))
        + np.sqrt(own) * source.normal(size=there.shape)
    )
    limits = [NormalDist().inv_cdf(min(max(score / 100.0, 1e-9), 1.0 - 1e-9)) for score in profile]
    return np.where(there, (chance < np.array(limits)) * 100.0, np.nan)
