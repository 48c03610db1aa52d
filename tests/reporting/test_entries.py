from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from heartbench.errors import HeartBenchError
from heartbench.reporting.entries import aligned, chosen_places, labels_of, places_of

from .runs import RunMaker, participant, random_hits
from .stores import entries, numbered, some


def judge(label: str, fingerprint: str) -> object:
    return replace(participant(label), fingerprint=fingerprint)


FIRST, SECOND = numbered(
    RunMaker(some(1), [participant("a"), participant("b")], name="one").make(),
    RunMaker(some(1), [participant("b"), participant("x/y")], name="two").make(),
)
RUNS = [FIRST.run, SECOND.run]


def code(names: list[str], by: str | None = None, runs: object = None) -> str:
    with pytest.raises(HeartBenchError) as caught:
        chosen_places(RUNS if runs is None else runs, names, by)  # type: ignore[arg-type]
    return caught.value.code


def test_a_label_means_its_latest_run_and_a_full_name_that_run() -> None:
    chosen = chosen_places(RUNS, ["a", "b", "one/b", "x/y", "two/x/y"][:4], None)
    assert [place.full_name for place in chosen] == ["one/a", "two/b", "one/b", "two/x/y"]
    assert labels_of(chosen) == ["a", "two/b", "one/b", "x/y"]


def test_slips_are_named() -> None:
    assert code(["a", "c"]) == "comparison.unknown_candidate"
    assert code(["b", "two/b"]) == "comparison.same"
    assert code(["a", "b"], "nobody") == "comparison.unknown_judge"


def test_what_was_measured_in_another_way_is_never_mixed() -> None:
    other = replace(SECOND.run, spec=replace(SECOND.run.spec, mode="single"))
    assert code(["a", "x/y"], runs=[FIRST.run, other]) == "comparison.mixed"
    spec = SECOND.run.spec
    for changed in (
        replace(spec, judging_hash="other"),
        replace(spec, answering_hash="other"),
        replace(spec, protocol="other"),
    ):
        other = replace(SECOND.run, spec=changed)
        assert code(["a", "x/y"], runs=[FIRST.run, other]) == "comparison.mixed"
    # b was measured in both ways: beside a it is taken from the run that is like a's.
    assert [place.full_name for place in chosen_places([FIRST.run, other], ["a", "b"], None)] == [
        "one/a",
        "one/b",
    ]


def test_each_judge_is_a_place_of_its_own() -> None:
    judges = [participant("kind"), replace(participant("strict"), fingerprint="s" * 40)]
    (run,) = numbered(RunMaker(some(1), [participant("a"), participant("b")], judges).make())
    assert len(places_of([run.run])) == 4
    assert {place.judge.label for place in chosen_places([run.run], ["a", "b"], "strict")} == {"strict"}


def test_questions_are_matched_by_what_they_are() -> None:
    questions = some(2)
    whole, part = numbered(
        RunMaker(questions, [participant("a")], hits=random_hits(1)).make(),
        RunMaker(questions[::-3], [participant("b")], hits=random_hits(1)).make(),
    )
    shared, (first, second) = aligned(entries([whole, part]))
    assert [own.question_id for own in shared.questions] == [
        own.question_id for own in questions if own in questions[::-3]
    ]
    assert first.shape == second.shape == (len(shared.questions), 15)
    assert np.isnan(first).tolist() == np.isnan(second).tolist()
