"""Parts of a question set: by difficulty, and a limited number of questions that stands for all."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from heartbench.errors import DataError
from heartbench.records import Question, QuestionSet, digest

DifficultyFilter = Literal["all", "hard", "normal"]


def filter_difficulty(questions: QuestionSet, difficulty: DifficultyFilter) -> QuestionSet:
    """The questions of one difficulty; raises DataError where there are none.

    A file that says no difficulty at all (as upstream's ``question_hard.jsonl``) has none of either.
    """
    if difficulty == "all":
        return questions
    chosen = tuple(item for item in questions.questions if item.difficulty == difficulty)
    if not chosen:
        raise DataError("dataset.no_such_difficulty", name=questions.name, difficulty=difficulty)
    return QuestionSet(questions.name, chosen)


def order_for_limit(questions: QuestionSet, limit: int | None, seed: int = 0) -> QuestionSet:
    """``limit`` questions that stand for all, in the order of the set; all of them for None.

    Stratified by primary scene and difficulty, nested (the choice for N is part of that for N + 1) and
    the same for the same seed, whatever the file's order. Every question is equally likely to be in.
    """
    if limit is None or limit >= len(questions.questions):
        return questions
    if limit < 1:
        raise DataError("dataset.limit", limit=limit)
    positions = _positions(questions.questions, seed)
    chosen = set(sorted(positions, key=positions.__getitem__)[:limit])
    kept = tuple(item for item in questions.questions if item.question_id in chosen)
    return QuestionSet(questions.name, kept)


def _positions(questions: tuple[Question, ...], seed: int) -> dict[str, tuple[float, str]]:
    """Spreads each stratum evenly over 0 to 1, from a start of its own: then any beginning is balanced."""
    strata: dict[tuple[str, str], list[str]] = defaultdict(list)
    for question in questions:
        strata[question.primary_scene, question.difficulty].append(question.question_id)
    positions: dict[str, tuple[float, str]] = {}
    for stratum, members in strata.items():
        start = int(digest("limit-start", [seed, *stratum]), 16) / 16**40
        shuffled = sorted((digest("limit", [seed, member]), member) for member in members)
        for rank, (key, member) in enumerate(shuffled):
            positions[member] = (rank + start) / len(members), key
    return positions
