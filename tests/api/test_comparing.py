from __future__ import annotations

from pathlib import Path

import pytest

import heartbench
from heartbench.errors import GateError, RunError, UsageError
from heartbench.records import Request
from heartbench.statistics import Undefined

WORDS = {"judge": "offline:rules", "dataset": "questions.jsonl"}


def warm(request: Request) -> str:
    return "听起来你今天真的很累，是什么让你这么累呢？"


@pytest.fixture
def measured(folder: Path) -> Path:
    models = {"a": "offline:listener", "b": "offline:silent"}
    heartbench.evaluate(models=models, name="first", **WORDS)  # type: ignore[arg-type]
    heartbench.evaluate(models={"b": "offline:silent", "c": warm}, name="second", **WORDS)  # type: ignore[arg-type]
    return folder


def test_candidates_of_several_runs_are_compared(measured: Path) -> None:
    found = heartbench.compare("a", "b", "c")
    assert [(item.label, item.run) for item in found.contenders] == [
        ("a", "first"),
        ("b", "second"),
        ("c", "second"),
    ]
    assert len(found.pairs) == 3
    assert found.common == 4
    assert isinstance(found.pairs[0].overall.interval, Undefined)
    assert isinstance(found.pairs[0].question_mean.value, float)
    assert set(found.changes) == {(0, 1), (0, 2)}
    assert heartbench.compare("a", "first/b").contenders[1].run == "first"
    assert heartbench.compare("a", "c", changes=0).changes == {}


def test_slips(measured: Path) -> None:
    with pytest.raises(UsageError, match="two_names"):
        heartbench.compare("a")
    with pytest.raises(RunError, match="unknown_candidate"):
        heartbench.compare("a", "nobody")
    with pytest.raises(UsageError, match="gate_without_margin"):
        heartbench.compare("a", "b", gate="point")
    with pytest.raises(UsageError, match=r"comparison\.margin"):
        heartbench.compare("a", "b", fail_below=float("nan"))
    with pytest.raises(UsageError, match="word_unknown"):
        heartbench.compare("a", "b", margin=1)  # type: ignore[call-arg]


def test_a_gate_refuses_reused_answers_unless_told(measured: Path) -> None:
    heartbench.evaluate(models={"c": warm}, name="again", **WORDS)  # type: ignore[arg-type]
    with pytest.raises(GateError, match="gate_reused"):
        heartbench.compare("first/a", "again/c", fail_below=-1.0)
    # Four questions make no interval: the next thing that the gate says.
    with pytest.raises(GateError, match="gate_undefined"):
        heartbench.compare("first/a", "again/c", fail_below=-1.0, allow_reused=True)


def test_a_leaderboard_holds_all_candidates_once(measured: Path) -> None:
    found = heartbench.leaderboard()
    assert {item.label for item in found.leaders} == {"a", "b", "c"}
    assert found.superseded == 1
    assert found.ranked_by == "question_mean"
    assert heartbench.leaderboard(dataset=found.board.questions[:10]).board == found.board
    with pytest.raises(UsageError, match="not_there"):
        heartbench.leaderboard(protocol="official")


def test_an_empty_store_has_nothing_to_show(folder: Path) -> None:
    heartbench.evaluate(models="offline:silent", answers_only=True, dataset="questions.jsonl")
    with pytest.raises(UsageError, match=r"leaderboard\.nothing"):
        heartbench.leaderboard()


async def test_where_an_event_loop_runs_results_come_and_show_themselves(folder: Path) -> None:
    """As in a notebook."""
    models = {"a": "offline:listener", "b": "offline:silent"}
    summary = await heartbench.evaluate_async(models=models, **WORDS)  # type: ignore[arg-type]
    found = (
        summary,
        heartbench.report(),
        heartbench.leaderboard(),
        heartbench.compare("a", "b"),
    )
    assert heartbench.html_report().page == Path("report.html")
    for item in found:
        assert "<table" in item._repr_html_()
        assert "Overall" in str(item)
        assert len(repr(item)) < 200
