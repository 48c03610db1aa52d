"""Wall time against the bare loop, CPU per call, memory."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.commands import Case, bare_loop, heartbench_environment, heartbench_run
from benchmarks.figures import Figure
from benchmarks.measure import RUNS, BenchmarkError, Measured, environment, median, run, slope
from benchmarks.questions import write_questions
from heartbench.chat.fake import FakeProcess

LATENCY = 1.0
SMALL, LARGE = (296, 64), (2960, 256)
"""Questions and slots."""
MEGABYTE = 1_000_000
KILOBYTE = 1_000

LIMIT_WALL = 1.10
LIMIT_CPU_MS = 1.2
LIMIT_PEAK_MB = 150.0
LIMIT_GROWTH_KB = 10.0


@dataclass(frozen=True, slots=True)
class Ends:
    """What lies around the calls of one run."""

    before: float
    """Seconds from the start of the process to its first call."""
    after: float
    """Seconds from the last reply to the end of the process."""
    peak: int
    """Most calls in flight."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A case measured, and what it is compared with."""

    heartbench: Measured
    bare: float
    """Seconds of the bare loop."""
    floor: float
    """Sum of the latencies over the slots: what no client can be faster than."""
    ends: Ends
    """How heartbench began and ended."""

    @property
    def ratio(self) -> float:
        """Wall time over that of the bare loop."""
        return self.heartbench.wall / self.bare


def measure_heartbench(case: Case, folder: Path, latency: float = LATENCY) -> tuple[Measured, Ends]:
    """One run on a new store and a new fake endpoint.

    Raises BenchmarkError where another number of calls came than the case needs.
    """
    folder = folder / f"run-{time.time_ns()}"
    folder.mkdir()
    with FakeProcess("--latency", str(latency)) as fake:
        command = heartbench_run(case, folder / "bench.db")
        began = time.time()
        measured = run(command, heartbench_environment(fake.url), folder / "log")
        ended = time.time()
        seen: dict[str, Any] = fake.stats()
    if seen["calls"] != case.calls or seen["answered"] != case.calls:
        raise BenchmarkError(f"{case.calls} calls were due, the fake endpoint saw {seen}")
    if seen["peak"] > case.slots:
        raise BenchmarkError(f"{seen['peak']} calls were in flight, {case.slots} were allowed")
    return measured, Ends(seen["first_call"] - began, ended - seen["last_reply"], seen["peak"])


def measure_bare(case: Case, folder: Path, latency: float = LATENCY) -> float:
    """Seconds of the bare loop's calls."""
    log = folder / "bare.log"
    with FakeProcess("--latency", str(latency)) as fake:
        run(bare_loop(case, fake.url), environment(), log)
        calls = fake.stats()["calls"]
    if calls != case.calls:
        raise BenchmarkError(f"{case.calls} calls were due, the bare loop made {calls}")
    return float(log.read_text(encoding="utf-8"))


def make_case(folder: Path, count: int, slots: int) -> Case:
    """A case with its question file written."""
    questions = folder / f"questions-{count}.jsonl"
    if not questions.exists():
        write_questions(questions, count)
    return Case(questions, count, slots)


def pace(case: Case, folder: Path, runs: int = RUNS) -> Pace:
    """Both measured in turn, so that what disturbs the machine meets both; medians."""
    bare: list[float] = []
    own: list[Measured] = []
    ends: list[Ends] = []
    for _ in range(runs):
        bare.append(measure_bare(case, folder))
        measured, around = measure_heartbench(case, folder)
        own.append(measured)
        ends.append(around)
    floor = case.calls * LATENCY / case.slots
    return Pace(median(own), statistics.median(bare), floor, _median_ends(ends))


def _median_ends(ends: Sequence[Ends]) -> Ends:
    return Ends(
        before=statistics.median(item.before for item in ends),
        after=statistics.median(item.after for item in ends),
        peak=max(item.peak for item in ends),
    )


def figures(folder: Path, runs: int = RUNS) -> Iterable[Figure]:
    """The two walls, then what the slopes say."""
    small = make_case(folder, *SMALL)
    large = make_case(folder, *LARGE)
    small_pace = pace(small, folder, runs)
    yield from _wall_figures(small, small_pace)
    large_pace = pace(large, folder, runs)
    yield from _wall_figures(large, large_pace)
    narrow = make_case(folder, SMALL[0], LARGE[1])
    base = median([measure_heartbench(narrow, folder)[0] for _ in range(runs)])
    yield from slope_figures(narrow, base, large, large_pace.heartbench)


def _wall_figures(case: Case, measured: Pace) -> Iterable[Figure]:
    ends = measured.ends
    note = f"{measured.heartbench.wall:.2f} s, of these {ends.before:.2f} before the first call and "
    note += f"{ends.after:.2f} after the last reply; bare loop {measured.bare:.2f} s; "
    note += f"latency sum / slots {measured.floor:.2f} s; {ends.peak} in flight"
    name = f"wall / bare loop, {case.count:,} questions, {case.slots} in flight"
    yield Figure(name, measured.ratio, "", LIMIT_WALL, note)


def slope_figures(small: Case, base: Measured, large: Case, top: Measured) -> Iterable[Figure]:
    """CPU per call and memory per question, from two sizes with the same calls in flight."""
    cpu = slope(base.cpu, top.cpu, large.calls - small.calls) * 1000
    yield Figure("CPU per call", cpu, "ms", LIMIT_CPU_MS, f"{base.cpu:.2f} s and {top.cpu:.2f} s in all")
    yield Figure(f"peak memory, {large.count:,} questions", top.peak / MEGABYTE, "MB", LIMIT_PEAK_MB)
    growth = slope(base.peak, top.peak, large.count - small.count) / KILOBYTE
    note = f"{base.peak / MEGABYTE:.0f} MB at {small.count:,}"
    yield Figure("memory per further question", growth, "KB", LIMIT_GROWTH_KB, note)
