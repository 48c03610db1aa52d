"""``heartbench compare`` and ``heartbench leaderboard``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Invoke, question, write_rows


@pytest.fixture
def measured(folder: Path, invoke: Invoke) -> Path:
    rows = [question(number) for number in range(8)]
    for number, row in enumerate(rows):
        text = "".join(chr(0x4E00 + 20 * number + step) for step in range(12))
        row["dialogue"] = [{"role": "A", "content": f"我今天很累。{text}"}]
    write_rows(folder / "questions.jsonl", rows)
    ended = invoke(
        *("run", "-m", "warm=offline:listener", "-m", "cold=offline:adviser", "--judge", "offline:rules"),
        *("--dataset", "questions.jsonl", "--name", "one"),
    )
    assert ended.code == 0, ended.err
    return folder


def test_compare_prints_tables_and_writes_files(measured: Path, invoke: Invoke) -> None:
    ended = invoke("compare", "cold", "warm", "--csv", "c.csv", "--markdown", "c.md", "--changes", "1")
    assert ended.code == 0, ended.err
    assert "What changed most from cold to warm" in ended.out
    assert "warm answers:" in ended.out
    assert (measured / "c.csv").read_text(encoding="utf-8-sig").startswith('"first"')
    assert (measured / "c.md").read_text(encoding="utf-8").startswith("### Comparison")
    chinese = invoke("--lang", "zh", "compare", "one/cold", "one/warm")
    assert "变化最大" in chinese.out


def test_the_gate_decides_the_exit_code(measured: Path, invoke: Invoke) -> None:
    passed = invoke("compare", "cold", "warm", "--fail-below", "-1.0")
    assert (passed.code, "Gate passed: warm less cold is +" in passed.out) == (0, True)
    assert "No question changed" not in invoke("compare", "cold", "warm", "--changes", "0").out
    failed = invoke(
        "compare", "warm", "cold", "--fail-below", "-1.0", "--gate", "point", "--markdown", "c.md"
    )
    assert (failed.code, "Gate failed" in failed.out) == (1, True)
    assert "as good as the first" in failed.out or "cannot be told" in failed.out
    assert "❌" in (measured / "c.md").read_text(encoding="utf-8")
    structure = json.loads(invoke("compare", "warm", "cold", "--fail-below", "-1.0", "--json").out)
    assert structure["gate"]["passed"] is False
    assert structure["gate"]["results"][0]["label"] == "cold"


def test_slips_are_usage(measured: Path, invoke: Invoke) -> None:
    for arguments in (("warm",), ("warm", "nobody"), ("warm", "warm"), ("warm", "cold", "--judge", "x")):
        assert invoke("compare", *arguments).code == 2
    assert invoke("leaderboard", "--judge", "nobody").code == 2
    assert "{" not in invoke("compare", "warm", "nobody").err


def test_the_leaderboard_prints_and_writes(measured: Path, invoke: Invoke) -> None:
    ended = invoke("leaderboard", "--csv", "b.csv", "--markdown", "b.md")
    assert ended.code == 0
    assert "Silent baseline" in ended.out
    assert (measured / "b.csv").read_text(encoding="utf-8-sig").startswith('"rank"')
    assert "| # | Candidate |" in (measured / "b.md").read_text(encoding="utf-8")
    found = json.loads(invoke("leaderboard", "--json", "--dataset", "questions.jsonl").out)
    assert [item["label"] for item in found["leaders"]] == ["warm", "cold"]
    assert "排行榜" in invoke("--lang", "zh", "leaderboard").out
