"""The options of the commands, as records: :func:`command` makes them a command line.

``help`` holds the key of a text; :mod:`heartbench.cli.app` puts the text in its place.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, get_type_hints

import typer

from heartbench.cli.session import Session
from heartbench.records import MOST_TIMES


class Fresh(StrEnum):
    """What is made anew."""

    ANSWERS = "answers"
    VERDICTS = "verdicts"


Options = TypeVar("Options", bound="Common")
Words = TypeVar("Words")


@dataclass(frozen=True, kw_only=True)
class Common:
    """What every command takes."""

    lang: Annotated[
        Literal["zh", "en"] | None, typer.Option("--lang", help="option_lang", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Printing(Common):
    """For commands that print results."""

    json: Annotated[bool, typer.Option("--json", help="option_json")] = False


@dataclass(frozen=True, kw_only=True)
class Configured(Printing):
    """For commands that read heartbench.toml."""

    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="option_config", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Stored(Configured):
    """For commands that open the store."""

    store: Annotated[
        str | None, typer.Option("--store", metavar="FILE", help="option_store", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Ruled(Stored):
    """For commands that score."""

    rule: Annotated[
        Literal["paper", "released"] | None, typer.Option("--rule", help="option_rule", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Scored(Ruled):
    """For commands that show candidates of the store side by side."""

    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="option_csv", show_default=False)
    ] = None
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="option_markdown", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Reporting(Ruled):
    """For commands that write reports."""

    results: Annotated[
        Path | None, typer.Option("--results", metavar="FOLDER", help="option_results", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class Addressed(Configured):
    """Where models are reached."""

    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="option_base_url", show_default=False)
    ] = None
    api_key_env: Annotated[
        str | None,
        typer.Option("--api-key-env", metavar="NAME", help="option_api_key_env", show_default=False),
    ] = None
    judge_base_url: Annotated[
        str | None,
        typer.Option("--judge-base-url", metavar="URL", help="option_judge_base_url", show_default=False),
    ] = None
    judge_api_key_env: Annotated[
        str | None,
        typer.Option(
            "--judge-api-key-env", metavar="NAME", help="option_judge_api_key_env", show_default=False
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Reaching(Addressed):
    """Where models are reached, and who judges."""

    judge: Annotated[
        list[str] | None,
        typer.Option("--judge", metavar="[LABEL=]TARGET", help="option_judge", show_default=False),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Asking(Reaching):
    """Which models are asked."""

    models: Annotated[
        list[str] | None,
        typer.Option("-m", "--model", metavar="[LABEL=]TARGET", help="option_model", show_default=False),
    ] = None
    system_prompt: Annotated[
        Path | None,
        typer.Option("--system-prompt", metavar="FILE", help="option_system_prompt", show_default=False),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Prompting(Common):
    """How a judge is asked."""

    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="NAME", help="option_protocol", show_default=False),
    ] = None
    prompt_fields: Annotated[
        list[str] | None,
        typer.Option(
            "--prompt-field", metavar="NAME=MEANING", help="option_prompt_field", show_default=False
        ),
    ] = None
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="MODE", help="option_mode", show_default=False)
    ] = None
    retry_failed: Annotated[
        Literal["default", "all", "none"] | None,
        typer.Option("--retry-failed", help="option_retry_failed", show_default=False),
    ] = None
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", min=1, metavar="N", help="option_concurrency", show_default=False),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Judging(Prompting, Reaching, Reporting):
    """What ``run`` and ``score`` share."""

    dataset: Annotated[
        str | None,
        typer.Option("--dataset", metavar="builtin|official|PATH", help="option_dataset", show_default=False),
    ] = None
    difficulty: Annotated[
        Literal["all", "hard", "normal"] | None,
        typer.Option("--difficulty", help="option_difficulty", show_default=False),
    ] = None
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="option_limit", show_default=False)
    ] = None
    repeats: Annotated[
        int | None,
        typer.Option(
            "--repeats", min=1, max=MOST_TIMES, metavar="N", help="option_repeats", show_default=False
        ),
    ] = None
    revision: Annotated[
        str | None, typer.Option("--revision", metavar="TEXT", help="option_revision", show_default=False)
    ] = None
    fresh: Annotated[
        list[Fresh] | None,
        typer.Option("--fresh", metavar="answers|verdicts", help="option_fresh", show_default=False),
    ] = None
    name: Annotated[
        str | None, typer.Option("--name", metavar="RUN", help="option_name", show_default=False)
    ] = None


@dataclass(frozen=True, kw_only=True)
class RunOptions(Asking, Judging):
    """What ``heartbench run`` takes."""

    samples: Annotated[
        int | None,
        typer.Option(
            "--samples", min=1, max=MOST_TIMES, metavar="N", help="option_samples", show_default=False
        ),
    ] = None
    answers_only: Annotated[bool, typer.Option("--answers-only", help="option_answers_only")] = False


def words_of(options: Common, kind: type[Words]) -> Words:
    """The options that are words of ``kind``, one of the records of words, as far as they were given."""
    known = kind.__annotations__
    given = {name: value for name, value in vars(options).items() if value is not None and name in known}
    if "prompt_fields" in given:
        given["prompt_fields"] = dict(map(_pair, given["prompt_fields"]))
    return cast(Words, given)


def _pair(written: str) -> tuple[str, str]:
    name, _, meaning = written.partition("=")
    return name.strip(), meaning.strip()


def _parameters(record: type[Common]) -> list[inspect.Parameter]:
    hints = get_type_hints(record, include_extras=True)
    found = []
    for item in fields(record):
        default = inspect.Parameter.empty if item.default is MISSING else item.default
        kind = inspect.Parameter.KEYWORD_ONLY
        found.append(inspect.Parameter(item.name, kind, default=default, annotation=hints[item.name]))
    return found


def command(record: type[Options], body: Callable[[Session, Options], int]) -> Callable[..., int]:
    """``body`` as typer wants it: one parameter for each field of ``record``.

    ``body`` gets what the invocation shares and the filled record, and returns the exit code.
    """

    def run(ctx: typer.Context, **given: Any) -> int:
        session: Session = ctx.obj
        return body(session, record(**given))

    context = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    parameters = [context, *_parameters(record)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in parameters}
    return run
