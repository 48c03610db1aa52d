"""A limited number of questions that stands for all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.dataset import filter_difficulty, order_for_limit, read_questions
from heartbench.errors import DataError
from heartbench.records import Criterion, Question, QuestionSet, Turn

STRATA = [("个人成长", "normal"), ("个人成长", "hard"), ("家庭关系", "normal"), ("", "")]


def some(strata: list[int]) -> QuestionSet:
    rubric = (Criterion("温暖", 3, "x", "warmth"),)
    return QuestionSet(
        "set",
        tuple(
            Question(f"q{number}", (Turn("A", "x"),), rubric, STRATA[kind][1], STRATA[kind][0])  # type: ignore[arg-type]
            for number, kind in enumerate(strata)
        ),
    )


SETS = st.lists(st.integers(min_value=0, max_value=3), min_size=1, max_size=60).map(some)


def ids(questions: QuestionSet) -> list[str]:
    return [item.question_id for item in questions.questions]


@given(SETS, st.integers(min_value=0, max_value=2**31))
def test_nested_sized_in_order_and_blind_to_the_files_order(questions: QuestionSet, seed: int) -> None:
    before: set[str] = set()
    backwards = QuestionSet("set", questions.questions[::-1])
    for limit in range(1, len(questions.questions) + 1):
        chosen = order_for_limit(questions, limit, seed)
        assert len(chosen.questions) == limit
        assert before < set(ids(chosen))
        assert ids(chosen) == [name for name in ids(questions) if name in set(ids(chosen))]
        assert set(ids(order_for_limit(backwards, limit, seed))) == set(ids(chosen))
        before = set(ids(chosen))


@given(SETS, st.integers(min_value=1, max_value=60), st.integers(min_value=0, max_value=99))
def test_every_stratum_has_about_its_share(questions: QuestionSet, limit: int, seed: int) -> None:
    chosen = order_for_limit(questions, limit, seed)
    total = Counter((item.primary_scene, item.difficulty) for item in questions.questions)
    found = Counter((item.primary_scene, item.difficulty) for item in chosen.questions)
    for stratum, members in total.items():
        expected = members * len(chosen.questions) / len(questions.questions)
        assert abs(found[stratum] - expected) < len(total), "each stratum is off by less than one a stratum"


def test_without_or_beyond_a_limit_the_set_is_itself() -> None:
    questions = some([0, 1, 2])
    for limit in (None, 3, 99):
        assert order_for_limit(questions, limit) is questions


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(DataError) as caught:
        order_for_limit(some([0]), limit)
    assert caught.value.code == "dataset.limit"


def test_another_seed_chooses_others() -> None:
    questions = some([0] * 40)
    chosen = {tuple(ids(order_for_limit(questions, 10, seed))) for seed in range(10)}
    assert len(chosen) == 10


def test_every_question_is_equally_likely_to_be_chosen() -> None:
    questions = some([0] * 16 + [1] * 6 + [2] * 2)
    counts = Counter(name for seed in range(3000) for name in ids(order_for_limit(questions, 3, seed)))
    assert len(counts) == 24
    assert all(265 < count < 485 for count in counts.values()), "375 of 3000 each, six sigma is 109"


def test_on_upstream_ten_strata_are_in_thirty_questions(shared: Path) -> None:
    questions = read_questions(shared / "upstream" / "question_all.jsonl").questions
    chosen = order_for_limit(questions, 30)
    assert Counter(item.difficulty for item in chosen.questions)["hard"] in range(6, 12)
    assert len({item.primary_scene for item in chosen.questions} - {""}) == 5


def test_difficulty() -> None:
    questions = some([0, 1, 2, 3])
    assert filter_difficulty(questions, "all") is questions
    assert ids(filter_difficulty(questions, "hard")) == ["q1"]
    assert ids(filter_difficulty(questions, "normal")) == ["q0", "q2"]
    with pytest.raises(DataError) as caught:
        filter_difficulty(some([3]), "hard")
    assert caught.value.code == "dataset.no_such_difficulty"
