"""How long ``heartbench --help`` takes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.commands import heartbench_help
from benchmarks.figures import Figure
from benchmarks.measure import environment, median, run

RUNS = 7
LIMIT_SECONDS = 0.3


def figures(folder: Path, runs: int = RUNS) -> Iterable[Figure]:
    """The median of several, after one that fills the caches."""
    env = environment(HEARTBENCH_LANG="en")
    measured = [run(heartbench_help(), env, folder / "help.log") for _ in range(runs + 1)]
    yield Figure("heartbench --help", median(measured[1:]).wall, "s", LIMIT_SECONDS)
