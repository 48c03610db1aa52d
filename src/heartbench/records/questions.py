"""Questions: a dialogue, its rubric and where it belongs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from heartbench.records.hashing import digest

Difficulty = Literal["hard", "normal", ""]
"""``""`` where a file does not say."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance of a dialogue."""

    role: str
    """``A`` is the person, ``B`` the listener (not under test)."""
    content: str


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of a rubric."""

    dimension: str
    """As the file spells it; the official prompt repeats this spelling."""
    weight: int | float | None
    """Positive: bonus; negative: penalty; None: no weight given (usual for a veto)."""
    text: str
    ability: str | None
    """Id of the ability, or None for a veto (dimension 其他)."""

    @property
    def is_veto(self) -> bool:
        """Whether a hit zeroes the question."""
        return self.ability is None


@dataclass(frozen=True)
class Question:
    """One dialogue with its rubric, difficulty and scenes."""

    question_id: str
    dialogue: tuple[Turn, ...]
    rubric: tuple[Criterion, ...]
    difficulty: Difficulty = ""
    primary_scene: str = ""
    """Chinese name, or empty where the file says none."""
    secondary_scene: str = ""

    @cached_property
    def dialogue_hash(self) -> str:
        """What an answer depends on: the turns alone."""
        return digest("dialogue", [[turn.role, turn.content] for turn in self.dialogue])

    @cached_property
    def content_hash(self) -> str:
        """Everything of the question: two equal hashes are the same question."""
        rubric = [[item.dimension, item.weight, item.text] for item in self.rubric]
        place = [self.difficulty, self.primary_scene, self.secondary_scene]
        return digest("question", [self.question_id, self.dialogue_hash, rubric, place])


@dataclass(frozen=True)
class QuestionSet:
    """The questions of one evaluation, in their order."""

    name: str
    """``builtin``, ``official`` or the file's name: a label for people."""
    questions: tuple[Question, ...]

    @cached_property
    def fingerprint(self) -> str:
        """Hash over the questions in order."""
        return digest("question-set", [question.content_hash for question in self.questions])
