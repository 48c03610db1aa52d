"""Where the names of points stand, so that each is beside its own point and none on another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from heartbench.reporting.html.labels import columns

Spot = tuple[float, float]
"""Pixels."""

_RINGS = (12.0, 21.0, 32.0)
_DIRECTIONS = 16
_SIGN, _HEIGHT = 6.2, 11.0
"""Width of a letter and height of a line, at the size of a chart's texts."""
_POINT = 5.0
"""Reach of a point."""
_OUTSIDE, _FARTHER = 1_000.0, 4.0


def placed(points: Sequence[Spot], labels: Sequence[str], size: Spot) -> list[Spot]:
    """The middle of each label in a picture of this ``size``: one after the other, where it covers least."""
    found: list[Spot] = []
    boxes: list[tuple[Spot, Spot]] = []
    for point, label in zip(points, labels, strict=True):
        half = _half(label)
        costs = [
            (_cost(at, half, points, boxes, size) + _FARTHER * ring, at)
            for ring, at in _around(point, half[0])
        ]
        best = min(costs, key=lambda item: item[0])[1]
        found.append(best)
        boxes.append((best, half))
    return found


def border(point: Spot, at: Spot, label: str) -> Spot:
    """Where a line from the point to the middle of its label meets the label."""
    reaches = zip(_half(label), (abs(at[0] - point[0]), abs(at[1] - point[1])), strict=True)
    inside = min([reach / way for reach, way in reaches if way > 0], default=1.0)
    way = max(0.0, 1.0 - inside)
    return point[0] + way * (at[0] - point[0]), point[1] + way * (at[1] - point[1])


def _half(label: str) -> Spot:
    return _SIGN * columns(label) / 2, _HEIGHT / 2


def _around(point: Spot, half: float) -> Iterable[tuple[int, Spot]]:
    """The number of the ring and the spot, above at the right first; rings are as much wider as the label."""
    for ring, reach in enumerate(_RINGS):
        for number in range(_DIRECTIONS):
            angle = math.tau * (number / _DIRECTIONS + 1 / 8)
            yield (
                ring,
                (
                    point[0] + (reach + max(0.0, half - _SIGN)) * math.cos(angle),
                    point[1] - reach * math.sin(angle),
                ),
            )


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
