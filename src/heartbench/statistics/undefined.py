"""Why a value is not there: a typed reason, never NaN or 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Reason = Literal[
    "no_score",
    "too_few",
    "too_few_clusters",
    "ability_too_few",
    "resamples_lost",
    "no_variation",
    "one_sample",
    "one_repeat",
    "one_question",
    "one_candidate",
    "left_out",
    "no_marks",
    "too_few_marks",
    "unanimous",
    "resamples_undefined",
]

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Undefined:
    """Stands where a value cannot be given. The text of ``statistics.<reason>`` says it to people.

    ``no_score``: nothing is scored. ``too_few``: fewer than 5 questions (``count``, ``least``).
    ``too_few_clusters``: they are copies of fewer than 5 (``count``, ``least``). ``ability_too_few``: an
    ability that goes into it has too few (``ability``, ``count``, ``least``). ``resamples_lost``: over 1 %
    of the resamples lost an ability (``percent``). ``no_variation``: nothing varies. ``one_question``,
    ``one_sample``, ``one_repeat``: two or more are needed to tell this part of the variance apart.
    ``one_candidate``: there is nobody to compare with. ``left_out``: no resamples were asked for.
    Of agreement: ``no_marks``: there is nothing to compare. ``too_few_marks``: fewer than 20 reference
    hits or misses (``positives``, ``negatives``, ``least``). ``unanimous``: both sides always say the same
    one thing, so that chance alone would make them agree. ``resamples_undefined``: that happens in over
    1 % of the resamples (``percent``).
    """

    reason: Reason
    fields: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
