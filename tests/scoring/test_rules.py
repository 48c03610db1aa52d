from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.records import RULES, Criterion, Rule
from heartbench.scoring import QuestionScore, score_raw_values, score_verdict

from .helpers import ABILITY_NAMES, criterion, marked, rubric_of, upstream

Marked = tuple[tuple[Criterion, ...], tuple[bool, ...]]
rules = st.sampled_from(RULES)


def test_golden_vectors_of_single_questions(shared: Path) -> None:
    questions = upstream(shared)
    lines = (shared / "golden" / "question_scores.jsonl").read_text("utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert {case["rule"] for case in cases} == set(RULES)
    for case in cases:
        rubric = rubric_of(questions[case["question_id"]]["rubric"])
        if case["rule"] == "released":
            found = score_raw_values(rubric, case["detail"])
        else:
            found = score_verdict(rubric, [bool(value) for value in case["detail"]], "paper")
            assert found.vetoed is case["veto"]
        assert found.question_score == pytest.approx(case["expect"]["question_score"], abs=1e-9)
        flat = {ABILITY_NAMES[name]: [item.raw, item.score] for name, item in found.abilities.items()}
        assert flat.keys() == case["expect"]["abilities"].keys()
        for name, expected in case["expect"]["abilities"].items():
            assert flat[name] == pytest.approx(expected, abs=1e-9)


def naive(rubric: tuple[Criterion, ...], hits: tuple[bool, ...], rule: Rule) -> dict[str, float]:
    """The formula written down as the report has it, ability by ability."""
    veto = False
    for item, hit in zip(rubric, hits, strict=True):
        if item.dimension == "其他" and hit:
            veto = veto or rule == "paper" or (item.weight is not None and item.weight > 0)
    result = {}
    for ability in {item.ability for item in rubric if item.ability}:
        pairs = [
            (item.weight or 0, hit) for item, hit in zip(rubric, hits, strict=True) if item.ability == ability
        ]
        low = sum(weight for weight, _ in pairs if weight < 0)
        high = sum(weight for weight, _ in pairs if weight > 0)
        raw = sum(weight for weight, hit in pairs if hit)
        span = math.log(high - low + 1)
        result[ability] = 0.0 if veto or span == 0 else 100 * math.log(raw - low + 1) / span
    return result


@given(marked(), rules)
def test_equals_the_naive_formula(case: Marked, rule: Rule) -> None:
    rubric, hits = case
    found = score_verdict(rubric, hits, rule)
    expected = naive(rubric, hits, rule)
    assert {name: item.score for name, item in found.abilities.items()} == pytest.approx(expected, abs=1e-6)


@given(marked(), rules)
def test_scores_stay_between_0_and_100(case: Marked, rule: Rule) -> None:
    found = score_verdict(*case, rule)
    assert all(0 <= item.score <= 100 for item in found.abilities.values())
    assert found.question_score is None or 0 <= found.question_score <= 100
    assert (found.question_score is None) == (not found.abilities)


@given(marked(), rules, st.randoms(use_true_random=False))
def test_the_order_of_a_rubric_moves_nothing(case: Marked, rule: Rule, random: Any) -> None:
    pairs = list(zip(*case, strict=True))
    random.shuffle(pairs)
    shuffled = score_verdict([item for item, _ in pairs], [hit for _, hit in pairs], rule)
    straight = score_verdict(*case, rule)
    assert dict(shuffled.abilities) == dict(straight.abilities)
    assert shuffled.question_score == straight.question_score


@given(marked(), rules, st.data())
def test_a_bonus_more_never_costs_and_a_penalty_more_never_pays(
    case: Marked, rule: Rule, data: st.DataObject
) -> None:
    rubric, hits = case
    place = data.draw(st.integers(0, len(rubric) - 1))
    without, with_hit = list(hits), list(hits)
    without[place], with_hit[place] = False, True
    before, after = score_verdict(rubric, without, rule), score_verdict(rubric, with_hit, rule)
    weight = rubric[place].weight or 0
    for name, item in before.abilities.items():
        if rubric[place].is_veto or weight <= 0:
            assert after.abilities[name].score <= item.score
        else:
            assert after.abilities[name].score >= item.score


@given(marked(), st.lists(st.sampled_from([0, 1, "", "0", None, [], 2.5]), max_size=15))
def test_raw_values_are_padded_cut_and_taken_for_true(case: Marked, values: list[object]) -> None:
    rubric, _ = case
    padded = [*values, *([0] * len(rubric))][: len(rubric)]
    assert score_raw_values(rubric, values) == score_verdict(
        rubric, [bool(value) for value in padded], "released"
    )


def vetoed(weight: float | None, rule: Rule) -> QuestionScore:
    rubric = [criterion("温暖", 3), criterion("好奇心", -2), criterion("其他", weight)]
    return score_verdict(rubric, [True, False, True], rule)


@pytest.mark.parametrize("weight", [None, -4, 0, 5])
def test_under_paper_any_veto_zeroes_every_ability(weight: float | None) -> None:
    found = vetoed(weight, "paper")
    assert found.vetoed
    assert found.question_score == 0
    assert {item.score for item in found.abilities.values()} == {0.0}
    assert found.abilities["warmth"].raw == 3


@pytest.mark.parametrize(("weight", "acts"), [(None, False), (-4, False), (0, False), (5, True)])
def test_under_released_a_veto_acts_with_a_positive_weight_only(weight: float | None, acts: bool) -> None:
    found = vetoed(weight, "released")
    assert found.vetoed is acts
    assert found.question_score == (0 if acts else 100)


def test_a_veto_is_no_ability_and_a_rubric_of_vetoes_has_no_score() -> None:
    found = score_verdict([criterion("其他", 5)], [False], "paper")
    assert found.abilities == {}
    assert found.question_score is None


def test_a_span_of_zero_scores_zero() -> None:
    assert score_verdict([criterion("温暖", 0)], [True], "paper").question_score == 0


@pytest.mark.parametrize("hits", [[], [True], [True, False, True]])
def test_hits_of_another_length_are_refused(hits: list[bool]) -> None:
    with pytest.raises(ValueError, match="2 criteria"):
        score_verdict([criterion("温暖", 3), criterion("温暖", 2)], hits, "paper")
