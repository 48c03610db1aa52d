"""Every row of how averages go wrong, through whole runs and the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import write_rows
from end_to_end.surroundings import Desk, everything_written, serving
from evaluation.world import is_judging
from heartbench.chat.fake import FakeCall, FakeEndpoint, FakeSettings, Wire
from heartbench.records import Criterion
from heartbench.scoring import score_verdict

BLOCKED = Wire(400, b'{"error":{"message":"content filter","code":"content_filter"}}')


def score(weights: Sequence[int], hits: int) -> float:
    """The score of a question by the rule ``paper``, where the first ``hits`` criteria are hit."""
    rubric = [Criterion("温暖", weight, "", "warmth") for weight in weights]
    found = score_verdict(rubric, [number < hits for number in range(len(weights))], "paper").question_score
    assert found is not None
    return found


Said = Mapping[str, Sequence[str | None]]
"""Model → what it says to each question; None: refused by a filter."""


def question(number: int, weights: Sequence[int], ability: str = "温暖") -> dict[str, object]:
    rubric = [{"dimension": ability, "score": weight, "content": f"条目{weight}"} for weight in weights]
    rubric.append({"dimension": "其他", "score": None, "content": "扮演用户"})
    dialogue = [{"role": "A", "content": f"第{number}件事。"}]
    scenes = {"primary_scene": "个人成长", "secondary_scene": "心理困扰"}
    return {
        "question_id": f"q{number}",
        "rubric": rubric,
        "dialogue": dialogue,
        "difficulty": "hard",
        **scenes,
    }


def endpoint(said: Said) -> FakeEndpoint:
    """Models that say what they are told; the judge hits as many criteria as the answer counts in its end."""

    def reply(call: FakeCall) -> str | Wire:
        prompt = call.last_user_text
        if is_judging(call):
            text = prompt.rpartition("\n")[0].rpartition("\n")[2]
            hits = int(text.rpartition(":")[2])
            count = prompt.count("】温暖：") + prompt.count("】好奇心：")
            items = [
                {"criterion": number, "reason": "因为", "hit": number <= hits}
                for number in range(1, count + 2)
            ]
            return json.dumps({"verdicts": items})
        number = int(prompt.partition("第")[2].partition("件")[0])
        text_or_none = said[call.model][number]
        return BLOCKED if text_or_none is None else text_or_none

    return FakeEndpoint(replies=reply)


def run(desk: Desk, fake: FakeEndpoint, models: Sequence[str], *more: str) -> tuple[int, dict[str, Any]]:
    asked = [word for model in models for word in ("-m", model)]
    ended = desk(
        "run", *asked, "--judge", "j", "--dataset", "set.jsonl", "--base-url", fake.url, "--json", *more
    )
    return ended.code, json.loads(ended.out)


def standings(summary: Mapping[str, Any]) -> dict[str, Any]:
    (judgement,) = summary["judgements"]
    return {item["candidate"]["label"]: item for item in judgement["standings"]}


def of_all(standing: Mapping[str, Any], what: str = "scores") -> dict[str, Any]:
    found: dict[str, Any] = next(
        item[what] for item in standing["strata"] if item["stratum"]["kind"] == "all"
    )
    return found


def test_row_1_failures_are_neither_scored_nor_forgotten(desk: Desk) -> None:
    write_rows(desk.folder / "set.jsonl", [question(number, (3, 1, 1)) for number in range(4)])
    said: Said = {"a": ["甲:2", "甲:2", None, None], "b": ["乙:1"] * 4}
    with serving(fake := endpoint(said)):
        code, summary = run(desk, fake, ("a", "b"), "--name", "r")
    assert code == 3
    found = standings(summary)
    high, low = score((3, 1, 1), 2), score((3, 1, 1), 1)
    assert 0 < low < high < 100
    assert of_all(found["a"])["question_mean"] == pytest.approx(high)
    assert (found["a"]["coverage"]["scored"], found["a"]["coverage"]["asked"]) == (2, 4)
    assert of_all(found["a"], "lower_bound")["question_mean"] == pytest.approx(high / 2)
    assert of_all(found["b"])["question_mean"] == pytest.approx(low)
    assert of_all(found["b"], "lower_bound")["question_mean"] == pytest.approx(low)
    assert found["a"]["common"]["question_mean"] == pytest.approx(high)
    assert found["b"]["common"]["question_mean"] == pytest.approx(low)
    assert summary["judgements"][0]["common_questions"] == 2
    assert "note_coverage" in {note["key"] for note in summary["notes"]}
    assert found["a"]["failures"] == [{"side": "candidate", "kind": "blocked", "count": 2}]
    report = (desk.folder / "results" / "r" / "report.md").read_text(encoding="utf-8")
    assert "2/4" in report and "4/4" in report


def test_doing_nothing_on_a_part_is_not_below_doing_nothing_on_the_whole(desk: Desk) -> None:
    """Nothing hit scores 100 on the first question and 0 on the second: 50 on both, 0 on the second alone."""
    write_rows(desk.folder / "set.jsonl", [question(0, (-5,)), question(1, (5,))])
    with serving(fake := endpoint({"a": [None, "甲:0"], "b": ["乙:1", "乙:0"]})):
        _, summary = run(desk, fake, ("a", "b"), "--name", "r")
    found = standings(summary)
    assert of_all(found["a"])["question_mean"] == of_all(found["b"])["question_mean"] == 0
    below = {label: item["strata"][0]["below_baseline"] for label, item in found.items()}
    assert below["a"] == [] and "question_mean" in below["b"] and "warmth" in below["b"]
    board = json.loads(desk("leaderboard", "--json").out)
    assert {item["label"]: bool(item["below_baseline"]) for item in board["leaders"]} == {
        "a": False,
        "b": True,
    }
    desk("report", "r")
    report = (desk.folder / "results" / "r" / "report.md").read_text(encoding="utf-8")
    rows = [line for line in report.splitlines() if line.startswith("| 温暖") or "Warmth" in line]
    assert rows and all(line.count("\\*") == 1 for line in rows if "0.0" in line and "[" not in line), rows


def test_row_2_a_failure_stays_one_until_it_is_mended(desk: Desk) -> None:
    write_rows(desk.folder / "set.jsonl", [question(number, (3, 1, 1)) for number in range(4)])
    said: dict[str, list[str | None]] = {"a": ["甲:2", "甲:2", "甲:2", None]}
    with serving(fake := endpoint(said)):
        asked, summaries = [], []
        for _ in range(3):
            code, summary = run(desk, fake, ("a",), "--name", "r", "--retry-failed", "all")
            assert code == 3
            asked.append(fake.stats.by_model["a"])
            summaries.append(standings(summary)["a"])
        assert asked == [4, 5, 6], "tried again each time, and nothing else is"
        assert summaries[0] == summaries[1] == summaries[2]
        again = json.loads(desk("report", "r", "--json").out)
        assert standings(again)["a"] == summaries[0]
        said["a"][3] = "甲:2"
        code, summary = run(desk, fake, ("a",), "--name", "r", "--retry-failed", "all")
    assert code == 0
    assert standings(summary)["a"]["coverage"]["scored"] == 4
    assert standings(summary)["a"]["failures"] == []


def test_row_3_macro_and_micro_are_told_apart_and_nothing_is_zero_that_is_not_there(desk: Desk) -> None:
    rows = [question(0, (3,)), *(question(number, (3,), "好奇心") for number in range(1, 10))]
    write_rows(desk.folder / "set.jsonl", rows)
    with serving(fake := endpoint({"a": ["甲:1", *["甲:0"] * 9]})):
        code, summary = run(desk, fake, ("a",), "--name", "r")
    assert code == 0
    scores = of_all(standings(summary)["a"])
    assert scores["overall"] is None
    assert (scores["mean_of_k"], scores["k"], scores["question_mean"]) == (50, 2, 10)
    assert {name: value for name, value in scores["abilities"].items() if value is not None} == {
        "warmth": 100,
        "curiosity": 0,
    }
    assert len(scores["abilities"]) == 15
    report = (desk.folder / "results" / "r" / "report.md").read_text(encoding="utf-8")
    empty = [line for line in report.splitlines() if line.startswith("| Humor") or line.startswith("| Sense")]
    assert empty and all("—" in line and "nan" not in line.lower() for line in empty)
    assert "50.0" in report and "10.0" in report


def test_row_4_equal_scores_share_a_rank(desk: Desk) -> None:
    write_rows(desk.folder / "set.jsonl", [question(0, (7, 1, 1, 1))])
    said: Said = {"w": ["甲:3"], "x": ["乙:2"], "y": ["丙:2"], "z": ["丁:1"]}
    with serving(fake := endpoint(said)):
        _, summary = run(desk, fake, ("z", "y", "x", "w"))
    found = standings(summary)
    means = {name: of_all(item)["question_mean"] for name, item in found.items()}
    assert means["w"] > means["x"] == means["y"] > means["z"]
    assert {name: item["rank"] for name, item in found.items()} == {"w": 1, "x": 2, "y": 2, "z": 4}
    assert [item["rank"] for item in summary["judgements"][0]["standings"]] == [1, 2, 2, 4]


def test_row_5_doing_nothing_has_its_place_beside_every_table(desk: Desk, shared: Path) -> None:
    upstream = shared / "upstream" / "question_all.jsonl"
    (desk.folder / "set.jsonl").write_bytes(upstream.read_bytes())
    with serving(fake := FakeEndpoint(FakeSettings(hit_probability=0.0))):
        code, summary = run(desk, fake, ("a",), "--name", "r")
    assert code == 0
    scores = of_all(standings(summary)["a"])
    assert scores["overall"] == pytest.approx(17.43, abs=0.005)
    assert scores["abilities"]["verbal_expression"] == pytest.approx(98.81, abs=0.005)
    baseline = {item["stratum"]["kind"]: item["scores"] for item in summary["baseline"]}
    assert baseline["all"]["overall"] == pytest.approx(scores["overall"])
    report = (desk.folder / "results" / "r" / "report.md").read_text(encoding="utf-8")
    tables = [part.split("\n\n")[1] for part in report.split("\n### ")[1:]]
    beside = [rows for rows in tables if "Silent baseline" in rows or "silent baseline" in rows.lower()]
    assert "17.43" in report and "98.8" in report and len(beside) >= 5
    assert "\\*" not in report.partition("## What the words mean")[0], "nothing is below what it equals"
    (folder,) = (desk.folder / "results").iterdir()
    totals = [json.loads(line) for line in (folder / "totals.jsonl").read_text(encoding="utf-8").splitlines()]
    assert all("silent_baseline" in row and row["below_baseline"] is False for row in totals)


def test_row_5_scores_below_doing_nothing_are_marked(desk: Desk) -> None:
    rows = [question(0, (3, -3)), question(1, (3, -3))]
    write_rows(desk.folder / "set.jsonl", rows)

    def reply(call: FakeCall) -> str | None:
        if not is_judging(call):
            return None
        hits = (False, True, False)
        items = [{"criterion": n, "reason": "x", "hit": hit} for n, hit in enumerate(hits, start=1)]
        return json.dumps({"verdicts": items})

    with serving(fake := FakeEndpoint(replies=reply)):
        _, summary = run(desk, fake, ("a",), "--name", "r")
    standing = standings(summary)["a"]
    assert of_all(standing)["question_mean"] == 0
    assert "question_mean" in of_all(standing, "below_baseline")
    assert "0.0\\*" in (desk.folder / "results" / "r" / "report.md").read_text(encoding="utf-8")


def test_row_6_a_second_model_overwrites_nothing(desk: Desk) -> None:
    write_rows(desk.folder / "set.jsonl", [question(number, (3, 1, 1)) for number in range(3)])
    with serving(fake := endpoint({"a": ["甲:2"] * 3, "b": ["乙:1"] * 3})):
        _, first = run(desk, fake, ("a",))
        before = everything_written(desk.folder / "results")
        _, second = run(desk, fake, ("b",))
        after = everything_written(desk.folder / "results")
        assert {name: after[name] for name in before} == before
        assert len(after) == 2 * len(before)
        assert first["run"]["name"] != second["run"]["name"]
        again = json.loads(desk("report", first["run"]["name"], "--json").out)
        _, elsewhere = run(desk, fake, ("b",), "--store", "other.db", "--name", first["run"]["name"])
        third = everything_written(desk.folder / "results")
        assert {name: third[name] for name in before} == before, "a run of the same name in another store"
        assert len(third) == 3 * len(before)
    assert standings(again) == standings(first) and standings(elsewhere).keys() == {"b"}
    assert fake.stats.by_model["a"] == 3
