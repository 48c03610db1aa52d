from __future__ import annotations

from pathlib import Path

from benchmarks.questions import CRITERIA, DIALOGUE_CHARACTERS, write_questions

from heartbench.dataset import read_questions


def test_the_product_reads_them_and_they_are_as_long_as_said(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    write_questions(path, 20)
    loaded = read_questions(path).questions.questions
    assert len({item.content_hash for item in loaded}) == 20
    for item in loaded:
        assert len(item.rubric) == CRITERIA
        assert item.rubric[-1].is_veto
        assert sum(len(turn.content) for turn in item.dialogue) == DIALOGUE_CHARACTERS
        assert item.dialogue[0].role == item.dialogue[-1].role == "A"


def test_more_questions_begin_with_the_fewer(tmp_path: Path) -> None:
    few, many, other = (tmp_path / name for name in ("few", "many", "other"))
    write_questions(few, 3)
    write_questions(many, 5)
    write_questions(other, 3, seed=1)
    assert many.read_text("utf-8").startswith(few.read_text("utf-8"))
    assert other.read_text("utf-8") != few.read_text("utf-8")
