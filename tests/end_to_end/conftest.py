"""A desk for the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.conftest import question, write_rows
from end_to_end.hostile import BOUNDS, shorten
from end_to_end.surroundings import Desk
from heartbench.chat import ProbeResult, probe
from heartbench.language import Language
from heartbench.records import ModelTarget


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Desk:
    for name in list(os.environ):
        if name.startswith(("HEARTBENCH_", "ANTHROPIC_", "OPENAI_")) or name in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HEARTBENCH_LANG", "en")
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.setenv("HEARTBENCH_HOME", str(folder / "home"))
    monkeypatch.chdir(folder)
    write_rows(folder / "questions.jsonl", [question(1), question(2)])
    shorten(monkeypatch)

    async def quick_probe(target: ModelTarget, speak: Language) -> ProbeResult:
        return await probe(target, speak, BOUNDS)

    monkeypatch.setattr("heartbench.chat.probe", quick_probe)
    return Desk(folder, capfd)
