"""``heartbench judge check``: is a judge any good?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from heartbench.cli.main import DONE, FAILURES, INTERRUPTED
from heartbench.cli.options import Addressed, Prompting, Stored, words_of
from heartbench.cli.session import Session

if TYPE_CHECKING:
    from heartbench.api.auditing import CheckPlan
    from heartbench.audit import JudgeCheck


@dataclass(frozen=True, kw_only=True)
class CheckOptions(Prompting, Addressed, Stored):
    """What ``heartbench judge check`` takes."""

    judge: Annotated[
        str | None, typer.Argument(metavar="[JUDGE]", help="argument_judge", show_default=False)
    ] = None
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="option_check_limit", show_default=False)
    ] = None
    fresh: Annotated[bool, typer.Option("--fresh", help="option_check_fresh")] = False


def check(session: Session, options: CheckOptions) -> int:
    """Lets the judge mark the labelled answers and prints how it agrees; exit code 3 after failures."""
    from heartbench.api.auditing import check_of, plan_check
    from heartbench.api.words import CheckWords, option_spelling
    from heartbench.audit import check_structure, print_check
    from heartbench.cli.executing import tell_judges

    plan = plan_check(options.judge, words_of(options, CheckWords), session.notice, option_spelling)
    tell_judges(plan.specs[0].judges, session)
    made = _made(plan, session)
    if made is None:
        session.say("go_on")
        return INTERRUPTED
    found = check_of(made, plan)
    if options.json:
        session.show_json(check_structure(found, session.language))
    elif found.evidence.markings:
        session.show_printed(partial(print_check, found))
    return _ended(found, session)


def _made(plan: CheckPlan, session: Session) -> dict[str, int] | None:
    """Makes the runs: name → calls made just now. None where a person stopped it."""
    from heartbench.api.auditing import named_check
    from heartbench.cli.executing import evaluated
    from heartbench.store import Store

    made: dict[str, int] = {}
    for number in range(len(plan.specs)):
        session.say("check_part_2" if number else "check_part_1")
        with Store.open(plan.preferences.store) as store:
            spec, done = named_check(plan, store, number)
            if done:
                session.say("check_part_done")
                made[spec.name] = 0
                continue
            report = evaluated(spec, store, session)
        if report.interrupted:
            return None
        made[spec.name] = report.progress.calls
        verdicts = report.progress.verdicts
        if report.stops and not verdicts.done and not verdicts.reused:
            break  # It does not answer: the other replies would wait for nothing.
    return made


def _ended(found: JudgeCheck, session: Session) -> int:
    """The exit code; says last what got no verdict and why."""
    evidence = found.evidence
    missing = sum(evidence.asked.values()) - len(evidence.markings)
    if not missing:
        return DONE
    kinds = [
        f"{session.sentence(f'reporting.kind_{item.kind.value}', {})} {item.count}"
        for item in evidence.failures
    ]
    key = "check_incomplete" if evidence.markings else "check_nothing_marked"
    session.say(key, count=missing, kinds=tuple(kinds))
    return FAILURES
