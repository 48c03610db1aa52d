"""Only what is comparable stands side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heartbench.reporting import ALL
from heartbench.reporting.html import RunData, collect, grouped

from ..runs import STARTED, RunMaker, full_set, participant, random_hits
from .pages import collected, lively


def labels(runs: list[RunData]) -> list[list[str]]:
    return [[item.label for item in group.contenders] for group in grouped(runs)]


def maker(name: str, candidate: str, **more: object) -> RunMaker:
    made = RunMaker(full_set(5), [participant(candidate)], name=name, hits=random_hits(1))
    return replace(made, **more)  # type: ignore[arg-type]


def test_runs_measured_in_one_way_stand_side_by_side() -> None:
    runs = [collected(maker("one", "a"), 1), collected(maker("two", "b"), 2)]
    (group,) = grouped(runs)
    assert sorted(item.label for item in group.contenders) == ["a", "b"]
    assert group.runs == tuple(runs)


def test_one_label_of_two_runs_is_told_apart() -> None:
    (found,) = labels([collected(maker("one", "a"), 1), collected(maker("two", "a"), 2)])
    assert sorted(found) == ["one/a", "two/a"]


@pytest.mark.parametrize(
    "other",
    [
        {"protocol": "official"},
        {"questions": full_set(6)},
        {"judges": [replace(participant("judge-y"), fingerprint="e" * 40)]},
    ],
    ids=["protocol", "questions", "judge"],
)
def test_what_was_measured_in_another_way_stands_apart(other: dict[str, object]) -> None:
    later = maker("two", "b", started_at=STARTED + 5, **other)
    assert labels([collected(maker("one", "a"), 1), collected(later, 2)]) == [["b"], ["a"]]


@pytest.mark.parametrize("field", ["mode", "judging_hash", "answering_hash"])
def test_another_mode_or_prompt_stands_apart(field: str) -> None:
    results = maker("two", "b").make()
    spec = replace(results.run.spec, **{field: "another"})  # type: ignore[arg-type]
    other = collect(replace(results, run=replace(results.run, id=2, spec=spec)))
    assert len(labels([collected(maker("one", "a"), 1), other])) == 2


def test_every_judge_of_a_run_has_its_group() -> None:
    judges = [participant("x"), replace(participant("y"), fingerprint="e" * 40)]
    groups = grouped([collected(maker("one", "a", judges=judges))])
    assert [group.judge.label for group in groups] == ["x", "y"]
    assert [group.contenders[0].entry.place.judge_no for group in groups] == [0, 1]


def test_a_run_without_a_judge_has_no_group() -> None:
    assert grouped([collected(maker("one", "a", judges=[]))]) == ()


def test_scores_and_ranks_are_those_of_the_leaderboard() -> None:
    (group,) = grouped([collected(lively())])
    assert [item.label for item in group.contenders] == [item.label for item in group.leaderboard.leaders]
    for own, leader in zip(group.contenders, group.leaderboard.leaders, strict=True):
        assert own.score("overall") == leader.scores[ALL].overall


def test_repeats_that_agree_and_differ_are_counted() -> None:
    made = maker("one", "a", repeats=2)
    same = collected(replace(made, hits=None)).agreement[0][0]
    assert same.share == 1.0
    differing = collected(made).agreement[0][0].share
    assert differing is not None and 0.3 < differing < 0.9
    assert collected(replace(made, repeats=1)).agreement[0][0].share is None
