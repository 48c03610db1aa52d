"""Nothing printed ends a run after a paid call, and nothing that was paid is lost for it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.conftest import environment, question, write_rows
from end_to_end.surroundings import serving
from evaluation.world import Notes, results, run, spec
from heartbench.chat.fake import FakeEndpoint
from heartbench.evaluation import Progress

ODD = "抱抱你🫂 𠮷野家 \u202e倒 \x1b[31m红\x00 ½ é \udc80"
"""Emoji, rare characters, direction marks, a terminal's code, half a character: few encodings hold them."""

ODD_LABEL = "模型🫂½"

CLOSED = ">&-"

NO_UTF8 = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

WAYS: Mapping[str, tuple[str, Mapping[str, str], int]] = {
    "gbk": ("| cat", {"PYTHONIOENCODING": "gbk", **NO_UTF8}, 0),
    "ascii": ("| cat", {"PYTHONIOENCODING": "ascii", **NO_UTF8}, 0),
    "ascii-strict": ("| cat", {"PYTHONIOENCODING": "ascii:strict", **NO_UTF8}, 0),
    "cp1252": ("| cat", {"PYTHONIOENCODING": "cp1252", **NO_UTF8}, 0),
    "C": ("| cat", {"LANG": "C", "LC_ALL": "C", **NO_UTF8}, 0),
    "head": ("| head -1", {}, 0),
    "both-head": ("2>&1 | head -1", {}, 0),
    "out-full": ("> /dev/full", {}, 2),
    "err-full": ("2> /dev/full", {}, 0),
    "both-full": ("> /dev/full 2>&1", {}, 2),
    "out-closed": (CLOSED, {}, 0),
    "err-closed": ("2>&-", {}, 0),
    "all-closed": ("<&- >&- 2>&-", {}, 0),
    "dumb-terminal": ("| cat", {"TERM": "dumb", "COLUMNS": "1"}, 0),
}
"""What the shell does with the streams, the environment, and the exit code."""


@dataclass(frozen=True)
class Shell:
    folder: Path
    url: str

    def __call__(self, streams: str, environ: Mapping[str, str], *arguments: str) -> tuple[int, bytes]:
        """The exit code of heartbench itself, whatever stands behind it in the pipe."""
        words = [sys.executable, "-m", "heartbench", *arguments]
        line = " ".join(f"'{word}'" for word in words)
        done = subprocess.run(
            ["bash", "-c", f"{line} {streams}; exit ${{PIPESTATUS[0]}}"],
            cwd=self.folder,
            env={**environment(), **environ},
            capture_output=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


def calls_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "heartbench.db")) as connection:
        count: int = connection.execute("SELECT count(*) FROM calls").fetchone()[0]
        return count


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash and /dev/full")
@pytest.mark.parametrize("way", WAYS)
def test_a_run_ends_well_whatever_becomes_of_its_streams(tmp_path: Path, way: str) -> None:
    streams, environ, code = WAYS[way]
    if "/dev/full" in streams and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    write_rows(tmp_path / "questions.jsonl", [question(number) for number in range(4)])
    toml = f'[candidates."{ODD_LABEL}"]\ntarget = "m"\n[candidates."静默½"]\ntarget = "offline:silent"\n'
    (tmp_path / "heartbench.toml").write_text(toml, encoding="utf-8")
    fake = FakeEndpoint(replies=lambda call: ODD if call.model == "m" else None)
    with serving(fake):
        shell = Shell(tmp_path, fake.url)
        wanted = ("run", "--judge", "j", "--dataset", "questions.jsonl")
        done, printed = shell(streams, environ, *wanted, "--base-url", fake.url, "--name", "r")
        assert done == code, printed.decode(errors="replace")
        assert b"Traceback" not in printed and b"Exception ignored" not in printed
        assert fake.stats.calls == calls_of(tmp_path) == 12, "all that was paid is kept"
        again, _ = shell("", {}, *wanted, "--base-url", fake.url, "--name", "r", "--json")
        assert again == 0 and fake.stats.calls == 12, "and asked for once"
    rows = (tmp_path / "results" / "r" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    assert {row["response"] for row in map(json.loads, rows) if row["candidate"] == ODD_LABEL} == {ODD}
    assert (tmp_path / "results" / "r" / "report.md").stat().st_size > 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash and /dev/full")
def test_a_result_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    shell = Shell(tmp_path, "")
    for arguments in (
        ("data", "check", "--json"),
        ("demo",),
        ("judge", "check", "labels", "--limit", "2"),
        ("report",),
    ):
        code, printed = shell("> /dev/full", {}, *arguments)
        assert code == 2 and b"cannot be written" in printed, arguments
        assert b"Traceback" not in printed and b"Exception ignored" not in printed


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_other_commands_live_with_closed_streams(tmp_path: Path) -> None:
    shell = Shell(tmp_path, "")
    tried = (("demo", CLOSED), ("report --json", "| head -c 1"), ("runs", "<&- >&- 2>&-"), ("--help", CLOSED))
    for command, streams in tried:
        code, printed = shell(streams, {}, *command.split())
        assert code == 0, printed
        assert b"Traceback" not in printed and b"Exception ignored" not in printed


class Breaking(Notes):
    """An observer that raises whenever it is told something."""

    def on_progress(self, progress: Progress) -> None:
        raise RuntimeError("no display")

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        raise UnicodeEncodeError("gbk", "🫂", 0, 1, "no such character")


async def test_an_observer_that_raises_costs_no_paid_reply(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        for _ in range(2):
            report = await asyncio.wait_for(run(tmp_path / "s.db", spec(fake.url), Breaking()), 20)
            assert report.complete
        assert fake.stats.calls == 8
    assert len(results(tmp_path / "s.db").verdicts) == 4


def test_the_name_of_a_closed_stream_is_no_file(tmp_path: Path) -> None:
    """With closed streams the store must not become what is printed on."""
    write_rows(tmp_path / "questions.jsonl", [question(1)])
    shell = Shell(tmp_path, "")
    wanted = ("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "questions.jsonl")
    assert shell("<&- >&- 2>&-", {}, *wanted, "--name", "r")[0] == 0
    for path in (tmp_path / "heartbench.db", *(tmp_path / "results").rglob("*")):
        assert path.is_dir() or b"HeartBench: run r" not in path.read_bytes() or path.name == "report.md"
    with closing(sqlite3.connect(tmp_path / "heartbench.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
