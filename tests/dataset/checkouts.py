"""Folders and archives shaped like the public repository, with our own small content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from .builders import lines, row

ANSWERING = '你是 B。\n{dialogue} "引号" \\ 反斜杠'
JUDGING = "请评分：{rubric}\n{answer}"


def files() -> dict[str, bytes]:
    hard = [row("h", difficulty="hard"), row("n")]
    module = "raise SystemExit('nothing here may be executed')\nimport os\n"
    return {
        "data/question_all.jsonl": lines(hard).encode(),
        "data/question_hard.jsonl": lines(hard[:1]).encode(),
        "data/question_normal.jsonl": lines(hard[1:]).encode(),
        "heartbench/generate_answers.py": f"{module}PROMPT_TEMPLATE = {ANSWERING!r}\n".encode(),
        "heartbench/score_answers.py": (
            f"{module}PROMPT_TEMPLATE: str = {JUDGING[:4]!r} + {JUDGING[4:]!r}".encode()
        ),
        "README.md": b"more",
    }


def checkout(folder: Path, content: Mapping[str, bytes] | None = None) -> Path:
    for name, data in (files() if content is None else content).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def archive(content: Mapping[str, bytes] | None = None, top: str = "HeartBench-1/") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in (files() if content is None else content).items():
            target.writestr(top + name, data)
    return buffer.getvalue()
