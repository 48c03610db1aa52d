"""``python -m benchmarks.coverage [--seeds N]``: how often intervals hold the true score.

Takes minutes: not for CI.

Systems with the published ability scores answer a question set of the official shape, once per seed. Each
interval is right where it holds the score the system was given. Exit code 1 outside the bounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.field import answered, field_of
from heartbench.reporting.published import published_results
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import Interval, Settings, intervals

OVERALL_BOUNDS, ABILITY_BOUND = (0.93, 0.97), 0.93


@dataclass
class Coverage:
    """How many intervals held the truth."""

    made: int = 0
    overall: int = 0
    abilities: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ABILITY_IDS, 0))

    def add(self, seed: int, profiles: Sequence[Sequence[float]], resamples: int) -> None:
        """One run of every system."""
        there, labels = field_of(seed)
        source = np.random.default_rng((seed, 7))
        runs = [answered(there, labels, np.array(profile), source) for profile in profiles]
        for profile, found in zip(profiles, intervals(runs, labels, Settings(seed, resamples)), strict=True):
            self.made += 1
            self.overall += _holds(found.overall, sum(profile) / len(profile))
            for name, truth in zip(ABILITY_IDS, profile, strict=True):
                self.abilities[name] += _holds(found.abilities[name], truth)

    def holds(self) -> bool:
        """Whether all bounds are kept."""
        low, high = OVERALL_BOUNDS
        pooled = sum(self.abilities.values()) / (self.made * len(ABILITY_IDS))
        return low <= self.overall / self.made <= high and pooled >= ABILITY_BOUND


def _holds(interval: object, truth: float) -> bool:
    assert isinstance(interval, Interval), interval
    return interval.low <= truth <= interval.high


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the coverage of all intervals."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--resamples", type=int, default=10_000)
    options = parser.parse_args(arguments)
    profiles = [[row.abilities[name] for name in ABILITY_IDS] for row in published_results()]
    coverage = Coverage()
    for seed in range(options.seeds):
        coverage.add(seed, profiles, options.resamples)
    print(f"{coverage.made:,} intervals each ({options.seeds} seeds, {len(profiles)} systems)")
    print(f"overall {coverage.overall / coverage.made:.4f}, to be {OVERALL_BOUNDS}")
    for name, count in coverage.abilities.items():
        print(f"{name} {count / coverage.made:.4f}")
    return 0 if coverage.holds() else 1


if __name__ == "__main__":
    sys.exit(main())
