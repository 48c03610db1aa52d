"""``heartbench data export``: a question set as the seed's three files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from heartbench.cli.data.checking import DATASET, load
from heartbench.cli.options import Printing
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class ExportOptions(Printing):
    """What ``heartbench data export`` takes."""

    dataset: DATASET = "builtin"
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="option_output")] = Path(
        "data-export"
    )


def export(session: Session, options: ExportOptions) -> int:
    """Writes question_all.jsonl, question_hard.jsonl and question_normal.jsonl."""
    from heartbench.dataset import export_questions

    written = export_questions(load(options.dataset).questions, options.output)
    if options.json:
        session.show_json([str(path) for path in written])
    else:
        for path in written:
            session.show(session.text("written", path=path))
    return 0
