"""Runs a command and says what it took."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

RUNS = 3
"""How often each thing is measured; the median counts."""

_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class BenchmarkError(Exception):
    """Raised when a measurement did not do what it was to measure."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one process took."""

    wall: float
    """Seconds from before its start to its end."""
    cpu: float
    """Seconds of CPU, user and system, its own children included."""
    peak: int
    """Most resident memory in bytes. Not below that of the process that started it."""


def environment(**changes: str) -> dict[str, str]:
    """This process's environment: the same modules are found, proxies and settings of the user are not."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith("HEARTBENCH_")
    }
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **changes}


def run(command: Sequence[str], env: Mapping[str, str], log: Path, expect: int = 0) -> Measured:
    """Runs a command to its end; its output goes to ``log``. Raises BenchmarkError for another exit code."""
    with log.open("wb") as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=dict(env))
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expect:
        said = log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise BenchmarkError(f"{' '.join(command)} ended with {process.returncode}:\n{said}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _MAXRSS_UNIT)


def median(items: Sequence[Measured]) -> Measured:
    """The median of each figure by itself."""
    return Measured(
        wall=statistics.median(item.wall for item in items),
        cpu=statistics.median(item.cpu for item in items),
        peak=int(statistics.median(item.peak for item in items)),
    )


def slope(small: float, large: float, steps: int) -> float:
    """What one more step takes, where ``large`` had ``steps`` more of them than ``small``."""
    if steps <= 0:
        raise ValueError("a slope needs two different sizes")
    return (large - small) / steps
