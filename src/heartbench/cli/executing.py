"""Makes a run: open the store, evaluate, report."""

from __future__ import annotations

import asyncio
import gc

from heartbench.api.outcomes import Place, written_report
from heartbench.api.planning import make_spec, named
from heartbench.api.wanted import Wanted
from heartbench.chat import mask_url
from heartbench.cli.ending import say_failures, standing_of
from heartbench.cli.interrupting import Interrupts
from heartbench.cli.main import DONE, FAILURES, INTERRUPTED
from heartbench.cli.session import Session, unwritten
from heartbench.cli.watching import Watcher
from heartbench.evaluation import RunReport, evaluate
from heartbench.language import Phrase
from heartbench.records import Judge, ModelTarget, RunSpec
from heartbench.reporting import (
    WrittenReport,
    check_writable,
    print_summary,
    safe_console,
    summary_structure,
)
from heartbench.store import Store


def execute(wanted: Wanted, session: Session, *, as_json: bool) -> int:
    """Makes the run, writes its report, prints it; returns the exit code."""
    _collect_seldom()
    spec = make_spec(wanted, session.notice)
    chosen = wanted.preferences
    with Store.open(chosen.store) as store:
        spec = named(spec, store)
        check_writable(chosen.results, spec.name)
        tell_judges(spec.judges, session)
        report = evaluated(spec, store, session)
        if report.interrupted:
            session.say("go_on")
            return INTERRUPTED
        written = written_report(
            store, spec.name, Place(chosen.results, chosen.rule, session.language, after_run=True)
        )
    show_report(written, session, as_json=as_json)
    if not report.complete:
        standing = standing_of(written.summary, report.progress, spec.retry_failed)
        say_failures(spec.name, standing, session)
        return FAILURES
    return DONE


def _collect_seldom() -> None:
    """Look for cycles less often: questions and rows make none, and looking took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def tell_judges(judges: tuple[Judge, ...], session: Session) -> None:
    """Names every judge and its address: judging is what costs, and where the dialogues go."""
    for judge in judges:
        if isinstance(judge.target, ModelTarget):
            endpoint = judge.target.endpoint
            source = Phrase("cli.no_key")
            if endpoint.credential is not None:
                source = Phrase("cli.key_from", {"source": endpoint.credential.source})
            address = mask_url(endpoint.base_url)
            session.say("judge_at", label=judge.label, address=address, source=source)
        else:
            session.say("judge_offline", label=judge.label)


def evaluated(spec: RunSpec, store: Store, session: Session) -> RunReport:
    """Runs the evaluation with its progress shown and Ctrl-C handled."""
    watcher = Watcher(session)

    async def work() -> RunReport:
        stop = asyncio.Event()
        interrupts = Interrupts(
            stop, lambda: watcher.on_notice("cli.stopping", {}), session.text("left_at_once")
        )
        with interrupts.handled():
            return await evaluate(spec, store, watcher, stop, session.language)

    with watcher.watching(), asyncio.Runner() as runner:
        # The loop is made before the work is: an interrupt in between leaves nothing that was never awaited.
        runner.get_loop()
        return runner.run(work())


def show_report(written: WrittenReport, session: Session, *, as_json: bool) -> None:
    """Prints a report's tables, or its JSON, and says where its files lie."""
    if as_json:
        session.show_json(summary_structure(written.summary, session.language))
    else:
        console = safe_console()
        print_summary(written.summary, console, session.language)
        unwritten(console.problem)
    session.say("report_at", path=written.folder / "report.md")
