"""``heartbench report``: tables and files of runs that were made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from heartbench.cli.options import Reporting, words_of
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Reporting):
    """What ``heartbench report`` takes."""

    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN]...", help="argument_runs", show_default=False)
    ] = None


def report(session: Session, options: ReportOptions) -> int:
    """Writes and prints the report of the named runs, else of the latest one; costs no call."""
    from heartbench.api.outcomes import Place, chosen_runs, written_report
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.words import ReportWords
    from heartbench.cli.executing import show_report
    from heartbench.reporting import summary_structure
    from heartbench.store import Store

    words = words_of(options, ReportWords)
    chosen = preferences(words, settings_of(words))
    with Store.open(chosen.store, create=False) as store:
        names = chosen_runs(store, options.names or ())
        reports = [
            written_report(store, name, Place(chosen.results, chosen.rule, session.language))
            for name in names
        ]
    if options.json and len(reports) > 1:
        session.show_json([summary_structure(item.summary, session.language) for item in reports])
        return 0
    for item in reports:
        show_report(item, session, as_json=options.json)
    return 0
