"""Questions that move together because they are near-copies of each other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
"""One whole number from 0 per question: those with the same number are one cluster."""


def single_linkage(count: int, pairs: Iterable[tuple[int, int]]) -> Labels:
    """Clusters of ``count`` questions: a chain of ``pairs`` (of their indices) makes one.

    Clusters are numbered in the order of their first questions.
    """
    parent = list(range(count))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for one, other in pairs:
        first, second = sorted((root(one), root(other)))
        parent[second] = first
    return numbered([root(item) for item in range(count)])


def numbered(labels: Iterable[int]) -> Labels:
    """The same clusters, numbered from 0 without gaps, in the order of their first members."""
    order: dict[int, int] = {}
    return np.array([order.setdefault(int(label), len(order)) for label in labels], dtype=np.int64)


def cluster_sums(values: NDArray[np.float64], labels: Labels) -> NDArray[np.float64]:
    """[clusters, ...]: sums over the members of each cluster."""
    sums = np.zeros((int(labels.max(initial=-1)) + 1, *values.shape[1:]))
    np.add.at(sums, labels, values)
    return sums
