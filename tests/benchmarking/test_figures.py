from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from benchmarks.commands import Case, heartbench_run
from benchmarks.figures import Figure, table
from benchmarks.measure import Measured, environment, median, slope
from benchmarks.wall import Ends, Pace, slope_figures
from hypothesis import given
from hypothesis import strategies as st


def test_a_figure_holds_up_to_its_limit() -> None:
    assert Figure("a", 1.1, limit=1.1).holds
    assert not Figure("a", 1.11, limit=1.1).holds
    assert Figure("a", 1e9).holds


def test_the_table_shows_ratios_and_what_is_over() -> None:
    lines = table(
        [Figure("墙", 0.55, "s", 1.1), Figure("cpu", 2.4, "ms", 1.2, "why"), Figure("n", 12345)]
    ).splitlines()
    assert lines[0].split() == ["figure", "value", "limit", "of", "limit", "note"]
    assert lines[1].split() == ["墙", "0.55", "s", "1.1", "s", "0.50", "ok"]
    assert lines[2].split() == ["cpu", "2.4", "ms", "1.2", "ms", "2.00", "OVER", "why"]
    assert lines[3].split() == ["n", "12,345"]


def test_medians_are_of_each_figure_by_itself() -> None:
    items = [Measured(1.0, 9.0, 5), Measured(2.0, 8.0, 7), Measured(30.0, 1.0, 6)]
    assert median(items) == Measured(2.0, 8.0, 6)


@given(st.floats(0, 1e6), st.floats(0, 1e3), st.integers(1, 10_000), st.integers(1, 10_000))
def test_the_slope_leaves_the_start_out(start: float, each: float, small: int, more: int) -> None:
    found = slope(start + each * small, start + each * (small + more), more)
    assert found == pytest.approx(each, rel=1e-6, abs=1e-6)


def test_a_slope_needs_two_sizes() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        slope(1, 2, 0)


def test_slopes_are_per_call_and_per_question() -> None:
    small, large = (Case(Path("q"), count, 256) for count in (100, 1100))
    figures = list(slope_figures(small, Measured(1, 2.0, 90_000_000), large, Measured(9, 4.0, 100_000_000)))
    assert [figure.value for figure in figures] == pytest.approx([1.0, 100.0, 10.0])
    assert all(figure.holds for figure in figures)


def test_the_ratio_is_of_the_whole_process_to_the_loop_alone() -> None:
    assert Pace(Measured(11.0, 1.0, 1), 10.0, 9.0, Ends(0.5, 0.4, 64)).ratio == pytest.approx(1.1)


def test_the_command_asks_for_the_case() -> None:
    case = Case(Path("q.jsonl"), 10, 64, samples=3, revision="r", name="n")
    assert case.calls == 60
    command = heartbench_run(case, Path("d/s.db"))
    pairs = dict(itertools.pairwise(command))
    assert pairs["--dataset"] == "q.jsonl"
    assert (pairs["--concurrency"], pairs["--samples"], pairs["--revision"]) == ("64", "3", "r")
    assert (pairs["--store"], pairs["--name"]) == ("d/s.db", "n")


def test_no_proxy_and_no_setting_of_the_user_reaches_a_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://elsewhere")
    monkeypatch.setenv("HEARTBENCH_API_KEY", "secret")
    found = environment(HEARTBENCH_LANG="en")
    assert "HTTPS_PROXY" not in found and "HEARTBENCH_API_KEY" not in found
    assert found["HEARTBENCH_LANG"] == "en"
