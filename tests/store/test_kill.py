"""A process is killed while it commits; whatever it was told is committed must be there."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heartbench.store import Store
from store.samples import key, run

KILLS = int(os.environ.get("HEARTBENCH_KILLS", "6"))

WORKER = """
import asyncio, os, random, sys
from heartbench.store import RunAnswerRow, Store
from store.samples import answer, call, run

start, seed = int(sys.argv[3]), random.Random(int(sys.argv[3]))
acknowledged = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

async def one(writer, run_id, number):
    while True:
        row = answer(number, "长" * seed.choice([10, 1000, 9000]))
        await writer.commit(call(row.key), row, RunAnswerRow(run_id, 0, number, 0, row.key))
        os.write(acknowledged, b"%d\\n" % number)
        number += 16
        await asyncio.sleep(seed.random() * 0.004)

async def main(store):
    handle = store.begin_run(run())
    print("ready", flush=True)
    await asyncio.gather(*(one(store.writer(), handle.id, start + lane) for lane in range(16)))

asyncio.run(main(Store.open(sys.argv[1])))
"""


def start_and_kill(path: Path, log: Path, first: int, after: float) -> None:
    command = [sys.executable, "-c", WORKER, str(path), str(log), str(first)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


def whole_commits(path: Path) -> set[str]:
    """Keys that are there, after checking that of every commit all three rows are."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = ("calls", "answers", "run_answers")
        found = [
            [row[0] for row in connection.execute(f"SELECT key FROM {name} ORDER BY key")] for name in tables
        ]
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) == len(found[0])
    return set(found[0])


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_no_kill_loses_a_row_that_was_acknowledged(tmp_path: Path) -> None:
    path, log = tmp_path / "heartbench.db", tmp_path / "acknowledged"
    chance = random.Random()
    for number in range(KILLS):
        start_and_kill(path, log, number * 1_000_000, chance.random() * 0.4)
        acknowledged = [int(line) for line in log.read_text().split()] if log.exists() else []
        missing = {key("answer", item) for item in acknowledged} - whole_commits(path)
        assert not missing
    with Store.open(path) as store:
        assert store.begin_run(run()).resumed
    assert log.stat().st_size > 0
