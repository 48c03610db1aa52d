"""Every code and finding of the room has a sentence in both languages, and none is left over."""

from __future__ import annotations

import re
from pathlib import Path

import heartbench.dataset
from heartbench.language.texts.dataset import EN, ZH

SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(heartbench.dataset.__path__[0]).glob("*.py")
)
FIELD = re.compile(r"\{(\w+)[|}]")


def test_both_languages_have_the_same_sentences_and_fields() -> None:
    assert EN.keys() == ZH.keys()
    for key in EN:
        assert set(FIELD.findall(EN[key])) == set(FIELD.findall(ZH[key])), key


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    codes = set(re.findall(r'"dataset\.(\w+)"', SOURCES))
    subject = r"(?:question, |own, |second, |answer, |item\.answer, )?"
    rules = set(re.findall(rf'(?:Finding|_finding)\(\s*{subject}"(\w+)"', SOURCES))
    rules |= set(re.findall(r'_whole\(\s*"(\w+)"', SOURCES))
    rules |= set(re.findall(r'\("(ability_\w+)", line', SOURCES))
    assert codes | {f"finding_{rule}" for rule in rules} == EN.keys()
