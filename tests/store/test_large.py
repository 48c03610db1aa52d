"""A large store stays quick; the bounds here are loose, the figures are the benchmarks' matter."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from heartbench.store import Row, RunAnswerRow, RunVerdictRow, Store
from store.builder import fill, verdict_key
from store.samples import answer, call, commit, questions, run, verdict
from store.whole import whole_run


def seconds(action: Callable[[], object]) -> float:
    began = time.process_time()
    action()
    return time.process_time() - began


def test_look_ups_and_links_in_a_large_store(path: Path) -> None:
    fill(path, 20_000)
    with Store.open(path) as store:
        keys = [verdict_key(number) for number in range(0, 40_000, 2)]
        assert len(store.verdicts(keys)) == 10_000
        assert seconds(lambda: store.verdicts(keys)) < 1
        handle = store.begin_run(run())
        links = [RunVerdictRow(handle.id, 0, number, 0, 0, 0, item) for number, item in enumerate(keys)]
        assert seconds(lambda: store.link_verdicts(links)) < 2


def test_results_of_a_leaderboard(store: Store) -> None:
    asked = questions(100)
    store.put_questions(asked)
    handle = store.begin_run(run(asked=asked, candidates=14))
    for candidate in range(14):
        rows: list[list[Row]] = []
        for number in range(100):
            row, judged = answer(candidate * 1000 + number), verdict(candidate * 1000 + number, (True,) * 10)
            rows.append([call(row.key), row, RunAnswerRow(handle.id, candidate, number, 0, row.key)])
            link = RunVerdictRow(handle.id, candidate, number, 0, 0, 0, judged.key)
            rows.append([call(judged.key, "judge"), judged, link])
        commit(store, *rows)
    found = whole_run(store)
    assert len(found.answers) == len(found.verdicts) == 1400
    assert sum(total.calls for total in found.results.earlier_calls) == 2800
    assert seconds(lambda: whole_run(store)) < 2
