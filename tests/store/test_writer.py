from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from heartbench.errors import StoreError
from heartbench.records import Usage
from heartbench.store import AnswerRow, Row, RunAnswerRow, RunVerdictRow, Store
from store.samples import THEN, answer, call, commit, failure, key, verdict


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


@contextmanager
def on_connect(action: Callable[[sqlite3.Connection], object]) -> Iterator[None]:
    def act(connection: sqlite3.Connection, _entry: object) -> None:
        action(connection)

    event.listen(Engine, "connect", act)
    try:
        yield
    finally:
        event.remove(Engine, "connect", act)


async def test_what_was_awaited_is_there_for_others(store: Store) -> None:
    row = answer(1)
    await store.writer().commit(call(row.key), row)
    assert (count(store.path, "calls"), count(store.path, "answers")) == (1, 1)


async def test_nothing_to_write_is_no_trouble(store: Store) -> None:
    assert await store.writer().commit() == frozenset()


def test_every_kind_of_row_comes_back_as_it_went(store: Store) -> None:
    row, judged, failed = answer(1, "半个\ud83d"), verdict(1, (True, False, True)), failure(key("x", 1))
    commit(store, [row, judged, failed])
    assert store.answer_texts([row.key])[row.key].text == row.text
    assert store.answers([row.key])[row.key].text_hash == row.text_hash
    assert store.verdicts([judged.key]) == {judged.key: THEN}
    kept = store.failures([failed.key])[failed.key][0]
    assert (kept.round, kept.kind, kept.message) == (1, failed.kind, failed.message)


def test_the_first_committed_key_wins(store: Store) -> None:
    assert commit(store, [answer(1, "first")]) == [frozenset()]
    second = answer(1, "second")
    assert commit(store, [answer(2)], [second, verdict(1)]) == [frozenset(), frozenset({second.key})]
    assert store.answer_texts([second.key])[second.key].text == "first"


def test_the_same_text_twice_is_no_loss(store: Store) -> None:
    assert commit(store, [answer(1)], [answer(1)]) == [frozenset(), frozenset()]


def test_the_loser_is_told_within_one_group_too(store: Store) -> None:
    both = [answer(1, "one"), answer(1, "two")]
    assert commit(store, [both[0]], [both[1]]) == [frozenset(), frozenset({both[1].key})]


def test_calls_are_only_ever_added(store: Store) -> None:
    commit(store, [call("a")], [call("a")])
    assert count(store.path, "calls") == 2


def test_a_commit_is_whole_or_not_there(store: Store) -> None:
    broken = RunAnswerRow(1, 0, 0, 0, {"no": "text"})  # type: ignore[arg-type]
    with pytest.raises(Exception, match="type 'dict' is not supported"):
        commit(store, [call("a"), answer(1), broken])
    assert (count(store.path, "calls"), count(store.path, "answers")) == (0, 0)


def test_one_commit_that_cannot_be_written_does_not_fail_the_others(store: Store) -> None:
    async def together() -> list[object]:
        writer = store.writer()
        broken = RunAnswerRow(1, 0, 0, 0, {"no": "text"})  # type: ignore[arg-type]
        commits: list[list[Row]] = [[answer(1)], [broken], [answer(2)]]
        return list(await asyncio.gather(*(writer.commit(*rows) for rows in commits), return_exceptions=True))

    first, second, third = asyncio.run(together())
    assert (first, third) == (frozenset(), frozenset())
    assert isinstance(second, Exception)
    assert count(store.path, "answers") == 2
    commit(store, [answer(3)])


def test_counts_that_no_column_holds_are_taken_as_unsaid(store: Store) -> None:
    commit(store, [call("a", usage=Usage(2**70, -5, 7, None))])
    (kept,) = store.calls(["a"])["a"]
    assert kept.usage == Usage(None, None, 7, None)


async def test_a_lonely_commit_does_not_wait(store: Store) -> None:
    writer = store.writer()
    await writer.commit(answer(0))
    waits = []
    for number in range(1, 6):
        await asyncio.sleep(0.03)
        began = time.perf_counter()
        await writer.commit(answer(number))
        waits.append(time.perf_counter() - began)
    assert min(waits) < 0.009


async def test_a_stream_is_gathered_into_few_transactions(store: Store) -> None:
    begun: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        begun.extend([statement] if statement.startswith("BEGIN") else [])

    event.listen(Engine, "before_cursor_execute", listen)
    writer = store.writer()
    waiting = []
    for number in range(100):
        waiting.append(asyncio.ensure_future(writer.commit(answer(number))))
        await asyncio.sleep(0.001)
    await asyncio.gather(*waiting)
    event.remove(Engine, "before_cursor_execute", listen)
    assert len(begun) <= 40


async def test_a_group_wakes_the_event_loop_once(store: Store) -> None:
    writer = store.writer()
    loop = asyncio.get_running_loop()
    with patch.object(loop, "call_soon_threadsafe", wraps=loop.call_soon_threadsafe) as wakes:
        await asyncio.gather(*(writer.commit(answer(number)) for number in range(200)))
    assert wakes.call_count <= 5


async def test_who_is_cancelled_gives_up_waiting_and_the_rows_are_kept(store: Store) -> None:
    task = asyncio.ensure_future(store.writer().commit(answer(1)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    store.writer().close()
    assert count(store.path, "answers") == 1


def test_a_loop_that_is_gone_harms_nobody(store: Store) -> None:
    async def leave() -> None:
        task = asyncio.ensure_future(store.writer().commit(*(answer(number) for number in range(500))))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(leave())
    commit(store, [answer(1000)])
    assert count(store.path, "answers") == 501


def test_two_loops_in_two_threads_share_the_writer(store: Store) -> None:
    threads = [threading.Thread(target=commit, args=(store, [answer(number)])) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count(store.path, "answers") == 4


def test_closing_writes_what_waits_and_then_refuses(path: Path) -> None:
    async def leave(store: Store) -> None:
        tasks = [asyncio.ensure_future(store.writer().commit(answer(number))) for number in range(300)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in tasks)

    store = Store.open(path)
    asyncio.run(leave(store))
    store.close()
    assert count(path, "answers") == 300
    with pytest.raises(StoreError) as caught:
        commit(store, [answer(1)])
    assert caught.value.code == "store.closed"


def test_a_full_disk_fails_every_waiting_commit_and_all_later_ones(path: Path) -> None:
    Store.open(path).close()
    big = "长" * 20_000

    async def fill(store: Store) -> list[object]:
        writer = store.writer()
        commits = (writer.commit(answer(number, big)) for number in range(20))
        return list(await asyncio.gather(*commits, return_exceptions=True))

    with on_connect(lambda connection: connection.execute("PRAGMA max_page_count = 60")):
        store = Store.open(path)
        commit(store, [answer(-1)])
        outcomes = asyncio.run(fill(store))
        assert {getattr(outcome, "code", None) for outcome in outcomes} == {"store.full"}
        with pytest.raises(StoreError) as caught:
            commit(store, [answer(100)])
        assert caught.value.code == "store.full"
        store.close()
    with Store.open(path) as again:
        assert list(again.answers([answer(number).key for number in range(-1, 101)])) == [answer(-1).key]


def test_a_locked_store_fails_commits_after_a_bounded_wait(path: Path) -> None:
    with Store.open(path, wait=0.2) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(StoreError) as caught:
            commit(store, [answer(1)])
        other.close()
    assert caught.value.code == "store.locked"
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_deleted_under_its_writer_is_noticed(path: Path, replaced: bool) -> None:
    store = Store.open(path)
    commit(store, [answer(1)])
    path.rename(path.with_suffix(".old"))
    if replaced:
        path.touch()
    with pytest.raises(StoreError) as caught:
        commit(store, [answer(2)])
    assert caught.value.code == "store.moved"
    store.close()


def test_a_thread_that_cannot_start_fails_those_who_wait(path: Path) -> None:
    store = Store.open(path)
    store._database.close()
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError) as caught:
        commit(store, [answer(1)], [answer(2)])
    assert caught.value.code in ("store.unwritable", "store.moved")


def test_a_link_is_replaced_and_takes_verdicts_of_the_old_answer_along(store: Store) -> None:
    commit(store, [RunAnswerRow(1, 0, 0, 0, "old"), RunVerdictRow(1, 0, 0, 0, 0, 0, "judged old")])
    commit(store, [RunAnswerRow(1, 0, 0, 0, "old")])
    assert count(store.path, "run_verdicts") == 1
    commit(store, [RunAnswerRow(1, 0, 0, 0, "new")])
    assert count(store.path, "run_verdicts") == 0
    commit(store, [RunVerdictRow(1, 0, 0, 0, 0, 0, "judged new")], [RunVerdictRow(1, 0, 0, 0, 0, 0, "again")])
    assert count(store.path, "run_verdicts") == 1


texts = st.sampled_from(["one", "two", "three"])
plans = st.lists(st.lists(st.tuples(st.integers(0, 5), texts), max_size=3), max_size=12)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans)
def test_whatever_the_order_each_key_keeps_one_text_and_all_others_are_told(
    tmp_path_factory: pytest.TempPathFactory, plan: list[list[tuple[int, str]]]
) -> None:
    rows: list[list[AnswerRow]] = [[answer(number, text) for number, text in part] for part in plan]
    with Store.open(tmp_path_factory.mktemp("plan") / "a.db") as store:
        told = commit(store, *rows)
        kept = store.answer_texts({row.key for part in rows for row in part})
    for part, losers in zip(rows, told, strict=True):
        assert losers == {row.key for row in part if kept[row.key].text != row.text}
    assert set(kept) == {row.key for part in rows for row in part}
