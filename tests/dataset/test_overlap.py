"""Shared character 5-grams."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from heartbench.dataset import read_questions
from heartbench.dataset.overlap import grams, overlaps
from heartbench.records import Question, Turn

TEXTS = st.lists(st.text("甲乙丙", min_size=1, max_size=30), min_size=1, max_size=8)


def asked(texts: list[str]) -> list[Question]:
    return [Question(str(number), (Turn("A", text),), ()) for number, text in enumerate(texts)]


def test_grams() -> None:
    assert grams("一二三四五六") == {"一二三四五", "二三四五六"}
    assert grams("一二三四") == frozenset()


@given(TEXTS)
def test_within_equals_the_definition(texts: list[str]) -> None:
    found = {(a.question_id, b.question_id): share for a, b, share in overlaps(asked(texts))}
    expected = {}
    for first, one in enumerate(texts):
        for second in range(first + 1, len(texts)):
            shared = grams(one) & grams(texts[second])
            if shared:
                smaller = min(len(grams(one)), len(grams(texts[second])))
                expected[str(first), str(second)] = len(shared) / smaller
    assert found == expected


@given(TEXTS, TEXTS)
def test_across_equals_the_definition(texts: list[str], others: list[str]) -> None:
    found = {(a.question_id, b.question_id): share for a, b, share in overlaps(asked(texts), asked(others))}
    assert found == {
        (str(a), str(b)): len(grams(one) & grams(two)) / min(len(grams(one)), len(grams(two)))
        for a, one in enumerate(texts)
        for b, two in enumerate(others)
        if grams(one) & grams(two)
    }


def test_turns_are_joined() -> None:
    split = Question("a", (Turn("A", "一二三"), Turn("B", "四五六")), ())
    whole = Question("b", (Turn("A", "一二三四五六七"),), ())
    assert [share for _, _, share in overlaps([split, whole])] == [1.0]


def test_upstream_has_267_clusters_of_near_duplicates(shared: Path) -> None:
    questions = read_questions(shared / "upstream" / "question_all.jsonl").questions.questions
    root = {question.question_id: question.question_id for question in questions}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for first, second, share in overlaps(questions):
        if share > 0.5:
            root[top(first.question_id)] = top(second.question_id)
    assert len({top(name) for name in root}) == 267
