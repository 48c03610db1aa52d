"""The published results stand beside measurements on the official questions, whole and unchanged, alone."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

from heartbench.reporting.published import published_results

from .conftest import Invoke

MODELS = {row.model: f"{row.overall:.2f}" for row in published_results()}
MARKS = {"en": "published, judge claude-sonnet-4.5", "zh": "已发表，评委 claude-sonnet-4.5"}


class Rows(HTMLParser):
    """The cells of all rows of a page's tables, by the language of their part."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {"en": [], "zh": []}
        self._language = ""
        self._cell: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if named.get("data-in") in self.rows:
            self._language = str(named["data-in"])
        elif tag == "tr" and self._language:
            self.rows[self._language].append([])
        elif tag in ("td", "th") and self._language:
            self._cell = []

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.rows[self._language][-1].append("".join(self._cell).strip())
            self._cell = None


def evaluated(invoke: Invoke, *words: str) -> None:
    ended = invoke("run", "-m", "offline:listener", "--judge", "offline:rules", *words)
    assert ended.code == 0, ended.err


def page(invoke: Invoke, folder: Path) -> str:
    assert invoke("report", "-o", "report.html").code == 0
    return (folder / "report.html").read_text("utf-8")


@pytest.fixture
def official(shared: Path) -> Path:
    found = shared / "upstream" / "question_all.jsonl"
    if not found.is_file():
        pytest.skip(f"needs the official questions ({found})")
    return found


def test_the_13_published_results_stand_beside_the_official_questions(
    invoke: Invoke, folder: Path, official: Path
) -> None:
    evaluated(invoke, "--dataset", str(official))
    for language, mark in MARKS.items():
        lines = invoke("--lang", language, "leaderboard").out.splitlines()
        found = [line.split() for line in lines if line.endswith(mark) and line.split()[1] in MODELS]
        assert {line[1]: line[2] for line in found} == MODELS
    shown = json.loads(invoke("leaderboard", "--json", "--csv", "board.csv").out)
    assert {row["model"]: f"{row['overall']:.2f}" for row in shown["published"]} == MODELS
    assert {row["judge"] for row in shown["published"]} == {"claude-sonnet-4.5"}
    assert [leader["label"] for leader in shown["leaders"]] == ["listener"]
    with (folder / "board.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] == MARKS["en"]]
    assert {row["candidate"] for row in rows if row["measure"] == "overall"} == set(MODELS)
    assert len(rows) == 13 * 16
    tables = Rows(page(invoke, folder)).rows
    for language, mark in MARKS.items():
        marked = [row for row in tables[language] if mark in row]
        assert {row[1]: row[2] for row in marked} == MODELS


def changed(official: Path, folder: Path) -> Path:
    """One sign of one criterion is another."""
    text = official.read_text("utf-8")
    found = re.search(r'"content": ?"', text[text.index('"rubric"') :])
    assert found is not None
    at = text.index('"rubric"') + found.end()
    path = folder / "question_all.jsonl"
    path.write_text(text[:at] + "又" + text[at:], encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["builtin", "changed", "limited", "hard"])
def test_beside_any_other_questions_none_of_them_does(
    invoke: Invoke, folder: Path, official: Path, kind: str
) -> None:
    words = {
        "builtin": ("--dataset", "builtin"),
        "changed": ("--dataset", str(changed(official, folder))),
        "limited": ("--dataset", str(official), "--limit", "295"),
        "hard": ("--dataset", str(official), "--difficulty", "hard"),
    }[kind]
    evaluated(invoke, *words)
    for language in MARKS:
        text = invoke("--lang", language, "leaderboard").out
        assert "listener" in text and not any(model in text for model in MODELS)
        assert "claude-sonnet" not in text
    shown = json.loads(invoke("leaderboard", "--json", "--csv", "board.csv").out)
    assert shown["published"] == []
    assert "published" not in (folder / "board.csv").read_text("utf-8-sig")
    if kind in ("limited", "hard"):
        return  # The page takes seconds, and has its rows from where the table has them.
    text = page(invoke, folder)
    assert not any(model in text for model in MODELS) and "claude-sonnet" not in text
