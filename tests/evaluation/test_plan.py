"""A large run is planned block by block, and nothing is lost between two blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from evaluation.world import Notes, candidate, is_judging, question, question_set, results, run, spec
from heartbench.chat.fake import FakeCall, FakeEndpoint
from heartbench.evaluation import evaluate
from heartbench.records import QuestionSet
from heartbench.store import Store


def unlike() -> Callable[[FakeCall], str | None]:
    """Answers that are all different: equal ones would share their verdicts."""
    numbers = count()
    return lambda call: None if is_judging(call) else f"我在听，第{next(numbers)}次。"


@pytest.fixture(params=[1, 3, 5, 17])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Places planned at once; 16 are planned in all."""
    monkeypatch.setattr("heartbench.evaluation.plan._BLOCK", request.param)
    return int(request.param)


async def test_every_block_is_answered_judged_and_reused(tmp_path: Path, block: int) -> None:
    async with FakeEndpoint(replies=unlike()) as fake:
        both = (candidate(fake.url), candidate(fake.url, "n", "model-b"))
        wanted = spec(fake.url, candidates=both, samples=2)
        first = await run(tmp_path / "s.db", wanted)
        assert first.complete
        assert fake.stats.by_model == {"model-a": 8, "model-b": 8, "judge-a": 16}
        notes = Notes()
        assert (await run(tmp_path / "s.db", wanted, notes)).complete
        assert fake.stats.calls == 32
    counts = [(key.split("_")[1], fields["count"]) for key, fields in notes.notices]
    assert counts == [("answers", 8), ("answers", 8), ("verdicts", 16)]
    found = results(tmp_path / "s.db")
    assert len(found.answers) == len(found.verdicts) == 16


async def test_one_dialogue_with_two_rubrics_is_answered_once_and_judged_by_both(
    tmp_path: Path, block: int
) -> None:
    first, *rest = question_set().questions
    second = replace(question(0, rubric=2), question_id="other")
    questions = QuestionSet("two rubrics", (first, second, *rest))
    async with FakeEndpoint(replies=unlike()) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url, questions=questions))
        assert fake.stats.by_model == {"model-a": 4, "judge-a": 5}
    assert report.complete
    assert sum(cell.verdict is not None for cell in results(tmp_path / "s.db").verdicts.values()) == 5


async def test_the_first_call_does_not_wait_for_the_last_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heartbench.evaluation.plan._BLOCK", 4)
    stop = asyncio.Event()

    def reply(call: FakeCall) -> str | None:
        stop.set()
        return None if is_judging(call) else "我在听。"

    async with FakeEndpoint(replies=reply) as fake:
        with Store.open(tmp_path / "s.db") as store:
            wanted = spec(fake.url, questions=question_set(4_000), concurrency=2)
            report = await evaluate(wanted, store, Notes(), stop)
        assert report.interrupted
        assert fake.stats.calls <= 4
    # Planning went on while the first calls were under way, and ended with the stop.
    assert 4 <= len(results(tmp_path / "s.db").answers) < 4_000
