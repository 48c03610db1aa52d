"""``heartbench run``: answer, judge, score."""

from __future__ import annotations

from heartbench.cli.options import RunOptions
from heartbench.cli.session import Session

__all__ = ["RunOptions", "run"]


def run(session: Session, options: RunOptions) -> int:
    """Asks candidates and judges for what the run owes, and reports."""
    from heartbench.cli.executing import execute
    from heartbench.cli.planning import wanted_run
    from heartbench.cli.preferences import preferences, settings_of

    settings = settings_of(options)
    wanted = wanted_run(options, settings, preferences(options, settings))
    return execute(wanted, session, as_json=options.json)
