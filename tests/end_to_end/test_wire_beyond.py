"""What endpoints really answer, continued: addresses, sizes, connections, the same news in other words."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from end_to_end.hostile import BOUNDS, QUESTIONS, Wiring, cast, places_of, play, shorten
from end_to_end.test_wire import AGAIN, BUSY, SIDES, SLOW, Expect, check_places, check_stops
from evaluation.world import judge, question_set, run, spec, verdicts
from heartbench.chat.fake import Content, FakeCall, FakeEndpoint, FakeSettings, FaultPlan, Wire
from heartbench.records import Candidate, Endpoint, ModelSettings, ModelTarget, Side


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, BOUNDS)


@pytest.mark.parametrize("suffix", ["", "/v1", "/v1/", "/v1/chat/completions", "/api/paas/v4", "/v1 "])
@pytest.mark.parametrize("side", SIDES)
async def test_row_12_base_urls(tmp_path: Path, suffix: str, side: Side) -> None:
    async with FakeEndpoint() as fake, FakeEndpoint() as well:
        outcome = await play(
            tmp_path / "s.db", cast(side, fake.url + suffix, well.url, Wiring()).spec(), side
        )
        assert outcome.report.complete
        path = "/api/paas/v4/chat/completions" if "paas" in suffix else "/v1/chat/completions"
        assert set(fake.stats.by_path) == {path}


async def test_row_18_the_fold_is_recorded(tmp_path: Path) -> None:
    async with FakeEndpoint(FakeSettings(keep_calls=True), faults="no_system_role") as fake:
        target = ModelTarget(Endpoint("fake", fake.url), "m", ModelSettings(system_prompt="系统话"))
        await run(tmp_path / "s.db", spec(fake.url, candidates=(Candidate("m", target),)))
        folded = [call for call in fake.calls if call.model == "m" and len(call.messages) == 1]
        assert folded and all(call.last_user_text.startswith("系统话\n\n") for call in folded)
    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        sent = [
            json.loads(text) for (text,) in connection.execute("SELECT sent FROM calls WHERE target = 'm'")
        ]
    assert sent == [{"model": "m", "system_folded": True}] * 4


@pytest.mark.parametrize("name", ["ALL_PROXY", "HTTP_PROXY", "http_proxy"])
async def test_row_22_localhost_bypasses_proxies(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "socks://127.0.0.1:9")
    async with FakeEndpoint() as fake:
        assert (await run(tmp_path / "s.db", spec(fake.url))).complete


@pytest.mark.parametrize("side", SIDES)
async def test_ipv6(tmp_path: Path, side: Side) -> None:
    try:
        endpoint = FakeEndpoint(FakeSettings(host="::1"))
        await endpoint.__aenter__()
    except OSError:
        pytest.skip("no IPv6 on this machine")
    try:
        async with FakeEndpoint() as well:
            wanted = cast(side, endpoint.url, well.url, Wiring()).spec()
            assert "[::1]" in endpoint.url
            assert (await play(tmp_path / "s.db", wanted, side)).report.complete
    finally:
        await endpoint.__aexit__(None, None, None)


@pytest.mark.parametrize("side", SIDES)
async def test_a_body_without_bound_is_a_failure_and_no_filled_memory(
    tmp_path: Path, side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heartbench.chat.transport.LARGEST_BODY", 1_000_000)
    async with FakeEndpoint(models={"bad": "huge_body"}) as sick, FakeEndpoint() as well:
        outcome = await play(tmp_path / "s.db", cast(side, sick.url, well.url, Wiring()).spec(), side)
    check_places(outcome, Expect("transport", calls=1, says="too large"), side)


@pytest.mark.parametrize("side", SIDES)
async def test_a_slow_drip_ends_at_the_total_timeout(tmp_path: Path, side: Side) -> None:
    """Every piece comes in time; only the whole does not."""
    wiring = Wiring(settings=ModelSettings(stream=True), total_timeout=0.2)
    async with FakeEndpoint(models={"bad": "drip"}) as sick, FakeEndpoint() as well:
        outcome = await play(tmp_path / "s.db", cast(side, sick.url, well.url, wiring).spec(), side)
    check_places(outcome, replace(SLOW, says="in time"), side)


@pytest.mark.parametrize("side", SIDES)
async def test_a_kept_connection_that_is_closed_under_a_request(tmp_path: Path, side: Side) -> None:
    """The first call of a connection goes well, the next one finds it closed: asked again."""
    script = ",".join(["ok", "closed", "ok", "reset"] * 3)
    async with FakeEndpoint() as well, FakeEndpoint(models={"bad": FaultPlan.parse("", script)}) as sick:
        wanted = cast(side, sick.url, well.url, Wiring()).spec(questions=question_set(8), concurrency=1)
        outcome = await play(tmp_path / "s.db", wanted, side)
        assert outcome.report.complete
        assert sick.stats.by_model["bad"] == 8 + 6


@pytest.mark.parametrize("side", SIDES)
async def test_a_web_page_from_a_gateway_in_trouble_is_no_wrong_address(tmp_path: Path, side: Side) -> None:
    """Once the address has served, a page is the gateway's trouble: asked again, nothing is stopped."""
    plan = FaultPlan.parse("", "ok,html_page,html_page")
    async with FakeEndpoint(models={"bad": plan}) as sick, FakeEndpoint() as well:
        wanted = cast(side, sick.url, well.url, Wiring()).spec(concurrency=1)
        outcome = await play(tmp_path / "s.db", wanted, side)
        assert outcome.report.complete and not outcome.report.stops


async def test_a_judge_that_never_gives_a_verdict_ends_the_run(tmp_path: Path) -> None:
    """Row 23, in parts: each is asked at most three times, failures are counted, no score is made."""

    def reply(call: FakeCall) -> str | Content | Wire | None:
        return "都挺好" if call.model == "judge-a" else None

    async with FakeEndpoint(replies=reply) as fake:
        report = await asyncio.wait_for(
            run(tmp_path / "s.db", spec(fake.url, mode="chunk-2", judges=(judge(fake.url),))), 20
        )
        assert fake.stats.by_model["judge-a"] == 4 * 2 * 3
    assert (report.progress.verdicts.failed, report.progress.verdicts.done) == (4, 0)
    places = places_of(tmp_path / "s.db", spec("http://127.0.0.1:9"), "judge")["j"]
    assert {place.kind for place in places} == {"unparseable"}
    assert {place.raw for place in places} == {"都挺好"}


async def test_a_verdict_in_reasoning_is_never_taken(tmp_path: Path) -> None:
    """Row 2 on the judge's side: a finished verdict that lies in the reasoning is no verdict."""

    def reply(call: FakeCall) -> Content | None:
        if call.model != "judge-a":
            return None
        return Content(None, reasoning=verdicts([True] * 4))

    async with FakeEndpoint(replies=reply) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url))
    assert (report.progress.verdicts.failed, report.progress.verdicts.done) == (4, 0)


OTHER_WORDS = (
    (14, Wire(529, b""), BUSY),
    (14, Wire(503, b'{"error":{"message":"The engine is currently overloaded"}}'), BUSY),
    (14, Wire(400, b'{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'), BUSY),
    (13, Wire(429, b"", headers=(("Retry-After", "nan"),)), AGAIN),
    (13, Wire(429, b"", headers=(("Retry-After", "1e400"),)), AGAIN),
    (13, Wire(429, b"", headers=(("Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"),)), AGAIN),
    (
        21,
        Wire(402, b'{"error":{"message":"Insufficient Balance"}}'),
        Expect("unauthorized", 0, stops="endpoint"),
    ),
    (20, Wire(413, b"<html><title>413 Request Entity Too Large</title></html>"), Expect("context_length", 0)),
    (19, Wire(403, b'{"error":{"message":"Your input was flagged"}}'), Expect("blocked", 0)),
)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("case", "wire", "expect"), OTHER_WORDS, ids=lambda value: str(value)[:40])
async def test_the_same_news_in_other_words(
    tmp_path: Path, case: int, wire: Wire, expect: Expect, side: Side
) -> None:
    """The first time that a request comes it gets the odd reply, afterwards the usual one."""

    def reply(call: FakeCall) -> Wire | None:
        return wire if call.model == "bad" and (expect.kind or not call.seen_before) else None

    async with FakeEndpoint(replies=reply) as sick, FakeEndpoint() as well:
        outcome = await play(tmp_path / "s.db", cast(side, sick.url, well.url, Wiring()).spec(), side)
        check_places(outcome, expect, side)
        check_stops(outcome, expect, side)
        if expect.requests == 2:
            assert sick.stats.by_model["bad"] == 2 * QUESTIONS


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("fault", ["unauthorized", "unknown_model", "rate_limited_huge"])
async def test_what_stops_one_lane_leaves_the_others_all_their_work(
    tmp_path: Path, fault: str, side: Side
) -> None:
    """Far more questions than calls in flight: the others still have nearly all their work to do."""
    paced = FakeSettings(latency=0.02)
    async with FakeEndpoint(paced, models={"bad": fault}) as sick, FakeEndpoint(paced) as well:
        wanted = cast(side, sick.url, well.url, Wiring()).spec(questions=question_set(40), concurrency=6)
        outcome = await play(tmp_path / "s.db", wanted, side)
        assert [place.there for place in outcome.places["elsewhere"]] == [True] * 40
        if fault != "unauthorized":
            assert [place.there for place in outcome.places["neighbour"]] == [True] * 40
        assert sick.stats.by_model["bad"] <= (40 if fault == "rate_limited_huge" else 6)
        assert "elsewhere" not in {stop.label for stop in outcome.report.stops}
