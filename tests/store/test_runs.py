from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from heartbench.errors import RunError
from heartbench.language import describe
from heartbench.store import Owner, Store
from store.samples import answer, commit, participant, run


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def elsewhere(host: str = "elsewhere", pid: int = 4) -> Owner:
    return Owner(host, pid, "its token")


def refusal(
    store: Store, *, name: str = "run", fingerprint: str = "f", owner: Owner | None = None
) -> RunError:
    with pytest.raises(RunError) as caught:
        store.begin_run(run(name, fingerprint=fingerprint), owner)
    assert describe(caught.value, "en") and describe(caught.value, "zh")
    return caught.value


def silence(path: Path, seconds: float) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE run_owners SET heartbeat_at = heartbeat_at - ?", (seconds,))


def test_a_run_is_begun_finished_and_listed(store: Store) -> None:
    handle = store.begin_run(run())
    assert not handle.resumed
    assert handle.run.status == "running"
    assert handle.run.spec == run()
    owner = handle.run.owner
    assert owner is not None and owner.pid == os.getpid()
    store.finish_run(handle.id, "failures")
    kept = store.run("run")
    assert (kept.status, kept.owner) == ("failures", None)
    assert kept.finished_at is not None
    assert store.runs() == (kept,)


def test_an_unknown_run_is_refused(store: Store) -> None:
    with pytest.raises(RunError) as caught:
        store.run("nobody")
    assert caught.value.code == "run.unknown"
    assert "nobody" in describe(caught.value, "zh")


def test_a_name_stands_for_one_run(store: Store) -> None:
    store.finish_run(store.begin_run(run()).id, "done")
    assert refusal(store, fingerprint="other").code == "run.differs"


def test_a_run_goes_on_and_keeps_its_start(store: Store) -> None:
    first = store.begin_run(run()).run
    store.finish_run(first.id, "interrupted")
    again = store.begin_run(replace(run(), candidates=(replace(participant(), address="https://b"),)))
    assert again.resumed
    assert (again.id, again.run.started_at) == (first.id, first.started_at)
    assert again.run.begun_at > first.begun_at
    assert (again.run.status, again.run.finished_at) == ("running", None)
    assert again.run.spec.candidates[0].address == "https://b"


def test_closing_gives_runs_back(path: Path) -> None:
    with Store.open(path) as store:
        store.begin_run(run())
    with Store.open(path) as store:
        assert (store.run("run").status, store.run("run").owner) == ("interrupted", None)


def test_a_living_owner_keeps_its_run(store: Store) -> None:
    store.begin_run(run())
    error = refusal(store)
    assert error.code == "run.owned"
    assert error.fields["pid"] == os.getpid()
    assert store.begin_run(run("another")).run.name == "another"


def test_a_dead_process_on_this_host_loses_its_run_at_once(store: Store) -> None:
    store.begin_run(run(), replace(Owner.here(), pid=dead_pid()))
    assert store.begin_run(run()).resumed


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="tells zombies apart by /proc")
def test_a_killed_process_that_nobody_collected_loses_its_run_at_once(store: Store) -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        store.begin_run(run(), replace(Owner.here(), pid=process.pid))
        assert refusal(store).code == "run.owned"
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert store.begin_run(run()).resumed
    finally:
        process.communicate()


def test_an_earlier_process_with_our_number_loses_its_run_at_once(store: Store) -> None:
    store.begin_run(run(), replace(Owner.here(), token="earlier"))
    assert store.begin_run(run()).resumed


def test_another_host_loses_its_run_after_a_minute_of_silence(store: Store, path: Path) -> None:
    store.begin_run(run(), elsewhere(pid=dead_pid()))
    assert refusal(store).code == "run.owned"
    silence(path, 50)
    assert refusal(store).code == "run.owned"
    silence(path, 11)
    assert store.begin_run(run()).resumed


def test_a_process_that_hangs_loses_its_run_after_a_minute_of_silence(store: Store, path: Path) -> None:
    store.begin_run(run(), replace(Owner.here(), pid=os.getppid()))
    assert refusal(store).code == "run.owned"
    silence(path, 61)
    assert store.begin_run(run()).resumed


def test_the_writer_gives_signs_of_life(path: Path) -> None:
    with Store.open(path, heartbeat=0.05) as store:
        store.begin_run(run())
        silence(path, 61)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            owner = store.run("run").owner
            assert owner is not None
            if time.time() - owner.heartbeat_at < 5:
                break
            time.sleep(0.02)
        assert refusal(store).code == "run.owned"


def test_signs_of_life_go_on_under_a_stream_of_commits(path: Path) -> None:
    async def stream(store: Store) -> None:
        for number in range(60):
            await store.writer().commit(answer(number))

    with Store.open(path, heartbeat=0.05) as store:
        store.begin_run(run())
        silence(path, 61)
        asyncio.run(stream(store))
        owner = store.run("run").owner
        assert owner is not None and time.time() - owner.heartbeat_at < 5


def test_who_was_taken_over_must_stop(path: Path) -> None:
    with Store.open(path, heartbeat=0.05) as loser, Store.open(path) as other:
        taken = loser.begin_run(run(), replace(Owner.here(), pid=dead_pid(), token="taken for dead"))
        other.begin_run(run())
        with pytest.raises(RunError) as caught:
            for number in range(200):
                commit(loser, [answer(number)])
                time.sleep(0.02)
        assert caught.value.code == "run.lost"
        assert describe(caught.value, "en") and describe(caught.value, "zh")
        loser.finish_run(taken.id, "interrupted")
        assert other.run("run").status == "running"


def test_two_processes_with_different_runs_share_the_store(path: Path) -> None:
    with Store.open(path) as one, Store.open(path) as two:
        one.begin_run(run("one"))
        two.begin_run(run("two"))
        for number in range(20):
            commit(one, [answer(number, "one")])
            commit(two, [answer(number, "two")])
            commit(two, [answer(100 + number)])
        texts = two.answer_texts([answer(number).key for number in range(20)])
        assert {item.text for item in texts.values()} == {"one"}
