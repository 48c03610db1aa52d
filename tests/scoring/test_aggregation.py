from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.records import RULES
from heartbench.scoring import (
    ABILITY_IDS,
    EMPTY_ROW,
    Row,
    Scores,
    aggregate,
    mean_row,
    score_raw_values,
    score_row,
    score_verdict,
    scores_of,
    scores_of_parts,
    zero_row,
)
from heartbench.taxonomy import ABILITIES, CATEGORIES

from .helpers import ABILITY_NAMES, criterion, rubric_of, upstream

NAN = float("nan")


def row(**found: float) -> Row:
    return tuple(found.get(name, NAN) for name in ABILITY_IDS)


cells = st.one_of(st.just(NAN), st.floats(0, 100))
rows = st.lists(st.tuples(*[cells] * len(ABILITY_IDS)), min_size=1, max_size=8)


def details_of(case: dict[str, Any], questions: dict[str, dict[str, Any]]) -> dict[str, list[int]]:
    if "details" in case:
        details: dict[str, list[int]] = case["details"]
        return details

    def mark(item: dict[str, Any]) -> int:
        return {"all_zero": 0, "all_one": 1}.get(case["name"], int((item["score"] or 0) > 0))

    return {name: [mark(item) for item in question["rubric"]] for name, question in questions.items()}


def test_golden_aggregates(shared: Path) -> None:
    questions = upstream(shared)
    cases = json.loads((shared / "golden" / "aggregates.json").read_text("utf-8"))
    assert {case["rule"] for case in cases} == set(RULES)
    for case in cases:
        details = details_of(case, questions)
        found = {}
        for name, question in questions.items():
            rubric = rubric_of(question["rubric"])
            if case["rule"] == "released":
                score = score_raw_values(rubric, details[name])
            else:
                score = score_verdict(rubric, [bool(value) for value in details[name]], "paper")
            found[name] = score_row(score)
        scores = scores_of(list(found.values()))
        assert_golden(scores, case)
        named_counts = {ABILITY_NAMES[name]: count for name, count in scores.counts.items()}
        assert named_counts == case["question_counts"]
        assert scores.question_mean == pytest.approx(case["question_mean"], abs=1e-9)
        for difficulty in ("hard", "normal"):
            part = [found[name] for name, item in questions.items() if item["difficulty"] == difficulty]
            assert_golden(scores_of(part), case[difficulty])


def assert_golden(scores: Scores, expected: dict[str, Any]) -> None:
    assert scores.overall == pytest.approx(expected["overall"], abs=1e-9)
    named = {ABILITY_NAMES[name]: value for name, value in scores.abilities.items()}
    assert named == pytest.approx(expected["abilities"], abs=1e-9)


def test_published_totals_follow_from_the_published_abilities(shared: Path) -> None:
    published = json.loads((shared / "facts" / "published_results.json").read_text("utf-8"))["models"]
    assert len(published) == 13
    for model in published:
        scores = scores_of([tuple(model["abilities_all"][name] for name in ABILITY_IDS)])
        assert scores.overall == pytest.approx(model["overall"], abs=0.02)
        if "overall_hard_mean_of_15" in model and len(model["abilities_hard"]) == len(ABILITY_IDS):
            hard = scores_of([tuple(model["abilities_hard"][name] for name in ABILITY_IDS)])
            assert hard.overall == pytest.approx(model["overall_hard_mean_of_15"], abs=0.01)


def test_macro_and_micro_are_both_there_and_an_empty_ability_is_none() -> None:
    scores = scores_of([row(warmth=100.0), *[row(curiosity=0.0)] * 9])
    assert scores.overall is None
    assert (scores.mean_of_k, scores.k) == (50.0, 2)
    assert scores.question_mean == 10.0
    assert scores.abilities["humor"] is None
    assert scores.counts["curiosity"] == 9
    assert scores.categories == {category.id: None for category in CATEGORIES}


def test_unscored_questions_are_left_out_of_means_and_counted_as_asked() -> None:
    scores = scores_of([row(warmth=80.0), row(warmth=80.0), EMPTY_ROW, EMPTY_ROW])
    assert scores.abilities["warmth"] == 80.0
    assert (scores.scored, scores.asked) == (2, 4)


def test_no_rows_at_all_give_no_score() -> None:
    scores = scores_of([])
    assert (scores.overall, scores.mean_of_k, scores.question_mean) == (None, None, None)
    assert (scores.k, scores.scored, scores.asked) == (0, 0, 0)


def test_the_repeats_are_averaged_before_the_samples() -> None:
    samples = [[row(warmth=0.0), row(warmth=30.0), row(warmth=60.0)], [], [row(warmth=90.0)]]
    assert mean_row(samples)[ABILITY_IDS.index("warmth")] == 60.0
    assert all(math.isnan(value) for value in mean_row([[], []]))


def test_a_failure_is_zero_on_the_abilities_of_its_rubric() -> None:
    found = zero_row([criterion("温暖", 3), criterion("其他", None)])
    assert found[ABILITY_IDS.index("warmth")] == 0.0
    assert sum(math.isnan(value) for value in found) == 14


def naive(matrix: list[Row]) -> Scores:
    """The definitions of the totals, spelt out with loops."""
    columns = {name: [r[i] for r in matrix if not math.isnan(r[i])] for i, name in enumerate(ABILITY_IDS)}
    abilities = {name: sum(found) / len(found) if found else None for name, found in columns.items()}
    known = [value for value in abilities.values() if value is not None]
    own = [[value for value in r if not math.isnan(value)] for r in matrix]
    means = [sum(values) / len(values) for values in own if values]
    categories: dict[str, float | None] = {}
    for category in CATEGORIES:
        parts = [abilities[item.id] for item in ABILITIES if item.category == category.id]
        full = [part for part in parts if part is not None]
        categories[category.id] = sum(full) / len(full) if len(full) == len(parts) else None
    return Scores(
        overall=sum(known) / 15 if len(known) == 15 else None,
        mean_of_k=sum(known) / len(known) if known else None,
        k=len(known),
        abilities=abilities,
        counts={name: len(found) for name, found in columns.items()},
        categories=categories,
        question_mean=sum(means) / len(means) if means else None,
        scored=len(means),
        asked=len(matrix),
    )


@given(rows)
def test_scores_equal_the_naive_definitions(matrix: list[Row]) -> None:
    found, expected = scores_of(matrix), naive(matrix)
    assert found.abilities == pytest.approx(expected.abilities, abs=1e-9)
    assert found.categories == pytest.approx(expected.categories, abs=1e-9)
    for name in ("overall", "mean_of_k", "question_mean"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-9)
    assert (found.k, found.counts, found.scored, found.asked) == (
        expected.k,
        expected.counts,
        expected.scored,
        expected.asked,
    )


@given(rows, st.data())
def test_an_integer_weight_means_the_question_so_many_times(matrix: list[Row], data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(matrix), max_size=len(matrix)))
    weighted = aggregate(np.array(matrix), np.array([times, [1] * len(matrix)], dtype=float))
    repeated = [r for r, count in zip(matrix, times, strict=True) for _ in range(count)]
    expected = aggregate(np.array(repeated).reshape(-1, 15))
    for name in ("abilities", "categories", "overall", "mean_of_k", "k", "question_mean"):
        both = getattr(weighted, name)
        np.testing.assert_allclose(both[0], getattr(expected, name), atol=1e-9)
        np.testing.assert_allclose(both[1], getattr(aggregate(np.array(matrix)), name), atol=1e-9)


@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_moves_nothing(matrix: list[Row], random: Any) -> None:
    shuffled = list(matrix)
    random.shuffle(shuffled)
    assert scores_of(shuffled).abilities == pytest.approx(scores_of(matrix).abilities, abs=1e-9)


@given(rows, st.data())
def test_parts_are_scored_as_if_they_stood_alone(matrix: list[Row], data: st.DataObject) -> None:
    indices = st.lists(st.integers(0, len(matrix) - 1), unique=True)
    parts = data.draw(st.lists(indices, min_size=1, max_size=3))
    for found, part in zip(scores_of_parts(matrix, parts), parts, strict=True):
        alone = scores_of([matrix[index] for index in part])
        assert (found.counts, found.scored, found.asked) == (alone.counts, alone.scored, alone.asked)
        assert found.abilities == pytest.approx(alone.abilities, abs=1e-9)
        assert found.question_mean == pytest.approx(alone.question_mean, abs=1e-9)
