from __future__ import annotations

import json

import pytest

from chat.fake.helpers import JUDGING
from heartbench.chat.fake import FakeModel
from heartbench.records import CallFailure, Endpoint, FailureKind, Message, ModelTarget, Reply, Request, Turn

TARGET = ModelTarget(Endpoint("e", "http://h"), "m")
REQUEST = Request((Turn("A", "你好"),), "你好")


def test_it_is_a_candidate() -> None:
    model = FakeModel(["一", "二"])
    assert [model(REQUEST) for _ in range(3)] == ["一", "二", "一"]
    assert model.seen[0] == (Message("user", "你好"),)
    assert FakeModel()(REQUEST) == FakeModel()(REQUEST) != ""


async def test_it_answers_messages_and_judges() -> None:
    model = FakeModel("抱抱你", hit_probability=1.0, veto_probability=1.0)
    reply = await model.ask(TARGET, [Message("user", "你好")])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.finish_reason, reply.usage.output_tokens) == ("抱抱你", "stop", 3)
    verdict = await model.ask(TARGET, [Message("user", JUDGING)])
    assert isinstance(verdict, Reply)
    assert [item["hit"] for item in json.loads(verdict.text)["verdicts"]] == [True] * 3


async def test_a_script_may_hold_failures() -> None:
    failure = CallFailure(FailureKind.TRANSPORT, "away")
    model = FakeModel([failure, "好"])
    assert await model.ask(TARGET, [Message("user", "a")]) is failure
    assert model(REQUEST) == "好"
    with pytest.raises(RuntimeError, match="away"):
        model(REQUEST)


def test_a_callable_sees_judging_prompts_too_and_may_pass() -> None:
    model = FakeModel(lambda messages: "我" if messages[-1].content == JUDGING else None)
    assert model(Request((), JUDGING)) == "我"
    assert model(REQUEST) != "我"
