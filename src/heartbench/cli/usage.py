"""Slips in the arguments, in the user's language."""

from __future__ import annotations

from typing import Any

from heartbench.cli.session import Session


def explain(error: Any, session: Session) -> None:
    """Says what is wrong with the arguments; ``error`` is what typer's parser raised."""
    context = getattr(error, "ctx", None)
    place = context.command_path if context is not None else "heartbench"
    session.say("usage_help", sentence=_sentence(error, session), command=place)


def _sentence(error: Any, session: Session) -> str:
    kind = type(error).__name__
    if kind == "NoSuchOption":
        close = getattr(error, "possibilities", None) or ()
        if close:
            return session.text(
                "no_such_option_but", option=error.option_name, close=", ".join(sorted(close))
            )
        return session.text("no_such_option", option=error.option_name)
    if kind == "MissingParameter" and error.param is not None:
        name = error.param.metavar or error.param.name.upper()
        return session.text("missing_argument", name=name)
    return session.text("usage", problem=error.format_message().rstrip("."))
