from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heartbench.chat.fake import FakeProcess
from heartbench.dataset import builtin_questions
from heartbench.errors import DataError

from .conftest import KEY, Invoke, environment, question, write_rows

OFFLINE = ("--judge", "offline:rules", "--dataset", "questions.jsonl")


def names(invoke: Invoke) -> list[str]:
    return [run["name"] for run in json.loads(invoke("runs", "--json").out)]


def test_an_offline_run_prints_tables_and_writes_its_report(invoke: Invoke, folder: Path) -> None:
    ended = invoke("run", "-m", "offline:listener", "-m", "offline:silent", *OFFLINE, "--name", "first")
    assert ended.code == 0
    assert "listener" in ended.out
    assert (folder / "results" / "first" / "report.md").is_file()
    assert "results/first/report.md" in ended.err.replace(os.sep, "/")
    assert "not a measurement" in ended.err


def test_json_stands_alone_on_standard_output(invoke: Invoke) -> None:
    ended = invoke("run", "-m", "offline:listener", *OFFLINE, "--json")
    found = json.loads(ended.out)
    assert found["run"]["status"] == "done"
    assert found["judgements"][0]["standings"][0]["coverage"]["scored"] == 4


def test_a_second_run_reuses_and_says_so(invoke: Invoke) -> None:
    first = invoke("run", "-m", "offline:listener", *OFFLINE)
    second = invoke("run", "-m", "offline:listener", *OFFLINE)
    assert "reused" not in first.err
    assert "4 answers are reused" in second.err
    assert len(set(names(invoke))) == 2


def test_fresh_and_revision_ask_anew(invoke: Invoke) -> None:
    invoke("run", "-m", "offline:listener", *OFFLINE)
    fresh = invoke("run", "-m", "offline:listener", *OFFLINE, "--fresh", "answers", "--fresh", "verdicts")
    revised = invoke("run", "-m", "offline:listener", *OFFLINE, "--revision", "2")
    assert "reused" not in fresh.err
    assert "answers are reused" not in revised.err


def test_difficulty_limit_samples_and_repeats_count(invoke: Invoke) -> None:
    hard = json.loads(invoke("run", "-m", "offline:silent", *OFFLINE, "--difficulty", "hard", "--json").out)
    few = json.loads(
        invoke(
            "run",
            "-m",
            "offline:silent",
            *OFFLINE,
            "--limit",
            "3",
            "--samples",
            "2",
            "--repeats",
            "2",
            "--json",
        ).out
    )
    assert hard["run"]["question_set"]["questions"] == 2
    assert few["judgements"][0]["standings"][0]["coverage"]["asked"] == 12


def test_answers_only_asks_no_judge(invoke: Invoke) -> None:
    ended = invoke("run", "-m", "offline:silent", "--dataset", "questions.jsonl", "--answers-only", "--json")
    assert ended.code == 0
    assert json.loads(ended.out)["judgements"] == []


def test_the_same_name_for_another_run_is_refused(invoke: Invoke) -> None:
    invoke("run", "-m", "offline:silent", *OFFLINE, "--name", "mine")
    ended = invoke("run", "-m", "offline:listener", *OFFLINE, "--name", "mine")
    assert ended.code == 2
    assert "mine" in ended.err


def test_a_callable_of_this_folder_is_a_candidate(invoke: Invoke, folder: Path) -> None:
    module = folder / "candidate_for_cli_test.py"
    module.write_text(
        "def ask(request):\n    return '听起来你很累。' + str(len(request.dialogue))\n", encoding="utf-8"
    )
    assert invoke("run", "-m", "python:candidate_for_cli_test:ask", *OFFLINE).code == 0


def test_the_file_of_configuration_gives_candidates_and_defaults(invoke: Invoke, folder: Path) -> None:
    toml = """
        [candidates.quiet]
        target = "offline:silent"
        [judge]
        target = "offline:rules"
        [run]
        dataset = "questions.jsonl"
        limit = 2
        store = "kept/here.db"
    """
    (folder / "heartbench.toml").write_text(toml, encoding="utf-8")
    (folder / "kept").mkdir()
    found = json.loads(invoke("run", "--json").out)
    assert found["run"]["question_set"]["questions"] == 2
    assert found["answering"][0]["candidate"]["label"] == "quiet"
    assert (folder / "kept" / "here.db").is_file()
    assert json.loads(invoke("run", "--json", "--limit", "1").out)["run"]["question_set"]["questions"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run",), "-m"),
        (("run", "-m", "offline:nobody", *OFFLINE), "nobody"),
        (("run", "-m", "some-model", *OFFLINE), "--base-url"),
        (("run", "-m", "offline:silent", "--dataset", "questions.jsonl"), "HEARTBENCH_JUDGE_BASE_URL"),
        (("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "no.jsonl"), "no.jsonl"),
        (
            ("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "official"),
            "heartbench data",
        ),
        (("run", "-m", "offline:silent", *OFFLINE, "--mode", "chunk-0"), "chunk-0"),
        (("run", "-m", "offline:silent", *OFFLINE, "--protocol", "mine"), "mine"),
        (
            ("run", "-m", "offline:silent", *OFFLINE, "--store", "questions.jsonl/x.db"),
            "questions.jsonl",
        ),
        (("run", "-m", "offline:silent", *OFFLINE, "--config", "no.toml"), "no.toml"),
        (("run", "-m", "offline:silent", *OFFLINE, "--system-prompt", "no.txt"), "no.txt"),
        (("run", "-m", "m", *OFFLINE, "--base-url", "localhost:8000"), "localhost:8000"),
        (("run", "-m", "m", *OFFLINE, "--base-url", "http://me:secret@h"), "key or password"),
        (("run", "-m", "m", *OFFLINE, "--api-key-env", "MINE"), "--base-url"),
        (("score", "no.jsonl", *OFFLINE), "no.jsonl"),
        (("report",), "heartbench.db"),
        (("runs",), "heartbench.db"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(invoke: Invoke, arguments: tuple[str, ...], words: str) -> None:
    ended = invoke(*arguments)
    assert ended.code == 2
    assert words in ended.err.replace(os.sep, "/")
    assert "secret" not in ended.err
    assert not ended.out


def test_a_broken_line_names_file_and_line(invoke: Invoke, folder: Path) -> None:
    with (folder / "questions.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"question_id": }\n')
    ended = invoke("run", "-m", "offline:silent", *OFFLINE)
    assert ended.code == 2
    assert "questions.jsonl" in ended.err
    assert "5" in ended.err


def test_models_are_asked_over_the_wire(invoke: Invoke, fake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", KEY)
    ended = invoke(
        "run",
        "-m",
        "m",
        "--base-url",
        fake,
        "--api-key-env",
        "MINE",
        "--dataset",
        "questions.jsonl",
        "--json",
    )
    assert ended.code == 0
    assert "claude-sonnet-4-5-20250929" in ended.err
    assert json.loads(ended.out)["judgements"][0]["standings"][0]["coverage"]["scored"] == 4
    assert KEY not in ended.err + ended.out


def test_a_wrong_key_is_said_once_and_the_run_can_go_on(
    invoke: Invoke, fake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("run", "-m", "m", "--base-url", fake, "--api-key-env", "MINE", *OFFLINE)
    monkeypatch.setenv("MINE", "wrong-key")
    refused = invoke(*arguments)
    assert refused.code == 3
    assert refused.err.count("refused the key") == 1
    assert "wrong-key" not in refused.err + refused.out
    monkeypatch.setenv("MINE", KEY)
    mended = invoke(*arguments)
    assert mended.code == 0
    assert "which ended with failures" in mended.err
    assert len(names(invoke)) == 1


def test_report_scores_again_by_another_rule_without_a_call(invoke: Invoke) -> None:
    invoke("run", "-m", "offline:silent", *OFFLINE, "--name", "one")
    invoke("run", "-m", "offline:listener", *OFFLINE, "--name", "two")
    latest = json.loads(invoke("report", "--json").out)
    both = json.loads(invoke("report", "one", "two", "--rule", "released", "--json").out)
    assert latest["run"]["name"] == "two"
    assert [(item["run"]["name"], item["rule"]) for item in both] == [
        ("one", "released"),
        ("two", "released"),
    ]
    unknown = invoke("report", "one", "three")
    assert unknown.code == 2
    assert "three" in unknown.err


def test_runs_are_listed(invoke: Invoke) -> None:
    invoke("run", "-m", "offline:silent", *OFFLINE, "--name", "one")
    ended = invoke("runs")
    assert "one" in ended.out
    assert "offline:rules" in ended.out
    assert invoke("runs", "--json").out.startswith("[")


def test_answers_made_elsewhere_are_scored(invoke: Invoke, folder: Path) -> None:
    rows: list[dict[str, object]] = [
        {**question(number), "response": "你今天怎么样？"} for number in (1, 2, 3)
    ]
    write_rows(folder / "mine.jsonl", [*rows, {"question_id": "other", "response": "x"}])
    ended = invoke("score", "mine.jsonl", *OFFLINE, "--model-name", "小暖", "--json")
    assert ended.code == 3
    assert "q4" in ended.err
    assert "other" in ended.err
    found = json.loads(ended.out)
    assert found["answering"][0]["candidate"]["label"] == "小暖"
    coverage = found["judgements"][0]["standings"][0]["coverage"]
    assert (coverage["scored"], coverage["asked"]) == (3, 4)


def test_samples_of_a_file_are_all_scored(invoke: Invoke, folder: Path) -> None:
    rows: list[dict[str, object]] = [
        {"question_id": f"q{number}", "response": f"嗯，{sample}", "sample": sample}
        for number in range(1, 5)
        for sample in (0, 1)
    ]
    write_rows(folder / "mine.jsonl", rows)
    found = json.loads(invoke("score", "mine.jsonl", *OFFLINE, "--json").out)
    assert found["run"]["samples"] == 2
    assert found["judgements"][0]["standings"][0]["coverage"]["scored"] == 8


def test_a_file_about_other_questions_is_refused(invoke: Invoke, folder: Path) -> None:
    write_rows(folder / "mine.jsonl", [{"question_id": "other", "response": "x"}])
    ended = invoke("score", "mine.jsonl", *OFFLINE)
    assert ended.code == 2
    assert "--dataset" in ended.err


def test_the_demo_needs_nothing_and_its_second_run_asks_nothing(invoke: Invoke, folder: Path) -> None:
    try:
        builtin_questions()
    except DataError:
        pytest.skip("the built-in set is not there yet")
    first = json.loads(invoke("demo", "--json").out)
    second = invoke("demo", "--json")
    assert [len(run["judgements"][0]["standings"]) for run in first["runs"]] == [3, 3]
    assert second.code == 0
    assert "reused" in second.err
    assert [run["calls"] for run in json.loads(second.out)["runs"]] == [[], []]


def started(folder: Path, url: str, concurrency: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "heartbench", "run", "-m", "m", "--base-url", url]
    command += ["--dataset", "many.jsonl", "--concurrency", concurrency, "--judge", "offline:rules"]
    return subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_calls(fake: FakeProcess, calls: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if int(str(fake.stats()["calls"])) >= calls:
            return
        time.sleep(0.02)
    raise AssertionError("the run did not begin")


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_stops_cleanly_and_the_same_command_goes_on(
    folder: Path, invoke: Invoke, number: int
) -> None:
    write_rows(folder / "many.jsonl", [question(index) for index in range(30)])
    with FakeProcess("--latency", "0.3") as fake:
        process = started(folder, fake.url, "3")
        wait_for_calls(fake, 6)
        process.send_signal(number)
        _, error = process.communicate(timeout=60)
        assert process.returncode == 130
        assert "goes on" in error
        assert "Traceback" not in error
        (run,) = json.loads(invoke("runs", "--json").out)
        assert run["status"] == "interrupted"
        ended = invoke(
            "run",
            "-m",
            "m",
            "--base-url",
            fake.url,
            "--dataset",
            "many.jsonl",
            "--judge",
            "offline:rules",
            "--json",
        )
        assert ended.code == 0
        assert json.loads(ended.out)["run"]["name"] == run["name"]
        assert fake.stats()["calls"] == 30


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
def test_the_second_interrupt_leaves_at_once(folder: Path) -> None:
    write_rows(folder / "many.jsonl", [question(index) for index in range(30)])
    with FakeProcess("--latency", "15") as fake:
        process = started(folder, fake.url, "3")
        wait_for_calls(fake, 3)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert process.returncode == 130
        assert time.monotonic() - began < 10
        assert "Left at once; what was committed is kept." in error


def blocking() -> FakeProcess:
    """Every request for an answer is refused by a filter of the provider."""
    return FakeProcess("--faults", "blocked_filter")


def last_line(err: str) -> str:
    return err.strip().splitlines()[-1]


def test_what_the_same_command_mends_and_what_not_is_said(invoke: Invoke) -> None:
    with blocking() as fake:
        arguments = ("run", "-m", "m", "--base-url", fake.url, *OFFLINE, "--difficulty", "hard")
        first, second = invoke(*arguments), invoke(*arguments)
        assert fake.stats()["calls"] == 2
        every = invoke(*arguments, "--retry-failed", "all")
        assert fake.stats()["calls"] == 4
    assert first.code == second.code == 3
    assert "2 failures stand (" in last_line(first.err)
    assert "2 failures stand from an earlier run" in last_line(second.err)
    for ended in (first, second):
        assert "--retry-failed all does" in ended.err
        assert "report.md" in last_line(ended.err)
        assert "--name" not in ended.err
        assert "The same command" not in ended.err
    assert "The same command tries 2 of them again" in last_line(every.err)


def test_a_failure_that_is_tried_again_needs_no_name(invoke: Invoke) -> None:
    with FakeProcess("--faults", "empty_text") as fake:
        ended = invoke("run", "-m", "m", "--base-url", fake.url, *OFFLINE, "--limit", "1")
    assert last_line(ended.err).endswith("The same command tries 1 of them again.")


def test_missing_answers_are_not_tried_again(invoke: Invoke, folder: Path) -> None:
    write_rows(folder / "mine.jsonl", [{"question_id": "q1", "response": "嗯。"}])
    ended = invoke("score", "mine.jsonl", *OFFLINE)
    assert ended.code == 3
    assert "3 answers are missing in the file" in last_line(ended.err)
    assert "--limit" in last_line(ended.err)
    assert "same command" not in ended.err


def test_with_two_judges_a_missing_answer_is_missing_once(invoke: Invoke, folder: Path) -> None:
    write_rows(folder / "mine.jsonl", [{"question_id": "q1", "response": "嗯。"}])
    with FakeProcess() as fake:
        judges = ("--judge", "offline:rules", "--judge", "judge-b", "--judge-base-url", fake.url)
        more = ("--dataset", "questions.jsonl", "--repeats", "2")
        assert "3 answers are missing" in invoke("score", "mine.jsonl", *judges, *more).err


def test_a_folder_of_reports_that_cannot_be_written_is_noticed_before_the_first_call(
    invoke: Invoke, folder: Path
) -> None:
    (folder / "taken").write_text("a file", encoding="utf-8")
    with FakeProcess() as fake:
        for results in ("taken", "taken/below", "/proc/results"):
            ended = invoke("run", "-m", "m", "--base-url", fake.url, *OFFLINE, "--results", results)
            assert ended.code == 2
            assert results in ended.err
        assert fake.stats()["calls"] == 0
    assert names(invoke) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--repeats", "99999999"), "1000"),
        (("--samples", "1001"), "1000"),
        (("--name", "a\x1b[31mred"), "control characters"),
        (("--name", "a\ud800"), "control characters"),
        (("--store", "postgresql://u:secret@h/d"), "postgresql://…"),
    ],
)
def test_what_no_run_can_be_like_is_refused(
    invoke: Invoke, folder: Path, options: tuple[str, ...], words: str
) -> None:
    before = sorted(folder.iterdir())
    ended = invoke("run", "-m", "offline:silent", *OFFLINE, *options)
    assert ended.code == 2
    assert words in ended.err
    assert "secret" not in ended.err
    assert sorted(folder.iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to a full device")
@pytest.mark.parametrize(
    "arguments",
    [("report",), ("report", "--json"), ("runs",), ("data", "stats"), ("--version",), ("--help",)],
)
def test_a_full_disk_behind_standard_output_is_one_sentence(
    invoke: Invoke, folder: Path, arguments: tuple[str, ...]
) -> None:
    invoke("run", "-m", "offline:silent", *OFFLINE)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "heartbench", *arguments],
            cwd=folder,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr.count("the disk is full")
    assert "Traceback" not in ended.stderr and "defect" not in ended.stderr


def test_where_reasons_stand_is_said_if_there_are_any(invoke: Invoke, folder: Path) -> None:
    good = invoke("run", "-m", "offline:silent", *OFFLINE)
    write_rows(folder / "mine.jsonl", [{"question_id": "q1", "response": "嗯。"}])
    bad = invoke("score", "mine.jsonl", *OFFLINE)
    assert "stands in report.md" not in good.out
    assert "What happened in each failure stands in report.md." in bad.out
