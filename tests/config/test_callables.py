from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heartbench.config.callables import import_callable
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
