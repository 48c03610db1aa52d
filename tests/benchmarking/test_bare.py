from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.bare import loop, prepare
from benchmarks.measure import BenchmarkError, environment, run
from benchmarks.questions import write_questions

from heartbench.chat.fake import FakeEndpoint, FakeSettings


async def test_the_bare_loop_makes_the_same_calls_within_its_slots(tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    write_questions(questions, 12)
    async with FakeEndpoint(FakeSettings(latency=0.05)) as fake:
        seconds = await loop(fake.url, prepare(questions), 4)
        assert fake.stats.answered == 24
        assert fake.stats.judging == 12
        assert fake.stats.peak == 4
        assert seconds >= fake.stats.latency_sum / 4


def test_a_process_is_measured(tmp_path: Path) -> None:
    script = "x = bytearray(200_000_000); y = sum(range(3_000_000))"
    measured = run([sys.executable, "-c", script], environment(), tmp_path / "log")
    assert measured.peak > 200_000_000
    assert 0 < measured.cpu <= measured.wall * 2


def test_a_process_that_fails_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="why not"):
        run([sys.executable, "-c", "raise SystemExit('why not')"], environment(), tmp_path / "log")
