"""Messages and labels in Chinese and English.

Texts live in ``texts/<room>.py``, one ``ZH`` and one ``EN`` table of the same keys each;
fields stand in them as ``{name}``, numbers with their noun as ``{name|word|words}``.
A room is loaded when its first text is asked for.
"""

from heartbench.language.catalog import Language, describe, is_spoken, resolve_language, say, text, variant
from heartbench.language.foreign import json_reason, system_reason, toml_reason, wire_reason
from heartbench.language.phrases import Phrase, between, span

__all__ = [
    "Language",
    "Phrase",
    "between",
    "describe",
    "is_spoken",
    "json_reason",
    "resolve_language",
    "say",
    "span",
    "system_reason",
    "text",
    "toml_reason",
    "variant",
    "wire_reason",
]
