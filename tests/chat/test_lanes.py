"""Lanes against a server: storms, outages, waits, caps."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import replace
from typing import Any

import pytest

from chat.wire import ASK, QUICK, Answer, Ears, Seen, Server, completion, error, target
from heartbench.chat import ChatClient, ClientLimits, LaneLimits
from heartbench.records import CallFailure, CallOutcome, FailureKind, ModelSettings, ModelTarget, Reply

GOOD = completion("好")


class Shop:
    """A server's capacity: so many calls at once, 429 above."""

    def __init__(self, slots: int, latency: float) -> None:
        self.slots = slots
        self.latency = latency
        self.busy = self.peak = self.refused = 0

    async def __call__(self, _number: int, _seen: Seen) -> Answer:
        if self.busy >= self.slots:
            self.refused += 1
            return error(429, "slow down")
        self.busy += 1
        self.peak = max(self.peak, self.busy)
        try:
            await asyncio.sleep(self.latency)
        finally:
            self.busy -= 1
        return GOOD


async def ask_many(client: ChatClient, where: ModelTarget, calls: int) -> float:
    """Seconds until all are answered."""
    started = time.monotonic()
    outcomes = await asyncio.gather(*(client.ask(where, ASK) for _ in range(calls)))
    assert all(isinstance(outcome, Reply) for outcome in outcomes)
    return time.monotonic() - started


async def limits_of(client: ChatClient, where: ModelTarget, seen: list[int]) -> None:
    while True:
        await asyncio.sleep(0.2)
        seen.append(client.lane_state(where).limit)


async def test_row_24_a_storm_settles_wastes_little_and_holds_up_nobody() -> None:
    narrow, wide = Shop(8, 0.01), Shop(10_000, 0.05)
    async with Server(narrow) as storm, Server(wide) as calm, ChatClient() as client:
        alone = await ask_many(client, target(calm, "first"), 600)
        seen: list[int] = []
        watch = asyncio.create_task(limits_of(client, target_ := target(storm), seen))
        calls = asyncio.create_task(ask_many(client, target_, 2000))
        beside = await ask_many(client, target(calm, "second"), 600)
        assert not calls.done()
        await calls
        watch.cancel()
    assert narrow.refused <= 200
    assert set(seen[10:]) <= {7, 8, 9, 10}
    assert narrow.peak == 8
    assert beside < 2.0 * alone + 0.5


async def test_the_limit_doubles_while_all_goes_well() -> None:
    shop = Shop(10_000, 0.02)
    async with Server(shop) as server, ChatClient() as client:
        where = target(server)
        await ask_many(client, where, 600)
        assert client.lane_state(where).limit >= 128
    assert shop.peak > 64


async def test_concurrency_caps_the_process_over_all_lanes() -> None:
    shop = Shop(10_000, 0.01)
    async with Server(shop) as server, ChatClient(ClientLimits(concurrency=5)) as client:
        await asyncio.gather(*(ask_many(client, target(server, name), 40) for name in "abc"))
    assert shop.peak == 5


async def test_a_waiting_lane_holds_no_process_slot() -> None:
    def script(_number: int, seen: Seen) -> Answer:
        if seen.body["model"] == "waits":
            return Answer('{"error":{"message":"later"}}', 429, {"Retry-After": "30"})
        return GOOD

    async with Server(script) as server, ChatClient(ClientLimits(concurrency=2)) as client:
        waiting = [asyncio.create_task(client.ask(target(server, "waits"), ASK)) for _ in range(8)]
        await asyncio.sleep(0.1)
        assert await ask_many(client, target(server, "goes"), 20) < 2.0
        state = client.lane_state(target(server, "waits"))
        assert state.paused_until is not None and 20 < state.paused_until - time.time() <= 30
        assert state.in_flight == 0
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_retry_after_is_honoured_by_the_whole_lane() -> None:
    arrived: list[float] = []

    def script(number: int, _seen: Seen) -> Answer:
        arrived.append(time.monotonic())
        return Answer("{}", 429, {"Retry-After": "0.5"}) if number == 0 else GOOD

    patient = replace(QUICK, lanes=replace(QUICK.lanes, patience=5.0))
    async with Server(script) as server, ChatClient(replace(patient, concurrency=1)) as client:
        await ask_many(client, target(server), 3)
    assert arrived[1] - arrived[0] >= 0.5
    assert arrived[3] - arrived[1] < 0.3


async def test_a_retry_after_of_a_day_is_said_and_the_lane_given_up() -> None:
    ears = Ears()
    day = Answer('{"error":{"message":"come back tomorrow"}}', 429, {"Retry-After": "86400"})
    async with Server([day]) as server, Server([GOOD]) as other, ChatClient(QUICK, ears) as client:
        where = target(server)
        outcomes = await asyncio.gather(*(client.ask(where, ASK) for _ in range(50)))
        assert isinstance(await client.ask(target(other), ASK), Reply)
        for outcome in outcomes:
            assert isinstance(outcome, CallFailure)
            assert (outcome.kind, outcome.stops) == (FailureKind.RATE_LIMITED, "lane")
        assert client.lane_state(where).stopped in outcomes
        assert len(server.seen) < 50
    assert ears.codes[0] == "chat.long_retry_after"
    assert ears.heard[0].fields["asked"] == 86400
    assert ears.codes.count("chat.lane_given_up") == 1


async def test_an_endpoint_that_is_down_is_waited_out() -> None:
    ears = Ears()
    limits = replace(QUICK, lanes=replace(QUICK.lanes, patience=20.0, first_patience=20.0))
    async with Server([GOOD]) as server, ChatClient(limits, ears) as client:
        where = target(server)
        await ask_many(client, where, 5)
        port = server.port
        await server.unlisten()
        calls = asyncio.create_task(ask_many(client, where, 200))
        await asyncio.sleep(1.0)
        assert not calls.done()
        await server.listen(port)
        await calls
        assert len(server.seen) == 205
    assert ears.codes[0] == "chat.lane_down"
    assert ears.codes[-1] == "chat.lane_back"


async def test_an_endpoint_that_hangs_up_is_waited_out_too() -> None:
    started = time.monotonic()

    def script(_number: int, _seen: Seen) -> Answer:
        return Answer("{", cut=True) if time.monotonic() < started + 1.0 else GOOD

    limits = replace(QUICK, lanes=replace(QUICK.lanes, patience=20.0, first_patience=20.0))
    async with Server(script) as server, ChatClient(limits) as client:
        outcomes = await asyncio.gather(*(client.ask(target(server), ASK) for _ in range(100)))
        failed = [outcome for outcome in outcomes if isinstance(outcome, CallFailure)]
        assert len(failed) <= 8
        assert len(server.seen) < 220


async def test_nobody_there_ends_after_a_bound() -> None:
    ears = Ears()
    async with ChatClient(QUICK, ears) as client:
        where = target("http://127.0.0.1:9")
        outcomes = await asyncio.gather(*(client.ask(where, ASK) for _ in range(40)))
    kinds = {(outcome.kind, outcome.stops) for outcome in outcomes if isinstance(outcome, CallFailure)}
    assert kinds == {(FailureKind.TRANSPORT, "lane")}
    assert ears.codes.count("chat.lane_given_up") == 1
    assert "127.0.0.1:9" in str(ears.heard[-1].fields["last"])


def patient(**lanes: Any) -> ClientLimits:
    """Bounds where a lane that may come back is waited for much longer than a wrong address."""
    return replace(QUICK, lanes=replace(QUICK.lanes, patience=20.0, first_patience=20.0, **lanes))


async def timed(client: ChatClient, where: ModelTarget, calls: int = 20) -> tuple[list[CallOutcome], float]:
    began = time.monotonic()
    outcomes = await asyncio.gather(*(client.ask(where, ASK) for _ in range(calls)))
    return outcomes, time.monotonic() - began


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("calls", [1, 20])
async def test_an_address_where_nothing_ever_listened_is_given_up_soon(host: str, calls: int) -> None:
    ears = Ears()
    async with ChatClient(patient(refused_patience=0.5), ears) as client:
        outcomes, seconds = await timed(client, target(f"http://{host}:9"), calls)
    assert all(isinstance(outcome, CallFailure) and outcome.stops == "lane" for outcome in outcomes)
    assert 0.5 <= seconds < 1.0
    assert ears.codes == ["chat.lane_down", "chat.lane_given_up"]


async def test_an_endpoint_that_was_heard_is_waited_for_by_every_lane() -> None:
    async with Server([GOOD]) as server, ChatClient(patient(refused_patience=0.2)) as client:
        await client.ask(target(server), ASK)
        port = server.port
        await server.unlisten()
        calls = [asyncio.create_task(timed(client, target(server, model))) for model in ("m", "new")]
        await asyncio.sleep(1.0)
        await server.listen(port)
        for outcomes, _ in await asyncio.gather(*calls):
            assert all(isinstance(outcome, Reply) for outcome in outcomes)


async def test_an_endpoint_that_only_failed_so_far_is_no_wrong_address() -> None:
    async with Server([error(503, "loading the model")]) as server:
        limits = patient(refused_patience=0.2, outage_pause=0.1, longest_outage_pause=0.1)
        async with ChatClient(limits) as client:
            calls = asyncio.create_task(timed(client, target(server)))
            await asyncio.sleep(0.3)
            await server.unlisten()
            await asyncio.sleep(0.6)
            server.script = [GOOD]
            await server.listen(server.port)
            outcomes, _ = await calls
    assert any(isinstance(outcome, Reply) for outcome in outcomes)


def looking_up(monkeypatch: pytest.MonkeyPatch, code: int, *, route: bool) -> list[object]:
    """Names cannot be looked up; returns the names that were tried."""
    tried: list[object] = []
    real = socket.getaddrinfo

    def lookup(host: Any, *more: Any, **named: Any) -> Any:
        if host == "127.0.0.1":
            return real(host, *more, **named)
        tried.append(host)
        raise socket.gaierror(code, "not now")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr("heartbench.chat.transport.has_route", lambda: route)
    return tried


async def test_a_host_that_does_not_exist_is_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = looking_up(monkeypatch, socket.EAI_NONAME, route=True)
    ears = Ears()
    async with ChatClient(patient(outage_pause=1.0, longest_outage_pause=1.0), ears) as client:
        outcomes, seconds = await timed(client, target("http://models.invalid/v1"))
    assert seconds < 1.0
    assert len(tried) == 2
    assert {outcome.stops for outcome in outcomes if isinstance(outcome, CallFailure)} == {"lane"}
    assert "models.invalid" in str(ears.heard[-1].fields["last"])


@pytest.mark.parametrize(("code", "route"), [(socket.EAI_AGAIN, True), (socket.EAI_NONAME, False)])
async def test_without_a_network_a_host_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, code: int, route: bool
) -> None:
    async with Server([GOOD]) as server, ChatClient(patient()) as client:
        with monkeypatch.context() as without:
            looking_up(without, code, route=route)
            calls = asyncio.create_task(timed(client, target(f"http://localhost:{server.port}")))
            await asyncio.sleep(0.8)
            assert not calls.done()
        outcomes, _ = await calls
    assert all(isinstance(outcome, Reply) for outcome in outcomes)


async def test_a_lane_that_waits_is_spoken_of_ever_less_often() -> None:
    ears = Ears()
    async with Server([GOOD]) as server, ChatClient(patient(first_quiet=0.2), ears) as client:
        await client.ask(target(server), ASK)
        port = server.port
        for _ in range(2):
            await server.unlisten()
            calls = asyncio.create_task(timed(client, target(server)))
            await asyncio.sleep(1.0)
            await server.listen(port)
            await calls
    # At 0, 0.2 and 0.6 s of each outage.
    assert ears.codes == [*["chat.lane_down"] * 3, "chat.lane_back"] * 2


async def test_a_call_turned_away_for_its_own_sake_does_not_go_on_for_ever() -> None:
    def script(_number: int, seen: Seen) -> Answer:
        big = seen.body["messages"][0]["content"] == "大"
        return error(429, "too big for your tier") if big else GOOD

    async with Server(script) as server, ChatClient(replace(QUICK, refusals=3)) as client:
        where = target(server)
        big = asyncio.create_task(client.ask(where, [replace(ASK[1], content="大")]))
        while not big.done():
            await client.ask(where, ASK[1:])
            await asyncio.sleep(0.01)
        outcome = await big
        assert isinstance(outcome, CallFailure)
        assert (outcome.kind, outcome.stops) == (FailureKind.RATE_LIMITED, "call")


async def test_cancelled_calls_give_everything_back() -> None:
    shop = Shop(10_000, 0.05)
    async with Server(shop) as server, ChatClient(ClientLimits(concurrency=3)) as client:
        where = target(server)
        for delay in (0.0, 0.001, 0.02, 0.06):
            tasks = [asyncio.create_task(client.ask(where, ASK)) for _ in range(9)]
            await asyncio.sleep(delay)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert client.lane_state(where).in_flight == 0
        assert await ask_many(client, where, 9) < 0.5


async def test_requests_per_minute_hold_calls_back() -> None:
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        where = target(server, settings=ModelSettings(requests_per_minute=5))
        other = target(server, "other")
        tasks = [asyncio.create_task(client.ask(where, ASK)) for _ in range(8)]
        await ask_many(client, other, 8)
        await asyncio.sleep(0.2)
        assert sum(task.done() for task in tasks) == 5
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_tokens_per_minute_are_settled_by_usage() -> None:
    async with Server([GOOD]) as server, ChatClient(ClientLimits(concurrency=1)) as client:
        # One call reserves 4 + 1,000 tokens and uses 19: settled, 50 of them fit into 2,000.
        where = target(server, tokens_per_minute=2000)
        assert await ask_many(client, where, 50) < 5.0


async def test_a_call_above_the_limit_passes_alone() -> None:
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        where = target(server, settings=ModelSettings(max_tokens=100_000), tokens_per_minute=50)
        assert await ask_many(client, where, 1) < 1.0


@pytest.mark.parametrize("concurrency", [None, 3])
def test_limits(concurrency: int | None) -> None:
    limits = ClientLimits(concurrency=concurrency, lanes=LaneLimits(start=4, most=9))
    assert limits.process == (concurrency or 9)
    assert (limits.lane.start, limits.lane.most) == ((3, 3) if concurrency else (4, 9))


async def test_an_endpoint_that_answers_with_errors_is_not_said_to_be_silent() -> None:
    ears, failed = Ears(), list[int]()
    script = [GOOD, *[error(500, "Internal server error")] * 60, *[GOOD] * 40]
    client = ChatClient(patient(), ears, on_failed=lambda: failed.append(1))
    async with Server(script) as server, client:
        await client.ask(target(server), ASK)
        await ask_many(client, target(server), 30)
    assert "chat.lane_failing" in ears.codes
    assert "chat.lane_down" not in ears.codes
    assert ears.heard[ears.codes.index("chat.lane_failing")].fields["status"] == 500
    assert len(failed) == 60
