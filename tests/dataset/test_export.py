"""Writing the seed's three files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heartbench.dataset import export_questions, read_questions
from heartbench.errors import DataError

from .builders import criterion, questions, row, save, veto


def test_upstream_comes_out_byte_for_byte(shared: Path, tmp_path: Path) -> None:
    source = shared / "upstream" / "question_all.jsonl"
    paths = export_questions(read_questions(source).questions, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == [
        "question_all.jsonl",
        "question_hard.jsonl",
        "question_normal.jsonl",
    ]
    assert paths[0].read_bytes() == source.read_bytes()
    for path in paths[1:]:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        originals = (shared / "upstream" / path.name).read_text(encoding="utf-8").split("\n")
        for item in rows:
            assert item.pop("difficulty") in path.name
        assert rows == [json.loads(line) for line in originals if line]


def test_what_is_written_reads_as_the_same_set(tmp_path: Path) -> None:
    rubric = [criterion("Warmth", 2.5), criterion("幽默", -3), veto()]
    dialogue = json.dumps([{"role": "A", "content": "行分隔\u2028符 \ud83d 半个字"}])
    before = questions(tmp_path, row("a", rubric=rubric, difficulty=None), row("b", dialogue=dialogue))
    path = export_questions(before, tmp_path / "out")[0]
    assert read_questions(path).questions.fingerprint == before.fingerprint
    assert sorted(item.name for item in (tmp_path / "out").iterdir()) == [
        "question_all.jsonl",
        "question_hard.jsonl",
        "question_normal.jsonl",
    ]


def test_other_content_is_replaced_only_when_asked(tmp_path: Path) -> None:
    first, second = questions(tmp_path, row("a")), questions(tmp_path, row("b"))
    export_questions(first, tmp_path / "out")
    export_questions(first, tmp_path / "out")
    with pytest.raises(DataError) as caught:
        export_questions(second, tmp_path / "out")
    assert caught.value.code == "dataset.file_exists"
    path = export_questions(second, tmp_path / "out", overwrite=True)[0]
    assert read_questions(path).questions.questions[0].question_id == "b"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    blocked = save(tmp_path / "file", "x")
    with pytest.raises(DataError) as caught:
        export_questions(questions(tmp_path, row()), blocked / "below")
    assert caught.value.code == "dataset.unwritable"
