from __future__ import annotations

import re

import pytest

from heartbench.language import Language
from heartbench.language.arguments import SpokenParser

WORDS = re.compile(r"[A-Za-z]{3,}")


def parser(language: Language) -> SpokenParser:
    found = SpokenParser("go.py", "…", language)
    found.add_argument("--count", type=int)
    found.add_argument("--kind", choices=("a", "b"))
    found.add_argument("--kite", action="store_true")
    found.add_argument("place")
    return found


@pytest.mark.parametrize(
    "line", ["", "p --nope", "p --count", "p --count x", "p --kind c", "p --ki a", "p --kite=3", "p q"]
)
def test_every_slip_is_one_sentence_in_the_language(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("zh", "en"):
        with pytest.raises(SystemExit) as ended:
            parser("zh" if language == "zh" else "en").parse_args(line.split())
        said = capsys.readouterr().err
        assert ended.value.code == 2
        assert len(said.splitlines()) == 1
        shown = re.sub(r"--\w+|go\.py|place|nope", "", said)
        assert bool(WORDS.search(shown)) == (language == "en"), said


def test_help_is_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser("zh").parse_args(["--help"])
    said = capsys.readouterr().out
    assert said.startswith("用法：go.py")
    assert "options" not in said and "show this" not in said
