"""Labelled answers: how they are read, and what the check finds in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heartbench.dataset import (
    LABELS_FILE,
    builtin_folder,
    builtin_labels,
    check_labels,
    labelled_responses,
    marker_agreement,
    read_labels,
)
from heartbench.errors import DataError
from heartbench.records import (
    FLAWS,
    PLAYS_USER,
    LabelKind,
    LabelledAnswer,
    LabelledAnswers,
    QuestionSet,
)
from heartbench.statistics import Undefined

from .builders import criterion, lines, questions, row, save, veto


def label(**fields: object) -> dict[str, object]:
    marks = [1, 0, 0]
    return {
        "question_id": "q1",
        "kind": "best",
        "style": "",
        "response": "我听着呢。",
        "detail": marks,
        "detail_first": marks,
        "detail_second": marks,
        "reasons": ["「我听着」", "", ""],
        **fields,
    }


def read(path: Path, *rows: object) -> LabelledAnswers:
    return read_labels(save(path / "labels.jsonl", lines(rows)))


def asked(path: Path, count: int = 2) -> QuestionSet:
    """Questions with one bonus, one penalty and the veto: hits 1, 0, 0 are worth 100."""
    rubric = [criterion("温暖", 3, "AI关心用户"), criterion("温暖", -3, "AI说教"), veto()]
    return questions(path, *(row(f"q{number}", rubric=rubric) for number in range(1, count + 1)))


def reply(
    kind: LabelKind, hits: tuple[bool, ...], question_id: str = "q1", style: str = ""
) -> LabelledAnswer:
    reasons = tuple("因为" if hit else "" for hit in hits)
    text = f"{kind} {style} {question_id} 的回复"
    return LabelledAnswer(question_id, kind, style, text, hits, hits, hits, reasons)


GOOD, MIXED, BAD, VETOED = (
    (True, False, False),
    (True, True, False),
    (False, True, False),
    (False, False, True),
)


def rules(found: QuestionSet, *answers: LabelledAnswer) -> set[str]:
    findings = check_labels(found, LabelledAnswers(answers))
    return {item.rule for item in findings if item.severity == "error"}


def test_a_row_becomes_a_labelled_answer(tmp_path: Path) -> None:
    (found,) = read(tmp_path, label()).answers
    assert found.hits == (True, False, False) and found.reasons == ("「我听着」", "", "")
    assert read(tmp_path, label()).of("q1")["best"] is not None
    assert labelled_responses(read(tmp_path, label()), "best")["q1"][0].text == "我听着呢。"
    assert labelled_responses(read(tmp_path, label()), "plain") == {}


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("detail", [1, 2, 0], "dataset.field_wrong"),
        ("detail", [True, False, False], "dataset.field_wrong"),
        ("detail", [1.0, 0, 0], "dataset.field_wrong"),
        ("kind", "worst", "dataset.field_wrong"),
        ("reasons", [None, "", ""], "dataset.field_wrong"),
        ("extra", 1, "dataset.field_unknown"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, field: str, value: object, code: str) -> None:
    with pytest.raises(DataError) as raised:
        read(tmp_path, label(**{field: value}))
    assert raised.value.code == code
    assert str(raised.value.fields["field"]).startswith(field)


def test_a_torn_last_line_is_refused(tmp_path: Path) -> None:
    whole = lines([label(), label(kind="plain")])
    with pytest.raises(DataError) as raised:
        read_labels(save(tmp_path / "labels.jsonl", whole[:-30]))
    assert raised.value.code == "dataset.torn_question"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda rows: [], "dataset.no_labels"),
        (lambda rows: [{**rows[0], "detail": rows[0]["detail"][:-1]}, *rows[1:]], "dataset.label_unfit"),
        (lambda rows: [{**rows[0], "detail_first": [1]}, *rows[1:]], "dataset.label_unfit"),
        (lambda rows: [{**rows[0], "question_id": "nobody"}, *rows[1:]], "dataset.label_unfit"),
    ],
)
def test_builtin_labels_that_do_not_fit_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any], code: str
) -> None:
    folder = builtin_folder()
    text = (folder / LABELS_FILE).read_text(encoding="utf-8")
    save(tmp_path / LABELS_FILE, lines(change([json.loads(line) for line in text.splitlines()])))
    monkeypatch.setattr("heartbench.dataset.labels.builtin_folder", lambda: tmp_path)
    with pytest.raises(DataError) as raised:
        builtin_labels()
    assert raised.value.code == code


def test_two_replies_of_one_kind_are_refused_with_both_places(tmp_path: Path) -> None:
    with pytest.raises(DataError) as raised:
        read(tmp_path, label(), label(kind="plain"), label(response="另一条"))
    assert raised.value.code == "dataset.label_doubled"
    assert str(raised.value.fields["first"]).endswith(":1")
    assert str(raised.value.fields["second"]).endswith(":3")


def test_other_marks_are_other_labels(tmp_path: Path) -> None:
    one, other = read(tmp_path, label()), read(tmp_path, label(detail=[0, 0, 0]))
    assert one.fingerprint != other.fingerprint
    for change in ({"detail_second": [0, 0, 0]}, {"reasons": ["别的", "", ""]}, {"kind": "plain"}):
        assert one.fingerprint != read(tmp_path, label(**change)).fingerprint
    assert one.fingerprint == read(tmp_path, label()).fingerprint


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (reply("best", MIXED), "label_band"),
        (reply("flawed", GOOD, style="lecture"), "label_band"),
        (reply("flawed", BAD, style="lecture"), "label_band"),
        (replace(reply("best", GOOD), response="好" * 251), "label_too_long"),
        (replace(reply("best", GOOD), response=" \n"), "label_empty"),
        (reply("best", GOOD, style="lecture"), "label_style"),
        (reply("flawed", MIXED, style="rude"), "label_style"),
        (reply("flawed", MIXED, style=PLAYS_USER), "label_veto"),
        (reply("flawed", VETOED, style="lecture"), "label_veto"),
        (replace(reply("best", GOOD), hits=(True, True, False)), "label_settled"),
        (reply("best", (True, False, True)), "label_veto"),
        (replace(reply("best", GOOD), reasons=("", "", "")), "label_reason"),
        (replace(reply("best", GOOD), response="打 13812345678 找我"), "label_personal"),
        (reply("best", GOOD, "q9"), "label_unknown"),
        (replace(reply("best", GOOD), second=(True,)), "label_length"),
    ],
)
def test_each_departure_of_a_reply_is_found(tmp_path: Path, answer: LabelledAnswer, rule: str) -> None:
    found = asked(tmp_path)
    assert rule in rules(found, answer)
    assert rule not in rules(found, reply("best", GOOD), reply("flawed", MIXED, style="lecture"))


def test_a_reply_that_plays_the_user_needs_no_band(tmp_path: Path) -> None:
    found = rules(asked(tmp_path), reply("flawed", VETOED, style=PLAYS_USER))
    assert not found & {"label_band", "label_veto", "label_gap"}


def test_a_settled_mark_may_be_either_where_the_markers_differ(tmp_path: Path) -> None:
    for settled in (True, False):
        hits = (True, settled, False)
        answer = replace(reply("plain", hits), first=(True, True, False), second=(True, False, False))
        assert "label_settled" not in rules(asked(tmp_path), answer)


def test_the_gap_to_the_best_reply_is_measured(tmp_path: Path) -> None:
    # Raw 0 and 3 of a span of 6: 71.2 and 100.
    flawed = reply("flawed", MIXED, style="joke")
    assert "label_gap" not in rules(asked(tmp_path), reply("best", GOOD), flawed)
    assert "label_gap" in rules(asked(tmp_path), reply("best", MIXED), flawed)


def test_the_whole_is_counted(tmp_path: Path) -> None:
    found = asked(tmp_path, 14)
    flawed = [reply("flawed", MIXED, f"q{number}", "lecture") for number in range(1, 13)]
    missing = rules(found, reply("best", GOOD), *flawed)
    assert {"label_missing", "label_plain_count", "label_spread", "label_style_share"} <= missing
    assert {"label_style_missing", "label_veto_count"} <= missing
    every = [reply("flawed", MIXED, f"q{number}", style) for number, style in enumerate(FLAWS, 1)]
    assert not rules(found, *every) & {"label_style_share", "label_style_missing"}


def test_one_text_twice_is_found(tmp_path: Path) -> None:
    again = replace(reply("best", GOOD, "q2"), response=reply("best", GOOD).response + "\n")
    assert "label_repeated" in rules(asked(tmp_path), reply("best", GOOD), again)


def test_plain_replies_keep_to_the_shares_of_scene_and_difficulty(tmp_path: Path) -> None:
    rubric = [criterion("温暖", 3, "AI关心用户"), criterion("温暖", -3, "AI说教"), veto()]
    rows = [
        row(f"q{number}", rubric=rubric, difficulty="hard" if number <= 10 else "normal")
        for number in range(1, 21)
    ]
    found = questions(tmp_path, *rows)
    fair = [reply("plain", GOOD, f"q{number}") for number in range(5, 16)]
    crooked = [reply("plain", GOOD, f"q{number}") for number in range(1, 11)]
    assert "label_strata" not in rules(found, *fair)
    assert "label_strata" in rules(found, *crooked)


def test_differences_of_the_markers_are_counted_before_settling(tmp_path: Path) -> None:
    found = asked(tmp_path, 30)
    answers = [reply("plain", GOOD, f"q{number}") for number in range(1, 31)]
    answers[0] = replace(answers[0], second=(False, False, False))
    measured = marker_agreement(found, LabelledAnswers(tuple(answers)))
    assert (measured["warmth"].marks, measured["warmth"].differing) == (60, 1)
    assert (measured["veto"].marks, measured["veto"].differing) == (30, 0)
    assert measured["all"].marks == 90
    # 29 hits of both, 1 of one alone, 30 misses of both.
    by_chance = (30 * 29 + 30 * 31) / 60**2
    assert measured["warmth"].kappa == pytest.approx((59 / 60 - by_chance) / (1 - by_chance))
    assert isinstance(measured["veto"].kappa, Undefined)
    notes = [item for item in check_labels(found, LabelledAnswers(tuple(answers))) if item.severity == "note"]
    assert {item.rule for item in notes} == {"label_differences", "label_differences_bare"}
    assert any(item.fields["group"] == "warmth" and item.fields["differing"] == 1 for item in notes)
