"""A run asks for what is owed, keeps what comes back, and asks for nothing twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.world import Notes, candidate, is_judging, judge, question_set, results, run, spec, verdicts
from heartbench.chat.fake import FakeCall, FakeEndpoint, FakeSettings, Wire
from heartbench.errors import RunError
from heartbench.evaluation import evaluate
from heartbench.evaluation.run import run_row
from heartbench.language import Language
from heartbench.protocols import load_protocol
from heartbench.records import (
    CallableTarget,
    Candidate,
    FailureKind,
    FileAnswer,
    FileTarget,
    Judge,
    OfflineTarget,
    Request,
    RunSpec,
    text_digest,
)
from heartbench.store import Store


async def test_every_answer_is_judged_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        first = await run(tmp_path / "s.db", spec(fake.url))
        assert first.complete
        assert first.progress.calls == fake.stats.calls == 8
        notes = Notes()
        again = await run(tmp_path / "s.db", spec(fake.url), notes)
        assert again.complete
        assert fake.stats.calls == 8
        assert notes.keys() == ["evaluation.reused_answers", "evaluation.reused_verdicts"]
        assert [fields["count"] for _, fields in notes.notices] == [4, 4]


async def test_another_revision_answers_anew(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        await run(tmp_path / "s.db", spec(fake.url))
        await run(
            tmp_path / "s.db", spec(fake.url, name="r2", candidates=(candidate(fake.url, revision="2"),))
        )
        assert fake.stats.by_model["model-a"] == 8


async def test_a_changed_rubric_judges_anew_and_answers_nothing(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        await run(tmp_path / "s.db", spec(fake.url))
        await run(tmp_path / "s.db", spec(fake.url, name="r2", questions=question_set(extra="！")))
        assert fake.stats.by_model == {"model-a": 4, "judge-a": 8}


async def test_fresh_verdicts_judge_anew_and_keep_the_old(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        await run(tmp_path / "s.db", spec(fake.url))
        await run(tmp_path / "s.db", spec(fake.url, name="r2", fresh_verdicts=True))
        assert fake.stats.by_model == {"model-a": 4, "judge-a": 8}
    old, new = results(tmp_path / "s.db"), results(tmp_path / "s.db", "r2")
    assert all(cell.verdict is not None for cell in (*old.verdicts.values(), *new.verdicts.values()))
    assert {cell.key for cell in old.verdicts.values()}.isdisjoint(cell.key for cell in new.verdicts.values())


async def test_samples_and_repeats_are_all_there(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        report = await run(tmp_path / "s.db", spec(fake.url, samples=2, repeats=3))
        assert report.complete
    found = results(tmp_path / "s.db")
    assert len(found.answers) == 8
    assert len(found.verdicts) == 24


async def test_a_judge_that_never_gives_a_verdict_is_asked_three_times(tmp_path: Path) -> None:
    def reply(call: FakeCall) -> str | None:
        return "我觉得都不错" if is_judging(call) else None

    async with FakeEndpoint(replies=reply) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url))
        assert report.progress.verdicts.failed == 4
        assert fake.stats.by_model["judge-a"] == 12
        await run(tmp_path / "s.db", spec(fake.url))
        assert fake.stats.by_model["judge-a"] == 24, "a later invocation opens a new round"
    failure = next(iter(results(tmp_path / "s.db").verdicts.values())).failure
    assert failure is not None
    assert (failure.kind, failure.side, failure.raw, failure.attempts, failure.round) == (
        FailureKind.UNPARSEABLE,
        "judge",
        "我觉得都不错",
        3,
        2,
    )


async def test_only_the_part_without_a_verdict_is_asked_again(tmp_path: Path) -> None:
    judgings = 0

    def reply(call: FakeCall) -> str | None:
        nonlocal judgings
        if not is_judging(call):
            return None
        judgings += 1
        second_part = "第2件" in call.last_user_text
        return "说不好" if second_part and judgings < 3 else verdicts([True] * 2)

    async with FakeEndpoint(replies=reply) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url, questions=question_set(1), mode="chunk-2"))
        assert report.complete
        assert fake.stats.by_model["judge-a"] == 3
    cell = next(iter(results(tmp_path / "s.db").verdicts.values()))
    assert cell.verdict is not None
    assert cell.verdict.hits == (True, True, True, True)


async def test_blocked_answers_wait_until_all_failures_are_wanted(tmp_path: Path) -> None:
    async with FakeEndpoint(models={"model-a": "blocked_filter"}) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url))
        assert report.progress.answers.failed == 4
        calls = fake.stats.calls
        again = await run(tmp_path / "s.db", spec(fake.url))
        assert fake.stats.calls == calls
        assert again.progress.answers.kept_failed == 4
        await run(tmp_path / "s.db", spec(fake.url, retry_failed="all"))
        assert fake.stats.calls == 2 * calls


async def test_a_refused_key_stops_the_endpoint_and_spares_the_rest(tmp_path: Path) -> None:
    async with FakeEndpoint(FakeSettings(key="right")) as fake:
        report = await run(tmp_path / "s.db", spec(fake.url, questions=question_set(30), concurrency=2))
        assert fake.stats.calls <= 4
        assert [stop.failure.kind for stop in report.stops] == [FailureKind.UNAUTHORIZED]
        assert report.progress.answers.unasked >= 26


async def test_two_candidates_with_one_text_are_judged_once(tmp_path: Path) -> None:
    async with FakeEndpoint(replies="同一句话") as fake:
        both = (candidate(fake.url, "a", "model-a"), candidate(fake.url, "b", "model-b"))
        report = await run(tmp_path / "s.db", spec(fake.url, candidates=both))
        assert report.complete
        assert fake.stats.by_model["judge-a"] == 4
    assert len(results(tmp_path / "s.db").verdicts) == 8


async def test_a_known_name_at_another_host_is_pointed_out(tmp_path: Path) -> None:
    async with FakeEndpoint() as one, FakeEndpoint() as two:
        await run(tmp_path / "s.db", spec(one.url))
        notes = Notes()
        await run(tmp_path / "s.db", spec(two.url, name="r2"), notes)
        assert "evaluation.moved" in [key for key, _ in notes.notices]
        assert two.stats.calls == 0


async def test_an_address_that_never_answered_is_not_pointed_out(tmp_path: Path) -> None:
    async with FakeEndpoint(faults="unauthorized") as wrong, FakeEndpoint() as right:
        await run(tmp_path / "s.db", spec(wrong.url))
        notes = Notes()
        await run(tmp_path / "s.db", spec(right.url, name="r2"), notes)
        assert [key for key, _ in notes.notices] == []
        # What did answer is pointed out, whatever was tried in between.
        await run(tmp_path / "s.db", spec(wrong.url, name="r3", fresh_answers=True))
        await run(tmp_path / "s.db", spec(wrong.url + "/v1", name="r4"), notes)
        moved = [fields for key, fields in notes.notices if key == "evaluation.moved"]
        assert {fields["before"] for fields in moved} == {right.url}


@pytest.mark.parametrize("status", ["absent", "null", "empty", "not_text"])
async def test_a_file_without_an_answer_is_a_failure_and_no_empty_answer(tmp_path: Path, status: str) -> None:
    answers = {f"q{number:04d}": (FileAnswer("text", f"回复{number}"),) for number in range(3)}
    answers["q0003"] = (FileAnswer(status),)  # type: ignore[arg-type]
    target = FileTarget(tmp_path / "answers.jsonl", answers)
    rules = (Judge("offline:rules", OfflineTarget("rules")),)
    wanted = spec("http://127.0.0.1:9", candidates=(Candidate("mine", target),), judges=rules)
    report = await run(tmp_path / "s.db", wanted)
    assert report.progress.answers.done == 3
    failure = results(tmp_path / "s.db").answers[0, 3, 0].failure
    assert failure is not None
    assert failure.kind is FailureKind.MISSING


async def test_another_text_in_the_file_is_another_answer(tmp_path: Path) -> None:
    rules = (Judge("offline:rules", OfflineTarget("rules")),)
    for number, text in enumerate(("一", "二")):
        target = FileTarget(tmp_path / "a.jsonl", {"q0000": (FileAnswer("text", text),)})
        wanted = spec(
            "http://127.0.0.1:9",
            name=f"r{number}",
            questions=question_set(1),
            candidates=(Candidate("mine", target),),
            judges=rules,
        )
        await run(tmp_path / "s.db", wanted)
        answer = results(tmp_path / "s.db", f"r{number}").answers[0, 0, 0].answer
        assert answer is not None
        assert answer.text_hash == text_digest(text)


async def test_several_judges_have_their_own_verdicts(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        judges = (judge(fake.url), judge(fake.url, "k", "judge-b"))
        report = await run(tmp_path / "s.db", spec(fake.url, judges=judges))
        assert report.complete
        assert fake.stats.by_model == {"model-a": 4, "judge-a": 4, "judge-b": 4}


async def test_a_stopped_run_keeps_what_is_in_flight_and_sends_nothing_more(tmp_path: Path) -> None:
    async with FakeEndpoint(FakeSettings(latency=0.5)) as fake:
        wanted = spec(fake.url, questions=question_set(40), concurrency=4)
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(0.25, stop.set)
        with Store.open(tmp_path / "s.db") as store:
            report = await evaluate(wanted, store, Notes(), stop)
        assert report.interrupted
        assert fake.stats.calls == report.progress.calls == 4
        assert report.seconds < 2
        again = await run(tmp_path / "s.db", wanted)
        assert again.complete
        assert fake.stats.calls == 80


async def test_a_callable_is_called_no_more_often_at_once_than_wanted(tmp_path: Path) -> None:
    running, most = 0, 0

    async def slow(request: Request) -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return "我在听"

    rules = (Judge("offline:rules", OfflineTarget("rules")),)
    mine = (Candidate("mine", CallableTarget("test:slow", slow)),)
    wanted = spec("http://127.0.0.1:9", questions=question_set(80), candidates=mine, judges=rules)
    for name, concurrency, expected in (("r", 3, 3), ("r2", None, 16)):
        running = most = 0
        report = await run(tmp_path / f"{name}.db", replace(wanted, name=name, concurrency=concurrency))
        assert report.complete
        assert most == expected


async def test_going_on_is_said_of_a_run_that_is_ours_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with FakeEndpoint(faults="blocked_filter") as fake:
        wanted = spec(fake.url)
        await run(path, wanted)
        notes = Notes()
        await run(path, wanted, notes)
        assert notes.keys()[0] == "evaluation.going_on_failures"
        with Store.open(path) as store:
            store.begin_run(run_row(wanted, load_protocol(wanted.protocol, None)))
            refused = Notes()
            with pytest.raises(RunError):
                await evaluate(wanted, store, refused)
            assert refused.keys() == []


async def test_two_that_only_their_labels_tell_apart_are_refused(tmp_path: Path) -> None:
    """One would get the answers of the other, even where it was never asked."""
    async with FakeEndpoint() as fake:
        for sides in (
            {"candidates": (candidate(fake.url), candidate("http://127.0.0.1:1/v1", "twin"))},
            {"judges": (judge(fake.url), judge(fake.url, "twin"))},
        ):
            with pytest.raises(RunError) as caught:
                await run(tmp_path / "s.db", spec(fake.url, **sides))
            assert caught.value.code == "evaluation.twins"
        assert fake.stats.calls == 0
        own = (candidate(fake.url), candidate(fake.url, "twin", revision="2"))
        assert (await run(tmp_path / "s.db", spec(fake.url, candidates=own))).complete


async def test_a_fresh_run_that_ended_with_failures_goes_on_in_its_edition(tmp_path: Path) -> None:
    blocked = True

    def reply(call: FakeCall) -> str | Wire | None:
        if not is_judging(call) and "第2件" in call.last_user_text and blocked:
            return Wire(500, b"{}")
        return None

    async with FakeEndpoint(replies=reply) as fake:
        wanted = spec(fake.url, judges=(), attempts=1)
        await run(tmp_path / "s.db", wanted)
        fresh = replace(wanted, name="fresh", fresh_answers=True)
        assert not (await run(tmp_path / "s.db", fresh)).complete
        blocked = False
        before = fake.stats.calls
        assert (await run(tmp_path / "s.db", fresh)).complete
        assert fake.stats.calls == before + 1


def test_other_answers_under_the_same_label_are_another_run() -> None:
    def made_elsewhere(text: str) -> RunSpec:
        answers = {"q0000": (FileAnswer("text", text),)}
        target = FileTarget(Path("answers.jsonl"), answers)
        return spec("http://x/v1", candidates=(Candidate("answers", target),))

    assert made_elsewhere("一").fingerprint == made_elsewhere("一").fingerprint
    assert made_elsewhere("一").fingerprint != made_elsewhere("二").fingerprint


@pytest.mark.parametrize(
    ("language", "words"), [("zh", "回复里没有 JSON 对象"), ("en", "holds no JSON object")]
)
async def test_failures_are_kept_in_the_language_of_the_run(
    tmp_path: Path, language: Language, words: str
) -> None:
    def reply(call: FakeCall) -> str | None:
        return "我觉得都不错" if is_judging(call) else None

    missing = FileTarget(tmp_path / "a.jsonl", {"q0000": (FileAnswer("absent"),)})
    async with FakeEndpoint(replies=reply) as fake:
        wanted = spec(fake.url, candidates=(candidate(fake.url), Candidate("file", missing)))
        with Store.open(tmp_path / "s.db") as store:
            await evaluate(wanted, store, Notes(), speak=language)
    found = results(tmp_path / "s.db")
    failed = [cell.failure for cell in found.verdicts.values() if cell.failure is not None]
    assert failed and all(words in item.message for item in failed)
    absent = next(cell.failure for cell in found.answers.values() if cell.failure is not None)
    assert ("文件" in absent.message) == (language == "zh")


async def test_requests_without_a_reply_are_counted_and_named(tmp_path: Path) -> None:
    notes = Notes()
    async with FakeEndpoint(faults="http_500*2") as fake:
        report = await run(tmp_path / "s.db", spec(fake.url, judges=()), notes)
        assert report.complete
        assert report.progress.calls == 4
        assert report.progress.failed_requests == fake.stats.calls - 4 == 8


async def test_what_lies_in_another_edition_is_no_part_of_a_fresh_run(tmp_path: Path) -> None:
    """Stopped before anything came back, the run has nothing: old scores must not pass for new ones."""
    async with FakeEndpoint() as fake:
        await run(tmp_path / "s.db", spec(fake.url))
        assert len(results(tmp_path / "s.db").verdicts) == 4
        stop = asyncio.Event()
        stop.set()
        with Store.open(tmp_path / "s.db") as store:
            await evaluate(spec(fake.url, fresh_answers=True), store, Notes(), stop)
        found = results(tmp_path / "s.db")
        assert all(cell.answer is None for cell in found.answers.values())
        assert found.verdicts == {}
        await run(tmp_path / "s.db", spec(fake.url, fresh_answers=True))
        again = results(tmp_path / "s.db")
        with Store.open(tmp_path / "s.db") as store:
            await evaluate(spec(fake.url, fresh_verdicts=True), store, Notes(), stop)
        kept = results(tmp_path / "s.db")
        assert {cell.key for cell in kept.answers.values()} == {cell.key for cell in again.answers.values()}
        assert all(cell.verdict is None for cell in kept.verdicts.values())


async def test_a_run_that_was_not_fresh_goes_on_in_the_latest_edition(tmp_path: Path) -> None:
    async with FakeEndpoint() as fake:
        with Store.open(tmp_path / "s.db") as store:
            stop = asyncio.Event()
            stop.set()
            await evaluate(spec(fake.url, name="plain"), store, Notes(), stop)
        await run(tmp_path / "s.db", spec(fake.url, name="b", fresh_answers=True))
        await run(tmp_path / "s.db", spec(fake.url, name="plain"))
    plain, fresh = results(tmp_path / "s.db", "plain"), results(tmp_path / "s.db", "b")
    assert {cell.key for cell in plain.answers.values()} == {cell.key for cell in fresh.answers.values()}


async def test_a_run_that_was_begun_has_its_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill may come at any moment after the run is begun."""

    class Killed(BaseException):
        """As sudden as a kill, for the process that runs the test."""

    async def plan_first(planner: object) -> None:
        raise Killed

    monkeypatch.setattr("heartbench.evaluation.run.Planner.plan_first", plan_first)
    async with FakeEndpoint() as fake:
        wanted = spec(fake.url)
        with Store.open(tmp_path / "s.db") as store, pytest.raises(Killed):
            await evaluate(wanted, store, Notes())
    assert results(tmp_path / "s.db").results.questions == wanted.questions
