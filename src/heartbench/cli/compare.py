"""``heartbench compare``: candidates of the store against each other, and a gate for CI."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

import typer

from heartbench.cli.main import DONE, GATE_FAILED
from heartbench.cli.options import Scored, words_of
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class CompareOptions(Scored):
    """What ``heartbench compare`` takes."""

    names: Annotated[list[str], typer.Argument(metavar="A B [C]...", help="argument_candidates")]
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="LABEL", help="option_judge_label", show_default=False)
    ] = None
    changes: Annotated[
        int | None,
        typer.Option("--changes", min=0, metavar="N", help="option_changes", show_default=False),
    ] = None
    fail_below: Annotated[
        float | None,
        typer.Option("--fail-below", metavar="POINTS", help="option_fail_below", show_default=False),
    ] = None
    gate: Annotated[
        Literal["interval", "point"] | None, typer.Option("--gate", help="option_gate", show_default=False)
    ] = None
    allow_reused: Annotated[bool, typer.Option("--allow-reused", help="option_allow_reused")] = False


def compare(session: Session, options: CompareOptions) -> int:
    """Prints the comparison and writes what was asked for; exit code 1 where the gate fails."""
    from heartbench.api.comparing import compare as compare_
    from heartbench.api.words import CompareWords
    from heartbench.reporting import write_csv, write_whole
    from heartbench.reporting.comparison import (
        COMPARISON_FIELDS,
        comparison_markdown,
        comparison_rows,
        comparison_structure,
        print_comparison,
    )

    found = compare_(*options.names, **words_of(options, CompareWords))
    if options.csv is not None:
        write_csv(options.csv, COMPARISON_FIELDS, comparison_rows(found))
    if options.markdown is not None:
        write_whole(options.markdown, comparison_markdown(found, session.language))
    if options.json:
        session.show_json(comparison_structure(found, session.language))
    else:
        session.show_printed(partial(print_comparison, found))
    return DONE if found.gate is None or found.gate.passed else GATE_FAILED
