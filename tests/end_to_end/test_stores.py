"""The store under bad luck, as the command line meets it: a sentence, no damage, a way out."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from end_to_end.soak import environment
from heartbench.chat.fake import FakeProcess

QUESTIONS = 40
IN_FLIGHT = 8


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    rows = [
        {
            "question_id": f"q{number:03d}",
            "rubric": [
                {"dimension": "好奇心", "score": 3, "content": "AI对用户的感受提问"},
                {"dimension": "其他", "score": None, "content": "AI扮演用户发言"},
            ],
            "dialogue": [{"role": "A", "content": f"我今天很累（{number}）。"}],
            "difficulty": "hard",
            "primary_scene": "个人成长",
            "secondary_scene": "心理困扰",
        }
        for number in range(QUESTIONS)
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


class World:
    """A folder in which ``heartbench`` is called."""

    def __init__(self, folder: Path, dataset: Path) -> None:
        self.folder = folder
        self.store = folder / "heartbench.db"
        self.dataset = dataset

    def command(self, *options: str) -> list[str]:
        return [sys.executable, "-m", "heartbench", *options]

    def run_command(self, url: str, *more: str) -> list[str]:
        asked = ["-m", "model", "--judge", "judge-x", "--base-url", url, "--dataset", str(self.dataset)]
        return self.command("run", *asked, "--name", "r", "--concurrency", str(IN_FLIGHT), *more)

    def call(
        self, command: list[str], before: Callable[[], None] | None = None
    ) -> subprocess.CompletedProcess[str]:
        env = environment(self.folder)
        return subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False, preexec_fn=before
        )

    def offline(self) -> subprocess.CompletedProcess[str]:
        rules = ["-m", "offline:listener", "--judge", "offline:rules", "--dataset", str(self.dataset)]
        return self.call(self.command("run", *rules, "--name", "offline"))


@pytest.fixture
def world(tmp_path: Path, dataset: Path) -> World:
    folder = tmp_path / "world"
    folder.mkdir()
    return World(folder, dataset)


def totals(world: World) -> list[str]:
    return sorted((world.folder / "results" / "r" / "totals.jsonl").read_text("utf-8").splitlines())


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """One sentence on stderr that says what to do, no traceback, exit code 2."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    said = " ".join(done.stderr.split())
    for word in words:
        assert word in said


def cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def make_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE heartbench_schema SET version = 999")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE albums (title)")
        connection.commit()


def make_text(path: Path) -> None:
    path.write_text("my diary\n" * 100, encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (cut, ("damaged", "left as it is", "recover")),
        (make_newer, ("newer HeartBench", "update HeartBench")),
        (make_foreign, ("no HeartBench store", "choose another file")),
        (make_text, ("no HeartBench store", "choose another file")),
    ],
)
@pytest.mark.parametrize("command", ["run", "report", "runs"])
def test_a_store_that_cannot_be_used_is_left_alone(
    world: World, damage: Callable[[Path], None], words: tuple[str, ...], command: str
) -> None:
    assert world.offline().returncode == 0
    damage(world.store)
    before = world.store.read_bytes()
    done = world.offline() if command == "run" else world.call(world.command(command))
    refused(done, *words)
    assert world.store.read_bytes() == before
    # The way out that the sentence names: another file.
    shutil.move(world.store, world.folder / "moved.db")
    for left in world.folder.glob("heartbench.db-*"):
        left.unlink()
    assert world.offline().returncode == 0


def test_a_second_process_on_the_same_run_is_refused_and_harms_nothing(world: World) -> None:
    with FakeProcess("--latency", "0.4") as fake:
        first = subprocess.Popen(
            world.run_command(fake.url),
            cwd=world.folder,
            env=environment(world.folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        _wait_for(lambda: calls(fake) > IN_FLIGHT)
        refused(world.call(world.run_command(fake.url)), "at work in process", str(first.pid), "wait until")
        first.communicate()
        assert first.returncode == 0
        assert calls(fake, "duplicates") == 0
        assert calls(fake) == 2 * QUESTIONS


def test_a_full_disk_loses_nothing_that_was_committed(world: World) -> None:
    """The limit on file sizes stands for the disk: SQLite gets the same refusal."""
    with FakeProcess("--latency", "0.05", "--seed", "5") as fake:
        empty = World(world.folder / "empty", world.dataset)
        empty.folder.mkdir()
        assert empty.call(empty.run_command(fake.url, "--limit", "1")).returncode == 0
        room = max(path.stat().st_size for path in empty.folder.glob("heartbench.db*")) + 200_000
        before = calls(fake)

        def limit() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        full = world.call(world.run_command(fake.url), limit)
        refused(full, "heartbench.db", "what was committed is safe")
        with closing(sqlite3.connect(world.store)) as connection:
            (committed,) = connection.execute("SELECT count(*) FROM calls").fetchone()
        assert 0 < committed < 2 * QUESTIONS
        lost = calls(fake) - before - committed
        done = world.call(world.run_command(fake.url))
        assert done.returncode == 0, done.stderr
        # Only what was in flight when the disk was full is asked for a second time.
        assert lost <= 2 * IN_FLIGHT
        assert calls(fake) - before == 2 * QUESTIONS + lost
    with FakeProcess("--seed", "5") as fake:
        calm = World(world.folder / "calm", world.dataset)
        calm.folder.mkdir()
        assert calm.call(calm.run_command(fake.url)).returncode == 0
    assert totals(world) == totals(calm)


def test_a_store_that_another_program_locks(world: World) -> None:
    assert world.offline().returncode == 0
    with closing(sqlite3.connect(world.store, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        refused(world.offline(), "locked", "close it", "what was committed is safe")
    assert world.offline().returncode == 0


def test_a_store_deleted_during_a_run_is_noticed(world: World) -> None:
    with FakeProcess("--latency", "0.3") as fake:
        running = subprocess.Popen(
            world.run_command(fake.url),
            cwd=world.folder,
            env=environment(world.folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        _wait_for(lambda: calls(fake) > IN_FLIGHT)
        shutil.move(world.store, world.folder / "moved.db")
        _, said = running.communicate()
        assert running.returncode == 2, said
        assert "moved, replaced or deleted" in " ".join(said.split())
        assert "Traceback" not in said
        shutil.move(world.folder / "moved.db", world.store)
        assert world.call(world.run_command(fake.url)).returncode == 0
        assert calls(fake) <= 2 * QUESTIONS + 2 * IN_FLIGHT


def calls(fake: FakeProcess, what: str = "calls") -> int:
    """What the endpoint counted."""
    found = fake.stats()[what]
    assert isinstance(found, int)
    return found


def _wait_for(ready: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.02)
