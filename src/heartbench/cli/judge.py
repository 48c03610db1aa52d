"""``heartbench judge check``: is a judge any good?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from heartbench.cli.main import DONE, FAILURES, INTERRUPTED
from heartbench.cli.options import Addressed, Prompting, Stored, words_of
from heartbench.cli.session import Session, unwritten

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
    from heartbench.api.auditing import plan_check
    from heartbench.api.words import CheckWords, option_spelling
    from heartbench.audit import check_structure, print_check
    from heartbench.cli.executing import tell_judges
    from heartbench.reporting import safe_console

    session = replace(session, program="check")
    words = words_of(options, CheckWords)
    plan = plan_check(options.judge, words, session.notice, option_spelling)
    tell_judges(plan.specs[0].judges, session)
    found = _checked(plan, session)
    if found is None:
        session.say("go_on")
        return INTERRUPTED
    if options.json:
        session.show_json(check_structure(found, session.language))
    else:
        console = safe_console()
        print_check(found, console, session.language)
        unwritten(console.problem)
    complete = len(found.evidence.markings) == sum(found.evidence.asked.values())
    return DONE if complete else FAILURES


def _checked(plan: CheckPlan, session: Session) -> JudgeCheck | None:
    """None where a person stopped it."""
    from heartbench.api.auditing import check_of, named_check
    from heartbench.cli.executing import evaluated
    from heartbench.store import Store

    names = []
    for number in range(len(plan.specs)):
        with Store.open(plan.preferences.store) as store:
            spec = named_check(plan, store, number)
            if evaluated(spec, store, session).interrupted:
                return None
            names.append(spec.name)
    return check_of(names, plan)


COMMANDS = (("check", CheckOptions, check),)
