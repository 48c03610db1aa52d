"""What can be given is documented, and what is documented can be given."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

from heartbench.cli.app import build
from heartbench.cli.seed import parser
from heartbench.cli.session import Session
from heartbench.config import files
from heartbench.language.texts import cli, help

ROOT = Path(__file__).resolve().parents[2]
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
CONFIGURATION = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


def commands(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    children = getattr(node, "commands", {})
    if not children:
        yield path, node
    for name, child in children.items():
        yield from commands(child, (*path, name))


TREE = build("en")
LEAVES = dict(commands(TREE))


def section(path: tuple[str, ...]) -> str:
    heading = (
        f"## heartbench {' '.join(path)}" if path[0] in ("run", "score", "demo", "report", "runs") else ""
    )
    for title in (heading, f"## heartbench {' '.join(path)}", f"## heartbench {path[0]}"):
        found = (
            re.search(rf"^{re.escape(title)}\b.*?(?=^## |\Z)", CLI, re.MULTILINE | re.DOTALL)
            if title
            else None
        )
        if found:
            return found.group()
    raise AssertionError(f"{path} has no section")


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_command_and_option_is_documented_in_its_section(path: tuple[str, ...]) -> None:
    text = section(path)
    assert path[-1] in text
    for parameter in LEAVES[path].params:
        for option in parameter.opts:
            if option.startswith("-") and option not in ("--help", "--lang"):
                assert re.search(rf"`{option}[ `]", text), f"{path}: {option}"


def test_every_documented_option_exists() -> None:
    known = {option for leaf in LEAVES.values() for parameter in leaf.params for option in parameter.opts}
    known |= {option for parameter in TREE.params for option in parameter.opts} | {"--help"}
    known |= set(parser(Session("en"))._option_string_actions)
    assert set(re.findall(r"`(--?[a-z][a-z_-]*)", CLI)) <= known


def test_every_flag_of_the_seed_is_documented() -> None:
    text = CLI[CLI.index("## run_evaluation.py") :]
    for flag in parser(Session("en"))._option_string_actions:
        if flag not in ("-h", "--help"):
            assert f"`{flag}`" in text


TABLES: dict[str, type[BaseModel]] = {
    "endpoints": files.EndpointTable,
    "models": files.ModelTable,
    "candidates": files.CandidateTable,
    "judge": files.JudgeTable,
    "run": files.RunTable,
}


@pytest.mark.parametrize("name", TABLES)
def test_every_key_of_the_configuration_is_documented(name: str) -> None:
    found = re.search(rf"^## \[{name}.*?(?=^## |\Z)", CONFIGURATION, re.MULTILINE | re.DOTALL)
    assert found
    for key in TABLES[name].model_fields:
        assert f"`{key}`" in found.group(), f"{name}.{key}"


def test_all_tables_are_there() -> None:
    assert set(TABLES) == set(files.ConfigFile.model_fields)


def test_every_option_of_run_can_stand_in_the_file() -> None:
    """But for what names one invocation."""
    options = {parameter.name for parameter in LEAVES["run",].params}
    own = {
        "lang",
        "json",
        "config",
        "name",
        "fresh",
        "answers_only",
        "models",
        "judge",
        "system_prompt",
        "help",
    }
    addresses = {"base_url", "api_key_env", "judge_base_url", "judge_api_key_env"}
    assert options - own - addresses == set(files.RunTable.model_fields)


def test_the_example_is_valid() -> None:
    from heartbench.config import parse_config

    found = re.search(r"```toml\n(.*?)```", CONFIGURATION, re.DOTALL)
    assert found
    assert parse_config(found.group(1), Path("heartbench.toml")).run.limit == 50


@pytest.mark.parametrize("texts", [cli, help])
def test_both_languages_have_the_same_texts_and_fields(texts: ModuleType) -> None:
    assert set(texts.EN) == set(texts.ZH)
    for key, english in texts.EN.items():
        fields = set(re.findall(r"\{(\w+)[|}]", english))
        assert fields == set(re.findall(r"\{(\w+)[|}]", texts.ZH[key])), key


def test_every_text_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/heartbench/cli").rglob("*.py"))
    made = (
        "column_",
        "progress_",
        "remark_",
        "seed_",
        "severity_",
        "side_",
        "status_",
        "no_such_",
    )
    for key in cli.EN:
        assert key.startswith(made) or f'"{key}"' in source or f"cli.{key}" in source, key
    for key in help.EN:
        assert key.startswith("command") or f'"{key}"' in source or f"help.{key}" in source, key


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md", "docs/cli.md", "docs/fake-endpoint.md"])
def test_commands_are_written_for_an_environment_that_is_named(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    first = re.search(r"^(?:\$ )?(?:heartbench|python) ", text, re.MULTILINE)
    assert first
    assert ".venv/bin/activate" in text[: first.start()]


def test_what_is_linked_is_there() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), (page.name, target)
    assert "results.md" in CLI


@pytest.mark.skipif(shutil.which("sh") is None, reason="runs a shell script")
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "one"),
        ({"LANG": "zh_CN.UTF-8"}, "two"),
        ({"HEARTBENCH_LANG": "zh"}, "two"),
        ({"HEARTBENCH_LANG": "en", "LANG": "zh_CN.UTF-8"}, "one"),
    ],
)
def test_make_speaks_the_language_too(environment: dict[str, str], said: str) -> None:
    """The scripts of make run before anything of the package can."""
    command = ["sh", str(ROOT / ".ci" / "say"), "one", "two"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout == f"{said}\n"
    assert "say" in (ROOT / "Makefile").read_text(encoding="utf-8")
