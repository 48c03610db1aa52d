"""``heartbench data import`` and ``data pull``: the official questions and prompts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heartbench.cli.options import Printing
from heartbench.cli.session import Session

if TYPE_CHECKING:
    from heartbench.dataset import OfficialSet


@dataclass(frozen=True, kw_only=True)
class ImportOptions(Printing):
    """What ``heartbench data import`` takes."""

    checkout: Annotated[Path, typer.Argument(metavar="CHECKOUT", help="argument_checkout")]


@dataclass(frozen=True, kw_only=True)
class PullOptions(Printing):
    """What ``heartbench data pull`` takes."""

    address: Annotated[
        str | None, typer.Option("--address", metavar="URL", help="option_address", show_default=False)
    ] = None


def import_(session: Session, options: ImportOptions) -> int:
    """Takes data and prompts from a checkout; nothing in it is executed."""
    from heartbench.dataset import import_checkout

    return _tell(import_checkout(options.checkout), session, as_json=options.json)


def pull(session: Session, options: PullOptions) -> int:
    """Downloads the pinned commit, checks its hashes, imports it."""
    import asyncio

    from heartbench.dataset import pull as download

    session.say("pulling")
    found = asyncio.run(download() if options.address is None else download(options.address))
    return _tell(found, session, as_json=options.json)


def _tell(found: OfficialSet, session: Session, *, as_json: bool) -> int:
    questions = len(found.questions.questions)
    if as_json:
        session.show_json({"questions": questions, "origin": found.prompts.origin})
    else:
        session.show(session.text("imported", questions=questions, origin=found.prompts.origin))
    return 0
