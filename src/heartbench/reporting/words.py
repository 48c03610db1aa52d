"""Names and numbers as a report writes them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from heartbench.language import Language, say, span, text
from heartbench.reporting.summary import Stratum
from heartbench.statistics import Interval, Undefined
from heartbench.taxonomy import ABILITY_BY_ID, CATEGORY_BY_ID, PRIMARY_SCENES, SCENE_BY_NAME

NOTHING = "—"
"""Stands where a value is not defined."""
BELOW = "*"
"""Stands behind a score below the silent baseline."""

_PRIMARY_EN = dict(PRIMARY_SCENES)


class Words:
    """The texts of this room in one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def __call__(self, name: str, /, **fields: object) -> str:
        """The text ``reporting.<name>``."""
        return text(f"reporting.{name}", self.language, **fields)

    def of(self, key: str, /, **fields: object) -> str:
        """The text of any room: ``room.name``."""
        return text(key, self.language, **fields)

    def reason(self, found: Undefined) -> str:
        """Why a value is not there."""
        fields = dict(found.fields)
        if "ability" in fields:
            fields["ability"] = self.ability(str(fields["ability"]))
        return text(f"statistics.{found.reason}", self.language, **fields)

    def short_reason(self, found: Undefined) -> str:
        """The same where there is room for two words."""
        return NOTHING if found.reason == "no_score" else self(f"short_{found.reason}")

    def listed(self, items: Iterable[object]) -> str:
        """Several things, one behind the other."""
        return say(tuple(items), self.language)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences in a row; Chinese ones stand without a blank between them."""
        return ("" if self.language == "zh" else " ").join(sentences)

    def ability(self, ability_id: str) -> str:
        """Name of an ability."""
        found = ABILITY_BY_ID[ability_id]
        return found.zh if self.language == "zh" else found.en

    def category(self, category_id: str) -> str:
        """Name of a category."""
        found = CATEGORY_BY_ID[category_id]
        return found.zh if self.language == "zh" else found.en

    def stratum(self, stratum: Stratum) -> str:
        """Name of a part of the questions; a scene off the taxonomy keeps its own name."""
        if stratum.kind == "all":
            return self("all")
        if not stratum.name:
            return self("unstated")
        if stratum.kind == "difficulty":
            return self(stratum.name)
        if self.language == "zh":
            return stratum.name
        scene = SCENE_BY_NAME.get(stratum.name)
        if stratum.kind == "secondary_scene" and scene is not None:
            return scene.en
        return _PRIMARY_EN.get(stratum.name, stratum.name)


def score(value: float | None, digits: int = 1, *, low: bool = False) -> str:
    """A score; ``low`` marks one below the silent baseline."""
    return NOTHING if value is None else f"{value:.{digits}f}{BELOW if low else ''}"


def interval(found: Interval | Undefined, words: Words, digits: int = 1) -> str:
    """Both ends of an interval or, in two words, why there is none."""
    if isinstance(found, Undefined):
        return words.short_reason(found)
    return f"[{found.low:.{digits}f}, {found.high:.{digits}f}]"


def count(value: int) -> str:
    """A number of things."""
    return f"{value:,}"


def moment(at: float | None) -> str:
    """A time, in UTC so that every reader sees the same."""
    return NOTHING if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def age(seconds: float, words: Words) -> str:
    """How long ago something was, in its largest unit."""
    found = span(seconds)
    return text(found.key, words.language, **found.fields)


def money(known: float, unknown_calls: int, calls: int, words: Words) -> str:
    """US dollars, with what is not known said."""
    if unknown_calls == 0:
        return f"{known:.4f}"
    if unknown_calls == calls:
        return words("cost_unknown")
    return words("cost_partly", known=f"{known:.4f}", count=unknown_calls)
