"""Looks texts up by key and fills in their fields."""

from __future__ import annotations

import importlib
import locale
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from heartbench.errors import HeartBenchError
from heartbench.language.phrases import Phrase

Language = Literal["zh", "en"]

_FIELD = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
"""``{name}``, or ``{name|word|words}`` for a number with its noun."""


@cache
def _table(room: str, language: Language) -> Mapping[str, str]:
    module = importlib.import_module(f"heartbench.language.texts.{room}")
    table: Mapping[str, str] = module.ZH if language == "zh" else module.EN
    return table


def text(key: str, language: Language, /, **fields: object) -> str:
    """The text of ``key`` (``room.name``) with its fields filled in.

    ``{name}`` gives the field, ``{name|word|words}`` the field and the first word where it is 1, else
    the second; a field that is a :class:`Phrase` or a list is said in the same language. Substitution
    is single-pass: braces inside a field's value stay as they are.
    Raises KeyError for an unknown key or a missing field: both are slips of ours.
    """
    room, _, name = key.partition(".")
    template = _table(room, language)[name]
    return _FIELD.sub(lambda match: _filled(match, fields, language), template)


def _filled(match: re.Match[str], fields: Mapping[str, object], language: Language) -> str:
    given = fields[match.group(1)]
    value = say(given, language)
    one, many = match.group(2), match.group(3)
    return value if one is None else f"{value} {one if value == '1' else many}"


def say(value: object, language: Language) -> str:
    """A phrase, or several things, in a language; anything else as it is."""
    if isinstance(value, Phrase):
        return text(value.key, language, **value.fields)
    if isinstance(value, tuple | list):
        return ("、" if language == "zh" else ", ").join(say(item, language) for item in value)
    return str(value)


def variant(key: str, of: str, language: Language) -> str:
    """The key ``key@of`` where there is such a text, else ``key``.

    Command lines with other options say some sentences in another way.
    """
    room, _, name = key.partition(".")
    return f"{key}@{of}" if f"{name}@{of}" in _table(room, language) else key


def describe(error: HeartBenchError, language: Language) -> str:
    """One sentence that says what happened and what to do."""
    return text(error.code, language, **error.fields)


def resolve_language(explicit: str | None = None, environ: Mapping[str, str] | None = None) -> Language:
    """The language to speak: ``explicit``, else HEARTBENCH_LANG, else the locale, else English.

    A value that names neither language counts as absent.
    """
    environ = os.environ if environ is None else environ
    found = [explicit, environ.get("HEARTBENCH_LANG")]
    found += [environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    for value in (*found, locale.getlocale()[0]):
        named = _named(value or "")
        if named is not None:
            return named
    return "en"


def is_spoken(value: str) -> bool:
    """Whether a value such as ``zh_CN`` names Chinese or English."""
    return _named(value) is not None


def _named(value: str) -> Language | None:
    lowered = value.lower()
    if lowered.startswith(("zh", "chinese")):
        return "zh"
    return "en" if lowered.startswith("en") else None
