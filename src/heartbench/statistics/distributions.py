"""Quantiles and tails in closed form."""

from __future__ import annotations

import math
from statistics import NormalDist

_NORMAL = NormalDist()
_STEPS = 200


def normal_tails(value: float) -> float:
    """Probability beyond ``value`` standard deviations, on both sides."""
    return math.erfc(abs(value) / math.sqrt(2.0))


def normal_below(value: float) -> float:
    """Probability below ``value`` standard deviations."""
    return _NORMAL.cdf(value)


def t_within(value: float, freedom: int) -> float:
    """Probability that Student's t with ``freedom`` degrees lies within -value and value.

    The finite sums for whole degrees: Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    angle = math.atan2(value, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2 == 1
    term, total = (cosine if odd else 1.0), 0.0
    for number in range(freedom // 2):
        total += term
        step = 2 * number + 1 + odd
        term *= cosine * cosine * step / (step + 1)
    if odd:
        return (2.0 / math.pi) * (angle + sine * total)
    return sine * total


def t_quantile(confidence: float, freedom: int) -> float:
    """The value that Student's t stays within with probability ``confidence`` (0 to 1)."""
    low, high = 0.0, 1.0
    while t_within(high, freedom) < confidence:
        high *= 2.0
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if t_within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
