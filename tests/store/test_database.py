from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from heartbench.errors import StoreError
from heartbench.language import describe
from heartbench.store import Store
from heartbench.store.migrations import LATEST
from store.samples import answer, commit, questions


def refusal(location: Path | str, *, create: bool = True) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store.open(location, create=create, wait=0.2)
    assert describe(caught.value, "en") and describe(caught.value, "zh")
    return caught.value


@contextmanager
def untouched(path: Path) -> Iterator[None]:
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before


def test_a_missing_store_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.db"
    with Store.open(path) as store:
        assert store.runs() == ()
    assert path.exists()


def test_a_missing_store_is_not_made_where_it_must_be_there(path: Path) -> None:
    assert refusal(path, create=False).code == "store.missing"
    assert not path.exists()


def test_an_address_with_a_path_opens_that_file(path: Path) -> None:
    with Store.open(f"sqlite:///{path}") as store:
        assert store.path == path


@pytest.mark.parametrize(
    "location", ["postgresql://me:secret@host/db", "sqlite://", "sqlite:///:memory:", "what://[secret"]
)
def test_other_places_are_refused_without_showing_secrets(location: str) -> None:
    error = refusal(location)
    assert error.code == "store.unsupported"
    assert "secret" not in str(error)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "store.folder"


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refusal(tmp_path / "file" / "a.db").code == "store.unwritable"


@pytest.mark.parametrize("content", [b"question_id,response\n1,hello\n", b"x" * 5000, b"\xff"])
def test_what_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with untouched(path):
        assert refusal(path).code == "store.not_ours"


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")
    with untouched(path):
        assert refusal(path).code == "store.not_ours"


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with Store.open(path) as store:
        assert store.runs() == ()


def test_an_empty_file_is_left_alone_where_a_store_must_be_there(path: Path) -> None:
    path.touch()
    assert refusal(path, create=False).code == "store.empty"
    assert path.read_bytes() == b""
    assert list(path.parent.iterdir()) == [path]


def test_a_newer_store_is_refused_and_left_alone(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE heartbench_schema SET version = ?", (LATEST + 3,))
    connection.close()
    with untouched(path):
        error = refusal(path)
    assert error.code == "store.newer"
    assert (error.fields["version"], error.fields["known"]) == (LATEST + 3, LATEST)


@pytest.mark.parametrize("kept", [16, 50, 100, 3000, 4096, 0.3, 0.5, 0.9])
def test_a_store_cut_in_the_middle_is_refused_and_left_alone(path: Path, kept: float) -> None:
    with Store.open(path) as store:
        commit(store, [answer(number, "长" * 1000) for number in range(50)])
    content = path.read_bytes()
    path.write_bytes(content[: int(kept if kept > 1 else kept * len(content))])
    with untouched(path):
        assert refusal(path).code == "store.corrupt"


def test_damage_met_while_reading_is_a_store_error(path: Path) -> None:
    with Store.open(path) as store:
        commit(store, [answer(number, "长" * 1000) for number in range(50)])
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught, Store.open(path) as store:
        store.answer_texts([answer(number).key for number in range(50)])
    assert caught.value.code == "store.corrupt"


def as_nobody(code: str, path: Path) -> str:
    """Run ``code`` as a user without rights, so that the test also says something under root."""
    drop = "import os\nif os.getuid() == 0: os.setgid(65534); os.setuid(65534)\n"
    done = subprocess.run(
        [sys.executable, "-c", "import heartbench.store, sys\n" + drop + code, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


OPEN = """
from heartbench.errors import StoreError
try:
    heartbench.store.Store.open(sys.argv[1], wait=0.2).close()
    print("opened")
except StoreError as error:
    print(error.code)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that a user without rights can reach; pytest's own is closed to others."""
    folder = Path(f"/tmp/heartbench-test-{os.getpid()}-{time.monotonic_ns()}")
    folder.mkdir()
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are another matter there")
@pytest.mark.parametrize("closed", ["file", "folder", "both"])
def test_a_read_only_store_is_refused(open_folder: Path, closed: str) -> None:
    path = open_folder / "heartbench.db"
    Store.open(path).close()
    path.chmod(0o444 if closed in ("file", "both") else 0o666)
    open_folder.chmod(0o555 if closed in ("folder", "both") else 0o777)
    with untouched(path):
        assert as_nobody(OPEN, path) == "store.unwritable"


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are another matter there")
def test_a_folder_without_rights_is_refused(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    assert as_nobody(OPEN, open_folder / "heartbench.db") == "store.unwritable"
    assert as_nobody(OPEN, open_folder / "deeper" / "heartbench.db") == "store.unwritable"


def test_a_locked_store_is_refused_after_a_bounded_wait(path: Path) -> None:
    Store.open(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    assert refusal(path).code == "store.locked"
    assert time.monotonic() - began < 2
    other.close()


def test_a_lock_that_is_given_back_in_time_is_waited_for(path: Path) -> None:
    Store.open(path).close()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.3, other.rollback)
    with Store.open(path, wait=5) as store:
        timer.start()
        store.put_questions(questions())
    timer.join()
    other.close()


def test_a_writer_locked_out_for_too_long_says_so(path: Path) -> None:
    with Store.open(path, wait=0.2) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.put_questions(questions())
        other.close()
    assert caught.value.code == "store.locked"


def test_many_processes_may_open_a_new_store_at_once(path: Path) -> None:
    code = "import sys; from heartbench.store import Store; Store.open(sys.argv[1]).close()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code, str(path)]
    started = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [process.wait(timeout=60) for process in started] == [0] * 4
