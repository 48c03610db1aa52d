from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.offline import OFFLINE_CANDIDATES, offline_answer
from heartbench.errors import TargetError
from heartbench.language import describe
from heartbench.records import Request, Turn

NAMES = ("listener", "adviser", "silent")


def request(*turns: str, sample: int = 0) -> Request:
    said = tuple(Turn("AB"[number % 2], text) for number, text in enumerate(turns))
    return Request(said, "prompt", sample)


def test_the_candidates_are_three_and_others_are_refused() -> None:
    assert tuple(OFFLINE_CANDIDATES) == NAMES
    with pytest.raises(TargetError) as caught:
        offline_answer("talker", request("你好"))
    assert caught.value.code == "chat.offline_unknown"
    assert caught.value.fields == {"name": "talker", "known": ("listener", "adviser", "silent")}
    assert "talker" in describe(caught.value, "zh") and "listener" in describe(caught.value, "en")


@given(st.sampled_from(NAMES), st.lists(st.text(), max_size=5), st.integers(0, 9))
def test_any_dialogue_has_one_answer_that_is_not_blank(name: str, turns: list[str], sample: int) -> None:
    asked = request(*turns, sample=sample)
    answer = offline_answer(name, asked)
    assert answer.strip()
    assert answer == offline_answer(name, Request(asked.dialogue, "another prompt", sample))


def test_the_listener_repeats_what_was_said_and_asks_one_question() -> None:
    answer = offline_answer("listener", request("早", "早呀", "跑单第四年了 今天累得站不起来 手机还在响"))
    assert "「今天累得站不起来」" in answer
    assert "累" in answer.replace("「今天累得站不起来」", "")
    assert answer.count("？") == 1 and answer.endswith("？")
    assert "我" in answer and len(answer) <= 150
    assert not re.search(r"建议|应该|\d\.", answer)


def test_the_listener_speaks_to_the_last_turn_of_the_person() -> None:
    answer = offline_answer("listener", request("我特别难过", "嗯", "没人回我消息"))
    assert "没人回我消息" in answer and "孤单" in answer


def test_braces_in_a_dialogue_stay_as_they_are() -> None:
    assert "「{feeling}{said}」" in offline_answer("listener", request("{feeling}{said}"))


def test_the_adviser_lectures() -> None:
    answer = offline_answer("adviser", request("没人回我消息"))
    assert len(re.findall(r"^\d+\. ", answer, re.MULTILINE)) >= 8
    assert "我" not in answer and "？" not in answer


def test_silence_is_a_word() -> None:
    assert offline_answer("silent", request("没人回我消息")) == "嗯。"


def test_samples_and_dialogues_differ() -> None:
    for name in ("listener", "adviser"):
        assert len({offline_answer(name, request("没人回我消息", sample=sample)) for sample in range(12)}) > 3


def test_they_are_plausible_on_the_examples(shared: Path) -> None:
    lines = (shared / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines):
        asked = request(*(turn["content"] for turn in row["dialogue"]))
        answer = offline_answer("listener", asked)
        quoted = re.findall(r"「([^」]+)」", answer)
        assert quoted and all(words in row["dialogue"][-1]["content"] for words in quoted)
