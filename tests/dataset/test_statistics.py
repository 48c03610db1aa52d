"""The seed's two tables and what goes with them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from heartbench.dataset import read_questions, statistics

from .builders import criterion, questions, row, veto

SEED_PERCENTS = {
    "verbal_expression": "20.0%", "curiosity": "13.0%", "warmth": "10.8%", "first_person": "10.5%",
    "autonomy": "1.3%", "humor": "1.3%", "self_awareness": "1.0%", "emotional_coping": "13.8%",
    "emotional_understanding": "11.0%", "emotional_perception": "10.1%", "emotional_reaction": "1.1%",
    "proactivity": "2.8%", "relationship_building": "0.9%", "motivation": "1.5%", "morality": "0.8%",
}  # fmt: skip
SEED_SCENES = [(110, "37.2%"), (66, "22.3%"), (53, "17.9%"), (37, "12.5%"), (30, "10.1%")]


def test_upstream_gives_the_seeds_table_of_abilities(shared: Path) -> None:
    counted = statistics(read_questions(shared / "upstream" / "question_all.jsonl").questions)
    facts = json.loads((shared / "facts" / "blueprint.json").read_text(encoding="utf-8"))["abilities"]
    lines = [line for category in counted.categories for line in category.abilities]
    assert {line.id: line.percent for line in lines} == SEED_PERCENTS
    assert sorted(
        (line.id, line.count, line.questions, line.questions_hard, line.penalties) for line in lines
    ) == sorted(
        (fact["id"], fact["criteria"], fact["questions"], fact["questions_hard"], fact["penalties"])
        for fact in facts
    )
    assert [(item.id, item.count) for item in counted.categories] == [
        ("personality", 1634), ("emotion", 1015), ("social", 104), ("motivation", 42), ("morality", 23),
    ]  # fmt: skip
    assert (counted.criteria, counted.vetoes) == (2818, 296)
    assert (counted.questions, counted.hard, counted.normal) == (296, 84, 212)


def test_upstream_cells_of_one_criterion_and_silence(shared: Path) -> None:
    counted = statistics(read_questions(shared / "upstream" / "question_all.jsonl").questions)
    assert counted.cells == 1869
    assert round(100 * counted.single_cells / counted.cells) == 60
    golden = json.loads((shared / "golden" / "aggregates.json").read_text(encoding="utf-8"))
    silent = next(case for case in golden if (case["name"], case["rule"]) == ("all_zero", "paper"))
    for stratum, expected in (("all", silent), ("hard", silent["hard"]), ("normal", silent["normal"])):
        overall = counted.baseline[stratum].overall
        assert overall is not None
        assert math.isclose(overall, expected["overall"], abs_tol=1e-9)


def test_upstream_scenes_are_counted_as_they_stand(shared: Path) -> None:
    counted = statistics(read_questions(shared / "upstream" / "question_all.jsonl").questions)
    facts = json.loads((shared / "facts" / "scenes.json").read_text(encoding="utf-8"))["primary"]
    assert [(line.id, line.count) for line in counted.scenes] == [
        *((fact["zh"], fact["upstream_questions"]) for fact in facts),
        ("", 5),
    ]
    assert sum(line.hard for line in counted.scenes) == 84
    found = {second.id: second.count for line in counted.scenes for second in line.secondary}
    assert found == {scene["zh"]: scene["upstream_questions"] for fact in facts for scene in fact["scenes"]}
    assert counted.unused_scenes == ()


@pytest.mark.parametrize(("count", "percent"), SEED_SCENES)
def test_shares_of_scenes_are_printed_as_in_the_seed(tmp_path: Path, count: int, percent: str) -> None:
    rows = [row(f"a{number}") for number in range(count)]
    rows += [
        row(f"b{number}", primary_scene="家庭关系", secondary_scene="家庭边界")
        for number in range(296 - count)
    ]
    line = statistics(questions(tmp_path, *rows)).scenes[0]
    assert (line.id, line.count, line.percent) == ("个人成长", count, percent)


def test_small_set_by_hand(tmp_path: Path) -> None:
    rubric = [criterion(), criterion(score=-2, content="b"), criterion("幽默", 5), veto()]
    counted = statistics(questions(tmp_path, row("a", rubric=rubric), row("b", difficulty="hard")))
    personality = counted.categories[0]
    warmth, humor = (
        next(line for line in personality.abilities if line.id == name) for name in ("warmth", "humor")
    )
    assert (warmth.count, warmth.questions, warmth.questions_hard) == (3, 2, 1)
    assert (warmth.penalties, warmth.single_cells, warmth.percent) == (1, 1, "75.0%")
    assert (humor.count, humor.single_cells) == (1, 1)
    assert personality.abilities[0] is warmth, "most criteria first"
    assert (counted.cells, counted.single_cells, counted.vetoes) == (3, 2, 2)
    assert [line.id for line in counted.scenes] == [
        "个人成长",
        "人际与社会化发展",
        "职场心理",
        "家庭关系",
        "亲密关系",
    ]
    assert len(counted.unused_scenes) == 32
    assert set(counted.baseline) == {"all", "hard", "normal"}
    assert counted.baseline["hard"].abilities["warmth"] == 0
    assert counted.baseline["all"].overall is None


def test_scenes_off_the_taxonomy_have_their_own_line(tmp_path: Path) -> None:
    counted = statistics(questions(tmp_path, row("a", primary_scene="火星生活", difficulty=None)))
    assert [(line.id, line.count) for line in counted.scenes if line.count] == [("火星生活", 1)]
    assert set(counted.baseline) == {"all"}
