"""The tree of commands; their rooms are imported when a command runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import typer

from heartbench import __version__
from heartbench.cli import compare, data, demo, judge, leaderboard, models, report, run, runs, score
from heartbench.cli.helping import localise
from heartbench.cli.options import command
from heartbench.cli.session import Program, Session
from heartbench.errors import HeartBenchError
from heartbench.language import Language, text

Command = tuple[str, type[Any], Callable[..., int]]
"""Name, record of options, body."""


def _speaking_as(program: Program, body: Callable[..., int]) -> Callable[..., int]:
    """``body`` whose sentences, those of its errors included, name the options that it has."""

    def run(session: Session, options: Any) -> int:
        own = replace(session, program=program)
        try:
            return body(own, options)
        except HeartBenchError as error:
            own.notice(error.code, error.fields)
            return error.exit_code

    return run


COMMANDS: tuple[Command, ...] = (
    ("demo", demo.DemoOptions, _speaking_as("demo", demo.demo)),
    ("run", run.RunOptions, run.run),
    ("score", score.ScoreOptions, score.score),
    ("report", report.ReportOptions, report.report),
    ("compare", compare.CompareOptions, compare.compare),
    ("leaderboard", leaderboard.LeaderboardOptions, leaderboard.leaderboard),
    ("runs", runs.RunsOptions, runs.runs),
)

GROUPS: dict[str, tuple[Command, ...]] = {
    "data": data.COMMANDS,
    "judge": (("check", judge.CheckOptions, _speaking_as("check", judge.check)),),
    "models": models.COMMANDS,
}


def _root(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="option_version")] = False,
    lang: Annotated[str | None, typer.Option("--lang", metavar="zh|en", help="option_lang")] = None,
) -> None:
    if version:
        ctx.obj.show(f"heartbench {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        ctx.obj.show(ctx.get_help())
        raise typer.Exit


def _group(
    ctx: typer.Context,
    lang: Annotated[str | None, typer.Option("--lang", metavar="zh|en", help="option_lang")] = None,
) -> None:
    if ctx.invoked_subcommand is None:
        ctx.obj.show(ctx.get_help())
        raise typer.Exit


def build(language: Language) -> Any:
    """The command line with its help in ``language``: a click group."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, invoke_without_command=True)
    app.callback()(_root)
    for name, record, body in COMMANDS:
        app.command(name)(command(record, body))
    for group, members in GROUPS.items():
        inner = typer.Typer(rich_markup_mode=None, invoke_without_command=True)
        inner.callback()(_group)
        for name, record, body in members:
            inner.command(name)(command(record, body))
        app.add_typer(inner, name=group)
    tree = typer.main.get_command(app)
    _translate(tree, "command", language)
    return tree


def _translate(node: Any, key: str, language: Language) -> None:
    """Puts the text of every key of the tree in its place."""
    localise(node, language)
    node.help = node.short_help = text(f"help.{key}", language)
    for parameter in node.params:
        if getattr(parameter, "help", None) and parameter.name != "help":
            parameter.help = text(f"help.{parameter.help}", language)
    for name, child in getattr(node, "commands", {}).items():
        _translate(child, f"{key}_{name}", language)
