"""The Python API gives what the command line gives."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import heartbench
from heartbench.api.words import Models
from heartbench.chat.fake import FakeProcess
from heartbench.dataset import builtin_questions, read_questions
from heartbench.errors import (
    ConfigError,
    CredentialError,
    DataError,
    HeartBenchError,
    TargetError,
    UsageError,
)
from heartbench.language import describe
from heartbench.records import CallableTarget, Candidate, Judge, OfflineTarget, Request, RunSpec
from heartbench.reporting import ALL, Summary
from heartbench.store import Store

OFFLINE: dict[str, Any] = {"judge": "offline:rules", "dataset": "questions.jsonl"}


@contextmanager
def refused(kind: type[HeartBenchError], code: str) -> Iterator[None]:
    """The error has that code, and says a sentence of its own: no code, no internals."""
    with pytest.raises(kind) as caught:
        yield
    assert code in caught.value.code
    assert str(caught.value).endswith((".", "。")) or ":" in str(caught.value)
    assert caught.value.code not in str(caught.value)


def mine(request: Request) -> str:
    return f"我听着呢。你说「{request.dialogue[-1].content[:4]}」，是什么意思？"


async def mine_later(request: Request) -> str:
    return "你现在感觉怎么样？"


def labels(summary: Summary) -> list[str]:
    return [standing.candidate.label for standing in summary.judgements[0].standings]


def scored(summary: Summary) -> list[int]:
    return [standing.scores[ALL].scored for standing in summary.judgements[0].standings]


def test_a_spec_is_answered_judged_and_scored(folder: Path) -> None:
    spec = RunSpec(
        name="r",
        questions=builtin_questions(),
        candidates=(Candidate("mine", CallableTarget("test_api:mine", mine)),),
        judges=(Judge("offline:rules", OfflineTarget("rules")),),
    )
    summary = heartbench.evaluate(spec, store="s.db")
    assert labels(summary) == ["mine"]
    assert summary.judgements[0].standings[0].scores[ALL].overall is not None


def test_a_spec_without_a_name_gets_one_and_takes_no_further_words(folder: Path) -> None:
    spec = RunSpec("", read_questions(Path("questions.jsonl")).questions, (), ())
    assert heartbench.evaluate(spec).run.name.startswith("run-")
    with refused(UsageError, "spec_and_words"):
        heartbench.evaluate(spec, limit=3)
    with refused(UsageError, "not_a_spec"):
        heartbench.evaluate("gpt-x")  # type: ignore[arg-type]


def test_every_kind_of_candidate_by_words(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (folder / "bots.py").write_text("def reply(request): return '嗯，我在听。'", encoding="utf-8")
    given = Candidate("record", OfflineTarget("silent"))
    models: Models = [
        "offline:listener",
        "warm=offline:adviser",
        "python:bots:reply",
        mine,
        mine_later,
        given,
    ]
    summary = heartbench.evaluate(models=models, **OFFLINE)
    assert sorted(labels(summary)) == sorted(
        ["listener", "warm", "bots:reply", "mine", "mine_later", "record"]
    )
    assert scored(summary) == [4] * 6


def test_a_mapping_names_the_candidates(folder: Path) -> None:
    models: dict[str, Any] = {"a": "offline:listener", "b": mine, "c": partial(mine)}
    assert sorted(labels(heartbench.evaluate(models=models, **OFFLINE))) == ["a", "b", "c"]


def test_numbers_and_questions_in_hand(folder: Path) -> None:
    questions = read_questions(Path("questions.jsonl")).questions
    summary = heartbench.evaluate(
        models=mine,
        judge="offline:rules",
        dataset=questions,
        difficulty="hard",
        samples=2,
        repeats=2,
        name="x",
    )
    assert summary.run.name == "x"
    assert summary.judgements[0].standings[0].coverage.asked == 2 * 2 * 2


def test_the_file_gives_defaults_and_words_win(folder: Path) -> None:
    toml = '[candidates.quiet]\ntarget = "offline:silent"\n[judge]\ntarget = "offline:rules"\n'
    toml += '[run]\ndataset = "questions.jsonl"\nlimit = 2\nstore = "kept.db"\n'
    (folder / "heartbench.toml").write_text(toml, encoding="utf-8")
    assert scored(heartbench.evaluate()) == [2]
    assert scored(heartbench.evaluate(limit=3)) == [3]
    assert (folder / "kept.db").exists()
    assert not (folder / "heartbench.db").exists()
    assert not (folder / "results").exists()


def test_a_model_is_asked_with_address_and_key_of_words(folder: Path) -> None:
    with FakeProcess("--key", "secret-key-of-mine") as fake:
        summary = heartbench.evaluate(
            models=["gpt-x"],
            judge="judge-x",
            system_prompt="温柔一点",
            base_url=fake.url,
            api_key="secret-key-of-mine",
            dataset="questions.jsonl",
        )
    assert scored(summary) == [4]
    with Store.open("heartbench.db") as store:
        (run,) = store.runs()
    assert "secret-key-of-mine" not in repr(run)
    assert b"secret-key-of-mine" not in (folder / "heartbench.db").read_bytes()


def test_credentials_follow_the_rules_of_the_command_line(folder: Path) -> None:
    with refused(CredentialError, "no_address"):
        heartbench.evaluate(models="gpt-x", judge="offline:rules")
    with pytest.raises(UsageError) as caught:
        heartbench.evaluate(models="gpt-x", api_key="k")
    assert (caught.value.code, caught.value.fields) == ("api.key_without_address", {"option": "base_url"})


@pytest.mark.parametrize(
    ("words", "kind", "names"),
    [
        ({"modles": "x"}, UsageError, "models"),
        ({"limit": 0}, ConfigError, "limit"),
        ({"limit": "20"}, ConfigError, "limit"),
        ({"samples": True}, ConfigError, "samples"),
        ({"difficulty": "medium"}, ConfigError, "hard"),
        ({"rule": "mine"}, ConfigError, "released"),
        ({"fresh": "all"}, UsageError, "verdicts"),
        ({"models": 3}, TargetError, "int"),
        ({"models": [partial(mine)]}, TargetError, "partial"),
        ({"models": Request}, TargetError, "type"),
        ({"models": [mine, mine]}, TargetError, "mine"),
        ({"judge": mine}, TargetError, "function"),
        ({"judge": [mine]}, TargetError, "function"),
        ({"dataset": "nowhere.jsonl"}, DataError, "nowhere.jsonl"),
        ({"store": "s.db", "config": "nowhere.toml"}, ConfigError, "nowhere.toml"),
    ],
)
def test_a_slip_is_a_typed_error(
    folder: Path, words: dict[str, Any], kind: type[HeartBenchError], names: str
) -> None:
    with pytest.raises(kind) as caught:
        heartbench.evaluate(**{"models": mine, **OFFLINE, **words})
    assert names in describe(caught.value, "en")
    assert describe(caught.value, "zh")


async def test_inside_an_event_loop_the_async_variant_is_named(folder: Path) -> None:
    with pytest.raises(UsageError) as caught:
        heartbench.evaluate(models=mine, **OFFLINE)
    assert "await heartbench.evaluate_async(" in str(caught.value)
    with refused(UsageError, "running_loop"):
        heartbench.score({"q1": "a"})
    assert scored(await heartbench.evaluate_async(models=mine, **OFFLINE)) == [4]
    answers = dict.fromkeys(("q1", "q2"), "你好吗？")
    summary = await heartbench.score_async(answers, judge="offline:rules", dataset="questions.jsonl")
    assert scored(summary) == [2]


ANSWERS = {"q1": "你今天怎么了？", "q2": "早点睡。", "q3": "嗯。", "q4": "你想聊聊吗？"}


@pytest.mark.parametrize(
    "shape",
    [
        lambda answers: answers,
        lambda answers: {key: [text] for key, text in answers.items()},
        lambda answers: [{"question_id": key, "response": text} for key, text in answers.items()],
        lambda answers: [{key: text} for key, text in answers.items()],
    ],
)
def test_answers_in_any_shape_score_the_same(folder: Path, shape: Callable[[dict[str, str]], Any]) -> None:
    text = "\n".join(f'{{"question_id": "{key}", "response": "{text}"}}' for key, text in ANSWERS.items())
    (folder / "answers.jsonl").write_text(text, encoding="utf-8")
    of_file = heartbench.score("answers.jsonl", judge="offline:rules", dataset="questions.jsonl")
    in_hand = heartbench.score(
        shape(ANSWERS), judge="offline:rules", dataset="questions.jsonl", model_name="mine"
    )
    assert labels(in_hand) == ["mine"]
    first, second = (item.judgements[0].standings[0].scores[ALL] for item in (of_file, in_hand))
    assert first.scored == 4
    assert first.abilities == second.abilities


def test_samples_in_hand_are_counted(folder: Path) -> None:
    answers = {key: [text, "你还好吗？"] for key, text in ANSWERS.items()}
    summary = heartbench.score(answers, judge="offline:rules", dataset="questions.jsonl")
    assert summary.judgements[0].standings[0].coverage.asked == 8


def test_answers_to_other_questions_are_refused(folder: Path) -> None:
    with refused(UsageError, "answers_none"):
        heartbench.score({"other": "x"}, judge="offline:rules", dataset="questions.jsonl")
    with refused(DataError, "not_an_object"):
        heartbench.score(["x"], judge="offline:rules", dataset="questions.jsonl")  # type: ignore[list-item]


def test_a_stored_run_is_scored_again_without_a_call(folder: Path) -> None:
    first = heartbench.evaluate(models=mine, name="one", **OFFLINE)
    heartbench.evaluate(models="offline:silent", name="two", **OFFLINE)
    assert heartbench.report().run.name == "two"
    again = heartbench.report("one", results="out")
    assert again.judgements[0].standings[0].scores == first.judgements[0].standings[0].scores
    assert (folder / "out" / "one" / "report.md").is_file()
    assert heartbench.report("one", rule="released").rule == "released"
    with refused(UsageError, "unknown"):
        heartbench.report("three")


def test_what_was_reused_is_logged_where_nobody_observes(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heartbench.evaluate(models=mine, name="one", **OFFLINE)
    with caplog.at_level(logging.WARNING, logger="heartbench"):
        heartbench.evaluate(models=mine, name="two", **OFFLINE)
    assert any("4 answers are reused" in line for line in caplog.messages)


def test_every_exported_name_is_there() -> None:
    assert all(getattr(heartbench, name) is not None for name in heartbench.__all__)
    with pytest.raises(AttributeError):
        heartbench.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"fresh": True}, "fresh_unknown"),
        ({"fresh": 3}, "fresh_unknown"),
        ({"name": 5}, "word_kind"),
        ({"config": 5}, "word_kind"),
        ({"answers_only": "no"}, "word_kind"),
        ({"base_url": 5}, "word_kind"),
        ({"dataset": []}, "word_kind"),
        ({"prompt_fields": []}, "word_kind"),
    ],
)
def test_a_word_of_another_kind_is_refused(folder: Path, words: dict[str, Any], code: str) -> None:
    with refused(UsageError, code):
        heartbench.evaluate(**{"models": mine, **OFFLINE, **words})


@pytest.mark.parametrize("answers", [5, None, 3.5])
def test_answers_of_another_kind_are_refused(folder: Path, answers: Any) -> None:
    with refused(UsageError, "answers_kind"):
        heartbench.score(answers, **OFFLINE)
