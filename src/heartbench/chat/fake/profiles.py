"""Scores that a candidate is known to have: the judge marks at random, and on average to them.

What is measured of such a candidate can be held against the truth. Every criterion of a question turns out
well (a bonus hit, a penalty missed) with one chance per ability, chosen so that the expected score of the
ability on that question is the profile's.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from heartbench.chat.fake.judging import JudgeTask, draw
from heartbench.errors import UsageError
from heartbench.scoring import ability_score
from heartbench.taxonomy import ability_of

Profiles = Mapping[str, Mapping[str, float]]
"""Model → ability (its id, or a name of it) → expected score, 0 to 100."""

_SIGNED = re.compile(r"⟦([^⟦⟧\n]+)⟧")
_HALVINGS = 40


def signed(answer: str, model: str) -> str:
    """The answer with a mark by which the judge knows whose it is."""
    return f"{answer}⟦{model}⟧"


def read_profiles(path: Path) -> dict[str, dict[str, float]]:
    """A JSON file of profiles. Raises UsageError ``fake.bad_profiles``."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {
            str(model): {str(ability): float(score) for ability, score in profile.items()}
            for model, profile in found.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as problem:
        raise UsageError("fake.bad_profiles", path=path) from problem


class ProfileJudge:
    """Marks the answers of those who have a profile.

    Raises UsageError ``fake.bad_profile`` for what is no ability or no score, and for a name that no
    answer can be signed with.
    """

    def __init__(self, profiles: Profiles) -> None:
        self._profiles: dict[str, dict[str, float]] = {}
        for model, profile in profiles.items():
            if not _SIGNED.fullmatch(signed("", model)):
                raise UsageError("fake.bad_profile", model=model, item=model)
            self._profiles[model] = dict(_read(model, *item) for item in profile.items())

    def __contains__(self, model: str) -> bool:
        return model in self._profiles

    def chances(self, task: JudgeTask, otherwise: Sequence[float]) -> Sequence[float]:
        """The chance of a hit for each criterion; ``otherwise`` where no profile says one.

        The weights are those of the prompt; where it hides them, each is 1. Abilities that a mode cuts
        into several calls are marked part by part, which is another expected score.
        """
        profile = next(
            (self._profiles[name] for name in reversed(_SIGNED.findall(task.prompt)) if name in self),
            None,
        )
        if profile is None:
            return otherwise
        weights: dict[str, list[float]] = {}
        for item in task.rubric:
            weights.setdefault(item.ability, []).append(item.weight)
        well = {
            ability: chance_of(tuple(sorted(own)), profile[ability])
            for ability, own in weights.items()
            if ability in profile
        }
        return [
            (well[item.ability] if item.weight >= 0 else 1.0 - well[item.ability])
            if item.ability in well
            else other
            for item, other in zip(task.rubric, otherwise, strict=True)
        ]

    def hits(self, task: JudgeTask, otherwise: Sequence[float], seed: str) -> list[bool]:
        """One hit or miss per criterion: the same for the same prompt and seed."""
        return draw(task, self.chances(task, otherwise), seed)


def _read(model: str, ability: str, score: float) -> tuple[str, float]:
    known = ability_of(ability)
    if known is None or not 0 <= score <= 100:
        raise UsageError("fake.bad_profile", model=model, item=f"{ability}: {score}")
    return known.id, score


@cache
def chance_of(weights: tuple[float, ...], score: float) -> float:
    """How likely each criterion is to turn out well, for the expected score of the ability to be ``score``.

    The expectation rises with the chance from 0 to 100. Weights of 0 alone score 0 whatever happens.
    """
    sums = _sums(weights)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = sum(
            value * middle**well * (1.0 - middle) ** (len(weights) - well) for well, value in sums.items()
        )
        low, high = (middle, high) if expected < score else (low, middle)
    return (low + high) / 2


def _sums(weights: Sequence[float]) -> dict[int, float]:
    """Number of criteria that turn out well → the scores of all the ways in which so many do, summed."""
    ways: Counter[tuple[int, float]] = Counter({(0, 0.0): 1})
    for weight in weights:
        further: Counter[tuple[int, float]] = Counter()
        for (well, raw), count in ways.items():
            further[well + 1, raw + max(weight, 0.0)] += count
            further[well, raw + min(weight, 0.0)] += count
        ways = further
    low, high = sum(min(weight, 0.0) for weight in weights), sum(max(weight, 0.0) for weight in weights)
    found: dict[int, float] = {}
    for (well, raw), count in ways.items():
        found[well] = found.get(well, 0.0) + count * ability_score(raw, low, high)
    return found
