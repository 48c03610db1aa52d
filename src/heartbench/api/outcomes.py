"""What the store knows of runs, scored: the one place that asks it for results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heartbench.errors import RunError
from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting import Summary, WrittenReport, summarise, write_report
from heartbench.store import Store


def chosen_runs(store: Store, names: Sequence[str]) -> list[str]:
    """The named runs, else the latest one. Raises RunError where one is not there."""
    found = list(names) or [run.name for run in store.runs()[-1:]]
    if not found:
        raise RunError("api.no_runs", path=store.path)
    for name in found:
        store.run(name)
    return found


def summary_of(store: Store, name: str, rule: Rule) -> Summary:
    """The scores of a run. Raises RunError."""
    with store.results(store.run(name)) as results:
        return summarise(results, rule)


def written_report(store: Store, name: str, folder: Path, rule: Rule, language: Language) -> WrittenReport:
    """The files of a run's report, written below ``folder``, and its scores. Raises RunError, UsageError."""
    with store.results(store.run(name)) as results:
        return write_report(results, folder, language, rule)
