from __future__ import annotations

from heartbench.records import FailureKind, Usage
from heartbench.store import RunAnswerRow, RunHandle, RunVerdictRow, Store
from store.samples import THEN, answer, call, commit, failure, key, questions, run, verdict
from store.whole import whole_run


def begin(store: Store, candidates: int = 2) -> RunHandle:
    store.put_questions(questions(3))
    return store.begin_run(run(asked=questions(3), candidates=candidates))


def test_a_run_with_everything_that_can_stand_in_a_cell(store: Store) -> None:
    handle = begin(store)
    made, judged = answer(1), verdict(1, (True, True))
    failed, owed = key("answer", 2), key("answer", 3)
    unjudged = key("verdict", 2)
    keys = [made.key, failed, owed]
    store.link_answers(RunAnswerRow(handle.id, 0, number, 0, item) for number, item in enumerate(keys))
    store.link_verdicts([RunVerdictRow(handle.id, 0, 0, 0, 0, 0, judged.key)])
    store.link_verdicts([RunVerdictRow(handle.id, 0, 0, 0, 0, 1, unjudged)])
    commit(store, [made, judged, failure(failed, 1), failure(failed, 2, FailureKind.EMPTY)])
    commit(store, [failure(made.key, 1), failure(unjudged, 1, FailureKind.WRONG_COUNT, "judge")])

    found = whole_run(store)
    assert found.results.questions == questions(3)
    assert sorted(found.answers) == [(0, 0, 0), (0, 1, 0), (0, 2, 0)]
    first, second, third = (found.answers[0, number, 0] for number in range(3))
    assert first.answer is not None and first.answer.text == made.text
    assert first.failure is None
    assert second.answer is None and second.failure is not None
    assert (second.failure.round, second.failure.kind) == (2, FailureKind.EMPTY)
    assert (third.key, third.answer, third.failure) == (owed, None, None)
    assert sorted(found.verdicts) == [(0, 0, 0, 0, 0), (0, 0, 0, 0, 1)]
    verdict_cell = found.verdicts[0, 0, 0, 0, 0].verdict
    assert verdict_cell is not None
    assert (verdict_cell.hits, verdict_cell.reasons) == (judged.hits, judged.reasons)
    assert verdict_cell.raw_values == (1, 1)
    failure_cell = found.verdicts[0, 0, 0, 0, 1].failure
    assert failure_cell is not None and failure_cell.side == "judge"


def test_reuse_is_what_was_there_before_the_run(store: Store) -> None:
    old, older = answer(1, created_at=THEN), answer(2, created_at=THEN - 50)
    commit(store, [old, older, verdict(1)])
    handle = begin(store)
    fresh = answer(3, created_at=handle.run.started_at + 1)
    fresh_verdict = verdict(2, created_at=handle.run.started_at + 1)
    links = [RunAnswerRow(handle.id, 0, number, 0, row.key) for number, row in enumerate((old, older, fresh))]
    judged = [RunVerdictRow(handle.id, 0, number, 0, 0, 0, key("verdict", number + 1)) for number in range(2)]
    commit(store, [fresh, fresh_verdict, *links, *judged])

    found = whole_run(store)
    assert [found.answers[0, number, 0].reused for number in range(3)] == [True, True, False]
    assert [found.verdicts[0, number, 0, 0, 0].reused for number in range(2)] == [True, False]


def test_calls_are_summed_by_side_and_participant(store: Store) -> None:
    handle = begin(store)
    now = handle.run.started_at + 1
    row, judged = answer(1, created_at=now), verdict(1, created_at=now)
    commit(
        store,
        [RunAnswerRow(handle.id, 1, 0, 0, row.key), RunVerdictRow(handle.id, 1, 0, 0, 0, 0, judged.key)],
        [call(row.key, status="rate_limited", created_at=now, latency=3, cost=None, usage=Usage())],
        [call(row.key, attempt=2, created_at=now + 5, latency=1)],
        [call(judged.key, "judge", created_at=now + 2)],
        [call(judged.key, "judge", created_at=THEN)],
        [call("of another run", created_at=now)],
    )
    found = whole_run(store).results
    candidate, judge = found.calls
    assert (candidate.side, candidate.number, candidate.target) == ("candidate", 1, "model")
    assert (candidate.calls, candidate.by_status) == (2, {"rate_limited": 1, "reply": 1})
    assert (candidate.input_tokens, candidate.output_tokens, candidate.cached_input_tokens) == (100, 20, 50)
    assert (candidate.usage_unknown, candidate.cost, candidate.cost_unknown) == (1, 0.5, 1)
    assert (candidate.latency_mean, candidate.latency_p50) == (2.0, 2.0)
    assert 2.8 < candidate.latency_p95 <= 3
    assert (candidate.first_at, candidate.last_at) == (now, now + 5)
    assert (judge.side, judge.number, judge.calls) == ("judge", 0, 1)
    (earlier,) = found.earlier_calls
    assert (earlier.side, earlier.calls, earlier.last_at) == ("judge", 1, THEN)


def test_calls_that_two_candidates_share_count_once(store: Store) -> None:
    handle = begin(store)
    row = answer(1)
    links = [RunAnswerRow(handle.id, number, 0, 0, row.key) for number in (1, 0)]
    commit(store, [*links, row, call(row.key, created_at=handle.run.started_at)])
    (total,) = whole_run(store).results.calls
    assert (total.number, total.calls) == (0, 1)


def test_an_empty_run_has_empty_results(store: Store) -> None:
    begin(store)
    found = whole_run(store)
    assert (found.answers, found.verdicts) == ({}, {})
    assert (found.results.calls, found.results.earlier_calls) == ((), ())
