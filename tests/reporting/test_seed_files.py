from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from heartbench.records import FailureKind, Rule
from heartbench.reporting import write_report
from heartbench.store.results import RunResults
from heartbench.taxonomy import ABILITIES

from .runs import RunMaker, failure, full_set, question


def written(results: RunResults, folder: Path, rule: Rule = "paper") -> tuple[list[Any], list[Any]]:
    place = write_report(results, folder, "en", rule).folder
    names = "question_score.jsonl", "overall_score_results.jsonl"
    first, second = (
        [json.loads(line) for line in (place / name).read_text("utf-8").splitlines()] for name in names
    )
    return first, second


def test_question_rows_are_the_questions_plus_the_five_fields(tmp_path: Path) -> None:
    made = RunMaker([question("q0", ["warmth", "humor"])], verdicts={(0, 0, 0, 0, 0): (True, False, False)})
    (row,), _ = written(made.make(), tmp_path)
    assert row == {
        "question_id": "q0",
        "rubric": [
            {"dimension": "温暖", "score": 3, "content": "warmth…"},
            {"dimension": "幽默", "score": 3, "content": "humor…"},
            {"dimension": "其他", "score": None, "content": "扮演用户"},
        ],
        "dialogue": [{"role": "A", "content": "最近好累"}],
        "difficulty": "hard",
        "primary_scene": "个人成长",
        "secondary_scene": "情绪管理与压力管理",
        "response": "我在听。",
        "score_detail": [1, 0, 0],
        "score_reason": "1. reason 0\n2. reason 1\n3. reason 2",
        "dimension_score": {"温暖": 100.0, "幽默": 0.0},
        "question_score": 50.0,
    }


def test_ability_rows_and_overall(tmp_path: Path) -> None:
    _, rows = written(RunMaker(full_set()).make(), tmp_path)
    assert [row["dimension"] for row in rows] == [*(ability.zh for ability in ABILITIES), "OVERALL"]
    assert rows[-1] == {"dimension": "OVERALL", "score": 100.0, "question_count": 6}
    assert rows[0] == {"dimension": "言语表达", "score": 100.0, "question_count": 2}


def test_a_failure_is_null_and_says_why(tmp_path: Path) -> None:
    made = RunMaker(
        [question("q0", ["warmth"]), question("q1", ["warmth"])],
        answers={(0, 0, 0): failure(FailureKind.BLOCKED, "candidate")},
        verdicts={(0, 1, 0, 0, 0): failure(FailureKind.WRONG_COUNT, "judge", raw_values=(1,))},
    ).make()
    (blocked, short), overall = written(made, tmp_path)
    assert blocked["response"] is blocked["score_detail"] is blocked["question_score"] is None
    assert blocked["failure"] == {"side": "candidate", "kind": "blocked", "message": "went wrong"}
    assert short["score_detail"] is None
    assert overall[-1]["score"] is None
    (_, short), _ = written(made, tmp_path, "released")
    assert short["score_detail"] == [1]
    assert short["question_score"] == 100.0
    assert short["failure"]["kind"] == "wrong_count"


def test_samples_and_repeats_are_numbered_where_there_are_several(tmp_path: Path) -> None:
    rows, _ = written(RunMaker([question("q0", ["warmth"])], samples=2, repeats=2).make(), tmp_path)
    assert [(row["sample"], row["repeat"]) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("field", ["sample", "repeat", "failure"])
def test_no_field_beyond_the_seed_where_it_says_nothing(tmp_path: Path, field: str) -> None:
    (row,), _ = written(RunMaker([question("q0", ["warmth"])]).make(), tmp_path)
    assert field not in row
