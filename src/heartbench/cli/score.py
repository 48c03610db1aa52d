"""``heartbench score``: judge answers made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from heartbench.cli.options import Judging
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
    from heartbench.cli.executing import execute
    from heartbench.cli.planning import surroundings, wanted_scoring
    from heartbench.cli.preferences import preferences, settings_of
    from heartbench.config import FileCandidate

    settings = settings_of(options)
    chosen = preferences(options, settings)
    label = options.model_name or options.answers.stem
    answers = FileCandidate(label, options.answers, chosen.revision)
    around = surroundings(options, settings, chosen)
    return execute(wanted_scoring(options, answers, around, chosen), session, as_json=options.json)
