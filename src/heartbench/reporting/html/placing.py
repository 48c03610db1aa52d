"""Where the numbers of points stand, so that each is beside its own point and none on another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Spot = tuple[float, float]
"""Pixels."""

_RINGS = (12.0, 21.0, 32.0)
_DIRECTIONS = 16
_SIGN, _HEIGHT = 6.2, 11.0
"""Width of a digit and height of a line, at the size of a chart's texts."""
_POINT = 5.0
"""Reach of a point."""
_OUTSIDE, _FARTHER = 1_000.0, 4.0


def placed(points: Sequence[Spot], labels: Sequence[str], size: Spot) -> list[Spot]:
    """The middle of each label in a picture of this ``size``: one after the other, where it covers least."""
    found: list[Spot] = []
    boxes: list[tuple[Spot, Spot]] = []
    for point, label in zip(points, labels, strict=True):
        half = (_SIGN * len(label) / 2, _HEIGHT / 2)
        costs = [(_cost(at, half, points, boxes, size) + _FARTHER * ring, at) for ring, at in _around(point)]
        best = min(costs, key=lambda item: item[0])[1]
        found.append(best)
        boxes.append((best, half))
    return found


def _around(point: Spot) -> Iterable[tuple[int, Spot]]:
    """The number of the ring and the spot, above at the right first."""
    for ring, reach in enumerate(_RINGS):
        for number in range(_DIRECTIONS):
            angle = math.tau * (number / _DIRECTIONS + 1 / 8)
            yield ring, (point[0] + reach * math.cos(angle), point[1] - reach * math.sin(angle))


def _cost(
    at: Spot, half: Spot, points: Sequence[Spot], boxes: Sequence[tuple[Spot, Spot]], size: Spot
) -> float:
    """Pixels covered of points and labels, and much for what is cut off."""
    cost = sum(_shared(at, half, point, (_POINT, _POINT)) for point in points)
    cost += sum(_shared(at, half, other, reach) for other, reach in boxes)
    inside = all(reach <= place <= most - reach for place, reach, most in zip(at, half, size, strict=True))
    return cost if inside else cost + _OUTSIDE


def _shared(one: Spot, half: Spot, other: Spot, reach: Spot) -> float:
    wide = half[0] + reach[0] - abs(one[0] - other[0])
    high = half[1] + reach[1] - abs(one[1] - other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
