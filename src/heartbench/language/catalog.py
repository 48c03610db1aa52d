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

Language = Literal["zh", "en"]

_FIELD = re.compile(r"\{(\w+)\}")


@cache
def _table(room: str, language: Language) -> Mapping[str, str]:
    module = importlib.import_module(f"heartbench.language.texts.{room}")
    table: Mapping[str, str] = module.ZH if language == "zh" else module.EN
    return table


def text(key: str, language: Language, /, **fields: object) -> str:
    """The text of ``key`` (``room.name``) with its fields filled in.

    Substitution is single-pass: braces inside a field's value stay as they are.
    Raises KeyError for an unknown key or a missing field: both are slips of ours.
    """
    room, _, name = key.partition(".")
    template = _table(room, language)[name]
    return _FIELD.sub(lambda match: str(fields[match.group(1)]), template)


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
        lowered = (value or "").lower()
        if lowered.startswith(("zh", "chinese")):
            return "zh"
        if lowered.startswith("en"):
            return "en"
    return "en"
