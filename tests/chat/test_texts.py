"""Every sentence of the room exists in both languages, with the same fields, and is used."""

from __future__ import annotations

import re
from pathlib import Path

import heartbench.chat
from heartbench.language.texts import chat

FIELD = re.compile(r"\{(\w+)[|}]")
ROOM = Path(heartbench.chat.__file__).parent


def test_both_languages_say_the_same() -> None:
    assert chat.EN.keys() == chat.ZH.keys()
    for key, sentence in chat.EN.items():
        assert set(FIELD.findall(sentence)) == set(FIELD.findall(chat.ZH[key])), key


def test_every_text_is_used_and_every_code_has_one() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py"))
    named = set(re.findall(r"\"chat\.(\w+)\"", source)) | {"callable", "callable_type"}
    assert named == set(chat.EN)
