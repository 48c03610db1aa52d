from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from heartbench.cli.session import Session
from heartbench.cli.watching import Pace, Watcher, clock, money, owed_of
from heartbench.evaluation import Progress, Tally
from heartbench.language import say


def half_way() -> Progress:
    progress = Progress(
        Tally(total=10, reused=2, done=3, failed=1), Tally(total=20, done=2), calls=5, cost=0.25
    )
    progress.unpriced_calls = 1
    return progress


def test_the_plain_line_says_all(capsys: pytest.CaptureFixture[str]) -> None:
    watcher = Watcher(Session("en"), Console(file=io.StringIO()))
    watcher.on_progress(half_way())
    with watcher.watching():
        pass
    line = capsys.readouterr().err
    for part in (
        "Answers 5/10",
        "verdicts 2/20",
        "5 calls",
        "$0.25 + unknown prices",
        "1 failure,",
        "took 0:00",
    ):
        assert part in line


def test_nothing_is_said_of_a_run_without_work(capsys: pytest.CaptureFixture[str]) -> None:
    with Watcher(Session("en"), Console(file=io.StringIO())).watching():
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_bars_and_notices_share_a_terminal(language: str) -> None:
    screen = io.StringIO()
    session = Session("zh" if language == "zh" else "en")
    watcher = Watcher(session, Console(file=screen, force_terminal=True, width=100))
    with watcher.watching():
        watcher.on_progress(half_way())
        watcher.on_notice("cli.stopping", {})
    shown = screen.getvalue()
    assert "5/10" in shown
    assert "2/20" in shown
    assert "Ctrl-C" in shown


def test_notices_go_to_standard_error_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Watcher(Session("en"), Console(file=io.StringIO())).on_notice("cli.stopping", {})
    assert "Ctrl-C" in capsys.readouterr().err


def test_the_rate_is_that_of_the_window() -> None:
    pace = Pace()
    assert pace.rate(0.0, 0) == 0
    assert pace.rate(10.0, 20) == 2
    for second in range(11, 60):
        pace.rate(float(second), 20)
    assert pace.rate(60.0, 20) == 0


@given(st.builds(Tally, *[st.integers(0, 50)] * 6))
def test_nothing_owed_is_ever_negative(tally: Tally) -> None:
    assert owed_of(tally) >= 0


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (59.6, "1:00"), (3723, "1:02:03")])
def test_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


def test_unknown_prices_are_not_shown_as_nothing() -> None:
    assert say(money(Progress()), "en") == "$0.00"
    assert say(money(Progress(unpriced_calls=2)), "en") == "price unknown"
    assert say(money(Progress(unpriced_calls=2, cost=0.5)), "zh") == "$0.50 外加未知价格"


def test_requests_that_failed_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    watcher = Watcher(Session("en"), Console(file=io.StringIO()))
    watcher.on_progress(Progress(Tally(total=3), failed_requests=40))
    assert "0 calls (+ 40 failed requests)" in watcher.line()
    assert "failed request" not in Watcher(Session("en"), Console(file=io.StringIO())).line()


@pytest.mark.parametrize("terminal", [True, False])
def test_after_the_end_no_time_is_left(capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    """Answers that failed have verdicts that never come."""
    screen = io.StringIO()
    watcher = Watcher(Session("en"), Console(file=screen, force_terminal=terminal, width=120))
    with watcher.watching():
        watcher.on_progress(Progress(Tally(total=23, failed=20, done=3), Tally(total=46, done=6)))
        assert "0:00 left" in watcher.line()
    _, found, last = (screen.getvalue() if terminal else capsys.readouterr().err).rpartition("20 failures")
    assert found
    assert "took 0:00" in last and "left" not in last
