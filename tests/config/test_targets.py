from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.config import WrittenTarget, parse_target
from heartbench.errors import TargetError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("qwen/qwen3:8b", WrittenTarget("model", "qwen/qwen3:8b")),
        ("local/qwen/qwen3:8b", WrittenTarget("model", "qwen/qwen3:8b", endpoint="local")),
        ("other/qwen", WrittenTarget("model", "other/qwen")),
        ("小暖=local/qwen", WrittenTarget("model", "qwen", "小暖", "local")),
        ("a = b=c", WrittenTarget("model", "b=c", "a")),
        ("https://h/m?x=1", WrittenTarget("model", "https://h/m?x=1")),
        ("python:pkg.mod:ask", WrittenTarget("python", "pkg.mod:ask")),
        ("mine=python:mod:ask", WrittenTarget("python", "mod:ask", "mine")),
        ("offline:listener", WrittenTarget("offline", "listener")),
        ("file:a=b.jsonl", WrittenTarget("file", "a=b.jsonl")),
        ("x=file:a=b.jsonl", WrittenTarget("file", "a=b.jsonl", "x")),
        ("pythonic", WrittenTarget("model", "pythonic")),
    ],
)
def test_targets_are_taken_apart(text: str, expected: WrittenTarget) -> None:
    assert parse_target(text, {"local"}) == expected


@pytest.mark.parametrize("text", ["", " ", "=x", "x=", "python:", "offline:", "x=file: ", "local/"])
def test_a_missing_part_is_named(text: str) -> None:
    with pytest.raises(TargetError) as caught:
        parse_target(text, {"local"})
    assert caught.value.code == "config.target_empty"


def test_control_characters_are_shown_escaped() -> None:
    with pytest.raises(TargetError) as caught:
        parse_target("a\x1b[31mb")
    assert "\x1b" not in str(caught.value.fields["target"])


@given(st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="="), min_size=1))
def test_a_model_name_is_kept_verbatim(name: str) -> None:
    if name.startswith(("python:", "offline:", "file:")):
        return
    assert parse_target(name) == WrittenTarget("model", name)
    assert parse_target(f"label={name}") == WrittenTarget("model", name, "label")
