"""Labelled answers: replies to the questions of a set with their marks, to check judges with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Literal, get_args

from heartbench.records.hashing import digest

LabelKind = Literal["best", "flawed", "plain"]
LABEL_KINDS: tuple[LabelKind, ...] = get_args(LabelKind)

PLAYS_USER = "plays-user"
FLAWS: tuple[str, ...] = (
    "lecture",
    "template",
    "interrogation",
    "platitude",
    "cold-fact",
    "over-agreeing",
    "moraliser",
    "essay",
    "joke",
    "half-good",
    "textbook",
)
"""What a flawed reply can be like, besides :data:`PLAYS_USER`, which hits the veto."""


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """One reply with its marks, one for each criterion of the rubric, in its order."""

    question_id: str
    kind: LabelKind
    """``best``: a wise friend's reply; ``flawed``: as models and people really give; ``plain``: by writers
    who saw no rubric."""
    style: str
    """What a flawed reply is like: one of :data:`FLAWS` or :data:`PLAYS_USER`; else empty."""
    response: str
    hits: tuple[bool, ...]
    """As settled."""
    first: tuple[bool, ...]
    """By the first marker."""
    second: tuple[bool, ...]
    """By the second, who saw neither kind nor first marks."""
    reasons: tuple[str, ...]
    """Empty where a miss needs none."""


@dataclass(frozen=True)
class LabelledAnswers:
    """All labelled answers of a question set, in the order of their file."""

    answers: tuple[LabelledAnswer, ...]

    def of(self, question_id: str) -> Mapping[LabelKind, LabelledAnswer]:
        """The replies to one question, by kind."""
        return self._by_question.get(question_id, {})

    @cached_property
    def _by_question(self) -> dict[str, dict[LabelKind, LabelledAnswer]]:
        found: dict[str, dict[LabelKind, LabelledAnswer]] = {}
        for answer in self.answers:
            found.setdefault(answer.question_id, {})[answer.kind] = answer
        return found

    @cached_property
    def fingerprint(self) -> str:
        """Hash over all that they hold."""
        return digest("labels", [astuple(item) for item in self.answers])
