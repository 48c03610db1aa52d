from __future__ import annotations

import re
from pathlib import Path

import heartbench.api
from heartbench.language.texts.api import EN, ZH

SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(heartbench.api.__path__[0]).glob("*.py")
)
FIELD = re.compile(r"\{(\w+)[|}]")


def test_both_languages_have_the_same_sentences_and_fields() -> None:
    assert EN.keys() == ZH.keys()
    for key in EN:
        assert set(FIELD.findall(EN[key])) == set(FIELD.findall(ZH[key])), key


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    codes = set(re.findall(r'"api\.(\w+)"', SOURCES))
    assert codes | {f"answers_{name}" for name in ("missing", "unknown", "doubled")} == {
        key for key in EN if "@" not in key
    }
