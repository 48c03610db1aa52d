"""Texts of others made visible: nothing in them may steer a terminal or turn the direction of reading."""

from __future__ import annotations

import re
import unicodedata

_HIDDEN_IN_JSON = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(character: str) -> str:
    """The character, or ``\\x1b`` and the like for one that is not seen but acts."""
    # Cc controls, Cf format and direction marks, Cs lone surrogates, Zl and Zp separators.
    if character == "\u200d" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shown(text: str) -> str:
    """A text for a terminal: its lines stay lines, whatever else is not seen comes out escaped."""
    return "\n".join(
        line if line.isprintable() else "".join(map(visible, line.replace("\t", "    ")))
        for line in text.split("\n")
    )


def shown_json(text: str) -> str:
    """A JSON document whose texts hold the same characters, the unseen ones as escapes."""
    return _HIDDEN_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
