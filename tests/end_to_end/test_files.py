"""Every row of what users' files really hold, through the command line."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from cli.conftest import question, write_rows
from end_to_end.surroundings import Desk, serving
from heartbench.chat.fake import FakeEndpoint

ANSWERS = {"q1": "抱抱你，我在听。", "q2": "嗯，后来呢？"}
SCORE = ("--dataset", "questions.jsonl", "--judge", "offline:rules", "--json")


def lines(answers: Mapping[str, object] = ANSWERS) -> str:
    rows = ({"question_id": key, "response": text} for key, text in answers.items())
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def answer(desk: Desk, text: str) -> None:
    (desk.folder / "answers.jsonl").write_text(text, encoding="utf-8")


def responses(desk: Desk) -> dict[str, object]:
    """What the latest run took as answers."""
    (folder,) = (desk.folder / "results").iterdir()
    rows = (folder / "answers.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    return {row["question_id"]: row["response"] for row in map(json.loads, rows)}


def table(rows: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    return stream.getvalue()


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


ROWS = [("question_id", "response"), *ANSWERS.items()]

SHAPES: Mapping[str, bytes] = {
    "bom": codecs.BOM_UTF8 + lines().encode(),
    "crlf": lines().replace("\n", "\r\n").encode(),
    "blank-lines": ("\n\n" + lines().replace("\n", "\n  \n\n")).encode(),
    "no-last-newline": lines().rstrip("\n").encode(),
    "utf-16": codecs.BOM_UTF16_LE + lines().encode("utf-16-le"),
    "utf-16-be": codecs.BOM_UTF16_BE + lines().encode("utf-16-be"),
    "gbk": lines().encode("gbk"),
    "gb18030": lines().encode("gb18030"),
    "gzip": gzip.compress(lines().encode()),
    "array": json.dumps([{"question_id": key, "response": text} for key, text in ANSWERS.items()]).encode(),
    "indented-array": json.dumps(
        [{"question_id": key, "response": text} for key, text in ANSWERS.items()], indent=2
    ).encode(),
    "mapping": json.dumps(ANSWERS, ensure_ascii=False).encode(),
    "indented-mapping": json.dumps(ANSWERS, indent=4).encode(),
    "csv": table(ROWS).encode(),
    "csv-excel": codecs.BOM_UTF8 + table(ROWS).encode(),
    "semicolons": table(ROWS, ";").encode(),
    "tabs": table(ROWS, "\t").encode(),
    "csv-gbk": table(ROWS).encode("gbk"),
}
"""Rows 1 to 3 and 6: one content in every wrapping that users bring."""


@pytest.mark.parametrize("name", ["answers.jsonl", "answers.txt"])
@pytest.mark.parametrize("shape", SHAPES)
def test_rows_1_2_3_6_answers_in_every_wrapping(desk: Desk, shape: str, name: str) -> None:
    """The content decides, not the name of the file."""
    (desk.folder / name).write_bytes(SHAPES[shape])
    ended = desk("score", name, *SCORE)
    assert ended.code == 0, ended.err
    assert responses(desk) == ANSWERS
    assert ("GB18030" in ended.err) == ("gb" in shape)


@pytest.mark.parametrize("name", ["answers.xlsx", "answers.csv", "answers"])
def test_answers_from_a_workbook(desk: Desk, name: str) -> None:
    odd = {**ANSWERS, "q1": "=1+1", "q2": "第一行\r\n第二行，“引号” \u2028"}
    # Excel writes control characters as _x000D_ and the like.
    cells = {key: text.replace("\r", "_x000D_") for key, text in odd.items()}
    (desk.folder / name).write_bytes(workbook([("question_id", "response", "note"), *cells.items()]))
    ended = desk("score", name, *SCORE)
    assert ended.code == 0, ended.err
    assert responses(desk) == odd, "a formula is the text that it is"


def test_a_workbook_with_samples_numbers_and_gaps(desk: Desk) -> None:
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": "7"}, question(2)])
    rows = [
        ("question_id", "sample", "response"),
        (7, 0, "一"),
        (7, 1, "二"),
        ("q2", 0, None),
        ("q2", 1, "三"),
    ]
    (desk.folder / "answers.xlsx").write_bytes(workbook(rows))
    ended = desk("score", "answers.xlsx", *SCORE)
    assert ended.code == 3
    found = json.loads(ended.out)["answering"][0]
    assert (found["asked"], found["answered"]) == (4, 3)


@pytest.mark.parametrize("content", [b"PK\x03\x04 no workbook", b"PK\x03\x04" + b"\0" * 400])
def test_a_broken_workbook_is_said(desk: Desk, content: bytes) -> None:
    (desk.folder / "answers.xlsx").write_bytes(content)
    ended = desk("score", "answers.xlsx", *SCORE)
    assert ended.code == 2 and "answers.xlsx is no Excel workbook" in ended.err


QUESTIONS = "".join(json.dumps(question(number), ensure_ascii=False) + "\n" for number in (1, 2))
QUESTION_SHAPES: Mapping[str, bytes] = {
    "bom": codecs.BOM_UTF8 + QUESTIONS.encode(),
    "crlf": QUESTIONS.replace("\n", "\r\n").encode(),
    "utf-16": codecs.BOM_UTF16_LE + QUESTIONS.encode("utf-16-le"),
    "gb18030": QUESTIONS.encode("gb18030"),
    "gzip": gzip.compress(QUESTIONS.encode()),
    "array": json.dumps([question(1), question(2)], indent=1).encode(),
}


@pytest.mark.parametrize("shape", QUESTION_SHAPES)
def test_rows_1_2_3_6_questions_in_every_wrapping(desk: Desk, shape: str) -> None:
    (desk.folder / "questions.jsonl").write_bytes(QUESTION_SHAPES[shape])
    ended = desk("run", "-m", "offline:silent", *SCORE)
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["run"]["question_set"]["questions"] == 2


def test_row_4_line_separators_inside_a_text(desk: Desk) -> None:
    odd = {"q1": "一\u2028二\u2029三\x85四", "q2": "\u2028"}
    answer(desk, lines({**odd, "q2": "五\u2028"}))
    assert desk("score", "answers.jsonl", *SCORE).code == 0
    assert responses(desk) == {**odd, "q2": "五\u2028"}
    exported = (next((desk.folder / "results").iterdir()) / "answers.jsonl").read_text(encoding="utf-8")
    assert len(exported.splitlines()) == 2


def test_row_5_a_torn_last_line(desk: Desk) -> None:
    answer(desk, lines({"q1": "一"}) + '{"question_id":"q2","resp')
    ended = desk("score", "answers.jsonl", *SCORE, "--name", "r")
    assert ended.code == 3
    assert "answers.jsonl:2" in ended.err and "q2" in ended.err
    assert responses(desk) == {"q1": "一", "q2": None}
    answer(desk, lines({"q1": "一", "q2": "二"}))
    assert desk("score", "answers.jsonl", *SCORE, "--name", "r2").code == 0


def test_row_5_a_line_welded_to_the_next_is_refused(desk: Desk) -> None:
    whole = lines({"q1": "一"}).rstrip("\n")
    answer(desk, f"{whole}{whole}\n")
    ended = desk("score", "answers.jsonl", *SCORE)
    assert ended.code == 2 and "answers.jsonl:1" in ended.err


@pytest.mark.parametrize("question_id", ["007", "1e5", "1344800117571260417", "7.0", "q|1", "../q"])
def test_row_7_ids_are_strings_as_written(desk: Desk, question_id: str) -> None:
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": question_id}])
    (desk.folder / "answers.csv").write_text(table([("question_id", "response"), (question_id, "一")]))
    assert desk("score", "answers.csv", *SCORE).code == 0
    assert responses(desk) == {question_id: "一"}


@pytest.mark.parametrize("written", ["7", "1344800117571260417", "1e5", "7.0"])
def test_row_7_a_number_is_the_text_that_it_is_written_as(desk: Desk, written: str) -> None:
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": written}])
    answer(desk, f'{{"question_id": {written}, "response": "一"}}\n')
    assert desk("score", "answers.jsonl", *SCORE).code == 0
    assert responses(desk) == {written: "一"}


def test_row_7_a_clash_of_a_number_and_a_text_is_named(desk: Desk) -> None:
    answer(desk, '{"question_id":7,"response":"一"}\n{"question_id":"7","response":"一"}\n')
    ended = desk("score", "answers.jsonl", *SCORE)
    assert ended.code == 2 and "answers.jsonl:1" in ended.err and "answers.jsonl:2" in ended.err


def test_row_8_one_id_with_two_responses_names_both_lines(desk: Desk) -> None:
    answer(desk, lines({"q1": "一", "q2": "二"}) + lines({"q1": "三"}))
    ended = desk("score", "answers.jsonl", *SCORE)
    assert ended.code == 2 and "q1" in ended.err
    assert "answers.jsonl:1" in ended.err and "answers.jsonl:3" in ended.err
    assert not (desk.folder / "results").exists()


def test_row_9_missing_and_unknown_ids_are_listed_and_coverage_is_shown(desk: Desk) -> None:
    answer(desk, lines({"q2": "二", "q9": "九"}))
    ended = desk("score", "answers.jsonl", *SCORE[:-1])
    assert ended.code == 3
    assert "no answer to 1 question: q1" in ended.err and "q9" in ended.err
    assert "1/2" in ended.out
    report = (next((desk.folder / "results").iterdir()) / "report.md").read_text(encoding="utf-8")
    assert "1/2" in report


@pytest.mark.parametrize("content", ["", "\n\n", "[]", "{}", "question_id,response\n"])
def test_row_9_an_empty_file(desk: Desk, content: str) -> None:
    answer(desk, content)
    ended = desk("score", "answers.jsonl", *SCORE)
    assert ended.code == 2 and ended.err
    assert "Traceback" not in ended.err


CELLS = ["None", "NA", "null", "无", "N/A", "nan", "0", "False"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_row_10_cells_are_texts(desk: Desk, kind: str) -> None:
    names = [f"c{number}" for number in range(len(CELLS))]
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": name} for name in names])
    rows = [("question_id", "response"), *zip(names, CELLS, strict=True)]
    content = table(rows).encode() if kind == "csv" else workbook(rows)
    (desk.folder / f"answers.{kind}").write_bytes(content)
    assert desk("score", f"answers.{kind}", *SCORE).code == 0
    assert responses(desk) == dict(zip(names, CELLS, strict=True))


def test_row_10_what_is_no_text_has_its_own_status(desk: Desk) -> None:
    names = ("null", "absent", "empty", "blank", "number", "list", "text")
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": name} for name in names])
    values = {"null": None, "empty": "", "blank": " \n", "number": 1, "list": ["一"], "text": "一"}
    rows: list[dict[str, object]] = [{"question_id": key, "response": value} for key, value in values.items()]
    write_rows(desk.folder / "answers.jsonl", [*rows, {"question_id": "absent"}])
    ended = desk("score", "answers.jsonl", *SCORE)
    assert ended.code == 3
    (standing,) = json.loads(ended.out)["judgements"][0]["standings"]
    assert standing["failures"] == [{"side": "candidate", "kind": "missing", "count": 6}]
    (folder,) = (desk.folder / "results").iterdir()
    found = [json.loads(row) for row in (folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()]
    messages = {row["question_id"]: row["failure_message"] for row in found}
    assert messages.pop("text") is None
    assert messages["empty"] == messages["blank"] and messages["number"] == messages["list"]
    assert len(set(messages.values())) == 4, "null, absent, empty and no text are told apart"


def test_row_11_cells_that_spreadsheets_would_run_or_cut(desk: Desk) -> None:
    odd = ["=1+1", "+1", "-1", "@x", "\t=1", "控制\x00\x1b符", "长" * 40_000, '"引号",\n换行']
    names = [f"o{number}" for number in range(len(odd))]
    write_rows(desk.folder / "questions.jsonl", [{**question(1), "question_id": name} for name in names])
    answer(desk, lines(dict(zip(names, odd, strict=True))))
    assert desk("score", "answers.jsonl", *SCORE).code == 0
    assert responses(desk) == dict(zip(names, odd, strict=True))
    csv.field_size_limit(1_000_000)
    (folder,) = (desk.folder / "results").iterdir()
    with (folder / "answers.csv").open(encoding="utf-8-sig", newline="") as stream:
        cells = {row["question_id"]: row for row in csv.DictReader(stream)}
    assert [cells[name]["response"][:1] for name in names[:5]] == ["'"] * 5
    assert len(cells["o6"]["response"]) == 40_000 and cells["o6"]["characters"] == "40000"
    assert cells["o5"]["response"] == "控制␀␛符" and cells["o7"]["response"] == odd[7]


def with_criterion(**fields: object) -> dict[str, object]:
    row = question(1)
    rubric = row["rubric"]
    assert isinstance(rubric, list)
    return {**row, "rubric": [{**rubric[0], **fields}, *rubric[1:]]}


@pytest.mark.parametrize("weight", ["5", 5.0, " 5 ", "+5"])
def test_row_12_weights_that_are_coerced(desk: Desk, weight: object) -> None:
    write_rows(desk.folder / "questions.jsonl", [with_criterion(score=weight)])
    assert desk("run", "-m", "offline:silent", *SCORE).code == 0
    (folder,) = (desk.folder / "results").iterdir()
    first = json.loads((folder / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["weight"] == 5


@pytest.mark.parametrize("weight", ["null", "NaN", "Infinity", '"abc"', "true", "[5]", "1e999", '""'])
def test_row_12_weights_that_are_refused(desk: Desk, weight: str) -> None:
    row = json.dumps(with_criterion(score="WEIGHT"), ensure_ascii=False).replace('"WEIGHT"', weight)
    (desk.folder / "questions.jsonl").write_text(row + "\n", encoding="utf-8")
    ended = desk("run", "-m", "offline:silent", *SCORE)
    assert ended.code == 2 and "q1" in ended.err and "questions.jsonl:1" in ended.err


def test_row_12_a_rubric_as_a_json_string(desk: Desk) -> None:
    row = question(1)
    write_rows(
        desk.folder / "questions.jsonl", [{**row, "rubric": json.dumps(row["rubric"], ensure_ascii=False)}]
    )
    assert desk("run", "-m", "offline:silent", *SCORE).code == 0


@pytest.mark.parametrize(
    ("written", "ability"), [("好奇心 ", "curiosity"), ("自我觉察", "self_awareness"), ("Warmth", "warmth")]
)
def test_row_13_abilities_by_another_name(desk: Desk, written: str, ability: str) -> None:
    write_rows(desk.folder / "questions.jsonl", [with_criterion(dimension=written)])
    ended = desk("run", "-m", "offline:silent", *SCORE)
    assert ended.code == 0, ended.err
    (folder,) = (desk.folder / "results").iterdir()
    first = json.loads((folder / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["ability"] == ability


def test_answers_to_questions_left_out_are_not_unknown(desk: Desk) -> None:
    write_rows(
        desk.folder / "a.jsonl", [{"question_id": name, "response": "嗯"} for name in ("q1", "q2", "strange")]
    )
    options = ("--dataset", "questions.jsonl", "--judge", "offline:rules")
    ended = desk("score", "a.jsonl", *options, "--limit", "1")
    assert ended.code == 0 and "strange" in ended.err
    assert "q1" not in ended.err and "q2" not in ended.err


def test_row_13_an_unknown_ability_is_refused_by_name(desk: Desk) -> None:
    write_rows(desk.folder / "questions.jsonl", [with_criterion(dimension="超能力")])
    ended = desk("run", "-m", "offline:silent", *SCORE)
    assert ended.code == 2 and "超能力" in ended.err and "q1" in ended.err


@pytest.mark.parametrize("name", ["question_all.jsonl", "question_hard.jsonl", "question_normal.jsonl"])
def test_row_14_upstreams_own_files_load_and_are_checked(desk: Desk, shared: Path, name: str) -> None:
    path = shared / "upstream" / name
    findings = json.loads(desk("data", "check", str(path), "--json").out)
    rules = {finding["rule"] for finding in findings}
    assert not [finding for finding in findings if finding["severity"] == "error"]
    if name == "question_all.jsonl":
        wanted = {"empty_scene", "no_veto", "several_vetoes", "veto_weight", "starts_with_b", "same_role"}
        assert wanted | {"damaged_text", "ascii_quotes"} <= rules
        assert sum(finding["rule"] == "empty_scene" for finding in findings) == 5
        (quotes,) = [finding for finding in findings if finding["rule"] == "ascii_quotes"]
        assert quotes["fields"]["count"] == 2309
    else:
        assert "no_difficulty" in rules
    assert (
        desk(
            "run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", str(path), "--limit", "9"
        ).code
        == 0
    )


def test_row_15_model_names_in_file_names(desk: Desk) -> None:
    names = [
        "qwen/qwen3:8b",
        "qwen-qwen3-8b",
        "https://h/v1",
        "a|b",
        "模型 一",
        "con",
        "QWEN/qwen3:8b",
        "Same",
        "same",
    ]
    with serving(fake := FakeEndpoint()):
        models = [word for name in names for word in ("-m", name)]
        ended = desk("run", *models, "--base-url", fake.url, *SCORE)
    assert ended.code == 0, ended.err
    (run,) = (desk.folder / "results").iterdir()
    folders = sorted(path.name for path in (run / "candidates").iterdir())
    assert len({name.casefold() for name in folders}) == len(names)
    for folder in (run / "candidates").iterdir():
        assert (folder / "question_score.jsonl").is_file()
    assert set(fake.stats.by_model) == set(names), "the endpoint hears the names as they are"
    with closing(sqlite3.connect(desk.folder / "heartbench.db")) as connection:
        assert {name for (name,) in connection.execute("SELECT DISTINCT target FROM calls")} == set(names)
