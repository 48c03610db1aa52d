from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import KEY, Ended, environment, question, write_rows

SCRIPT = Path(__file__).resolve().parents[2] / "run_evaluation.py"


def seed(folder: Path, *arguments: str, **more: str) -> Ended:
    command = [sys.executable, str(SCRIPT), *arguments]
    ended = subprocess.run(
        command,
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in ended.stderr
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def results(folder: Path) -> list[Path]:
    return sorted((folder / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)


def test_all_flags_together_write_the_seeds_two_files(folder: Path, fake: str) -> None:
    where = ("--base_url", fake, "--api_key", KEY, "--input_file", "questions.jsonl")
    more = ("--model", "m", "--mode", "hard", "--max_workers", "4", "--max_retries", "2")
    ended = seed(folder, *where, *more)
    assert ended.code == 0, ended.err
    assert "--api_key can be seen" in ended.err
    assert KEY not in ended.err + ended.out
    assert "claude-sonnet-4-5-20250929" in ended.err
    (run,) = results(folder)
    answered = rows(run / "question_score.jsonl")
    assert {row["question_id"] for row in answered} == {"q1", "q2"}
    fields = {
        "response",
        "score_detail",
        "score_reason",
        "dimension_score",
        "question_score",
        "rubric",
        "dialogue",
    }
    assert fields <= set(answered[0])
    overall = rows(run / "overall_score_results.jsonl")
    assert overall[-1]["dimension"] == "OVERALL"
    assert len(overall) == 16


def test_answers_first_and_scores_later_never_overwrite(folder: Path, fake: str) -> None:
    where = ("--base_url", fake, "--api_key", KEY, "--input_file", "questions.jsonl")
    assert seed(folder, *where, "--model", "m", "--generate_only").code == 0
    (answers,) = results(folder)
    assert not (answers / "question_score.jsonl").exists()
    kept = (answers / "answers.jsonl").read_bytes()
    scored = seed(folder, *where, "--score_only", "--answer_file", str(answers / "answers.jsonl"))
    assert scored.code == 0, scored.err
    assert len(results(folder)) == 2
    assert (answers / "answers.jsonl").read_bytes() == kept
    assert (results(folder)[-1] / "question_score.jsonl").is_file()


def test_the_seeds_own_file_of_answers_is_scored(folder: Path, fake: str) -> None:
    answers: list[dict[str, object]] = [{**question(number), "response": "嗯。"} for number in range(1, 5)]
    write_rows(folder / "mine.jsonl", answers)
    more = {"HEARTBENCH_BASE_URL": fake, "HEARTBENCH_API_KEY": KEY}
    ended = seed(
        folder, "--score_only", "--answer_file", "mine.jsonl", "--input_file", "questions.jsonl", **more
    )
    assert ended.code == 0, ended.err
    assert "--api_key" not in ended.err


def test_the_environment_may_put_the_judge_elsewhere(folder: Path, fake: str) -> None:
    more = {"HEARTBENCH_JUDGE_BASE_URL": fake, "HEARTBENCH_JUDGE_API_KEY": KEY}
    ended = seed(folder, "--model", "offline:silent", "--input_file", "questions.jsonl", **more)
    assert ended.code == 0, ended.err
    assert "HEARTBENCH_JUDGE_API_KEY" in ended.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "--model"),
        (("--model", "m", "--generate_only", "--score_only"), "not both"),
        (("--score_only",), "--answer_file"),
        (("--model", "m", "--api_key", "k"), "--base_url"),
        (("--model", "m", "--mode", "easy"), "easy"),
        (("--model", "m", "--max_workers", "0"), "--max_workers"),
        (("--model", "m", "--base_url", "nope"), "nope"),
        (("--model", "m", "--input_file", "no.jsonl", "--base_url", "http://127.0.0.1:9"), "no.jsonl"),
    ],
)
def test_slips_are_usage(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    ended = seed(folder, *arguments)
    assert ended.code == 2
    assert words in ended.err


def test_its_advice_names_its_own_options(folder: Path) -> None:
    write_rows(folder / "mine.jsonl", [{"question_id": "q1", "response": "嗯。"}])
    (folder / "heartbench.toml").write_text('[judge]\ntarget = "offline:rules"\n', encoding="utf-8")
    flags = ("--score_only", "--answer_file", "mine.jsonl", "--input_file", "questions.jsonl")
    ended = seed(folder, *flags)
    assert ended.code == 3
    assert "--mode" in ended.err
    for option in ("--name", "--difficulty", "--limit", "--dataset", "--retry-failed"):
        assert option not in ended.err


def test_help_and_slips_are_in_the_language(folder: Path) -> None:
    assert "用法：run_evaluation.py" in seed(folder, "--help", HEARTBENCH_LANG="zh").out
    ended = seed(folder, "--model", "m", "--mode", "easy", HEARTBENCH_LANG="zh")
    assert ended.code == 2
    assert ended.err == "--mode 不能是「easy」；可取 all、hard、normal。\n"


def test_it_says_where_the_key_comes_from_or_that_there_is_none(folder: Path, fake: str) -> None:
    flags = ("--base_url", fake, "--input_file", "questions.jsonl", "--model", "offline:silent")
    assert f"at {fake} (no key is sent)." in seed(folder, *flags).err
    assert f"地址 {fake}（不发送密钥）。" in seed(folder, *flags, HEARTBENCH_LANG="zh").err


@pytest.mark.parametrize(("language", "words"), [("en", "is not installed"), ("zh", "没有安装")])
def test_without_the_package_it_says_what_to_do(folder: Path, language: str, words: str) -> None:
    """-S leaves out what is installed, -E what PYTHONPATH names."""
    command = [sys.executable, "-S", "-E", str(SCRIPT), "--help"]
    more = environment(HEARTBENCH_LANG=language)
    ended = subprocess.run(
        command, cwd=folder, env=more, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 1
    assert words in ended.stderr
    assert ".venv/bin/python" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
