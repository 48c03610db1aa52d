from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from heartbench.config.callables import callable_target, import_callable
from heartbench.errors import TargetError

MODULE = """
class Bot:
    def ask(self, request): return "a"
bot = Bot()
def ask(request): return "b"
number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "callable_under_test.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "callable_broken.py").write_text("raise RuntimeError('no weights')", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "answer"), [("ask", "b"), ("bot.ask", "a")])
def test_a_function_or_method_is_found_by_import_path(folder: Path, name: str, answer: str) -> None:
    target = import_callable(f"callable_under_test:{name}", folder)
    assert target.import_path == f"callable_under_test:{name}"
    assert target.function(None) == answer  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("callable_under_test", "callable_path"),
        ("callable under:x", "callable_path"),
        ("callable_under_test:", "callable_path"),
        ("callable_under_test:nope", "callable_unknown"),
        ("callable_under_test:number", "callable_wrong"),
        ("callable_under_test:Bot", "callable_wrong"),
        ("no_such_module_at_all:x", "callable_import"),
        ("callable_broken:x", "callable_import"),
    ],
)
def test_what_cannot_be_called_is_said(folder: Path, path: str, code: str) -> None:
    with pytest.raises(TargetError) as caught:
        import_callable(path, folder)
    assert caught.value.code == f"config.{code}"


def test_the_problem_of_an_import_is_told(folder: Path) -> None:
    with pytest.raises(TargetError) as caught:
        import_callable("callable_broken:x", folder)
    assert caught.value.fields["problem"] == "RuntimeError: no weights"


def module_level(request: object) -> str:
    return "a"


def made(word: object) -> Callable[[object], str]:
    def local(request: object) -> str:
        return f"{word}"

    return local


def path_of(function: object, label: str = "") -> str:
    return callable_target(function, label).import_path  # type: ignore[arg-type]


def test_a_function_of_a_module_is_what_its_import_path_is(folder: Path) -> None:
    target = import_callable("callable_under_test:ask", folder)
    assert path_of(target.function) == target.import_path


def test_a_function_that_cannot_be_imported_is_what_its_code_is() -> None:
    assert path_of(made("a")) == path_of(made("a"))
    assert path_of(made("a")) != path_of(made("b"))
    assert path_of(lambda request: "a") != path_of(lambda request: "b")
    assert path_of(made(("a", 1))) != path_of(made(("a", 2)))
    assert "<locals>" in path_of(made("a"))


SCRIPT = """
from heartbench.config import callable_target
def reply(request, style="warm"):
    return "x" if request in {"a", "b", "c", "d"} else "y"
print(callable_target(reply).import_path)
"""


def test_the_identity_of_code_is_that_of_the_next_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    outputs = {
        subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert outputs.pop().startswith("__main__:reply#")


class Bot:
    def ask(self, request: object) -> str:
        return "a"

    def __call__(self, request: object) -> str:
        return "a"


@pytest.mark.parametrize("function", [Bot(), Bot().ask, partial(module_level), made(Bot())])
def test_what_nothing_tells_apart_needs_a_label(function: object) -> None:
    with pytest.raises(TargetError) as caught:
        path_of(function)
    assert caught.value.code == "config.callable_unnamed"
    assert path_of(function, "one") != path_of(function, "two")


@pytest.mark.parametrize("value", [Bot, 3, None])
def test_what_is_no_callable_is_refused(value: object) -> None:
    with pytest.raises(TargetError) as caught:
        path_of(value, "one")
    assert caught.value.code == "config.callable_wrong"
