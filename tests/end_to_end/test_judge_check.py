"""``heartbench judge check`` through the command line, against judges whose errors are known."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

import heartbench
from conftest import ROOT
from end_to_end.surroundings import Desk, serving
from heartbench.chat.fake import FakeCall, FakeEndpoint, Wire
from heartbench.chat.fake.judging import recognise, verdict_text
from heartbench.dataset import builtin_labels, builtin_questions
from heartbench.errors import UsageError
from heartbench.records import LabelledAnswer

LABELS = builtin_labels()
LINES = {item.question_id: item.dialogue[-1].content for item in builtin_questions().questions}


def labelled(prompt: str) -> LabelledAnswer:
    """The labelled answer that a judging prompt holds."""
    return next(
        item for item in LABELS.answers if item.response in prompt and LINES[item.question_id] in prompt
    )


def verdicts(hits: list[bool]) -> str:
    items = [{"criterion": number, "reason": "因为", "hit": hit} for number, hit in enumerate(hits, 1)]
    return json.dumps({"verdicts": items}, ensure_ascii=False)


class KnownJudge:
    """Marks as the labels do, but errs with known chances; sometimes it answers in prose first."""

    def __init__(self, sensitivity: float, specificity: float, prose: float = 0.0) -> None:
        self.sensitivity, self.specificity, self.prose = sensitivity, specificity, prose
        self.malformed = 0

    def __call__(self, call: FakeCall) -> str:
        label = labelled(call.last_user_text)
        source = random.Random(f"{label.question_id} {label.kind}")
        hits = [source.random() < (self.sensitivity if hit else 1 - self.specificity) for hit in label.hits]
        if source.random() < self.prose and call.last_user_text.rstrip().endswith(">>>"):
            self.malformed += 1
            return "这条回复总体不错，第一条做到了。"
        return verdicts(hits)


def check(desk: Desk, fake: FakeEndpoint, judge: str, *more: str) -> tuple[int, dict[str, Any]]:
    ended = desk("judge", "check", judge, "--judge-base-url", fake.url, "--json", *more)
    return ended.code, json.loads(ended.out)


def holds(found: Mapping[str, Any], truth: float) -> bool:
    interval = found["interval"]
    return bool(interval["low"] <= truth <= interval["high"])


def test_a_judge_of_known_sensitivity_and_specificity_gets_them_back(desk: Desk) -> None:
    judge = KnownJudge(0.85, 0.92, prose=0.1)
    with serving(fake := FakeEndpoint(replies=judge)):
        code, found = check(desk, fake, "some-model")
        assert code == 0
        for kind in ("flawed", "plain", "best"):
            assert holds(found["kinds"][kind]["sensitivity"], 0.85), kind
        for kind in ("flawed", "plain"):
            assert holds(found["kinds"][kind]["specificity"], 0.92), kind
        for part in ("bonus", "penalty"):
            assert holds(found["polarities"][part]["sensitivity"], 0.85), part
        assert found["marked"] == sum(found["asked"].values()) == len(LABELS.answers)
        replies = found["replies"]
        assert replies["calls"] == len(LABELS.answers) + judge.malformed and judge.malformed > 40
        assert replies["malformed_rate"] == pytest.approx(judge.malformed / replies["calls"])
        assert found["self_consistency"] is False and found["failures"] == []
        # Misses cost points, false hits give some: what is left is in points, with an interval.
        best = next(item for item in found["effects"] if (item["kind"], item["total"]) == ("best", "overall"))
        assert best["difference"] < -5 and best["interval"]["high"] < 0
        asked = fake.stats.calls
        code, again = check(desk, fake, "some-model")
        assert code == 0 and fake.stats.calls == asked
        assert again["reused"] == again["marked"] and found["reused"] == 0
        assert again["kinds"] == found["kinds"] and again["replies"]["calls_now"] == 0
        assert again["replies"]["calls"] == replies["calls"]


def test_the_labels_agree_with_themselves_and_rules_do_not(desk: Desk) -> None:
    ended = desk("judge", "check", "labels", "--json")
    found = json.loads(ended.out)
    assert ended.code == 0
    assert {item["value"] for item in found["headline"].values()} == {1.0}
    assert {item["difference"] for item in found["effects"]} == {0.0}
    ended = desk("judge", "check", "offline:rules", "--limit", "40")
    said = " ".join(ended.out.split())
    assert ended.code == 0 and "A useful judge does better" in said
    assert "HeartBench judge check · offline:rules · κ flawed 0." in said
    rules = json.loads(desk("judge", "check", "offline:rules", "--json").out)
    for kind in ("flawed", "plain"):
        assert rules["headline"][kind]["value"] < 0.9
    figures = [f"{rules['headline'][kind]['value']:.2f}" for kind in ("flawed", "plain")]
    for page in ("docs/judge-check.md", "data/README.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert f"κ {figures[0]} within `flawed`" in text and f"{figures[1]} within `plain`" in text, page


def test_a_part_is_asked_and_failures_are_counted_never_scored(desk: Desk) -> None:
    def reply(call: FakeCall) -> str:
        label = labelled(call.last_user_text)
        return "我不评。" if label.kind == "plain" else verdicts(list(label.hits))

    with serving(fake := FakeEndpoint(replies=reply)):
        code, found = check(desk, fake, "m", "--limit", "12")
    assert code == 3
    assert found["questions"] == 12 and found["asked"]["best"] == found["asked"]["flawed"] == 12
    assert found["marked"] == 24 and found["asked"]["plain"] > 0
    assert found["kinds"]["plain"]["items"] == 0
    assert found["headline"]["plain"]["value"]["reason"] == "no_marks"
    assert [item["count"] for item in found["failures"]] == [found["asked"]["plain"]]


def test_a_judge_of_the_writers_family_is_flagged(desk: Desk) -> None:
    with serving(fake := FakeEndpoint(replies=KnownJudge(1.0, 1.0))):
        _, found = check(desk, fake, "claude-sonnet-4-5", "--limit", "3")
    assert found["self_consistency"] is True
    assert "audit.note_family" in [note["key"] for note in found["notes"]]


def test_without_a_name_it_is_the_judge_of_the_file_and_the_rest_of_the_file_does_not_count(
    desk: Desk,
) -> None:
    with serving(fake := FakeEndpoint(replies=KnownJudge(1.0, 1.0))):
        (desk.folder / "heartbench.toml").write_text(
            f"""
            [endpoints.local]
            base_url = "{fake.url}"
            [judge]
            target = "local/mine"
            parameters = {{ temperature = 0 }}
            [run]
            dataset = "questions.jsonl"
            limit = 1
            samples = 3
            repeats = 2
            difficulty = "hard"
            rule = "released"
            """,
            encoding="utf-8",
        )
        ended = desk("judge", "check", "--limit", "4", "--json")
    found = json.loads(ended.out)
    assert ended.code == 0 and found["judge"]["label"] == "mine"
    assert found["questions"] == 4 and found["marked"] == found["replies"]["calls"] == sum(
        found["asked"].values()
    )


def test_runs_of_a_check_stay_out_of_the_usual_reports(desk: Desk) -> None:
    desk("run", "-m", "offline:listener", "--judge", "offline:rules", "--limit", "5", "--name", "mine")
    desk("judge", "check", "offline:rules", "--limit", "5")
    assert json.loads(desk("report", "--json").out)["run"]["name"] == "mine"
    board = json.loads(desk("leaderboard", "--json").out)
    assert [item["label"] for item in board["leaders"]] == ["listener"]
    names = [item["name"] for item in json.loads(desk("runs", "--json").out)]
    assert len([name for name in names if name.startswith("judge-check-")]) == 2
    check_run = next(name for name in names if name.startswith("judge-check-"))
    assert json.loads(desk("report", check_run, "--json").out)["run"]["name"] == check_run


def test_tokens_cost_and_malformed_replies_are_those_of_the_wire(desk: Desk) -> None:
    """In chunks: prose for one part of some answers, a filter for others, usage known for all but some."""
    wanted = {"input": 0, "output": 0, "paid": 0, "bad": 0, "unknown": 0}

    def reply(call: FakeCall) -> Wire | str:
        prompt = call.last_user_text
        label, task = labelled(prompt), recognise(prompt)
        assert task is not None
        source = random.Random(f"{label.response} {task.criteria} {prompt[-40:]}")
        text = verdict_text(task, [source.random() < 0.5 for _ in range(task.criteria)])
        if source.random() < 0.2:
            text, wanted["bad"] = "整体不错。", wanted["bad"] + 1
        usage = {"prompt_tokens": source.randrange(100, 900), "completion_tokens": source.randrange(10, 90)}
        wanted["paid"] += 1
        body: dict[str, object] = {
            "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]
        }
        if source.random() < 0.8:
            wanted["input"] += usage["prompt_tokens"]
            wanted["output"] += usage["completion_tokens"]
            body["usage"] = usage
        else:
            wanted["unknown"] += 1
        return Wire(200, json.dumps(body, ensure_ascii=False).encode())

    (desk.folder / "heartbench.toml").write_text(
        "[models.m]\nprices = { input = 2.0, output = 10.0 }\n", encoding="utf-8"
    )
    with serving(fake := FakeEndpoint(replies=reply)):
        code, found = check(desk, fake, "m", "--limit", "8", "--mode", "chunk-4")
        _, again = check(desk, fake, "m", "--limit", "8", "--mode", "chunk-4", "--retry-failed", "none")
    assert code in (0, 3)
    replies = found["replies"]
    assert replies["calls"] == wanted["paid"] == fake.stats.calls
    assert (replies["input_tokens"], replies["output_tokens"]) == (wanted["input"], wanted["output"])
    assert replies["usage_unknown"] == replies["cost_unknown"] == wanted["unknown"] > 0
    assert replies["cost"] == pytest.approx((2.0 * wanted["input"] + 10.0 * wanted["output"]) / 1e6)
    assert sum(replies["malformed"].values()) == wanted["bad"] > 0
    for name in ("calls", "cost", "malformed_rate", "input_tokens"):
        assert again["replies"][name] == replies[name]
    assert again["replies"]["calls_now"] == 0


def test_what_the_provider_blocked_is_malformed_too(desk: Desk) -> None:
    def reply(call: FakeCall) -> Wire | str:
        label = labelled(call.last_user_text)
        if label.kind != "flawed":
            return verdicts(list(label.hits))
        body = {"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}
        return Wire(200, json.dumps(body).encode())

    with serving(fake := FakeEndpoint(replies=reply)):
        code, found = check(desk, fake, "m", "--limit", "4")
    assert code == 3
    assert found["replies"]["malformed"] == {"blocked": 4}
    assert found["failures"] == [{"side": "judge", "kind": "blocked", "count": 4}]


def test_fresh_marks_anew_and_goes_on_where_it_stopped(desk: Desk) -> None:
    """The plain replies get no verdict at first: going on asks for those alone, though all is made anew."""
    broken = False

    def reply(call: FakeCall) -> str:
        label = labelled(call.last_user_text)
        return "不评。" if broken and label.kind == "plain" else verdicts(list(label.hits))

    with serving(fake := FakeEndpoint(replies=reply)):
        _, first = check(desk, fake, "m", "--limit", "6")
        whole = sum(first["asked"].values())
        assert first["replies"]["calls_now"] == whole
        broken = True
        code, second = check(desk, fake, "m", "--limit", "6", "--fresh")
        assert code == 3 and second["reused"] == 0
        broken = False
        code, third = check(desk, fake, "m", "--limit", "6", "--fresh")
        assert code == 0 and third["replies"]["calls_now"] == third["asked"]["plain"]
        assert third["runs"] == second["runs"] != first["runs"]
        code, fourth = check(desk, fake, "m", "--limit", "6", "--fresh")
        assert fourth["replies"]["calls_now"] == whole


def test_two_judges_that_begin_in_one_second_have_runs_of_their_own(desk: Desk) -> None:
    names = set()
    for judge in ("offline:rules", "labels", "mine=offline:rules"):
        names.update(json.loads(desk("judge", "check", judge, "--limit", "2", "--json").out)["runs"])
    assert len(names) == 6


def test_a_candidate_of_the_file_does_not_get_in_the_way(desk: Desk) -> None:
    (desk.folder / "heartbench.toml").write_text(
        '[candidates."offline:best"]\ntarget = "offline:silent"\n', encoding="utf-8"
    )
    ended = desk("judge", "check", "labels", "--limit", "3", "--json")
    assert ended.code == 0 and json.loads(ended.out)["marked"] > 6


def test_the_judge_and_its_address_are_named_first(desk: Desk) -> None:
    with serving(fake := FakeEndpoint(replies=KnownJudge(1.0, 1.0))):
        ended = desk("judge", "check", "m", "--judge-base-url", fake.url, "--limit", "2", "--lang", "zh")
    assert ended.code == 0 and f"评委 m，地址 {fake.url}" in ended.err.splitlines()[0]
    ended = desk("judge", "check", "labels", "--limit", "2", "--json")
    found = json.loads(ended.out)
    assert "Judge labels" in ended.err and found["judge"]["revision"] == found["labels"][:12]


def test_labels_of_compare_mean_the_runs_that_measure(desk: Desk) -> None:
    desk("run", "-m", "offline:best", "-m", "offline:flawed", "--judge", "labels", "--limit", "30")
    desk("judge", "check", "labels", "--limit", "5")
    found = json.loads(desk("compare", "flawed", "best", "--json").out)
    assert found["common"] == 30


def test_what_went_on_is_counted_now_and_before(desk: Desk) -> None:
    """A judge that is away for half of the answers is asked about those alone the next time."""
    away = True

    def reply(call: FakeCall) -> str:
        label = labelled(call.last_user_text)
        return "不评。" if away and label.kind == "flawed" else verdicts(list(label.hits))

    with serving(fake := FakeEndpoint(replies=reply)):
        code, first = check(desk, fake, "m", "--limit", "6")
        away = False
        again_code, again = check(desk, fake, "m", "--limit", "6")
    assert (code, again_code) == (3, 0)
    before, after = first["replies"], again["replies"]
    assert before["calls"] == before["calls_now"]
    assert after["calls_now"] == first["asked"]["flawed"]
    assert after["calls"] == before["calls"] + after["calls_now"] == fake.stats.calls


def test_a_judge_that_never_answers_is_said_in_one_sentence(desk: Desk) -> None:
    ended = desk("judge", "check", "m", "--judge-base-url", "http://127.0.0.1:9/v1", "--limit", "2")
    assert ended.code == 3 and ended.out == ""
    assert "marked nothing" in ended.err.splitlines()[-1]
    assert "plain replies" not in ended.err
    ended = desk("judge", "check", "m")
    assert ended.code == 2 and "--judge-base-url" in ended.err and "--judge " not in ended.err


def test_from_python(desk: Desk) -> None:
    found = heartbench.check_judge("labels", limit=6)
    assert len(found.evidence.markings) == sum(found.evidence.asked.values())
    assert found.kinds["flawed"].items > 0
    with pytest.raises(UsageError):
        heartbench.check_judge("file:x.jsonl")
    with pytest.raises(UsageError):
        heartbench.check_judge(["labels", "offline:rules"])  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        heartbench.check_judge("")
    with pytest.raises(UsageError):
        heartbench.check_judge("labels", limits=3)  # type: ignore[call-arg]


def test_labelled_answers_are_candidates_and_labels_a_judge(desk: Desk) -> None:
    ended = desk(
        "run", "-m", "offline:best", "-m", "offline:flawed", "--judge", "labels", "--limit", "20", "--json"
    )
    assert ended.code == 0
    found = json.loads(ended.out)
    scores = {
        item["candidate"]["label"]: item["strata"][0]["scores"]["question_mean"]
        for item in found["judgements"][0]["standings"]
    }
    assert scores["best"] > 80 and scores["flawed"] < 75
    assert [note["key"] for note in found["notes"] if "labels" in note["key"]] == ["note_labels_judge"]
    ended = desk("run", "-m", "offline:plain", "--judge", "labels", "--json")
    assert ended.code == 0 and "150 of 296 questions" in " ".join(ended.err.split())
    (standing,) = json.loads(ended.out)["judgements"][0]["standings"]
    assert standing["coverage"]["scored"] == standing["coverage"]["asked"] == 150
    ended = desk("run", "-m", "offline:best", "--judge", "labels", "--dataset", "questions.jsonl")
    assert ended.code == 2 and "belong to the built-in set" in ended.err
    ended = desk("run", "-m", "offline:listener", "--judge", "labels", "--limit", "3")
    assert ended.code == 3 and "labelled" in ended.err and "--retry-failed" not in ended.err
