"""What docs/python.md shows works, and every word it can be asked with is the command line's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heartbench.api.words import RunWords, ScoreWords
from heartbench.cli.options import RunOptions
from heartbench.cli.score import ScoreOptions

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(
        r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert found
    code = found[1].replace('"gpt-x", "python:mymod:reply", ', "")
    exec(code, {"__name__": "example", "my_pipeline": lambda prompt: "你好吗？"})
    assert re.findall(r"^(\w+) \d+\.\d+ \S+$", capsys.readouterr().out, re.MULTILINE) == ["listener", "reply"]


@pytest.mark.parametrize(("words", "options"), [(RunWords, RunOptions), (ScoreWords, ScoreOptions)])
def test_words_are_options(words: type, options: type) -> None:
    only_here = {"api_key", "judge_api_key"}
    only_there = {"lang", "json", "answers"}
    taken = set(options.__dataclass_fields__)  # type: ignore[attr-defined]
    assert set(words.__annotations__) - only_here == taken - only_there
