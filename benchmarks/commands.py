"""The commands that are measured: the one place that knows heartbench's options."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import environment

CANDIDATE, JUDGE = "bench-candidate", "bench-judge"

ANSWERED = "answered"
"""The revision whose answers lie in the large store."""

HEARTBENCH = (sys.executable, "-c", "from heartbench.cli.main import main; main()")
"""What the installed command ``heartbench`` does."""


@dataclass(frozen=True, slots=True)
class Case:
    """One evaluation: so many questions, answered and judged."""

    questions: Path
    count: int
    slots: int
    samples: int = 1
    revision: str = ""
    name: str = "bench"

    @property
    def calls(self) -> int:
        """An answer and a verdict each."""
        return 2 * self.count * self.samples


def heartbench_run(case: Case, store: Path) -> list[str]:
    """``heartbench run`` for a case; its results lie beside the store."""
    command = [*HEARTBENCH, "run", "-m", CANDIDATE, "--judge", JUDGE]
    command += ["--dataset", str(case.questions), "--concurrency", str(case.slots), "--name", case.name]
    command += ["--store", str(store), "--results", str(store.parent / "results")]
    if case.samples > 1:
        command += ["--samples", str(case.samples)]
    if case.revision:
        command += ["--revision", case.revision]
    return command


def heartbench_environment(url: str) -> dict[str, str]:
    """Candidate and judge are reached at ``url``."""
    return environment(HEARTBENCH_BASE_URL=url, HEARTBENCH_API_KEY="bench", HEARTBENCH_LANG="en")


def heartbench_help() -> list[str]:
    """``heartbench --help``."""
    return [*HEARTBENCH, "--help"]


def bare_loop(case: Case, url: str) -> list[str]:
    """The same calls without anything around them."""
    return [sys.executable, "-m", "benchmarks.bare", url, str(case.questions), str(case.slots)]
