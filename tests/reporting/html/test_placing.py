from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from heartbench.reporting.html.placing import placed

SIZE = (256.0, 240.0)
inside = st.tuples(st.floats(20, 236), st.floats(20, 220))


def overlap(
    one: tuple[float, float],
    half: tuple[float, float],
    other: tuple[float, float],
    reach: tuple[float, float],
) -> bool:
    return abs(one[0] - other[0]) < half[0] + reach[0] and abs(one[1] - other[1]) < half[1] + reach[1]


def halves(label: str) -> tuple[float, float]:
    return 6.2 * len(label) / 2, 5.5


@given(st.lists(inside, min_size=1, max_size=14))
def test_every_number_stands_near_its_point_and_in_the_picture(points: list[tuple[float, float]]) -> None:
    labels = [str(number) for number in range(1, len(points) + 1)]
    found = placed(points, labels, SIZE)
    for point, at, label in zip(points, found, labels, strict=True):
        assert math.dist(point, at) <= 33
        half = halves(label)
        assert half[0] <= at[0] <= SIZE[0] - half[0] and half[1] <= at[1] <= SIZE[1] - half[1]


def test_nothing_is_covered_where_a_cluster_is_as_close_as_real_ones() -> None:
    points = [(150.0, 60.0), (158.0, 66.0), (146.0, 67.0), (160.0, 58.0), (152.0, 74.0), (30.0, 30.0)]
    labels = ["6", "7", "8", "10", "11", "12"]
    found = placed(points, labels, SIZE)
    for number, (at, label) in enumerate(zip(found, labels, strict=True)):
        assert not any(overlap(at, halves(label), point, (4, 4)) for point in points)
        for other, name in list(zip(found, labels, strict=True))[:number]:
            assert not overlap(at, halves(label), other, halves(name))
    assert math.dist(found[5], points[5]) < 15, "alone, a number stands beside its point"
