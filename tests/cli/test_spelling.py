"""No sentence names an option that the command line in use does not have."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator

import pytest

from heartbench.cli.app import build
from heartbench.cli.seed import parser
from heartbench.cli.session import Program, Session
from heartbench.language import variant

from .conftest import Invoke

ROOMS = (
    "chat",
    "config",
    "dataset",
    "ending",
    "evaluation",
    "protocols",
    "reporting",
    "run",
    "store",
    "cli",
    "api",
)
OF_A_RUN = ("answers_", "go_on", "judge_", "no_key", "progress_", "report_at", "stopping")
"""Texts of the rooms cli and api that every command line which runs something uses."""
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z_-]*")
NEVER_SAID: dict[Program, frozenset[str]] = {
    # It names no configuration, no prompt, no run, and always a model.
    "seed": frozenset(
        {"config.file_missing", "config.prompt_unused", "run.differs", "config.no_candidates"}
        | {"protocols.template_not_understood"}
    ),
    # It has no address, no file of answers and no label of its own, and nothing of it fails.
    "demo": frozenset(
        {"config.prompt_unused", "run.differs", "config.no_candidates", "config.no_address"}
        | {"config.no_judge_address", "config.label_declared", "api.answers_none", "evaluation.moved"}
        | {
            "ending.stand",
            "ending.earlier",
            "ending.missing",
            "ending.unmarked",
            "protocols.template_not_understood",
            "config.target_with_secret",
        }
    ),
    # Its candidates are the labelled answers, and it names its runs itself.
    "check": frozenset(
        {"config.prompt_unused", "config.label_declared", "config.no_candidates", "run.differs"}
        | {"ending.missing", "ending.unmarked", "api.answers_none"}
    ),
}


def options_of(program: Program) -> set[str]:
    if program == "seed":
        return set(parser(Session("en"))._option_string_actions)
    tree = build("en").commands
    command = tree["demo"] if program == "demo" else tree["judge"].commands["check"]
    return {name for parameter in command.params for name in parameter.opts}


def said_keys() -> Iterator[str]:
    for room in ROOMS:
        for name in importlib.import_module(f"heartbench.language.texts.{room}").EN:
            if "@" not in name and (room not in ("cli", "api") or name.startswith(OF_A_RUN)):
                yield f"{room}.{name}"


@pytest.mark.parametrize("program", ["seed", "demo", "check"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_option_named_is_one_of_the_program(program: Program, language: str) -> None:
    known = options_of(program)
    for key in said_keys():
        room, _, name = variant(key, program, "zh" if language == "zh" else "en").partition(".")
        module = importlib.import_module(f"heartbench.language.texts.{room}")
        said = (module.ZH if language == "zh" else module.EN)[name]
        wrong = set(OPTION.findall(said)) - known
        assert not wrong or key in NEVER_SAID[program], (key, wrong)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", r"296 answers are reused from the store \(made \d+ .+ ago\)\."), ("zh", r"（\d+ .+前生成）。")],
)
def test_a_second_demo_says_how_old_what_it_reuses_is(invoke: Invoke, language: str, said: str) -> None:
    invoke("demo")
    ended = invoke("demo", "--lang", language)
    assert re.search(said, ended.err), ended.err
    assert "--fresh" not in ended.err
