from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.reply_text import content_text, without_reasoning


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("抱抱你", "抱抱你"),
        ("  抱抱你\n", "  抱抱你\n"),
        ("<think>难过</think>抱抱你", "抱抱你"),
        ("\n<think>\n难过\n</think>\n\n抱抱你", "抱抱你"),
        ("<think></think><think>b</think> 抱抱你", "抱抱你"),
        ("<Thinking>a</Thinking>抱抱你", "抱抱你"),
        ("<think>a</think>说 <think>b</think> 的人", "说 <think>b</think> 的人"),
        ("难过</think>抱抱你", "抱抱你"),
        ("<think>没有结束", ""),
        ("<think>a</think><think>b", ""),
        ("你说的 <think> 是什么意思？", "你说的 <think> 是什么意思？"),
        ("标签 <think>x</think> 在中间", "标签 <think>x</think> 在中间"),
        ("<thanks>好</thanks>", "<thanks>好</thanks>"),
        ("", ""),
    ],
)
def test_reasoning_at_the_start_is_left_out(raw: str, text: str) -> None:
    assert without_reasoning(raw) == text


@given(st.text().filter(lambda text: "<" not in text))
def test_text_without_tags_stays_as_it_is(text: str) -> None:
    assert without_reasoning(text) == text


@given(st.text().filter(lambda text: "<" not in text), st.text().filter(lambda text: "<" not in text))
def test_a_closed_block_leaves_the_rest(thought: str, answer: str) -> None:
    assert without_reasoning(f"<think>{thought}</think>{answer}") == answer.lstrip()


def test_content_in_parts() -> None:
    assert content_text(["抱", {"type": "text", "text": "抱"}]) == ("抱抱", "抱抱")
    text, raw = content_text([{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "好"}])
    assert (text, "thinking" in raw) == ("好", True)
    assert content_text(None) == content_text(7) == content_text([]) == ("", "")
    assert content_text([{"type": "text", "text": None}, {"type": "image"}])[0] == ""
