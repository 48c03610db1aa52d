"""Words inside a sentence that depend on the language: handed on as keys, not as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Phrase:
    """A field of a text that is a text itself: it is said in the language of the whole."""

    key: str
    fields: Mapping[str, object] = field(default_factory=dict)


def span(seconds: float) -> Phrase:
    """A span of time in its largest unit, rounded down: ``3 d``, ``12 s``."""
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= size:
            return Phrase(f"span.{unit}", {"count": int(seconds // size)})
    return Phrase("span.seconds", {"count": max(0, int(seconds))})


def between(least: Phrase, most: Phrase) -> Phrase:
    """From one span to another, or the one where both say the same."""
    return least if least == most else Phrase("span.between", {"least": least, "most": most})
