"""``heartbench run``: answer, judge, score."""

from __future__ import annotations

from heartbench.cli.options import RunOptions, words_of
from heartbench.cli.session import Session

__all__ = ["RunOptions", "run"]


def run(session: Session, options: RunOptions) -> int:
    """Asks candidates and judges for what the run owes, and reports."""
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.wanted import wanted_run
    from heartbench.api.words import RunWords, option_spelling
    from heartbench.cli.executing import execute

    words = words_of(options, RunWords)
    settings = settings_of(words)
    wanted = wanted_run(words, settings, preferences(words, settings), option_spelling)
    return execute(wanted, session, as_json=options.json)
