"""A small part of ``python -m benchmarks.coverage``: enough to notice an interval that is badly off."""

from __future__ import annotations

from benchmarks.coverage import Coverage

from heartbench.reporting.published import published_results
from heartbench.scoring import ABILITY_IDS


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """260 intervals of the overall score, 3,900 of abilities; four standard errors are allowed."""
    profiles = [[row.abilities[name] for name in ABILITY_IDS] for row in published_results()]
    coverage = Coverage()
    for seed in range(20):
        coverage.add(seed, profiles, resamples=400)
    assert 0.89 <= coverage.overall / coverage.made <= 0.99
    assert sum(coverage.abilities.values()) / (15 * coverage.made) >= 0.925
