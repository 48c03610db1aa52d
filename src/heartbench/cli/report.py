"""``heartbench report``: tables and files of runs that were made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from heartbench.cli.options import Reporting
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Reporting):
    """What ``heartbench report`` takes."""

    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN]...", help="argument_runs", show_default=False)
    ] = None


def report(session: Session, options: ReportOptions) -> int:
    """Writes and prints the report of the named runs, else of the latest one; costs no call."""
    from heartbench.cli.executing import show_report, write_run_report
    from heartbench.cli.preferences import preferences, settings_of
    from heartbench.errors import RunError
    from heartbench.reporting import summary_structure
    from heartbench.store import Store

    chosen = preferences(options, settings_of(options))
    with Store.open(chosen.store, create=False) as store:
        names = options.names or [run.name for run in store.runs()[-1:]]
        if not names:
            raise RunError("cli.no_runs", path=chosen.store)
        for name in names:
            store.run(name)
        reports = [write_run_report(store, name, chosen, session) for name in names]
    if options.json and len(reports) > 1:
        session.show_json([summary_structure(item.summary, session.language) for item in reports])
        return 0
    for item in reports:
        show_report(item, session, as_json=options.json)
    return 0
