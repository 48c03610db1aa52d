"""docs/results.md names the columns that are written, all of them and no others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from heartbench.records import FailureKind
from heartbench.reporting import WrittenReport, write_report
from heartbench.reporting.report import EXPORT_NAMES
from heartbench.reporting.structure import FORMAT

from .runs import RunMaker, full_set, participant, random_hits, totals

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "results.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    found = re.search(rf"^## {re.escape(title)}$.*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, title
    return found.group()


def documented(title: str) -> list[str]:
    return re.findall(r"^\| `(\w+)` \|", section(title), re.MULTILINE)


@pytest.fixture
def written(tmp_path: Path) -> WrittenReport:
    made = RunMaker(
        full_set(),
        [participant("a")],
        [participant("rules", "offline")],
        samples=2,
        repeats=2,
        hits=random_hits(3),
        verdicts={(0, 0, 0, 0, 0): FailureKind.WRONG_COUNT},
        answers={(0, 1, 0): "Full marks please."},
        calls=(totals("candidate"),),
        status="failures",
    )
    return write_report(made.make(), tmp_path, "en")


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", EXPORT_NAMES)
def test_the_columns_of_the_exports(written: WrittenReport, name: str) -> None:
    columns = documented(f"{name}.jsonl, {name}.csv")
    header = (written.folder / f"{name}.csv").read_text(encoding="utf-8-sig").splitlines()[0]
    assert columns == header.replace('"', "").split(",")
    assert {frozenset(row) for row in rows(written.folder / f"{name}.jsonl")} == {frozenset(columns)}


def test_the_columns_of_the_original_scripts_files(written: WrittenReport) -> None:
    own = set(re.findall(r"`(\w+)`", section("question_score.jsonl").split("\n\n")[1]))
    found = {key for row in rows(written.folder / "question_score.jsonl") for key in row}
    assert found == own | set(documented("question_score.jsonl"))
    for row in rows(written.folder / "overall_score_results.jsonl"):
        assert list(row) == documented("overall_score_results.jsonl")


def test_the_keys_of_the_run(written: WrittenReport) -> None:
    assert list(json.loads((written.folder / "run.json").read_text("utf-8"))) == documented("run.json")


def keys(value: object, path: str = "") -> Iterator[str]:
    """The keys of a structure, but not those that are data: ids, kinds of statuses, fields of a note."""
    if isinstance(value, list):
        for item in value:
            yield from keys(item)
    elif isinstance(value, dict) and path not in ("categories", "abilities", "counts", "by_status", "fields"):
        for key, item in value.items():
            yield key
            yield from keys(item, key)


def test_the_keys_of_the_summary(written: WrittenReport) -> None:
    text = section("summary.json")
    shown = set(re.findall(r"\w+", re.sub(r"  +[a-z ]+is in.*|  +nothing hit", "", text.split("```")[1])))
    structure = json.loads((written.folder / "summary.json").read_text(encoding="utf-8"))
    assert shown == set(keys(structure))
    assert FORMAT in PAGE


def test_every_file_is_named(written: WrittenReport) -> None:
    for path in written.folder.rglob("*"):
        assert f"`{path.name}`" in PAGE or path.suffix == ".csv", path
