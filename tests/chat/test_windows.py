from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.windows import MINUTE, Meter, Output, Window, input_estimate
from heartbench.records import Message


def test_a_window_frees_what_is_a_minute_old() -> None:
    window = Window(10)
    window.add(0.0, 6)
    window.add(5.0, 4)
    assert window.wait(10.0, 1) == 50.0
    assert window.wait(10.0, 7) == 55.0
    assert window.wait(60.0, 6) == 0.0


def test_what_is_above_the_limit_waits_until_it_is_alone() -> None:
    window = Window(10)
    assert window.wait(0.0, 50) == 0.0
    window.add(0.0, 50)
    assert window.wait(1.0, 1) == 59.0
    window.add(60.0, 1)
    assert window.wait(61.0, 50) == 59.0


def test_settling_replaces_the_guess_once() -> None:
    window = Window(10)
    entry = window.add(0.0, 10)
    window.settle(entry, 3)
    assert window.wait(1.0, 7) == 0.0
    window.add(1.0, 7)
    assert window.wait(61.0, 10) == 0.0
    window.settle(entry, 1000)
    assert window.wait(61.0, 10) == 0.0


@given(st.lists(st.tuples(st.floats(0, 30), st.floats(0.1, 20)), max_size=60), st.floats(1, 15))
def test_no_minute_holds_more_than_the_limit(calls: list[tuple[float, float]], limit: float) -> None:
    window, now = Window(limit), 0.0
    sent: list[tuple[float, float]] = []
    for pause, amount in calls:
        now += pause
        for _ in range(100):
            wait = window.wait(now, amount)
            if wait <= 0:
                break
            now += wait
        window.add(now, amount)
        sent.append((now, amount))
        recent = [size for time, size in sent if time > now - MINUTE + 1e-6]
        assert sum(recent) <= limit + 1e-6 or len(recent) == 1


def test_of_two_limits_the_smaller_counts() -> None:
    meter = Meter()
    assert not meter.measures
    meter.tighten(10, None)
    meter.tighten(5, None)
    meter.tighten(20, 0)
    assert meter.measures and meter.requests is not None and meter.tokens is None
    assert meter.requests.limit == 5


def test_estimates() -> None:
    assert input_estimate([Message("user", "抱抱你"), Message("user", "abc\ud800")]) == 5
    output = Output()
    for tokens in range(9):
        output.add(tokens)
    assert output.guess() == 1000
    for tokens in range(9, 100):
        output.add(tokens)
    assert output.guess() == 90
