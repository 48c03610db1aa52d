"""Reading files of answers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.dataset import AnswerFile, read_answers
from heartbench.errors import DataError
from heartbench.language import describe
from heartbench.records import FileAnswer

from .builders import lines, row, save

KNOWN = ("a", "b", "c")


def read(path: Path, text: str | bytes, name: str = "answers.jsonl") -> AnswerFile:
    return read_answers(save(path / name, text), KNOWN)


def refused(path: Path, text: str, name: str = "answers.jsonl") -> DataError:
    with pytest.raises(DataError) as caught:
        read(path, text, name)
    assert describe(caught.value, "zh") and describe(caught.value, "en")
    return caught.value


def said(text: str) -> tuple[FileAnswer, ...]:
    return (FileAnswer("text", text),)


def answer(question_id: object, response: object, **fields: object) -> dict[str, object]:
    return {"question_id": question_id, "response": response, **fields}


ROWS = [answer("a", "甲"), answer("b", "乙")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lean.jsonl", lines(ROWS)),
        ("seed.jsonl", lines([row("a", response="甲"), row("b", response="乙", score_detail=[1])])),
        ("list.json", json.dumps(ROWS)),
        ("list.json", json.dumps(ROWS, indent=2)),
        ("map.json", json.dumps({"a": "甲", "b": "乙"})),
        ("map.json", json.dumps({"a": "甲", "b": "乙"}, indent=2)),
        ("table.csv", "question_id,response\na,甲\nb,乙\n"),
        ("table.csv", "\ufeffquestion_id;response\r\na;甲\r\n\r\nb;乙\r\n"),
        ("table.tsv", "response\tquestion_id\tmodel\n甲\ta\tx\n乙\tb\ty\n"),
        ("table.txt", 'question_id,response,\n"a","甲"\n"b","乙"'),
    ],
)
def test_every_format(tmp_path: Path, name: str, text: str) -> None:
    file = read(tmp_path, text, name)
    assert file.answers == {"a": said("甲"), "b": said("乙")}
    assert (file.missing, file.unknown, file.doubled, file.notices) == (("c",), (), (), ())


def test_one_indented_row(tmp_path: Path) -> None:
    assert read(tmp_path, json.dumps(ROWS[0], indent=2)).answers == {"a": said("甲")}


def test_what_is_no_answer_keeps_its_kind(tmp_path: Path) -> None:
    values: list[object] = [None, "", " \n", 1, ["x"], False]
    rows: list[object] = [answer(f"i{number}", value) for number, value in enumerate(values)]
    rows += [{"question_id": "none"}, answer("text", "None")]
    file = read_answers(save(tmp_path / "a.jsonl", lines(rows)))
    statuses = [found[0].status for found in file.answers.values()]
    assert statuses == ["null", "empty", "empty", "not_text", "not_text", "not_text", "absent", "text"]


def test_cells_of_a_table_are_texts(tmp_path: Path) -> None:
    cells = ["None", "NA", "null", "无", "1", "", "=SUM(A1)"]
    text = "question_id,response\n" + "".join(f"{number},{cell}\n" for number, cell in enumerate(cells))
    file = read_answers(save(tmp_path / "a.csv", text + "7\n"))
    found = [file.answers[str(number)][0] for number in range(8)]
    assert [item.text for item in found[:5]] == cells[:5]
    assert [item.status for item in found[5:]] == ["empty", "text", "absent"]


def test_missing_and_unknown_ids_are_listed(tmp_path: Path) -> None:
    file = read(tmp_path, lines([answer("z", "1"), answer("b", "2"), answer("y", "3")]))
    assert (list(file.answers), file.missing, file.unknown) == (["b"], ("a", "c"), ("z", "y"))


@pytest.mark.parametrize("text", ["", "\n\n", "[]", "{}", "\ufeff"])
def test_an_empty_file_misses_all(tmp_path: Path, text: str) -> None:
    if text == "{}":
        assert refused(tmp_path, text).code == "dataset.no_answer_id"
        return
    file = read(tmp_path, text)
    assert (file.answers, file.missing) == ({}, KNOWN)


def test_two_responses_to_one_question_are_refused_with_both_lines(tmp_path: Path) -> None:
    error = refused(tmp_path, lines([answer("a", "甲"), answer("b", "乙"), answer("a", "丙")]))
    assert error.code == "dataset.answer_doubled"
    assert str(error.fields["first"]).endswith(":1")
    assert str(error.fields["second"]).endswith(":3")


@pytest.mark.parametrize("other", [None, "", 1])
def test_a_response_beside_none_is_two_responses(tmp_path: Path, other: object) -> None:
    error = refused(tmp_path, lines([answer("a", other), answer("a", "甲")]))
    assert error.code == "dataset.answer_doubled"


def test_the_same_response_twice_is_taken_once_and_said(tmp_path: Path) -> None:
    file = read(tmp_path, lines([answer("a", "甲"), answer("a", "甲"), answer("b", "乙")]))
    assert (file.answers["a"], file.doubled) == (said("甲"), ("a",))


def test_samples_tell_answers_apart(tmp_path: Path) -> None:
    rows = [answer("a", "二", sample=2), answer("a", "零", sample=0), answer("b", "x", sample=None)]
    file = read(tmp_path, lines(rows))
    assert file.answers["a"] == (FileAnswer("text", "零"), FileAnswer("absent"), FileAnswer("text", "二"))
    assert file.answers["b"] == said("x")
    table = read(tmp_path, "question_id,sample,response\na,1,一\na,0,零\nb,,x\n", "a.csv")
    assert [item.text for item in table.answers["a"]] == ["零", "一"]


@pytest.mark.parametrize("sample", [-1, 1000, 10**12, True, "x", 1.5, "-1", []])
def test_what_is_no_sample_is_refused(tmp_path: Path, sample: object) -> None:
    error = refused(tmp_path, lines([answer("a", "甲", sample=sample)]))
    assert (error.code, error.fields["question_id"]) == ("dataset.sample", "a")


def test_ids_are_texts_as_written(tmp_path: Path) -> None:
    text = '{"question_id": 1344800117571260417, "response": "x"}\n{"question_id": 1e5, "response": "y"}\n'
    file = read_answers(save(tmp_path / "a.jsonl", text), ["1344800117571260417", "1e5"])
    assert (len(file.answers), file.missing) == (2, ())
    table = read_answers(save(tmp_path / "a.csv", "question_id,response\n007,x\n1e5,y\n"))
    assert list(table.answers) == ["007", "1e5"]


def test_a_number_beside_the_same_text_is_a_clash_even_with_one_response(tmp_path: Path) -> None:
    error = refused(tmp_path, lines([answer(7, "x"), answer("7", "x")]))
    assert error.code == "dataset.id_clash"


def test_a_torn_last_line_is_noted_and_missing(tmp_path: Path) -> None:
    file = read(tmp_path, lines([answer("a", "甲")]) + '{"question_id":"b","resp')
    assert (list(file.answers), file.missing) == (["a"], ("b", "c"))
    (notice,) = file.notices
    assert notice.rule == "torn_line"
    assert str(notice.fields["where"]).endswith(":2")


@pytest.mark.parametrize("cut", [1, 2, 3, 4, 5, 6])
def test_a_line_torn_inside_a_character(tmp_path: Path, cut: int) -> None:
    data = lines([answer("a", "甲"), answer("b", "今天下雨")]).encode()
    file = read(tmp_path, data[: -3 - cut])
    assert (file.answers, [item.rule for item in file.notices]) == ({"a": said("甲")}, ["torn_line"])


def test_a_line_torn_in_the_middle_is_refused(tmp_path: Path) -> None:
    text = '{"question_id":"a","resp\n' + lines([answer("b", "乙")])
    error = refused(tmp_path, text)
    assert error.code == "dataset.broken_json"
    assert str(error.fields["where"]).endswith(":1")


def test_two_rows_welded_into_one_line_are_refused_also_at_the_end(tmp_path: Path) -> None:
    text = lines([answer("a", "甲")]) + (json.dumps(ROWS[0]) + json.dumps(ROWS[1]))
    assert refused(tmp_path, text).code == "dataset.broken_json"


def test_a_table_torn_inside_quotes(tmp_path: Path) -> None:
    file = read(tmp_path, 'question_id,response\na,甲\nb,"乙\n乙', "a.csv")
    assert (list(file.answers), [item.rule for item in file.notices]) == (["a"], ["torn_line"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (lines([{"question_id": "a", "reponse": "甲"}]), "dataset.no_responses"),
        (lines([{"id": "a", "response": "甲"}]), "dataset.no_answer_id"),
        (lines([["a", "甲"]]), "dataset.not_an_object"),
        ("[1]", "dataset.not_an_object"),
        ("id,response\na,甲\n", "dataset.no_id_column"),
        ("question_id,answer\na,甲\n", "dataset.no_responses"),
        ("question_id,response,response\na,甲,乙\n", "dataset.column_doubled"),
        ("question_id,response\na,甲,乙,丙\n", "dataset.too_many_cells"),
        ('question_id,response\na,"甲"乙\n', "dataset.broken_csv"),
        ("question_id,response\n,甲\n", "dataset.no_answer_id"),
        ("<html>", "dataset.no_id_column"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, text: str, code: str) -> None:
    assert refused(tmp_path, text, "answers.any").code == code


def test_long_cells_with_everything_in_them(tmp_path: Path) -> None:
    limit = csv.field_size_limit()
    text = "=1+1,\"'\n\u2028\u0085\r\n" * 20_000
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["question_id", "response"], ["a", text]])
    file = read(tmp_path, buffer.getvalue(), "a.csv")
    assert file.answers["a"] == said(text)
    assert csv.field_size_limit() == limit


def test_gb18030_is_said(tmp_path: Path) -> None:
    file = read(tmp_path, "question_id,response\na,今天下雨\n".encode("gb18030"), "a.csv")
    assert file.answers["a"] == said("今天下雨")
    assert [item.rule for item in file.notices] == ["gb18030"]


def workbook(path: Path, rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for cells in rows:
        sheet.append(cells)
    book.save(path / "book.xlsx")
    return (path / "book.xlsx").read_bytes()


def test_a_workbook_whatever_its_name(tmp_path: Path) -> None:
    cells: list[list[object]] = [
        ["question_id", "response", None],
        ["a", "None"],
        [],
        [7, "=SUM(A1)"],
        ["b", 3],
        ["c", None],
    ]
    data = workbook(tmp_path, [*cells, ["d", "一_x000D_二"]])
    file = read_answers(save(tmp_path / "answers.csv", data))
    assert file.answers["a"] == said("None")
    assert file.answers["7"] == said("=SUM(A1)")
    assert [file.answers[key][0].status for key in "bc"] == ["not_text", "empty"]
    assert file.answers["d"] == said("一\r二")


def test_a_workbook_with_two_answers_names_the_rows(tmp_path: Path) -> None:
    data = workbook(tmp_path, [["question_id", "response"], ["a", "x"], ["a", "y"]])
    with pytest.raises(DataError) as caught:
        read_answers(save(tmp_path / "answers.xlsx", data))
    assert str(caught.value.fields["second"]).endswith(":3")


@pytest.mark.parametrize("data", [b"PK\x03\x04 and nothing more", b"PK\x03\x04" + b"\x00" * 500])
def test_a_broken_workbook_is_said(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, data, "a.xlsx")
    assert caught.value.code == "dataset.broken_workbook"


IDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(str.strip)
TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1).filter(
    str.strip
)


@given(st.dictionaries(IDS, TEXTS, min_size=1))
def test_json_lines_bring_every_text_back(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("answers") / "a.jsonl"
    file = read_answers(save(path, lines(answer(key, value) for key, value in texts.items())), list(texts))
    assert file.answers == {key: said(value) for key, value in texts.items()}
    assert file.missing == file.unknown == ()


@given(st.dictionaries(IDS, TEXTS, min_size=1), st.sampled_from(",;\t"))
def test_tables_bring_every_text_back(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str], delimiter: str
) -> None:
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    table.writerows([["question_id", "response"], *texts.items()])
    path = tmp_path_factory.mktemp("answers") / "a.csv"
    assert read_answers(save(path, buffer.getvalue())).answers == {
        key: said(value) for key, value in texts.items()
    }


@pytest.mark.parametrize(
    "text",
    ['{"id": 1}', '{"id": "q1", "answer": "嗯"}', '[{"ID": "q1", "text": "嗯"}]', '{"q1": 3, "q2": null}'],
)
def test_a_row_without_question_id_is_named_as_such(tmp_path: Path, text: str) -> None:
    error = refused(tmp_path, text)
    assert error.code == "dataset.no_answer_id"
    assert "no question_id" in describe(error, "en")


def test_ids_with_their_texts_are_no_row(tmp_path: Path) -> None:
    assert set(read(tmp_path, '{"q1": "嗯", "q2": null}').unknown) == {"q1", "q2"}


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "first", "a": "second"}',
        '{\n"a": "first",\n"a": "second"\n}',
        '[{"question_id": "a", "response": "first", "response": "second"}]',
        '{"question_id": "a", "response": "first", "response": "second"}',
    ],
)
def test_a_key_with_two_values_is_refused_and_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_answers(path, ["a"])
    assert caught.value.code == "dataset.broken_json"
    assert "twice" in describe(caught.value, "en")
    path.write_text(text.replace("second", "first"), encoding="utf-8")
    assert read_answers(path, ["a"]).answers["a"][0].text == "first"
