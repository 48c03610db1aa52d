from __future__ import annotations

import re
from pathlib import Path

import pytest

import heartbench.store
from heartbench.language.texts import run, store

SOURCE = Path(heartbench.store.__file__).parent
CODES = sorted(
    set(
        re.findall(
            r'"((?:store|run)\.\w+)"', "".join(file.read_text("utf-8") for file in SOURCE.glob("*.py"))
        )
    )
)
TABLES = {"store": store, "run": run}


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_sentence_in_both_languages(code: str) -> None:
    room, _, name = code.partition(".")
    english, chinese = TABLES[room].EN[name], TABLES[room].ZH[name]
    assert sorted(set(re.findall(r"{\w+[|}]", english))) == sorted(set(re.findall(r"{\w+[|}]", chinese)))


def test_every_sentence_belongs_to_a_code() -> None:
    written = {f"{room}.{name}" for room, table in TABLES.items() for name in table.EN}
    assert written == set(CODES)
    assert all(table.EN.keys() == table.ZH.keys() for table in TABLES.values())


def test_the_door_hands_on_what_it_says() -> None:
    assert all(hasattr(heartbench.store, name) for name in heartbench.store.__all__)
    assert list(heartbench.store.__all__) == sorted(heartbench.store.__all__, key=_order)


def _order(name: str) -> tuple[bool, str]:
    return not name.isupper(), name
