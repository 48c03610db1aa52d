from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartbench.errors import StoreError
from heartbench.language import describe
from heartbench.records import Criterion, Question, QuestionSet, Turn
from heartbench.store import Edition, Store
from store.samples import questions

any_text = st.text(st.characters(exclude_categories=()), max_size=8)
weights = st.none() | st.integers(-9, 9) | st.floats(-9, 9)
criteria = st.builds(
    lambda dimension, weight, text: Criterion(dimension, weight, text, "warmth" if dimension else None),
    any_text,
    weights,
    any_text,
)
made = st.builds(
    Question,
    any_text,
    st.lists(st.builds(Turn, any_text, any_text), max_size=3).map(tuple),
    st.lists(criteria, max_size=3).map(tuple),
    st.sampled_from(["hard", "normal", ""]),
    any_text,
    any_text,
)
sets = st.builds(QuestionSet, any_text, st.lists(made, max_size=4).map(tuple))


@settings(max_examples=30, deadline=None)
@given(first=sets, second=sets)
def test_a_set_comes_back_as_it_went(
    tmp_path_factory: pytest.TempPathFactory, first: QuestionSet, second: QuestionSet
) -> None:
    with Store.open(tmp_path_factory.mktemp("set") / "a.db") as store:
        for given_set in (first, second, first):
            store.put_questions(given_set)
        kept = store.question_set(first.fingerprint)
        assert kept == first
        assert kept.fingerprint == first.fingerprint
        assert store.question_set(second.fingerprint).questions == second.questions


def test_sets_share_the_questions_they_have_in_common(store: Store, path: Path) -> None:
    store.put_questions(questions(3))
    store.put_questions(QuestionSet("part", tuple(reversed(questions(3).questions))))
    with store._database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM questions").scalar_one() == 3


def test_an_unknown_set_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        store.question_set("nothing")
    assert caught.value.code == "store.no_questions"
    assert "nothing" in describe(caught.value, "zh")


def test_editions_count_up_by_kind_and_scope(store: Store) -> None:
    assert store.edition("answers", "m") == Edition(1, None)
    second = store.new_edition("answers", "m")
    assert second.number == 2 and second.started_at is not None
    assert store.edition("answers", "m") == second
    assert store.new_edition("answers", "m").number == 3
    assert store.edition("verdicts", "m") == store.edition("answers", "other") == Edition(1, None)
