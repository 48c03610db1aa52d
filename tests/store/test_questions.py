from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartbench.errors import RunError, StoreError
from heartbench.language import describe
from heartbench.records import Criterion, Question, QuestionSet, Turn
from heartbench.store import Edition, Owner, RunEdition, RunHandle, RunStatus, Store
from store.samples import questions, run

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


def begun(store: Store, name: str, *editions: RunEdition, fingerprint: str = "f") -> RunHandle:
    return store.begin_run(replace(run(name, fingerprint=fingerprint), editions=editions))


ANEW = RunEdition("answers", "m", fresh=True)


def test_editions_count_up_by_kind_and_scope(store: Store) -> None:
    assert store.edition("answers", "m") == Edition(1, None)
    assert begun(store, "one", ANEW).edition("answers", "m") == 2
    second = store.edition("answers", "m")
    assert second.number == 2 and second.started_at is not None
    assert begun(store, "two", ANEW).edition("answers", "m") == 3
    assert begun(store, "three", replace(ANEW, fresh=False)).edition("answers", "m") == 3
    assert store.edition("verdicts", "m") == store.edition("answers", "other") == Edition(1, None)


@pytest.mark.parametrize("status", ["interrupted", "failures", None])
def test_a_run_that_goes_on_works_in_the_edition_it_began(store: Store, status: RunStatus | None) -> None:
    handle = begun(store, "one", ANEW)
    if status is None:
        # Killed: it never said how it ended.
        store.close()
    else:
        store.finish_run(handle.id, status)
    with Store.open(store.path) as again:
        begun(again, "another", ANEW)
        handle = begun(again, "one", ANEW)
        assert handle.edition("answers", "m") == 2
        again.finish_run(handle.id, "done")
        assert begun(again, "one", ANEW).edition("answers", "m") == 4


def test_a_run_that_is_refused_begins_no_edition(store: Store) -> None:
    begun(store, "one", replace(ANEW, fresh=False))
    for fingerprint in ("f", "other"):
        with pytest.raises(RunError):
            store.begin_run(
                replace(run("one", fingerprint=fingerprint), editions=(ANEW,)),
                replace(Owner.here(), host="elsewhere"),
            )
    assert store.edition("answers", "m").number == 1
