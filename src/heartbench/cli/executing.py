"""Makes a run: open the store, evaluate, report."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass
from functools import partial

from heartbench.api.outcomes import Place, written_report
from heartbench.api.planning import make_spec, named
from heartbench.api.wanted import Wanted
from heartbench.chat import mask_url
from heartbench.cli.ending import say_failures, standing_of
from heartbench.cli.interrupting import Interrupts
from heartbench.cli.main import DONE, FAILURES, INTERRUPTED
from heartbench.cli.session import Session
from heartbench.cli.watching import Watcher
from heartbench.config import LABELS_JUDGE
from heartbench.evaluation import RunReport, evaluate
from heartbench.language import Phrase
from heartbench.records import Judge, ModelTarget, RunSpec
from heartbench.reporting import (
    WrittenReport,
    check_writable,
    print_summary,
    summary_structure,
)
from heartbench.store import Store


@dataclass(frozen=True)
class Made:
    """A run that was made, and its report."""

    spec: RunSpec
    report: RunReport
    written: WrittenReport


def execute(wanted: Wanted, session: Session, *, as_json: bool) -> int:
    """Makes the run, writes its report, prints it; returns the exit code."""
    made = make(wanted, session)
    if made is None:
        return INTERRUPTED
    show_report(made.written, session, as_json=as_json)
    return ended(made, session)


def make(wanted: Wanted, session: Session) -> Made | None:
    """Makes the run and writes its report; None where a person stopped it."""
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
            return None
        written = written_report(
            store, spec.name, Place(chosen.results, chosen.rule, session.language, after_run=True)
        )
    return Made(spec, report, written)


def ended(made: Made, session: Session) -> int:
    """The exit code of a run; says which failures it ended with."""
    if made.report.complete:
        return DONE
    standing = standing_of(made.written.summary, made.report.progress, made.spec.retry_failed)
    say_failures(made.spec.name, standing, session)
    return FAILURES


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
            replays = judge.target.name == LABELS_JUDGE
            session.say("judge_labels" if replays else "judge_offline", label=judge.label)


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
        session.show_printed(partial(print_summary, written.summary))
    session.say("report_at", path=written.folder / "report.md")
