"""Rules ``paper`` and ``released``: from hits to the scores of one question.

Source: the scoring formula of the HeartBench technical report (arXiv 2512.21849). For every ability
of a rubric: raw = sum of the weights hit, low = sum of the negative weights, high = sum of the positive
ones, and ``score = 100 * ln(raw - low + 1) / ln(high - low + 1)``; a span of 0 scores 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heartbench.records import Criterion, Rule


@dataclass(frozen=True, slots=True)
class AbilityScore:
    """What one answer got on one ability of one question."""

    raw: float
    """Sum of the weights hit, also where a veto zeroes the score."""
    score: float
    """0 to 100."""


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """What one verdict makes of one answer."""

    question_score: float | None
    """Mean of the ability scores, 0 to 100; None where the rubric names no ability."""
    abilities: Mapping[str, AbilityScore]
    """Ability id → score, in the order in which the rubric first names them."""
    vetoed: bool
    """Whether a veto was hit that this rule obeys."""


def ability_score(raw: float, low: float, high: float) -> float:
    """The formula, 0 to 100, for ``low <= raw <= high`` and ``low <= 0 <= high``."""
    span = high - low
    if span <= 0:
        return 0.0
    return min(100.0, max(0.0, 100.0 * math.log1p(max(0.0, raw - low)) / math.log1p(span)))


def score_verdict(rubric: Sequence[Criterion], hits: Sequence[bool], rule: Rule) -> QuestionScore:
    """Scores of one answer from hit or miss for every criterion, in the order of the rubric.

    Raises ValueError where ``hits`` is not exactly as long as the rubric: a list to be padded or cut
    goes through :func:`score_raw_values`.
    """
    if len(hits) != len(rubric):
        raise ValueError(f"{len(hits)} hits for {len(rubric)} criteria")
    vetoed = any(hit and _veto_acts(item, rule) for item, hit in zip(rubric, hits, strict=True))
    weights: dict[str, list[tuple[float, bool]]] = {}
    for item, hit in zip(rubric, hits, strict=True):
        if item.ability is not None:
            weights.setdefault(item.ability, []).append((item.weight or 0, hit))
    abilities = {ability: _score(found, vetoed) for ability, found in weights.items()}
    mean = math.fsum(item.score for item in abilities.values()) / len(abilities) if abilities else None
    return QuestionScore(mean, abilities, vetoed)


def score_raw_values(rubric: Sequence[Criterion], values: Sequence[object]) -> QuestionScore:
    """Scores by rule ``released`` from the raw list of a judge.

    A list too short is padded with misses, one too long is cut, and any value that Python calls true
    is a hit.
    """
    hits = [bool(value) for value in values[: len(rubric)]]
    hits += [False] * (len(rubric) - len(hits))
    return score_verdict(rubric, hits, "released")


def _veto_acts(item: Criterion, rule: Rule) -> bool:
    """Under ``released`` a veto acts only with a positive weight, which no upstream question has."""
    return item.is_veto and (rule == "paper" or (item.weight or 0) > 0)


def _score(found: Sequence[tuple[float, bool]], vetoed: bool) -> AbilityScore:
    # fsum is exact before its one rounding, so that the order of a rubric cannot move a score.
    raw = math.fsum(weight for weight, hit in found if hit)
    if vetoed:
        return AbilityScore(raw, 0.0)
    low = math.fsum(weight for weight, _ in found if weight < 0)
    high = math.fsum(weight for weight, _ in found if weight > 0)
    return AbilityScore(raw, ability_score(raw, low, high))
