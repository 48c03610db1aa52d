"""What the check finds, and that it leaves a clean set alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from heartbench.dataset import Finding, check, describe_finding, read_questions

from .builders import criterion, lines, questions, row, save, veto


def turns(roles: str) -> list[dict[str, str]]:
    return [{"role": role, "content": f"第{number}句"} for number, role in enumerate(roles)]


def found(path: Path, *rows: object) -> list[Finding]:
    findings = check(questions(path, *rows))
    for finding in findings:
        assert describe_finding(finding, "zh") and describe_finding(finding, "en")
    return list(findings)


def test_a_clean_set_has_no_findings(tmp_path: Path) -> None:
    assert found(tmp_path, row("a"), row("b", dialogue=turns("ABA"))) == []


def test_upstream_quirks_are_all_found_and_nothing_else(shared: Path) -> None:
    findings = check(shared / "upstream" / "question_all.jsonl")
    assert Counter(finding.rule for finding in findings) == {
        "empty_scene": 5,
        "no_veto": 1,
        "several_vetoes": 1,
        "veto_weight": 1,
        "starts_with_b": 1,
        "same_role": 3,
        "damaged_text": 1,
        "ascii_quotes": 1,
    }
    by_rule = {finding.rule: finding for finding in findings}
    assert by_rule["veto_weight"].fields == {"weight": -4}
    assert by_rule["ascii_quotes"].fields["count"] == 2309
    assert by_rule["several_vetoes"].question_id == by_rule["veto_weight"].question_id


@pytest.mark.parametrize(("name", "count"), [("hard", 84), ("normal", 212)])
def test_upstream_parts_say_no_difficulty(shared: Path, name: str, count: int) -> None:
    findings = check(shared / "upstream" / f"question_{name}.jsonl")
    assert Finding("no_difficulty", fields={"count": count}) in findings


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"primary_scene": "", "secondary_scene": ""}, ["empty_scene"]),
        ({"primary_scene": None, "secondary_scene": None}, ["empty_scene"]),
        ({"primary_scene": "火星生活"}, ["unknown_scene", "scene_mismatch"]),
        ({"secondary_scene": "火星生活"}, ["unknown_scene"]),
        ({"primary_scene": "家庭关系"}, ["scene_mismatch"]),
        ({"rubric": [criterion()]}, ["no_veto"]),
        ({"rubric": [criterion(), veto(), criterion("其他", -4)]}, ["several_vetoes", "veto_weight"]),
        ({"rubric": [veto()]}, ["no_ability"]),
        ({"dialogue": turns("BA")}, ["starts_with_b"]),
        ({"dialogue": turns("AB")}, ["ends_with_b"]),
        ({"dialogue": turns("AABBA")}, ["same_role"]),
        ({"dialogue": [{"role": "A", "content": "坏\ufffd"}]}, ["damaged_text"]),
        ({"dialogue": r'[{"role": "A", "content": "\ud83d"}]'}, ["damaged_text"]),
        ({"dialogue": [{"role": "A", "content": " "}]}, ["empty_text"]),
        ({"rubric": [criterion(), criterion(), veto()]}, ["doubled_criterion"]),
        ({"rubric": [criterion(score=0), veto()]}, ["zero_weight"]),
        ({"rubric": [criterion("Warmth"), veto()]}, ["alias"]),
        ({"rubric": [criterion(content='说"好"'), veto()]}, ["ascii_quotes"]),
        ({"difficulty": None}, ["difficulty_missing"]),
    ],
)
def test_each_rule(tmp_path: Path, change: dict[str, object], expected: list[str]) -> None:
    assert [finding.rule for finding in found(tmp_path, row("a"), row("b", **change))] == expected


def test_neighbouring_turns_are_numbered(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, row(dialogue=turns("AABBA")))
    assert finding.fields == {"turns": ("1-2", "3-4")}


def test_questions_that_are_alike_name_each_other(tmp_path: Path) -> None:
    same = turns("A")
    findings = found(tmp_path, row("abc", dialogue=same), row("x", dialogue=same), row("aBc"))
    assert [(item.rule, item.question_id, item.fields) for item in findings] == [
        ("same_dialogue", "x", {"other": "abc"}),
        ("id_case", "aBc", {"other": "abc"}),
    ]


def test_findings_of_the_reader_come_first(tmp_path: Path) -> None:
    path = save(tmp_path / "q.jsonl", lines([row(rubric=[criterion()])]).encode("gb18030"))
    assert [item.rule for item in check(path)] == ["gb18030", "no_veto"]
    assert check(read_questions(path)) == check(path)
