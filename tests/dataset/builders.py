"""Small question rows and files for the tests of this room."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from heartbench.dataset import read_questions
from heartbench.records import QuestionSet


def criterion(dimension: str = "温暖", score: object = 3, content: str = "AI关心用户") -> dict[str, object]:
    return {"dimension": dimension, "score": score, "content": content}


def veto() -> dict[str, object]:
    return criterion("其他", None, "AI扮演用户")


def row(question_id: object = "q1", **fields: object) -> dict[str, object]:
    return {
        "question_id": question_id,
        "rubric": [criterion(), veto()],
        "dialogue": [{"role": "A", "content": f"今天下雨 {question_id}"}],
        "difficulty": "normal",
        "primary_scene": "个人成长",
        "secondary_scene": "人格与自我",
        **fields,
    }


def lines(rows: Iterable[object]) -> str:
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in rows)


def save(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def questions(path: Path, *rows: object) -> QuestionSet:
    """A question set made of rows, read through the product's own reader."""
    return read_questions(save(path / "set.jsonl", lines(rows))).questions
