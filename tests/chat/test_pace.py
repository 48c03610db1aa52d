from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.pace import Pace


def round_of(pace: Pace, capacity: int) -> int:
    """A full round of calls against a server that takes so many at once; how many were refused."""
    sent = pace.limit
    refused = max(0, sent - capacity)
    for number in range(refused):
        pace.refuse(sent - number, sent - number, fresh=number == 0)
    for number in range(min(sent, capacity)):
        pace.accept(number + 1)
    return refused


def test_it_doubles_each_clean_round_up_to_the_most() -> None:
    pace = Pace(16, 100)
    limits = [pace.limit]
    for _ in range(4):
        round_of(pace, 1000)
        limits.append(pace.limit)
    assert limits == [16, 32, 64, 100, 100]


def test_a_storm_cuts_to_what_was_accepted() -> None:
    pace = Pace(16, 256)
    assert round_of(pace, 8) == 8
    assert pace.limit == 8


def test_near_the_limit_little_is_wasted() -> None:
    pace = Pace(16, 256)
    sent = wasted = 0
    while sent < 2000:
        sent += pace.limit
        wasted += round_of(pace, 8)
        assert sent < 64 or 7 <= pace.limit <= 9
    assert wasted < 40


def test_it_recovers_when_the_server_does() -> None:
    pace = Pace(64, 256)
    round_of(pace, 4)
    assert pace.limit == 4
    for _ in range(100):
        round_of(pace, 1000)
    assert pace.limit == 256


def test_it_falls_when_the_server_shrinks() -> None:
    pace = Pace(64, 64)
    for _ in range(10):
        round_of(pace, 1000)
    for _ in range(5):
        round_of(pace, 8)
    assert pace.limit <= 9


def test_refusals_by_chance_leave_the_limit_alone() -> None:
    chance = random.Random(1)
    pace = Pace(32, 32)
    lowest = 32
    for _ in range(5000):
        if chance.random() < 0.05:
            pace.refuse(pace.limit, pace.limit, fresh=True)
        else:
            pace.accept(pace.limit)
        lowest = min(lowest, pace.limit)
    assert lowest >= 16


def test_a_lane_that_is_not_full_does_not_grow() -> None:
    pace = Pace(16, 256)
    for _ in range(500):
        pace.accept(3)
    assert pace.limit == 16


@given(
    st.integers(1, 300),
    st.integers(1, 300),
    st.lists(st.tuples(st.booleans(), st.integers(1, 300), st.booleans())),
)
def test_the_limit_stays_within_its_bounds(
    start: int, most: int, events: list[tuple[bool, int, bool]]
) -> None:
    pace = Pace(start, most)
    for served, crowd, fresh in events:
        if served:
            pace.accept(crowd)
        else:
            before = pace.limit
            pace.refuse(crowd, crowd, fresh)
            assert pace.limit <= before
        assert 1 <= pace.limit <= most
