"""The statistics of a report: 14 candidates, 296 questions, 10,000 resamples."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from benchmarks.field import CLUSTERS, field_of
from benchmarks.figures import Figure
from heartbench.statistics import Settings, compare, intervals

CANDIDATES = 14
LIMIT_SECONDS = 3.0


def figures(folder: Path) -> Iterable[Figure]:
    """Seconds for the intervals of all candidates, and for the comparison of all pairs."""
    there, labels = field_of(seed=1)
    drawn = np.random.default_rng(2).integers(0, 2, (CANDIDATES, *there.shape)) * 100.0
    matrices = [np.where(there, scores, np.nan) for scores in drawn]
    moments = [time.perf_counter()]
    for work in (intervals, compare):
        work(matrices, labels, Settings())
        moments.append(time.perf_counter())
    what = f"{CANDIDATES} candidates, 10,000 resamples"
    alone, paired = moments[1] - moments[0], moments[2] - moments[1]
    yield Figure(f"intervals, {what}", alone, "s", LIMIT_SECONDS, f"296 questions in {CLUSTERS} clusters")
    yield Figure(f"all {CANDIDATES * (CANDIDATES - 1) // 2} pairs of them compared", paired, "s")
