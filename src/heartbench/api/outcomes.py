"""What the store knows of runs, scored: the one place that asks it for results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from heartbench.errors import RunError
from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting import Summary, WrittenReport, summarise, write_report
from heartbench.store import Store

if TYPE_CHECKING:
    from heartbench.reporting.html import PageFiles, WrittenPage


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


def written_page(
    store: Store, names: Sequence[str], files: PageFiles, rule: Rule, language: Language
) -> WrittenPage:
    """Several runs as one HTML page, what can be compared side by side. Raises RunError, UsageError."""
    from heartbench.reporting.html import collect, write_page  # Charts are slow to load.

    runs = []
    for name in dict.fromkeys(names):
        with store.results(store.run(name)) as results:
            runs.append(collect(results, rule))
    return write_page(runs, files, language)
