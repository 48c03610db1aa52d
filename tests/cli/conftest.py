"""A folder of one's own, a clean environment, a small question set, a fake endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import heartbench
from heartbench.chat.fake import FakeProcess
from heartbench.cli.main import main

KEY = "key-of-the-fake"
SOURCE = Path(heartbench.__file__).resolve().parents[1]


def question(number: int, difficulty: str = "hard") -> dict[str, object]:
    return {
        "question_id": f"q{number}",
        "rubric": [
            {"dimension": "好奇心", "score": 3, "content": "AI对用户的感受提问"},
            {"dimension": "言语表达", "score": -3, "content": "AI一次给出过多建议"},
            {"dimension": "其他", "score": None, "content": "AI扮演用户发言"},
        ],
        "dialogue": [{"role": "A", "content": f"我今天很累（{number}）。"}],
        "difficulty": difficulty,
        "primary_scene": "个人成长",
        "secondary_scene": "心理困扰",
    }


def write_rows(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Ended:
    """How an invocation ended."""

    code: int
    out: str
    err: str


Invoke = Callable[..., Ended]


def environment(**more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "SYSTEMROOT", "TMPDIR")
    }
    return {**kept, "PYTHONPATH": str(SOURCE), "HEARTBENCH_LANG": "en", "PYTHONUTF8": "1", **more}


def spawn(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command line as a real process."""
    command = [sys.executable, "-m", "heartbench", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(("HEARTBENCH_", "ANTHROPIC_", "OPENAI_")) or name in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HEARTBENCH_LANG", "en")
    monkeypatch.setenv("HEARTBENCH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    rows = [question(1), question(2), question(3, "normal"), question(4, "normal")]
    write_rows(tmp_path / "questions.jsonl", rows)
    return tmp_path


@pytest.fixture
def invoke(folder: Path, capsys: pytest.CaptureFixture[str]) -> Invoke:
    """The command line in this process, in the folder."""

    def call(*arguments: str) -> Ended:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, written.out, written.err)

    return call


@pytest.fixture(scope="session")
def fake() -> Iterator[str]:
    """The address of a fake endpoint that lets one key in."""
    with FakeProcess("--key", KEY) as process:
        yield process.url
