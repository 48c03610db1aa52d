"""``heartbench runs``: which runs the store holds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heartbench.cli.options import Stored, words_of
from heartbench.cli.session import Session

if TYPE_CHECKING:
    from heartbench.store import StoredRun


@dataclass(frozen=True, kw_only=True)
class RunsOptions(Stored):
    """What ``heartbench runs`` takes."""


def runs(session: Session, options: RunsOptions) -> int:
    """Lists the runs of the store, oldest first."""
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.words import ReportWords
    from heartbench.store import Store

    words = words_of(options, ReportWords)
    chosen = preferences(words, settings_of(words))
    with Store.open(chosen.store, create=False) as store:
        found = store.runs()
    if options.json:
        session.show_json([_structure(run) for run in found])
    elif found:
        _show_table(found, session)
    else:
        session.say("runs_none", path=chosen.store)
    return 0


def _structure(run: StoredRun) -> dict[str, object]:
    spec = run.spec
    return {
        "name": run.name,
        "status": run.status,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "candidates": [item.label for item in spec.candidates],
        "judges": [item.label for item in spec.judges],
        "protocol": spec.protocol,
        "mode": spec.mode,
        "samples": spec.samples,
        "repeats": spec.repeats,
    }


def _show_table(found: tuple[StoredRun, ...], session: Session) -> None:
    from heartbench.reporting import Column

    columns = [
        Column(session.text("column_run"), numeric=False, folds="never"),
        Column(session.text("column_status"), numeric=False),
        Column(session.text("column_started"), numeric=False, folds="blanks"),
        Column(session.text("column_candidates"), numeric=False),
        Column(session.text("column_judges"), numeric=False),
    ]
    rows = [
        (
            run.name,
            session.text(f"status_{run.status}"),
            time.strftime("%Y-%m-%d %H:%M", time.localtime(run.started_at)),
            session.listed(item.label for item in run.spec.candidates),
            session.listed(item.label for item in run.spec.judges),
        )
        for run in found
    ]
    session.show_table(columns, rows)
