"""Slips in the arguments, in the user's language."""

from __future__ import annotations

import re
from difflib import get_close_matches
from enum import EnumMeta
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from heartbench.cli.session import Session

_NO_COMMAND = re.compile(r"No such command '(.*?)'")
_SURPLUS = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)")
_REFUSED = re.compile(r"'([^']*)' is not one of")


def explain(error: Any, session: Session) -> None:
    """Says what is wrong with the arguments; ``error`` is what typer's parser raised."""
    context = getattr(error, "ctx", None)
    place = context.command_path if context is not None else "heartbench"
    session.say("usage_help", sentence=_sentence(error, session), command=place)


def _sentence(error: Any, session: Session) -> str:
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return _no_such("option", error.option_name, error.possibilities or (), session)
    if kind == "MissingParameter" and error.param is not None:
        return session.text("missing_argument", name=_name_of(error.param))
    if kind == "BadOptionUsage":
        needs = "require" in error.message
        return session.text("value_missing" if needs else "value_surplus", name=error.option_name)
    if kind == "BadParameter" and error.param is not None:
        return _wrong_value(error, session)
    return _by_words(error, session)


def _by_words(error: Any, session: Session) -> str:
    """Typer has no kinds for these, only words; words we do not know are shown as they are."""
    message = error.format_message()
    if found := _NO_COMMAND.search(message):
        known = getattr(error.ctx.command, "commands", {})
        return _no_such("command", found[1], get_close_matches(found[1], known), session)
    if found := _SURPLUS.search(message):
        return session.text("argument_surplus", names=found[1])
    return session.text("usage", problem=message.rstrip("."))


def _no_such(what: Literal["option", "command"], name: str, close: Any, session: Session) -> str:
    if close:
        return session.text(f"no_such_{what}_but", name=name, close=tuple(sorted(close)))
    return session.text(f"no_such_{what}", name=name)


def _name_of(parameter: Any) -> str:
    """An option's longest spelling, an argument as help shows it."""
    options = [name for name in parameter.opts if name.startswith("-")]
    return max(options, key=len) if options else str(parameter.metavar or parameter.name.upper())


def _wrong_value(error: Any, session: Session) -> str:
    name = _name_of(error.param)
    annotation = get_type_hints(error.ctx.command.callback, include_extras=True).get(error.param.name)
    choices = _choices(annotation)
    found = _REFUSED.search(error.message)
    if choices and found:
        return session.text("not_a_choice", name=name, value=found[1], known=tuple(choices))
    if choices:
        return session.text("value_missing", name=name)
    if int in _parts(annotation):
        most = getattr(error.param, "max", None)
        if most is not None:
            return session.text("not_a_count_up_to", name=name, most=most)
        return session.text("not_a_count", name=name)
    return session.text("usage", problem=error.format_message().rstrip("."))


def _parts(annotation: Any) -> list[Any]:
    """The types that an option's annotation names, inside of unions and lists."""
    if get_origin(annotation) is Literal or not get_args(annotation):
        return [annotation]
    inner = get_args(annotation)[:1] if get_origin(annotation) is Annotated else get_args(annotation)
    return [part for item in inner for part in _parts(item)]


def _choices(annotation: Any) -> list[str]:
    parts = _parts(annotation)
    written = [value for part in parts if get_origin(part) is Literal for value in get_args(part)]
    kinds: list[Any] = [part for part in parts if isinstance(part, EnumMeta)]
    return [*map(str, written), *(str(member.value) for kind in kinds for member in kind)]
