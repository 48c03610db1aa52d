from __future__ import annotations

import json

import pytest

from .conftest import KEY, Invoke


def test_one_line_for_each_model(invoke: Invoke, fake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", KEY)
    arguments = ("models", "check", "-m", "a", "-m", "b", "--base-url", fake, "--api-key-env", "MINE")
    ended = invoke(*arguments)
    assert ended.code == 0
    assert [line.split()[:3] for line in ended.out.splitlines()] == [
        ["ok:", "candidate", "a"],
        ["ok:", "candidate", "b"],
        ["ok:", "judge", "claude-sonnet-4-5-20250929"],
    ]
    assert [item["ok"] for item in json.loads(invoke(*arguments, "--json").out)] == [True] * 3


def test_a_model_that_does_not_answer_is_exit_code_3(
    invoke: Invoke, fake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINE", "wrong-key")
    ended = invoke(
        "models", "check", "-m", "a", "--base-url", fake, "--api-key-env", "MINE", "--judge", "offline:rules"
    )
    assert ended.code == 3
    assert "unauthorized" in ended.out
    assert "wrong-key" not in ended.out + ended.err


def test_nothing_to_check_is_said(invoke: Invoke) -> None:
    ended = invoke("models", "check", "-m", "offline:silent", "--judge", "offline:rules")
    assert ended.code == 0
    assert "offline" in ended.err
