from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.reporting.html.labels import columns
from heartbench.reporting.html.placing import border, placed

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


def test_names_keep_off_points_too() -> None:
    points = [(60.0, 60.0), (120.0, 66.0), (64.0, 67.0)]
    labels = ["Qwen3-30B…uct-2507", "本地模型", "gpt-5"]
    found = placed(points, labels, (256.0, 240.0))
    for at, label in zip(found, labels, strict=True):
        assert not any(overlap(at, (3.1 * columns(label), 5.5), point, (4, 4)) for point in points)


def test_a_line_ends_at_the_border_of_the_name() -> None:
    assert border((0.0, 0.0), (0.0, 40.0), "abc") == (0.0, 34.5)
    assert border((0.0, 0.0), (40.0, 0.0), "ab") == pytest.approx((33.8, 0.0))
    assert border((5.0, 5.0), (5.0, 5.0), "ab") == (5.0, 5.0)
