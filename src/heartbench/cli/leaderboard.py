"""``heartbench leaderboard``: all candidates of the store that were measured in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from heartbench.cli.options import Scored, words_of
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class LeaderboardOptions(Scored):
    """What ``heartbench leaderboard`` takes."""

    dataset: Annotated[
        str | None,
        typer.Option("--dataset", metavar="NAME", help="option_board_dataset", show_default=False),
    ] = None
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="LABEL", help="option_judge_label", show_default=False)
    ] = None
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="NAME", help="option_board_protocol", show_default=False),
    ] = None
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="MODE", help="option_board_mode", show_default=False)
    ] = None


def leaderboard(session: Session, options: LeaderboardOptions) -> int:
    """Prints the leaderboard and writes what was asked for."""
    from heartbench.api.comparing import leaderboard as leaderboard_
    from heartbench.api.words import LeaderboardWords
    from heartbench.reporting import write_csv, write_whole
    from heartbench.reporting.leaderboard import (
        LEADERBOARD_FIELDS,
        leaderboard_markdown,
        leaderboard_rows,
        leaderboard_structure,
        print_leaderboard,
    )

    found = leaderboard_(**words_of(options, LeaderboardWords))
    if options.csv is not None:
        write_csv(options.csv, LEADERBOARD_FIELDS, leaderboard_rows(found))
    if options.markdown is not None:
        write_whole(options.markdown, leaderboard_markdown(found, session.language))
    if options.json:
        session.show_json(leaderboard_structure(found, session.language))
    else:
        session.show_printed(partial(print_leaderboard, found))
    return 0
