"""A folder of one's own with a small question set, and an environment that names no address."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def question(number: int, difficulty: str = "hard") -> dict[str, object]:
    return {
        "question_id": f"q{number}",
        "rubric": [
            {"dimension": "好奇心", "score": 3, "content": "AI对用户的感受提问"},
            {"dimension": "言语表达", "score": -3, "content": "AI一次给出过多建议"},
        ],
        "dialogue": [{"role": "A", "content": f"我今天很累（{number}）。"}],
        "difficulty": difficulty,
        "primary_scene": "个人成长",
        "secondary_scene": "心理困扰",
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(("HEARTBENCH_", "ANTHROPIC_", "OPENAI_")) or name in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HEARTBENCH_LANG", "en")
    monkeypatch.setenv("HEARTBENCH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    rows = [question(1), question(2), question(3, "normal"), question(4, "normal")]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "questions.jsonl").write_text(text, encoding="utf-8")
    return tmp_path
