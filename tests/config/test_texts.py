from __future__ import annotations

import re
from pathlib import Path

import pytest

import heartbench.config
from heartbench.language.texts import config as texts

CODES = {
    code
    for path in Path(heartbench.config.__file__).parent.glob("*.py")
    for code in re.findall(r'"config\.(\w+)"', path.read_text(encoding="utf-8"))
}


def test_every_code_has_a_text_and_every_text_a_code() -> None:
    assert {key.partition("@")[0] for key in texts.EN} == CODES


def test_both_languages_say_the_same() -> None:
    assert set(texts.EN) == set(texts.ZH)


@pytest.mark.parametrize("key", sorted(texts.EN))
def test_both_languages_use_the_same_fields(key: str) -> None:
    fields = [set(re.findall(r"\{(\w+)[|}]", table[key])) for table in (texts.EN, texts.ZH)]
    assert fields[0] == fields[1]
