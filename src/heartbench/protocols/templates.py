"""Prompt templates: literal text and slots. Filling is single-pass: what is put in is never read again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_FIELD = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Template:
    """Text with slots: ``literals[0] slots[0] literals[1] … literals[-1]``."""

    literals: tuple[str, ...]
    """One more than there are slots."""
    slots: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Template:
        """A template of ours: a slot is a lower-case name in braces, every other brace is text."""
        pieces = _FIELD.split(text)
        return cls(tuple(pieces[0::2]), tuple(pieces[1::2]))

    @property
    def value(self) -> list[list[str]]:
        """What is hashed: literal text and slot names."""
        return [list(self.literals), list(self.slots)]

    def fill(self, values: Mapping[str, str]) -> Template:
        """The template with some slots filled; those that ``values`` does not name stay slots."""
        literals = [self.literals[0]]
        slots = []
        for slot, literal in zip(self.slots, self.literals[1:], strict=True):
            if slot in values:
                literals[-1] += values[slot] + literal
            else:
                slots.append(slot)
                literals.append(literal)
        return Template(tuple(literals), tuple(slots))

    def render(self, values: Mapping[str, str]) -> str:
        """The text with every slot filled. Raises KeyError where a slot has no value."""
        pieces = [self.literals[0]]
        for slot, literal in zip(self.slots, self.literals[1:], strict=True):
            pieces += (values[slot], literal)
        return "".join(pieces)
