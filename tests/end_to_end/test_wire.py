"""Every row of what endpoints really answer, through whole runs: on the candidate's side and on the judge's.

A row names a fault of the fake endpoint, as ``docs/fake-endpoint.md`` lists them. The model ``bad`` meets
it; a neighbour at the same address and a healthy model elsewhere must come to their end all the same.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from chat.wire import QUICK
from end_to_end.hostile import QUESTIONS, Outcome, Place, Wiring, cast, places_of, play, shorten
from evaluation.world import judge, question_set, run, spec, verdicts
from heartbench.chat.fake import FAULTS, Content, FakeCall, FakeEndpoint, FakeSettings, FaultPlan, Wire
from heartbench.chat.fake.endpoint import ANSWERS
from heartbench.chat.fake.faults import BRACES, ERROR_LIKE
from heartbench.records import (
    STOPPED_UNTIL_ASKED,
    Candidate,
    Dialect,
    Endpoint,
    FailureKind,
    ModelSettings,
    ModelTarget,
    Side,
)

BOUNDS = replace(QUICK, lanes=replace(QUICK.lanes, patience=0.25, first_patience=0.25))
SIDES: tuple[Side, ...] = ("candidate", "judge")


@dataclass(frozen=True)
class Expect:
    """What becomes of every place of the model that meets the fault."""

    kind: str = ""
    """Of the failure; empty: the answer or verdict is there."""
    calls: int = 1
    """Committed for each place."""
    requests: int | None = 1
    """Sent for each place; None: as many as the lane's patience lets."""
    stops: str = ""
    """``lane`` or ``endpoint``, where no further call is sent."""
    says: str = ""
    """What the message of the failure names."""


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    case: int
    """Its number in the table of wire cases; 0: beyond it."""
    fault: str
    candidate: Expect = Expect()
    judge: Expect | None = None
    """As the candidate's, where None."""
    text: str = ""
    """The answer that is judged, where it is another than the usual."""

    def expect(self, side: Side) -> Expect:
        return self.candidate if side == "candidate" or self.judge is None else self.judge


THERE = Expect()
AGAIN = Expect(requests=2)
"""One more request, and all is well."""
EMPTY = Expect("empty", calls=3, requests=3)
BUSY = Expect("rate_limited", calls=0, requests=None, stops="lane", says="given up")
CUT = Expect("transport", calls=0, requests=BOUNDS.attempts)
DOWN = Expect("transport", calls=0, requests=None, stops="lane", says="given up")
SLOW = Expect("transport", calls=0, requests=BOUNDS.few)
BLOCKED = Expect("blocked", calls=0)


def misjudged(fault: str, kind: str) -> Row:
    """A judge's reply without a verdict: three attempts, then a failure, never a score."""
    return Row(23, fault, THERE, Expect(kind, calls=3, requests=3))


ROWS = (
    Row(1, "truncated_reasoning", Expect("truncated"), Expect("truncated", calls=3, requests=3)),
    Row(1, "truncated", THERE, Expect("truncated", calls=3, requests=3)),
    Row(2, "answer_in_reasoning", replace(EMPTY, says="reasoning")),
    Row(3, "content_parts"),
    Row(4, "tool_calls", replace(EMPTY, says="tool")),
    Row(4, "tool_calls_blank", replace(EMPTY, says="tool")),
    Row(5, "think_block"),
    Row(6, "braces", text=BRACES),
    Row(7, "error_like", text=ERROR_LIKE),
    Row(8, "busy_200*1", AGAIN),
    Row(8, "busy_200", BUSY),
    Row(9, "choices_null*1", AGAIN),
    Row(9, "choices_null", Expect("empty", calls=3, requests=3 * BOUNDS.few)),
    Row(9, "choices_empty", Expect("empty", calls=3, requests=3 * BOUNDS.few)),
    Row(9, "empty_text", EMPTY),
    Row(10, "newlines_only*1", AGAIN),
    Row(10, "newlines_only", CUT),
    Row(10, "newlines_first"),
    Row(11, "html_page", Expect("bad_response", 0, stops="endpoint", says="/v1/chat/completions")),
    Row(13, "rate_limited*1", AGAIN),
    Row(13, "rate_limited_blank*1", AGAIN),
    Row(13, "rate_limited_negative*1", AGAIN),
    Row(13, "rate_limited_huge*1", AGAIN),
    Row(13, "rate_limited", BUSY),
    Row(13, "rate_limited_date", BUSY),
    Row(13, "rate_limited_seconds", BUSY),
    Row(13, "rate_limited_huge", BUSY),
    Row(14, "overloaded_529*1", AGAIN),
    Row(14, "overloaded_error*1", AGAIN),
    Row(14, "overloaded_529", BUSY),
    Row(14, "overloaded_error", BUSY),
    Row(15, "cut*1", AGAIN),
    Row(15, "cut", CUT),
    Row(16, "gateway_timeout*1", AGAIN),
    Row(16, "gateway_timeout", replace(SLOW, says="504")),
    Row(17, "unsupported_max_tokens", Expect("unsupported_parameter", 0, stops="lane", says="max_tokens")),
    Row(17, "unsupported_temperature", Expect("unsupported_parameter", 0, stops="lane", says="temperature")),
    Row(18, "no_system_role", AGAIN, THERE),
    Row(19, "blocked_inspection", BLOCKED),
    Row(19, "blocked_filter", BLOCKED),
    Row(19, "blocked_risk", BLOCKED),
    Row(19, "blocked_1301", BLOCKED),
    Row(19, "blocked_finish", Expect("blocked", calls=1)),
    Row(20, "context_length", Expect("context_length", calls=0)),
    Row(21, "unauthorized", Expect("unauthorized", 0, stops="endpoint", says="key")),
    Row(21, "forbidden", Expect("unauthorized", 0, stops="endpoint", says="key")),
    Row(21, "unknown_model", Expect("unknown_model", 0, stops="lane", says="bad")),
    misjudged("verdict_prose", "unparseable"),
    misjudged("verdict_refusal", "refused"),
    misjudged("verdict_short", "wrong_count"),
    misjudged("verdict_value", "invalid_value"),
    misjudged("verdict_conflict", "conflicting"),
    misjudged("verdict_cut", "truncated"),
    misjudged("verdict_garbled", "unparseable"),
    # Beyond the table.
    Row(0, "wrong_content_type"),
    Row(0, "gzip"),
    Row(0, "brotli*1", AGAIN),
    Row(0, "brotli", replace(SLOW, says="encoding")),
    Row(0, "gzip_false", replace(SLOW, says="encoding")),
    Row(0, "closed*1", AGAIN),
    Row(0, "reset*1", AGAIN),
    Row(0, "reset", CUT),
    Row(0, "closed", CUT),
    Row(0, "never*1", AGAIN),
    Row(0, "never", replace(SLOW, says="in time")),
    Row(0, "drip*1", AGAIN),
    Row(0, "redirect", Expect("bad_response", 0, stops="endpoint", says="redirects to")),
    Row(0, "http_500*1", AGAIN),
    Row(0, "http_500", CUT),
    Row(0, "http_502*1", AGAIN),
    Row(0, "http_502", DOWN),
    Row(0, "http_503*1", AGAIN),
    Row(0, "http_503", DOWN),
    Row(0, "huge_body", THERE, Expect("unparseable", calls=3, requests=3)),
)

PLAIN = Wiring(
    settings=ModelSettings(parameters={"temperature": 0.5}, max_tokens=100, system_prompt="系统话"),
    # Longer than a busy machine takes; only those who wait for it to end take less.
    total_timeout=10.0,
)
WAITING = replace(PLAIN, total_timeout=0.3)
"""For replies that never come, or come too slowly."""

OTHER_WAYS = (
    *("truncated_reasoning", "answer_in_reasoning", "content_parts", "tool_calls", "think_block"),
    *("choices_null", "html_page", "newlines_first", "busy_200*1", "cut*1", "cut", "reset*1"),
    *("unauthorized", "blocked_finish", "context_length", "verdict_short"),
)
"""Rows that are gone through in the other dialect and in streams too."""


def test_every_row_of_the_table_and_every_fault_is_gone_through() -> None:
    assert {row.case for row in ROWS} == set(range(24)) - {12, 22}, "12 and 22 have tests of their own below"
    named = {row.fault.partition("*")[0] for row in ROWS} | {"stream_cut"}
    assert named == FAULTS.keys() - {"malformed"}, "malformed is one of the others, drawn"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, BOUNDS)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.fault)
async def test_row(tmp_path: Path, row: Row, side: Side) -> None:
    waits = row.fault.startswith(("never", "drip"))
    await go_through(tmp_path / "s.db", row, side, WAITING if waits else PLAIN)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("fault", OTHER_WAYS)
@pytest.mark.parametrize(("dialect", "stream"), [("openai", True), ("anthropic", False), ("anthropic", True)])
async def test_row_in_another_way(
    tmp_path: Path, fault: str, side: Side, dialect: Dialect, stream: bool
) -> None:
    (row,) = (row for row in ROWS if row.fault == fault)
    wiring = Wiring(dialect, replace(PLAIN.settings, stream=stream), PLAIN.total_timeout)
    if fault == "html_page" and dialect == "anthropic":
        row = replace(row, candidate=replace(row.candidate, says="/v1/messages"))
    await go_through(tmp_path / "s.db", row, side, wiring)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
@pytest.mark.parametrize(("fault", "expect"), [("stream_cut*1", AGAIN), ("stream_cut", CUT)])
async def test_a_stream_cut_in_the_middle(
    tmp_path: Path, fault: str, expect: Expect, dialect: Dialect, side: Side
) -> None:
    wiring = Wiring(dialect, ModelSettings(stream=True))
    await go_through(tmp_path / "s.db", Row(0, fault, expect), side, wiring)


async def go_through(path: Path, row: Row, side: Side, wiring: Wiring) -> None:
    """One run with the fault, and a second one without it."""
    settings = FakeSettings(long_wait=0.05, keep_calls=True)
    async with (
        FakeEndpoint(settings, models={"bad": row.fault}) as sick,
        FakeEndpoint(settings) as well,
    ):
        expect = row.expect(side)
        outcome = await play(path, cast(side, sick.url, well.url, wiring).spec(), side)
        check_places(outcome, expect, side)
        check_stops(outcome, expect, side)
        if expect.requests is not None:
            most = expect.requests * QUESTIONS
            # What one call learns spares the next ones a try, where they are not sent yet.
            least = 1 if expect.stops else QUESTIONS
            assert least <= sick.stats.by_model["bad"] <= most
        if side == "candidate" and not expect.kind:
            check_judged(outcome.places["bad"], row, well.calls)
        if expect.kind:
            await check_next_round(path, expect, side, well.url, wiring)


def check_places(outcome: Outcome, expect: Expect, side: Side) -> None:
    places = outcome.places["bad"]
    assert len(places) == QUESTIONS
    if expect.stops:
        # What had not been asked when the lane stopped is still owed: neither answer nor failure.
        places = [place for place in places if place.there or place.kind]
    assert places
    for place in places:
        assert place.there == (not expect.kind)
        assert (place.kind, place.calls) == (expect.kind, expect.calls)
        if expect.kind:
            assert place.side == side
            assert expect.says in place.message and 0 < len(place.message) <= 500
            assert "\n" not in place.message and "<h" not in place.message.lower()
            assert place.raw or expect.kind in ("transport", "bad_response", "rate_limited")


def check_stops(outcome: Outcome, expect: Expect, side: Side) -> None:
    stops = [(stop.side, stop.label, stop.failure.stops) for stop in outcome.report.stops]
    stopped = {(side, "bad", expect.stops)} if expect.stops else set()
    if expect.stops == "endpoint":
        # The neighbour at the same address may have had a call on its way.
        stops = [stop for stop in stops if stop[1] != "neighbour"]
    assert set(stops) == stopped and len(stops) == len(stopped)
    said = [key for key, _ in outcome.notes.notices if key.endswith(("_stopped", "_given_up"))]
    assert len(said) == (1 if expect.stops else 0), "one clear message, not one for each call"
    assert all(place.there for place in outcome.places["elsewhere"])
    assert len(outcome.places["elsewhere"]) == QUESTIONS
    if expect.stops != "endpoint":
        assert [place.there for place in outcome.places["neighbour"]] == [True] * QUESTIONS


def check_judged(places: Sequence[Place], row: Row, calls: Sequence[FakeCall]) -> None:
    """What was judged is the text: without its reasoning, otherwise verbatim, whole."""
    prompts = [call.last_user_text for call in calls if call.model == "judge"]
    for place in places:
        assert "<think>" not in place.text and "用户难过" not in place.text
        assert not row.text or place.text == row.text
        assert row.text or row.fault in ("huge_body", "truncated") or place.text in ANSWERS
        assert sum(f"\n{place.text}\n" in prompt for prompt in prompts) >= 1
    if row.fault == "think_block":
        assert all(place.raw.startswith("<think>用户难过</think>") for place in places), (
            "the raw text is kept"
        )


async def check_next_round(path: Path, expect: Expect, side: Side, url: str, wiring: Wiring) -> None:
    """A later invocation asks for the failures again, except where a person has to want it."""
    wanted = cast(side, url, url, wiring).spec()
    waits = FailureKind(expect.kind) in STOPPED_UNTIL_ASKED
    places = (await play(path, wanted, side)).places["bad"]
    assert [place.there for place in places] == [not waits] * QUESTIONS
    if waits:
        places = (await play(path, replace(wanted, retry_failed="all"), side)).places["bad"]
        assert all(place.there for place in places)


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
