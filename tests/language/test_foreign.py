"""What the system and Python's parsers say in English comes out in the language of the sentence."""

from __future__ import annotations

import errno
import json
import re
import tomllib

import pytest

from heartbench.language import json_reason, say, system_reason, toml_reason, wire_reason

LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


@pytest.mark.parametrize("code", ["EACCES", "ENOENT", "ENOSPC", "EROFS", "EADDRINUSE", "ECONNREFUSED"])
def test_the_system_speaks_chinese(code: str) -> None:
    reason = system_reason(OSError(getattr(errno, code), "Some words"))
    assert not LATIN_WORD.search(say(reason, "zh"))
    assert LATIN_WORD.search(say(reason, "en"))


def test_what_is_not_known_is_quoted() -> None:
    assert system_reason(OSError(99_999, "Strange")) == "Strange"
    assert json_reason(ValueError("odd")) == "odd"
    assert wire_reason(RuntimeError()) == "RuntimeError"


@pytest.mark.parametrize(
    "text",
    [
        '{"a": }',
        "{a: 1}",
        '{"a" 1}',
        '{"a": 1 "b": 2}',
        '{"a": "b',
        '{"a": "\n"}',
        '{"a": "\\q"}',
        "{} {}",
        '{"a": 1,}',
        "[" * 100_000,
    ],
)
def test_every_slip_in_json_has_words_in_both_languages(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)) as caught:
        json.loads(text)
    reason = json_reason(caught.value)
    assert not LATIN_WORD.search(say(reason, "zh"))
    assert "column" in say(reason, "en") or text[0] == "["


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a =",
        "a = b",
        'a = "b',
        "a = 1 b = 2",
        "[a",
        "[a]\n[a]",
        "a = 1\na = 2",
        "a = [1",
        "a = {b = 1",
        'a = "\\q"',
        "a = 2020-99-99",
        "= 1",
        "[a]]",
        'a = "\x01"',
        "a = {b = 1, b = 2}",
    ],
)
def test_every_slip_in_toml_has_words_in_both_languages(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    reason = toml_reason(caught.value)
    assert not LATIN_WORD.search(say(reason, "zh")), str(caught.value)
    assert "line" in say(reason, "en") or "end of the file" in say(reason, "en")


def test_no_object_of_python_is_shown() -> None:
    said = wire_reason(OSError("Cannot connect to host x:443 ssl:<ssl.SSLContext object at 0x7f> [odd]"))
    assert said == "Cannot connect to host x:443 [odd]"
    assert wire_reason(OSError("Cannot connect to host x:443 ssl:default [odd]")) == said


@pytest.mark.parametrize("words", ["Server disconnected", "[Errno -2] Name or service not known"])
def test_what_a_client_says_of_the_wire_is_translated(words: str) -> None:
    assert not LATIN_WORD.search(say(wire_reason(ConnectionError(words)), "zh"))
