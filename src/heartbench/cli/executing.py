"""Makes a run: open the store, evaluate, report."""

from __future__ import annotations

import asyncio
import gc
import time
from dataclasses import replace

from heartbench.chat import mask_url
from heartbench.cli.interrupting import Interrupts
from heartbench.cli.main import DONE, FAILURES, INTERRUPTED
from heartbench.cli.planning import Wanted, make_spec
from heartbench.cli.preferences import Preferences
from heartbench.cli.session import Session, unwritten
from heartbench.cli.watching import Watcher
from heartbench.evaluation import RunReport, evaluate
from heartbench.records import Judge, ModelTarget, RunSpec
from heartbench.reporting import WrittenReport, print_summary, safe_console, summary_structure, write_report
from heartbench.store import Store


def execute(wanted: Wanted, session: Session, *, as_json: bool) -> int:
    """Makes the run, writes its report, prints it; returns the exit code."""
    _collect_seldom()
    spec = make_spec(wanted, session)
    chosen = wanted.preferences
    with Store.open(chosen.store) as store:
        spec = named(spec, store, session)
        tell_judges(spec.judges, session)
        report = evaluated(spec, store, session)
        if report.interrupted:
            session.say("go_on", name=spec.name)
            return INTERRUPTED
        written = write_run_report(store, spec.name, chosen, session)
    show_report(written, session, as_json=as_json)
    if not report.complete:
        session.say("finished_with_failures", name=spec.name)
        return FAILURES
    return DONE


def _collect_seldom() -> None:
    """Look for cycles less often: questions and rows make none, and looking took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def named(spec: RunSpec, store: Store, session: Session) -> RunSpec:
    """The spec with a name: its own, else that of the same run left unfinished, else a new one."""
    if spec.name:
        return spec
    taken = set()
    unfinished = ""
    for run in store.runs():
        taken.add(run.name)
        if run.spec.fingerprint == spec.fingerprint:
            unfinished = run.name if run.status != "done" else ""
    if unfinished:
        session.say("going_on", name=unfinished)
        return replace(spec, name=unfinished)
    return replace(spec, name=_new_name(taken))


def _new_name(taken: set[str]) -> str:
    base = time.strftime("run-%Y%m%d-%H%M%S")
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def tell_judges(judges: tuple[Judge, ...], session: Session) -> None:
    """Names every judge and its address: judging is what costs, and where the dialogues go."""
    for judge in judges:
        if isinstance(judge.target, ModelTarget):
            endpoint = judge.target.endpoint
            source = endpoint.credential.source if endpoint.credential else session.text("no_key")
            session.say("judge_at", label=judge.label, address=mask_url(endpoint.base_url), source=source)
        else:
            session.say("judge_offline", label=judge.label)


def evaluated(spec: RunSpec, store: Store, session: Session) -> RunReport:
    """Runs the evaluation with its progress shown and Ctrl-C handled."""
    watcher = Watcher(session)

    async def work() -> RunReport:
        stop = asyncio.Event()
        interrupts = Interrupts(stop, lambda: watcher.on_notice("cli.stopping", {}))
        with interrupts.handled():
            return await evaluate(spec, store, watcher, stop, session.language)

    with watcher.watching():
        return asyncio.run(work())


def write_run_report(store: Store, name: str, chosen: Preferences, session: Session) -> WrittenReport:
    """Writes the files of a run's report."""
    with store.results(store.run(name)) as results:
        return write_report(results, chosen.results, session.language, chosen.rule)


def show_report(written: WrittenReport, session: Session, *, as_json: bool) -> None:
    """Prints a report's tables, or its JSON, and says where its files lie."""
    if as_json:
        session.show_json(summary_structure(written.summary, session.language))
    else:
        console = safe_console()
        print_summary(written.summary, console, session.language)
        unwritten(console.problem)
    session.say("report_at", path=written.folder / "report.md")
