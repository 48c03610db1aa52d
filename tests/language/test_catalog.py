from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.language import Phrase, catalog, say, text, texts, variant

ROOMS = [module.name for module in pkgutil.iter_modules(texts.__path__)]
NOUNS = (
    "abilities answers bonuses calls cells characters criteria errors failures findings ids marks "
    "penalties questions scenes suggestions texts turns values verdicts vetoes"
)
NUMBERS = frozenset(
    {"asked", "calls", "count", "criteria", "errors", "failures", "findings", "found", "given", "hard"}
    | {"limit", "normal", "questions", "shown", "total", "turns", "vetoes"}
)
MANY = re.compile(rf"\b1 (?:(?:scored|official|hard|straight) )?(?:{NOUNS.replace(' ', '|')})\b")
FIELD = re.compile(r"\{(\w+)[|}]")


def _one(name: str) -> object:
    return 1 if name in NUMBERS else "x"


@pytest.mark.parametrize("room", ROOMS)
def test_one_thing_is_never_several(room: str) -> None:
    """``1 ids`` is no English."""
    for key, template in importlib.import_module(f"heartbench.language.texts.{room}").EN.items():
        said = text(f"{room}.{key}", "en", **{name: _one(name) for name in FIELD.findall(template)})
        assert not MANY.search(said), said


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_say_the_same(room: str) -> None:
    module = importlib.import_module(f"heartbench.language.texts.{room}")
    assert set(module.EN) == set(module.ZH)
    for key, template in module.EN.items():
        assert set(FIELD.findall(template)) == set(FIELD.findall(module.ZH[key])), key


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 answer is"), (0, "0 answers are"), ("1,000", "1,000 answers are")]
)
def test_a_number_takes_the_form_of_its_noun(
    count: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        catalog, "_table", lambda room, language: {"key": "{count|answer is|answers are} there"}
    )
    assert text("room.key", "en", count=count) == f"{said} there"


@given(st.text())
def test_braces_of_a_field_stay(value: str) -> None:
    assert value in text("cli.report_at", "en", path=f"{{count|a|b}}{value}")


def test_a_variant_is_used_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_table", lambda room, language: {"a": "A", "a@seed": "B", "b": "C"})
    assert variant("room.a", "seed", "en") == "room.a@seed"
    assert variant("room.b", "seed", "en") == "room.b"


def test_lists_are_written_as_the_language_does() -> None:
    several = Phrase("cli.report_at", {"path": ("a", "b")})
    assert (say((several, "c"), "en"), say((several, "c"), "zh")) == ("Report: a, b, c", "报告：a、b、c")


@pytest.mark.parametrize("room", ROOMS)
def test_chinese_has_its_own_words_and_marks(room: str) -> None:
    """One word for one thing, and no half-width mark between Chinese characters."""
    for key, said in importlib.import_module(f"heartbench.language.texts.{room}").ZH.items():
        for word in ("候选", "评审", "难题", "“", "”", "–"):
            assert word not in said.replace("困难题", ""), (key, word)
        prose = re.sub(r"python:模块:函数|;order=shuffled:种子", "", said)
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[,;:?!][\u4e00-\u9fff]", prose), key


def test_english_has_no_chinese() -> None:
    """But for the name of the veto's dimension, which files spell so."""
    for room in ROOMS:
        for key, said in importlib.import_module(f"heartbench.language.texts.{room}").EN.items():
            assert not re.search(r"[\u4e00-\u9fff]", said.replace("其他", "")), (room, key)
            assert not re.search("[“”]", said), (room, key)
