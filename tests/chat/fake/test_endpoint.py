from __future__ import annotations

import asyncio
import json
from pathlib import Path

import aiohttp
import pytest

from chat.fake.helpers import ANTHROPIC, DETAIL, JUDGING, post, request, said
from heartbench.chat.fake import Content, FakeCall, FakeEndpoint, FakeSettings, Wire
from heartbench.errors import UsageError


async def test_answers_both_dialects_and_streams() -> None:
    async with FakeEndpoint(replies="抱抱你") as fake:
        _, openai, _ = await post(fake, request())
        assert said(openai) == "抱抱你"
        assert openai["usage"] == {"prompt_tokens": 2, "completion_tokens": 3, "total_tokens": 5}
        _, anthropic, _ = await post(fake, request(system="温柔一点", max_tokens=9), ANTHROPIC)
        assert anthropic["content"] == [{"type": "text", "text": "抱抱你"}]
        assert anthropic["stop_reason"] == "end_turn"
        assert anthropic["usage"]["input_tokens"] == 6
        _, raw, headers = await post(fake, request(stream=True))
        assert headers["Content-Type"] == "text/event-stream"
        events = [line[6:] for line in raw.decode().splitlines() if line]
        assert events[-1] == "[DONE]"
        deltas = [json.loads(item)["choices"][0]["delta"].get("content", "") for item in events[:-1]]
        assert "".join(deltas) == "抱抱你"
        _, raw, _ = await post(fake, request(stream=True), ANTHROPIC)
        pieces = [json.loads(line[6:]) for line in raw.decode().splitlines() if line.startswith("data: ")]
        assert pieces[0]["type"] == "message_start" and pieces[-1]["type"] == "message_stop"
        assert "".join(item["delta"].get("text", "") for item in pieces if "delta" in item) == "抱抱你"


@pytest.mark.parametrize("probability", [0.0, 1.0])
async def test_judging_prompts_get_verdicts_even_beside_scripted_answers(probability: float) -> None:
    async with FakeEndpoint(
        FakeSettings(hit_probability=probability, veto_probability=probability), replies="抱抱你"
    ) as fake:
        verdicts = json.loads(said((await post(fake, request(JUDGING)))[1]))["verdicts"]
        assert [item["criterion"] for item in verdicts] == [1, 2, 3]
        assert {item["hit"] for item in verdicts} == {bool(probability)}
        detail = json.loads(said((await post(fake, request(DETAIL)))[1]))["detail"]
        assert detail == [int(probability)] * 2
        assert fake.stats.judging == 2


async def test_slots_above_them_429_and_the_peak_is_counted() -> None:
    settings = FakeSettings(latency=0.1, slots=2, retry_after="7")
    async with FakeEndpoint(settings) as fake:
        replies = await asyncio.gather(*(post(fake, request(str(number))) for number in range(5)))
        assert sorted(status for status, _, _ in replies) == [200, 200, 429, 429, 429]
        assert {headers.get("Retry-After") for status, _, headers in replies if status == 429} == {"7"}
        assert fake.stats.peak == 2 and fake.stats.in_flight == 0
        assert fake.stats.latency_sum == pytest.approx(0.2)
        assert (await post(fake, request()))[0] == 200


async def test_a_client_that_leaves_frees_its_slot_and_got_no_answer() -> None:
    async with FakeEndpoint(FakeSettings(latency=30, slots=1)) as fake:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(post(fake, request()), 0.2)
        await asyncio.sleep(0.05)
        assert fake.stats.in_flight == 0
        assert fake.stats.answered == 0


async def test_repeats_are_told_from_requests_answered_before() -> None:
    async with FakeEndpoint(faults="http_500*1") as fake:
        assert [(await post(fake, request()))[0] for _ in range(3)] == [500, 200, 200]
        assert (fake.stats.duplicates, fake.stats.asked_again, fake.stats.answered) == (2, 1, 2)
        async with aiohttp.ClientSession() as session, session.get(fake.url + "/stats") as reply:
            stats = await reply.json()
        assert stats["by_status"] == {"200": 2, "500": 1}
        assert stats["by_fault"] == {"http_500": 1}
        assert stats["by_model"] == {"m": 3}
        assert 0 < stats["first_call"] <= stats["last_reply"]


async def test_the_log_has_a_line_per_request(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    async with FakeEndpoint(FakeSettings(log=log, latency=30)) as fake:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(post(fake, request()), 0.2)
        await post(fake, request(model="fault:forbidden"))
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        assert [line["status"] for line in lines] == [200, 403]
        assert lines[1]["fault"] == "forbidden" and lines[1]["model"] == "fault:forbidden"
        assert lines[0]["hash"] != lines[1]["hash"]


async def test_faults_by_script_by_model_and_by_the_models_name() -> None:
    models = {"slow": "http_503"}
    async with FakeEndpoint(faults="", models=models) as fake:
        assert (await post(fake, request(model="slow")))[0] == 503
        assert (await post(fake, request(model="fault:http_500*1")))[0] == 500
        assert (await post(fake, request(model="fault:http_500*1")))[0] == 200
        assert (await post(fake, request(model="fault:no such")))[0] == 404
        assert (await post(fake, request()))[0] == 200


async def test_a_callable_answers_as_it_likes() -> None:
    def script(call: FakeCall) -> str | Content | Wire | None:
        said: dict[str, str | Content | Wire] = {
            "a": "文字",
            "b": Content(None, "length"),
            "c": Wire(418, b"{}"),
        }
        return said.get(call.model)

    async with FakeEndpoint(replies=script) as fake:
        assert said((await post(fake, request(model="a")))[1]) == "文字"
        assert (await post(fake, request(model="b")))[1]["choices"][0]["finish_reason"] == "length"
        assert (await post(fake, request(model="c")))[0] == 418
        assert said((await post(fake, request(JUDGING, model="a")))[1]) == "文字"
        assert (await post(fake, request(model="d")))[0] == 200


async def test_texts_are_given_in_turn() -> None:
    async with FakeEndpoint(replies=["一", "二"]) as fake:
        assert [said((await post(fake, request()))[1]) for _ in range(3)] == ["一", "二", "一"]


async def test_only_the_right_key_is_let_in() -> None:
    async with FakeEndpoint(FakeSettings(key="k", keep_calls=True)) as fake:
        assert (await post(fake, request()))[0] == 401
        assert (await post(fake, request(), Authorization="Bearer k"))[0] == 200
        assert (await post(fake, request(), ANTHROPIC, **{"x-api-key": "k"}))[0] == 200
        assert fake.calls[1].headers["authorization"] == "Bearer k"


@pytest.mark.parametrize("path", ["/chat/completions", "/v1/v1/chat/completions", "/v1/chat/completions/x"])
async def test_other_paths_are_not_there(path: str) -> None:
    async with FakeEndpoint() as fake:
        assert (await post(fake, request(), path))[0] == 404
        assert (await post(fake, request(), "/api/paas/v4/chat/completions"))[0] == 200
        assert fake.stats.by_path[path] == 1


async def test_a_body_that_is_no_request_is_a_400() -> None:
    async with FakeEndpoint() as fake:
        assert (await post(fake, {"messages": []}))[0] == 400


async def test_ipv6_and_the_url() -> None:
    fake = FakeEndpoint(FakeSettings(host="::1"))
    with pytest.raises(RuntimeError):
        _ = fake.url
    try:
        async with fake:
            assert fake.url.startswith("http://[::1]:")
            assert (await post(fake, request()))[0] == 200
    except OSError:
        pytest.skip("this machine has no IPv6")


def test_an_unknown_fault_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match=r"fake\.unknown_fault"):
        FakeEndpoint(faults="nonsense")
