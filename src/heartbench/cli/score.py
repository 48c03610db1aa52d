"""``heartbench score``: judge answers made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from heartbench.cli.options import Judging, words_of
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(Judging):
    """What ``heartbench score`` takes."""

    answers: Annotated[Path, typer.Argument(metavar="ANSWERS", help="argument_answers")]
    model_name: Annotated[
        str | None, typer.Option("--model-name", metavar="NAME", help="option_model_name", show_default=False)
    ] = None


def score(session: Session, options: ScoreOptions) -> int:
    """Judges a file of answers and reports."""
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.wanted import wanted_scoring
    from heartbench.api.words import ScoreWords, option_spelling
    from heartbench.cli.executing import execute

    words = words_of(options, ScoreWords)
    settings = settings_of(words)
    chosen = preferences(words, settings)
    wanted = wanted_scoring(options.answers, words, settings, chosen, option_spelling)
    return execute(wanted, session, as_json=options.json)
