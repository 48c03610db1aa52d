"""How a judge gets a rubric: at once, in chunks or one by one; in which order; with or without weights."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from heartbench.errors import ProtocolError
from heartbench.records import Question, digest

Kind = Literal["joint", "chunk", "single"]
Order = Literal["file", "shuffled"]
Weights = Literal["shown", "hidden"]

_KIND = re.compile(r"(joint|single)|chunk-([1-9][0-9]{0,3})")
_OPTION = re.compile(r"order=(file|shuffled)(?::(0|[1-9][0-9]{0,17}))?|weights=(shown|hidden)")


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to put a rubric to a judge. ``str(mode)`` is canonical and part of the verdict key."""

    kind: Kind = "joint"
    k: int | None = None
    """Criteria in one call; only for ``chunk``."""
    order: Order = "file"
    seed: int = 0
    """Only for ``shuffled``."""
    weights: Weights = "shown"

    @classmethod
    def parse(cls, text: str) -> Mode:
        """The mode that a text such as ``chunk-4;order=shuffled:7;weights=hidden`` means.

        Options may come in any order, each at most once; a default may be written out.
        Raises ProtocolError (``protocols.mode_unknown``).
        """
        kind, *options = (part.strip() for part in text.strip().lower().split(";"))
        found = _KIND.fullmatch(kind)
        if found is None:
            raise ProtocolError("protocols.mode_unknown", mode=text)
        fields = _options(options, text)
        if found.group(2) is None:
            return cls("single" if found.group(1) == "single" else "joint", None, *fields)
        return cls("chunk", int(found.group(2)), *fields)

    def __str__(self) -> str:
        parts = [f"chunk-{self.k}" if self.kind == "chunk" else self.kind]
        if self.order == "shuffled":
            parts.append(f"order=shuffled:{self.seed}")
        if self.weights == "hidden":
            parts.append("weights=hidden")
        return ";".join(parts)

    def asked_order(self, question: Question) -> tuple[int, ...]:
        """Rubric indices in the order in which they are put to the judge.

        A shuffled order depends on the seed and the dialogue alone, on no generator of a Python version.
        """
        indices = range(len(question.rubric))
        if self.order == "file":
            return tuple(indices)
        dialogue = question.dialogue_hash
        return tuple(sorted(indices, key=lambda index: digest("order", [self.seed, dialogue, index])))

    def parts(self, question: Question) -> tuple[tuple[int, ...], ...]:
        """The asked order cut into the calls of one verdict."""
        asked = self.asked_order(question)
        size = {"joint": len(asked), "single": 1, "chunk": self.k or 1}[self.kind]
        return tuple(asked[start : start + size] for start in range(0, len(asked), size or 1))


def _options(options: list[str], text: str) -> tuple[Order, int, Weights]:
    order: Order = "file"
    seed = 0
    weights: Weights = "shown"
    for option in options:
        found = _OPTION.fullmatch(option)
        if found is None or (found.group(1) == "file" and found.group(2)):
            raise ProtocolError("protocols.mode_unknown", mode=text)
        if found.group(1):
            order = "shuffled" if found.group(1) == "shuffled" else "file"
            seed = int(found.group(2) or 0)
        else:
            weights = "hidden" if found.group(3) == "hidden" else "shown"
    if len({option.partition("=")[0] for option in options}) != len(options):
        raise ProtocolError("protocols.mode_unknown", mode=text)
    return order, seed, weights
