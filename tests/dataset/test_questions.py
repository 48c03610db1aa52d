"""Reading question files: what loads, what is coerced, what is refused and with which words."""

from __future__ import annotations

import gzip
import json
import math
import time
from pathlib import Path

import pytest

from heartbench.dataset import builtin_questions, describe_finding, inspect_questions, read_questions
from heartbench.errors import DataError
from heartbench.language import describe

from .builders import criterion, lines, row, save, veto


def refused(path: Path, *rows: object) -> DataError:
    with pytest.raises(DataError) as caught:
        read_questions(save(path / "q.jsonl", lines(rows)))
    assert describe(caught.value, "zh") and describe(caught.value, "en")
    return caught.value


@pytest.mark.parametrize(("name", "count"), [("all", 296), ("hard", 84), ("normal", 212)])
def test_upstream_files_load_unchanged(shared: Path, name: str, count: int) -> None:
    loaded = read_questions(shared / "upstream" / f"question_{name}.jsonl")
    assert len(loaded.questions.questions) == count
    assert loaded.findings == ()
    assert loaded.questions.name == f"question_{name}.jsonl"


def test_every_field_arrives(tmp_path: Path) -> None:
    loaded = read_questions(save(tmp_path / "q.jsonl", lines([row()])), "mine")
    (question,) = loaded.questions.questions
    assert loaded.questions.name == "mine"
    assert (question.question_id, question.difficulty) == ("q1", "normal")
    assert (question.primary_scene, question.secondary_scene) == ("个人成长", "人格与自我")
    assert [(turn.role, turn.content) for turn in question.dialogue] == [("A", "今天下雨 q1")]
    warm, refusal = question.rubric
    assert (warm.ability, warm.weight, warm.is_veto) == ("warmth", 3, False)
    assert (refusal.ability, refusal.weight, refusal.is_veto) == (None, None, True)


@pytest.mark.parametrize("shape", ["lines", "array", "indented array", "indented object", "one line"])
def test_every_shape(tmp_path: Path, shape: str) -> None:
    rows = [row("a")] if shape in ("indented object", "one line") else [row("a"), row("b")]
    text = {
        "lines": "\n\n".join(json.dumps(item) for item in rows),
        "array": json.dumps(rows),
        "indented array": json.dumps(rows, indent=2),
        "indented object": json.dumps(rows[0], indent=2),
        "one line": json.dumps(rows[0]),
    }[shape]
    loaded = read_questions(save(tmp_path / "q.json", text))
    assert [item.question_id for item in loaded.questions.questions] == [item["question_id"] for item in rows]


def test_ids_are_texts_as_written(tmp_path: Path) -> None:
    text = "".join(
        json.dumps(row("@")).replace('"@"', written) + "\n"
        for written in ('"007"', '"1e5"', '"1344800117571260417"', "1344800117571260418", "7", "1e5")
    )
    with pytest.raises(DataError) as caught:
        read_questions(save(tmp_path / "q.jsonl", text))
    assert caught.value.code == "dataset.id_clash"
    assert caught.value.fields["question_id"] == "1e5"
    loaded = read_questions(save(tmp_path / "q.jsonl", text.rsplit("\n", 2)[0]))
    ids = [item.question_id for item in loaded.questions.questions]
    assert ids == ["007", "1e5", "1344800117571260417", "1344800117571260418", "7"]


@pytest.mark.parametrize(
    ("score", "weight"), [("5", 5), (" -10 ", -10), ("2.5", 2.5), (3, 3), (-0.5, -0.5), ("+1", 1)]
)
def test_weights_are_coerced(tmp_path: Path, score: object, weight: float) -> None:
    path = save(tmp_path / "q.jsonl", lines([row(rubric=[criterion(score=score)])]))
    found = read_questions(path).questions.questions[0].rubric[0].weight
    assert found == weight
    assert type(found) is type(weight)


@pytest.mark.parametrize("score", [math.nan, math.inf, "abc", "", "NaN", True, [3], 1001, "1e3", "1_0"])
def test_what_is_no_weight_is_refused_with_the_id(tmp_path: Path, score: object) -> None:
    error = refused(tmp_path, row("ok"), row("bad", rubric=[veto(), criterion(score=score)]))
    assert error.code == "dataset.weight"
    assert error.fields["question_id"] == "bad"
    assert error.fields["field"] == "rubric[1].score"
    assert str(error.fields["where"]).endswith("q.jsonl:2")


@pytest.mark.parametrize("missing", [True, False])
def test_an_ability_without_weight_is_refused(tmp_path: Path, missing: bool) -> None:
    item = criterion(score=None)
    if missing:
        del item["score"]
    error = refused(tmp_path, row("bad", rubric=[item]))
    assert (error.code, error.fields["question_id"]) == ("dataset.no_weight", "bad")


def test_packed_lists_are_unpacked(tmp_path: Path) -> None:
    packed = row(rubric=json.dumps([criterion(score="4")]), dialogue=json.dumps(row()["dialogue"]))
    question = read_questions(save(tmp_path / "q.jsonl", lines([packed]))).questions.questions[0]
    assert question.rubric[0].weight == 4
    assert question.dialogue[0].content == "今天下雨 q1"


@pytest.mark.parametrize(
    "dimension", ["自我觉察", "自我意识", "Self-Awareness", " 自我认知 ", "self_awareness"]
)
def test_aliases_are_taken_for_their_ability(tmp_path: Path, dimension: str) -> None:
    path = save(tmp_path / "q.jsonl", lines([row(rubric=[criterion(dimension)])]))
    item = read_questions(path).questions.questions[0].rubric[0]
    assert (item.ability, item.dimension) == ("self_awareness", dimension)


def test_an_unknown_ability_is_refused_by_name(tmp_path: Path) -> None:
    error = refused(tmp_path, row("bad", rubric=[criterion("宇宙意识")]))
    assert error.code == "dataset.unknown_ability"
    assert error.fields["dimension"] == "宇宙意识"
    assert error.fields["question_id"] == "bad"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"dialouge": []}, "dataset.field_unknown", "dialouge"),
        ({"difficulty": "easy"}, "dataset.field_wrong", "difficulty"),
        ({"dialogue": [{"role": "user", "content": "x"}]}, "dataset.field_wrong", "dialogue[0].role"),
        ({"dialogue": [{"role": "A"}]}, "dataset.field_missing", "dialogue[0].content"),
        ({"dialogue": []}, "dataset.empty_list", "dialogue"),
        ({"rubric": []}, "dataset.empty_list", "rubric"),
        ({"rubric": "[oops"}, "dataset.field_wrong", "rubric"),
        ({"rubric": "[" * 100_000}, "dataset.field_wrong", "rubric"),
        ({"primary_scene": 3}, "dataset.field_wrong", "primary_scene"),
    ],
)
def test_wrong_fields_are_named(tmp_path: Path, change: dict[str, object], code: str, field: str) -> None:
    error = refused(tmp_path, row("bad", **change))
    assert (error.code, error.fields["field"], error.fields["question_id"]) == (code, field, "bad")


@pytest.mark.parametrize("question_id", [None, "", "  ", True, [], {}])
def test_what_is_no_id_is_refused(tmp_path: Path, question_id: object) -> None:
    assert refused(tmp_path, row(question_id)).code == "dataset.no_id"


def test_a_missing_id_is_named(tmp_path: Path) -> None:
    rows = row()
    del rows["question_id"]
    assert refused(tmp_path, rows).fields["field"] == "question_id"


def test_one_id_twice_names_both_lines(tmp_path: Path) -> None:
    error = refused(tmp_path, row("a"), row("b"), row("a"))
    assert error.code == "dataset.id_doubled"
    assert str(error.fields["first"]).endswith(":1")
    assert str(error.fields["second"]).endswith(":3")


def test_a_number_beside_the_same_text_is_a_clash(tmp_path: Path) -> None:
    assert refused(tmp_path, row(7), row("7")).code == "dataset.id_clash"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (lines([row("a")]) + "{oops}\n" + lines([row("b")]), "dataset.broken_json", 2),
        (lines([row("a")]) + '{"question_id":"b","resp', "dataset.torn_question", 2),
        (lines([row("a")]) + "[1]\n", "dataset.not_an_object", 2),
        (lines([row("a")]).strip() + lines([row("b")]), "dataset.broken_json", 1),
        (lines([row("a")]) + '{"a":' + "[" * 200_000 + "\n", "dataset.broken_json", 2),
        (lines([row("a")]) + '{"a":' + "9" * 5_000 + "}\n", "dataset.broken_json", 2),
        ("[1,\n2,\noops]", "dataset.broken_json", 3),
        ("no json at all\n", "dataset.broken_json", 1),
    ],
)
def test_broken_lines_are_named(tmp_path: Path, text: str, code: str, line: int) -> None:
    with pytest.raises(DataError) as caught:
        read_questions(save(tmp_path / "q.jsonl", text))
    assert caught.value.code == code
    assert str(caught.value.fields["where"]).endswith(f":{line}")


@pytest.mark.parametrize("text", ["", "\n \n", "[]"])
def test_a_file_without_questions_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError) as caught:
        read_questions(save(tmp_path / "q.jsonl", text))
    assert caught.value.code == "dataset.no_questions"


def test_line_separators_inside_a_text_stay(tmp_path: Path) -> None:
    said = "\u2028一\u2028二\u2029三\u0085四"
    text = lines([row(dialogue=[{"role": "A", "content": said}]), row("b")])
    assert said in text
    loaded = read_questions(save(tmp_path / "q.jsonl", text))
    assert loaded.questions.questions[0].dialogue[0].content == said
    assert len(loaded.questions.questions) == 2


def test_half_a_character_survives(tmp_path: Path) -> None:
    path = save(tmp_path / "q.jsonl", json.dumps(row(dialogue=[{"role": "A", "content": "a\ud83d"}])))
    loaded = read_questions(path)
    assert loaded.questions.questions[0].dialogue[0].content == "a\ud83d"
    assert loaded.questions.fingerprint


def test_the_same_set_in_any_wrapping_has_one_fingerprint(tmp_path: Path) -> None:
    text = lines([row("a"), row("b")])
    wrapped = {
        "plain.jsonl": text.encode(),
        "bom.jsonl": b"\xef\xbb\xbf" + text.replace("\n", "\r\n\r\n").encode(),
        "utf16.jsonl": text.encode("utf-16"),
        "utf16le.jsonl": text.encode("utf-16-le"),
        "utf16be.jsonl": text.encode("utf-16-be"),
        "utf32.jsonl": text.encode("utf-32"),
        "gbk.jsonl": text.encode("gb18030"),
        "packed.jsonl": gzip.compress(text.encode()),
        "packed.jsonl.gz": gzip.compress(b"\xef\xbb\xbf" + text.encode()),
    }
    prints = set()
    for name, data in wrapped.items():
        loaded = read_questions(save(tmp_path / name, data))
        prints.add(loaded.questions.fingerprint)
        rules = [finding.rule for finding in loaded.findings]
        assert rules == (["gb18030"] if name.startswith("gbk") else [])
    assert len(prints) == 1


def test_equal_criteria_are_one_object(tmp_path: Path) -> None:
    loaded = read_questions(save(tmp_path / "q.jsonl", lines([row("a"), row("b")])))
    first, second = loaded.questions.questions
    assert first.rubric[0] is second.rubric[0]


def test_whole_and_fractional_spelling_of_a_weight_stay_apart(tmp_path: Path) -> None:
    rows = [row("a", rubric=[criterion(score=5)]), row("b", rubric=[criterion(score=5.0)])]
    loaded = read_questions(save(tmp_path / "q.jsonl", lines(rows)))
    assert [str(item.rubric[0].weight) for item in loaded.questions.questions] == ["5", "5.0"]


@pytest.mark.parametrize("wrap", ["lines", "array", "indented"])
def test_ten_times_upstream_loads_fast_in_every_shape(tmp_path: Path, wrap: str) -> None:
    content = [criterion("温暖", 3, f"标准{number}" * 20) for number in range(10)]
    rows = [row(f"q{number}", rubric=content) for number in range(3_000)]
    text = {"lines": lines(rows), "array": json.dumps(rows), "indented": json.dumps(rows, indent=1)}[wrap]
    path = save(tmp_path / "q.json", text)
    started = time.process_time()
    assert len(read_questions(path).questions.questions) == 3_000
    assert time.process_time() - started < 2.5, "about 0.2 s here: this guards against quadratic reading"


def test_the_builtin_set_is_found_beside_the_source_or_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heartbench.dataset.questions.resources.files", lambda _: tmp_path)
    packaged = tmp_path / "_data"
    packaged.mkdir()
    with pytest.raises(DataError) as caught:
        builtin_questions()
    assert caught.value.code == "dataset.builtin_missing"
    save(packaged / "question_all.jsonl", lines([row()]))
    found = builtin_questions()
    assert (found.name, len(found.questions)) == ("builtin", 1)


def test_an_inspection_lists_every_fault_and_goes_on(tmp_path: Path) -> None:
    good, doubled = row("q1"), row("q1")
    odd = {**row("q2"), "difficulty": "easy", "colour": "red"}
    off = row("q3", rubric=[criterion("勇气"), criterion("温暖", None), criterion("善良")])
    text = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in (good, doubled, odd, off))
    path = save(tmp_path / "q.jsonl", text + '{"question_id": }\n3\n' + json.dumps(row("q4")) + "\n{")
    loaded = inspect_questions(path)
    assert [item.question_id for item in loaded.questions.questions] == ["q1", "q4"]
    assert [(item.rule, item.question_id) for item in loaded.findings] == [
        ("id_doubled", "q1"),
        ("field_wrong", "q2"),
        ("field_unknown", "q2"),
        ("unknown_ability", "q3"),
        ("no_weight", "q3"),
        ("unknown_ability", "q3"),
        ("broken_json", ""),
        ("not_an_object", ""),
        ("torn_question", ""),
    ]
    for finding in loaded.findings:
        assert finding.severity == "error"
        assert "q.jsonl" in describe_finding(finding, "en") and "q.jsonl" in describe_finding(finding, "zh")


def test_an_inspection_of_a_good_file_is_its_reading(tmp_path: Path) -> None:
    path = save(tmp_path / "q.jsonl", lines([row("q1"), row("q2")]))
    assert inspect_questions(path) == read_questions(path)
