"""Synthetic questions: as long as real ones, as many as wanted, about nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path

CRITERIA = 10
DIALOGUE_CHARACTERS = 480
_TURNS = 7

_PIECES = (
    "最近总是睡不好，",
    "下班回家也不想说话，",
    "昨天又跟他吵了一架，",
    "其实我也知道不全怪他，",
    "可是心里就是堵得慌，",
    "我妈还在旁边说风凉话，",
    "同事都觉得我没事人一样，",
    "周末本来想出去走走，",
    "结果在床上躺了一整天，",
    "你说我是不是太矫情了，",
)
_DIMENSIONS = (
    "情绪感知",
    "情绪理解",
    "情绪应对",
    "温暖",
    "好奇心",
    "言语表达",
    "第一人称使用",
    "主动性",
    "动机",
)


def _text(draw: random.Random, length: int) -> str:
    text = ""
    while len(text) < length:
        text += draw.choice(_PIECES)
    return text[: length - 1] + "。"


def question(number: int, seed: int = 0) -> dict[str, object]:
    """One row of a question file: seven turns, 480 characters, ten criteria, the last a veto."""
    draw = random.Random(f"{seed}/{number}")
    share = DIALOGUE_CHARACTERS // _TURNS
    lengths = [share] * (_TURNS - 1) + [DIALOGUE_CHARACTERS - share * (_TURNS - 1)]
    rubric = [
        {
            "dimension": draw.choice(_DIMENSIONS),
            "score": draw.choice((2, 3, 4, -2, -3)),
            "content": f"AI说出第{index}层意思：{_text(draw, 30)}",
        }
        for index in range(1, CRITERIA)
    ]
    rubric.append({"dimension": "其他", "score": -100, "content": "AI替用户说话，而不是回应用户"})
    return {
        "question_id": f"Bench{number:06d}",
        "dialogue": [
            {"role": "AB"[turn % 2], "content": _text(draw, length)} for turn, length in enumerate(lengths)
        ],
        "rubric": rubric,
        "difficulty": "hard" if number % 3 == 0 else "normal",
        "primary_scene": "个人成长",
        "secondary_scene": "自我探索",
    }


def write_questions(path: Path, count: int, seed: int = 0) -> None:
    """A question file of ``count`` rows; the first rows of a longer one are the same."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps(question(number, seed), ensure_ascii=False) + "\n")
