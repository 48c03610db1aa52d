from __future__ import annotations

from heartbench.records import FailureKind
from heartbench.store import Store
from store.samples import answer, call, commit, failure, key, verdict


def test_unknown_keys_are_not_in_the_result(store: Store) -> None:
    commit(store, [answer(1), verdict(1)])
    asked = [key("answer", 1), key("answer", 2)]
    assert list(store.answers(asked)) == [key("answer", 1)]
    assert list(store.answer_texts(asked)) == [key("answer", 1)]
    assert store.verdicts(asked) == {}
    assert store.failures(asked) == {}
    assert store.calls(asked) == {}
    assert store.answers([]) == {}


def test_more_keys_than_one_query_takes(store: Store) -> None:
    commit(store, [verdict(number) for number in range(100)])
    asked = [key("verdict", number) for number in range(40_000)] * 2
    assert store.verdicts(iter(asked)).keys() == {key("verdict", number) for number in range(100)}


def test_failures_come_oldest_first_and_the_first_of_a_round_stays(store: Store) -> None:
    commit(store, [failure("a", 2, FailureKind.EMPTY)], [failure("a", 1)])
    commit(store, [failure("a", 2, FailureKind.BLOCKED)])
    kinds = [item.kind for item in store.failures(["a"])["a"]]
    assert kinds == [FailureKind.TRANSPORT, FailureKind.EMPTY]


def test_calls_are_those_of_all_rounds_in_their_order(store: Store) -> None:
    commit(store, [call("a", status="refused"), failure("a", 1)])
    commit(store, [call("a", round=2, status="empty"), call("b")])
    commit(store, [call("a", round=2, attempt=2)])
    found = store.calls(["a", "b", "c"])
    rounds = [(item.round, item.attempt, item.status) for item in found["a"]]
    assert rounds == [(1, 1, "refused"), (2, 1, "empty"), (2, 2, "reply")]
    assert [item.attempt for item in found["b"]] == [1]
    assert "c" not in found


def test_a_call_comes_back_as_it_went(store: Store) -> None:
    row = call("a", raw="<think>x</think>\0半\ud83d")
    commit(store, [row])
    (kept,) = store.calls(["a"])["a"]
    for name in (
        "side",
        "part",
        "target",
        "address",
        "raw",
        "usage",
        "latency",
        "cost",
        "retries",
        "created_at",
    ):
        assert getattr(kept, name) == getattr(row, name)
    assert kept.text == row.raw
    assert kept.sent == {"model": "model", "temperature": 0.7}


def test_touched_keys_have_a_verdict_a_failure_or_a_call(store: Store) -> None:
    judged = verdict(1)
    commit(store, [judged, failure("failed"), call("called"), call("called", attempt=2)])
    asked = [judged.key, "failed", "called", "nothing"]
    assert store.touched(asked) == {judged.key, "failed", "called"}
