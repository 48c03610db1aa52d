from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from heartbench.records import FailureKind
from heartbench.reporting import write_report
from heartbench.reporting.exports import json_line
from heartbench.store.results import RunResults

from .runs import RunMaker, failure, full_set, question

LONG = "长" * 40_000
HOSTILE = '=HYPERLINK("http://x")\x00\x07\u2028 end, with "quotes"\nand lines \ud800'


def hostile_run() -> RunResults:
    return RunMaker(
        [question("=1+1", ["warmth"]), question("q1", ["warmth"]), question("q2", ["warmth"])],
        answers={(0, 0, 0): HOSTILE, (0, 1, 0): LONG, (0, 2, 0): failure(FailureKind.BLOCKED, "candidate")},
        verdicts={(0, 1, 0, 0, 0): failure(FailureKind.WRONG_COUNT, "judge", raw_values=(1, [2]))},
    ).make()


def written(
    results: RunResults, folder: Path
) -> dict[str, tuple[list[dict[str, Any]], list[dict[str, str]]]]:
    place = write_report(results, folder, "en").folder
    csv.field_size_limit(1_000_000)
    found = {}
    for name in ("answers", "verdicts", "scores", "totals"):
        with (place / f"{name}.csv").open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            cells = list(reader)
        rows = [json.loads(line) for line in (place / f"{name}.jsonl").read_text("utf-8").splitlines()]
        assert len(rows) == len(cells)
        assert all(set(row) == set(reader.fieldnames or ()) for row in rows)
        found[name] = rows, cells
    return found


def test_every_text_is_kept_whole(tmp_path: Path) -> None:
    rows, cells = written(hostile_run(), tmp_path)["answers"]
    assert rows[0]["response"] == HOSTILE
    assert rows[1]["response"] == LONG
    assert cells[1]["response"] == LONG
    assert cells[1]["characters"] == "40000"


def test_no_cell_of_any_csv_begins_like_a_formula(tmp_path: Path) -> None:
    tables = written(hostile_run(), tmp_path)
    for _, cells in tables.values():
        for row in cells:
            for name, text in row.items():
                assert not text.startswith(("=", "+", "@")), name
                assert not text.startswith("-") or float(text) < 0
                assert not any(ord(character) < 32 and character not in "\t\r\n" for character in text)
    assert tables["answers"][1][0]["question_id"] == "'=1+1"


def test_excel_sees_utf8(tmp_path: Path) -> None:
    written(hostile_run(), tmp_path)
    assert (tmp_path / "run-1" / "answers.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_verdicts_have_one_row_per_criterion(tmp_path: Path) -> None:
    rows, cells = written(hostile_run(), tmp_path)["verdicts"]
    assert [(row["question_id"], row["criterion"], row["hit"], row["status"]) for row in rows] == [
        ("=1+1", 1, 1, "judged"),
        ("=1+1", 2, 0, "judged"),
        ("q1", 1, None, "failed"),
        ("q1", 2, None, "failed"),
        ("q2", 1, None, "failed"),
        ("q2", 2, None, "failed"),
    ]
    assert rows[0]["reason"] == "reason 0"
    assert [row["raw_value"] for row in rows[2:4]] == [1, [2]]
    assert cells[3]["raw_value"] == "[2]"
    assert rows[4]["failure_side"] == "candidate"
    assert cells[2]["hit"] == ""


def test_scores_and_totals(tmp_path: Path) -> None:
    tables = written(RunMaker(full_set()).make(), tmp_path)
    scores, _ = tables["scores"]
    assert len(scores) == 30
    assert {row["score"] for row in scores} == {100.0}
    totals, _ = tables["totals"]
    kinds = {row["stratum_kind"] for row in totals}
    assert kinds == {"all", "difficulty", "primary_scene", "secondary_scene"}
    overall = next(row for row in totals if row["stratum_kind"] == "all" and row["measure"] == "overall")
    assert (overall["value"], overall["lower_bound"], overall["silent_baseline"]) == (100.0, 100.0, 0.0)
    assert (overall["scored"], overall["asked"], overall["rank"]) == (6, 6, 1)


def test_a_json_line_is_one_line_for_every_reader() -> None:
    text = "a\u2028b\u2029c\x85d\x1ee"
    assert len(json_line(text).splitlines()) == 1
    assert json.loads(json_line(text)) == text
