"""What the fake endpoint itself can serve: no figure above means anything beyond it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.commands import Case, bare_loop
from benchmarks.figures import Figure
from benchmarks.measure import environment, run
from benchmarks.wall import make_case
from heartbench.chat.fake import FakeProcess

QUESTIONS, SLOTS = 2960, 256
LIMIT_CPU_MS = 0.25


def figures(folder: Path) -> Iterable[Figure]:
    """Without latency: calls per second as served to the bare loop, and by its own CPU alone."""
    case: Case = make_case(folder, QUESTIONS, SLOTS)
    log = folder / "limit.log"
    with FakeProcess() as fake:
        before = _cpu(fake)
        run(bare_loop(case, fake.url), environment(), log)
        used = _cpu(fake) - before
    seconds = float(log.read_text(encoding="utf-8"))
    yield Figure("fake endpoint, CPU per call", used / case.calls * 1000, "ms", LIMIT_CPU_MS)
    yield Figure("fake endpoint, served to the bare loop", case.calls / seconds, "calls/s")
    yield Figure("fake endpoint, by its CPU alone", case.calls / used, "calls/s")


def _cpu(fake: FakeProcess) -> float:
    seconds = fake.stats()["cpu_seconds"]
    assert isinstance(seconds, float)
    return seconds
