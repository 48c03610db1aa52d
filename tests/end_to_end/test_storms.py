"""429 storms, outages, a Retry-After of a day: with the client's own bounds, through whole runs.

What is asserted are counts and shares, not seconds: a busy machine may take longer.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from chat.wire import QUICK
from end_to_end.hostile import places_of, shorten
from evaluation.world import Notes, candidate, judge, question_set, run, spec
from heartbench.chat.fake import FakeCall, FakeEndpoint, FakeSettings
from heartbench.records import RunSpec

SLOTS = 8
PATIENCE = 90
"""Seconds that no run of these takes, unless it goes round and round."""
OUTAGE = float(os.environ.get("HEARTBENCH_OUTAGE", "2"))
"""Seconds; 30 by hand."""


def two_candidates(sick: str, well: str, count: int) -> RunSpec:
    """The same questions to a model that is short of slots and to a healthy one; nobody judges."""
    both = (candidate(sick, "stormy", "stormy"), candidate(well, "healthy", "healthy"))
    return spec(sick, questions=question_set(count), candidates=both, judges=(), concurrency=None)


def refused_share(log: Path, start: float) -> float:
    """The share of requests that were refused, of all that came after the first ``start`` of them."""
    statuses = [json.loads(line)["status"] for line in log.read_text(encoding="utf-8").splitlines()]
    later = statuses[int(len(statuses) * start) :]
    return later.count(429) / len(later)


@pytest.mark.parametrize("retry_after", [None, "1"])
async def test_a_storm_settles_wastes_little_and_holds_up_nobody(
    tmp_path: Path, retry_after: str | None
) -> None:
    """2,000 calls at the default start against 8 slots, 429 above; a healthy lane goes on at full speed."""
    count = 2_000 if retry_after is None else 200
    log = tmp_path / "stormy.jsonl"
    served_meanwhile: list[int] = []

    def on_healthy(call: FakeCall) -> None:
        if well.stats.calls == count:
            served_meanwhile.append(stormy.stats.answered)

    storm = FakeSettings(latency=0.02, slots=SLOTS, retry_after=retry_after, log=log)
    async with (
        FakeEndpoint(storm) as stormy,
        FakeEndpoint(FakeSettings(latency=0.02), replies=on_healthy) as well,
    ):
        wanted = two_candidates(stormy.url, well.url, count)
        report = await asyncio.wait_for(run(tmp_path / "s.db", wanted), PATIENCE)
        assert report.complete and not report.stops, "nothing is lost"
        stats = stormy.stats
        assert stats.by_status[200] == count, "and nothing is answered twice"
        assert stats.by_status[429] > 0, "there was a storm"
        wasted = stats.by_status[429] / stats.calls
        assert wasted <= 0.10
        assert refused_share(log, 0.25) <= 0.05, "it has settled"
        assert stats.peak == SLOTS
        seconds = stats.last_reply - stats.first_call
        # A Retry-After is honoured by the whole lane, which then stands still for so long.
        fullness = stats.latency_sum / seconds / SLOTS
        assert fullness > (0.4 if retry_after is None else 0.03), "near the limit, not far below it"
        assert well.stats.calls == count and well.stats.peak > 4 * SLOTS
        assert served_meanwhile[0] < count / 2, "the healthy lane did not wait for the stormy one"


async def test_a_storm_at_the_judge(tmp_path: Path) -> None:
    """Answers come in faster than the judge takes them: its lane adapts, and no verdict is lost."""
    settings = FakeSettings(latency=0.03, slots=SLOTS)
    async with FakeEndpoint(settings) as stormy, FakeEndpoint() as well:
        wanted = spec(well.url, questions=question_set(400), judges=(judge(stormy.url),), concurrency=None)
        report = await asyncio.wait_for(run(tmp_path / "s.db", wanted), PATIENCE)
        assert report.complete
        assert stormy.stats.by_status[200] == 400
        assert 0 < stormy.stats.by_status[429] <= 0.10 * stormy.stats.calls


@pytest.mark.parametrize("side", ["candidate", "judge"])
async def test_an_endpoint_that_is_down_is_waited_for(tmp_path: Path, side: str) -> None:
    """Refused connections in the middle of a run: it waits, asks seldom, and finishes without a failure."""
    down = FakeSettings(latency=0.05, outage_after=60, outage=OUTAGE)
    notes = Notes()
    async with FakeEndpoint(down) as sick, FakeEndpoint(FakeSettings(latency=0.05)) as well:
        asked, judged = (sick.url, well.url) if side == "candidate" else (well.url, sick.url)
        wanted = spec(asked, questions=question_set(200), judges=(judge(judged),), concurrency=16)
        report = await asyncio.wait_for(run(tmp_path / "s.db", wanted, notes), PATIENCE + OUTAGE)
        assert report.complete and not report.stops
        assert report.seconds >= OUTAGE
        assert {
            place.calls
            for place in places_of(tmp_path / "s.db", wanted, side)["m" if side == "candidate" else "j"]
        } == {1}
        assert sick.stats.calls <= 200 + 16, "what was in flight is asked again, and no more"
        assert sick.stats.asked_again == 0
    said = [key for key, _ in notes.notices if key.startswith("chat.")]
    assert said[0] == "chat.lane_down" and said[-1] == "chat.lane_back"
    assert len(said) <= 2 + OUTAGE, "told, and not told without end"


@pytest.mark.parametrize("side", ["candidate", "judge"])
async def test_a_retry_after_of_a_day(tmp_path: Path, side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said; the lane is given up after a bound; the rest of the run is finished."""
    shorten(monkeypatch, QUICK)
    notes = Notes()
    async with FakeEndpoint(models={"sleepy": "rate_limited_huge"}) as fake:
        if side == "candidate":
            both = (candidate(fake.url, "sleepy", "sleepy"), candidate(fake.url, "awake", "awake"))
            wanted = spec(fake.url, questions=question_set(30), candidates=both)
        else:
            judges = (judge(fake.url, "sleepy", "sleepy"), judge(fake.url, "awake", "awake"))
            wanted = spec(fake.url, questions=question_set(30), judges=judges)
        report = await asyncio.wait_for(run(tmp_path / "s.db", wanted, notes), PATIENCE + OUTAGE)
        assert [(stop.side, stop.label, stop.failure.stops) for stop in report.stops] == [
            (side, "sleepy", "lane")
        ]
        places = places_of(tmp_path / "s.db", wanted, side)
        assert [place.there for place in places["awake"]] == [True] * 30
        assert not any(place.there for place in places["sleepy"])
        (asked,) = {fields["asked"] for key, fields in notes.notices if key == "chat.long_retry_after"}
        assert asked == 86_400
        assert [key for key, _ in notes.notices].count("chat.lane_given_up") == 1
        assert fake.stats.by_model["sleepy"] <= 60, "it is asked again and again, but seldom"
