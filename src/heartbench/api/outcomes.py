"""What the store knows of runs, scored: the one place that asks it for results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from heartbench.errors import RunError
from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting import Summary, WrittenReport, summarise, write_report
from heartbench.statistics import DEFAULT
from heartbench.store import Store
from heartbench.store.results import StoredRun

if TYPE_CHECKING:
    from heartbench.reporting.html import PageFiles, WrittenPage

MOST_AFTER_RUN = 1_000
"""Questions up to which the report at the end of a run has its intervals."""


CHECK = "judge-check"
"""The runs that check a judge have names that begin so: they measure no candidate."""


def measuring(runs: Sequence[StoredRun]) -> list[StoredRun]:
    """Those among the runs that are no check of a judge; all, where there is nothing else."""
    return [run for run in runs if not run.name.startswith(f"{CHECK}-")] or list(runs)


def chosen_runs(store: Store, names: Sequence[str]) -> list[str]:
    """The named runs, else the latest one that measures. Raises RunError where one is not there."""
    found = list(names) or [run.name for run in measuring(store.runs())[-1:]]
    if not found:
        raise RunError("api.no_runs", path=store.path)
    for name in found:
        store.run(name)
    return found


def summary_of(store: Store, name: str, rule: Rule) -> Summary:
    """The scores of a run. Raises RunError."""
    with store.results(store.run(name)) as results:
        return summarise(results, rule)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a report goes, and how it is made."""

    folder: Path
    rule: Rule
    language: Language
    after_run: bool = False
    """At the end of a run intervals of very many questions are left out: they take seconds and memory."""


def written_report(store: Store, name: str, place: Place) -> WrittenReport:
    """The files of a run's report and its scores. Raises RunError, UsageError."""
    with store.results(store.run(name)) as results:
        many = len(results.questions.questions) > MOST_AFTER_RUN
        settings = replace(DEFAULT, resamples=0) if place.after_run and many else DEFAULT
        return write_report(results, place.folder, place.language, place.rule, settings)


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
