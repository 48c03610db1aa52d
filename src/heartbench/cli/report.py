"""``heartbench report``: tables, files and the page of runs that were made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heartbench.cli.options import Reporting, words_of
from heartbench.cli.session import Session

if TYPE_CHECKING:
    from heartbench.api.preferences import Preferences
    from heartbench.reporting.html import WrittenPage


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Reporting):
    """What ``heartbench report`` takes."""

    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN]...", help="argument_runs", show_default=False)
    ] = None
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="option_page", show_default=False),
    ] = None
    figures: Annotated[
        Path | None, typer.Option("--figures", metavar="FOLDER", help="option_figures", show_default=False)
    ] = None


def report(session: Session, options: ReportOptions) -> int:
    """Writes and prints the report of the named runs, else of the latest one; costs no call.

    With ``--output`` or ``--figures``, the page or the charts instead.
    """
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.words import ReportWords

    words = words_of(options, ReportWords)
    chosen = preferences(words, settings_of(words))
    if options.output is None and options.figures is None:
        return _tables(session, options, chosen)
    return _page(session, options, chosen)


def _tables(session: Session, options: ReportOptions, chosen: Preferences) -> int:
    from heartbench.api.outcomes import Place, chosen_runs, written_report
    from heartbench.cli.executing import show_report
    from heartbench.reporting import summary_structure
    from heartbench.store import Store

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


def _page(session: Session, options: ReportOptions, chosen: Preferences) -> int:
    from heartbench.api.outcomes import chosen_runs, written_page
    from heartbench.reporting.html import PageFiles
    from heartbench.store import Store

    files = PageFiles(options.output, options.figures)
    with Store.open(chosen.store, create=False) as store:
        names = chosen_runs(store, options.names or ())
        written = written_page(store, names, files, chosen.rule, session.language)
    if options.json:
        session.show_json(_structure(written))
    if written.page is not None:
        session.say("report_at", path=written.page)
    if options.figures is not None:
        session.say("figures_at", path=options.figures, count=len(written.figures))
    if written.png_needs:
        session.say("figures_need_font", package=written.png_needs)
    return 0


def _structure(written: WrittenPage) -> dict[str, object]:
    return {
        "page": None if written.page is None else str(written.page),
        "figures": [str(path) for path in written.figures],
        "png_needs": written.png_needs,
    }
