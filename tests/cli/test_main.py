from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench import __version__
from heartbench.cli.helping import _TOKEN, columns, wrap
from heartbench.cli.main import DEFECT, INTERRUPTED, asked_language, guarded
from heartbench.cli.session import Session
from heartbench.errors import DataError, GateError

from .conftest import Invoke, environment, spawn

HEAVY = ("numpy", "pydantic", "aiohttp", "sqlalchemy", "rich", "jinja2", "altair", "asyncio", "genai_prices")


def test_version(invoke: Invoke) -> None:
    ended = invoke("--version")
    assert (ended.code, ended.out.strip()) == (0, f"heartbench {__version__}")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("data",), ("models",), ("run", "--help")])
def test_help_ends_well(invoke: Invoke, arguments: tuple[str, ...]) -> None:
    ended = invoke(*arguments)
    assert ended.code == 0
    assert "Usage: heartbench" in ended.out


def test_help_speaks_chinese_wherever_the_option_stands(invoke: Invoke) -> None:
    for arguments in (
        ("--lang", "zh", "run", "--help"),
        ("run", "--lang=zh", "--help"),
        ("run", "--help", "--lang", "zh"),
    ):
        assert "被测对象" in invoke(*arguments).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rum",), "rum"),
        (("run", "--limt", "3"), "--limit"),
        (("run", "--limit", "0"), "--limit"),
        (("run", "--limit"), "--limit"),
        (("run", "--difficulty", "medium"), "medium"),
        (("run", "--fresh", "all"), "all"),
        (("score",), "ANSWERS"),
        (("run", "--lang", "fr"), "fr"),
    ],
)
def test_a_slip_in_the_arguments_is_one_sentence(
    invoke: Invoke, arguments: tuple[str, ...], words: str
) -> None:
    ended = invoke(*arguments)
    assert ended.code == 2
    assert words in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert not ended.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rum",), "没有 rum 这个命令；您是想用 run 吗？"),
        (("data", "zzz"), "没有 zzz 这个命令。"),
        (("run", "--limt", "3"), "没有 --limt 这个选项；您是想用 --limit 吗？"),
        (("run", "-x"), "没有 -x 这个选项。"),
        (("run", "--limit", "0"), "--limit 应为不小于 1 的整数。"),
        (("run", "--limit", "many"), "--limit 应为不小于 1 的整数。"),
        (("data", "export", "-o"), "-o 需要一个值。"),
        (("run", "--json=3"), "--json 不带值。"),
        (("run", "--difficulty", "medium"), "--difficulty 不能是「medium」；可取 all、hard、normal。"),
        (("run", "--fresh", "all"), "--fresh 不能是「all」；可取 answers、verdicts。"),
        (("score",), "缺少 ANSWERS。"),
        (("score", "a", "b", "c"), "多出了参数 b c。"),
    ],
)
def test_a_slip_is_said_in_chinese(
    invoke: Invoke, arguments: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", "zh")
    ended = invoke(*arguments)
    assert ended.code == 2
    assert ended.err.startswith(sentence)


TYPERS_WORDS = (
    "Usage",
    "Options",
    "Arguments",
    "Commands",
    "Show",
    "default",
    "required",
    "ARGS",
    "OPTIONS",
)


@pytest.mark.parametrize(
    "arguments",
    [(), ("data",), ("run",), ("score",), ("data", "export"), ("runs",)],
)
def test_help_in_chinese_leaves_no_word_of_typer(invoke: Invoke, arguments: tuple[str, ...]) -> None:
    shown = invoke(*arguments, "--help", "--lang", "zh").out
    assert "用法：heartbench" in shown
    assert "显示本说明后退出。" in shown
    ours = shown.replace("default（", "").replace("default|", "")
    assert not [word for word in TYPERS_WORDS if word in ours]
    assert all(columns(line) <= 80 for line in shown.splitlines())


def test_help_in_english_is_not_touched_by_help_in_chinese(invoke: Invoke) -> None:
    invoke("score", "--help", "--lang", "zh")
    assert "Show this message and exit." in invoke("score", "--help").out


WORDS = st.text(st.sampled_from("ab -（）。，中文字：;"), max_size=80)


@given(WORDS, st.integers(min_value=10, max_value=40))
def test_wrapping_loses_nothing_and_keeps_the_width(line: str, width: int) -> None:
    lines = list(wrap(line, width))
    assert "".join(lines).replace(" ", "") == line.replace(" ", "")
    for part in lines:
        assert columns(part) <= width or len(re.findall(_TOKEN, part)) == 1


def raising(error: BaseException) -> int:
    def action() -> int:
        raise error

    return guarded(action, Session("en"))


def test_typed_errors_become_their_sentence_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert raising(DataError("dataset.no_questions", path="x.jsonl")) == 2
    assert "x.jsonl" in capsys.readouterr().err
    assert GateError.exit_code == 1


def test_a_defect_is_said_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HEARTBENCH_DEBUG", raising=False)
    assert raising(RuntimeError("odd")) == DEFECT
    error = capsys.readouterr().err
    assert "RuntimeError: odd" in error
    assert "Traceback" not in error
    monkeypatch.setenv("HEARTBENCH_DEBUG", "1")
    assert raising(RuntimeError("odd")) == DEFECT
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_before_a_run_is_said() -> None:
    assert raising(KeyboardInterrupt()) == INTERRUPTED


def test_the_language_is_found_before_options_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", "zh")
    assert asked_language(["run", "--lang", "en"]) == "en"
    assert asked_language(["--lang=en"]) == "en"
    assert asked_language(["run", "--", "--lang", "en"]) == "zh"
    assert asked_language(["--lang"]) == "zh"


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    # typer itself may want pydantic to read the arguments of a command.
    heavy = [name for name in HEAVY if name != "pydantic" or arguments == ["--help"]]
    code = (
        "import sys\nfrom heartbench.cli.main import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert ended.stderr.strip() == "[]"


def test_help_is_quick(tmp_path: Path) -> None:
    """The target is 0.3 s on a quiet machine; a busy one gets twice that."""
    spans = []
    for _ in range(5):
        began = time.perf_counter()
        assert spawn(tmp_path, "--help").returncode == 0
        spans.append(time.perf_counter() - began)
    assert min(spans) < 0.6


def test_a_reader_that_leaves_early_is_no_error(folder: Path) -> None:
    command = [sys.executable, "-m", "heartbench", "data", "check", "questions.jsonl"]
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        error = process.stderr.read().decode()
    assert process.returncode == 0
    assert error == ""


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "cp1252"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_encoding_can_end_a_command(folder: Path, encoding: str, language: str) -> None:
    more = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "HEARTBENCH_LANG": language}
    run = ("run", "-m", "小😀暖=offline:listener", "--judge", "offline:rules", "--dataset", "questions.jsonl")
    for arguments in (run, (*run, "--json"), ("data", "stats", "questions.jsonl"), ("--help",), ("runs",)):
        ended = spawn(folder, *arguments, **more)
        assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("wanted", "arguments", "said"),
    [("fr", (), True), ("zh_CN", (), False), ("", (), False), ("fr", ("--lang", "en"), False)],
)
def test_a_language_that_is_not_spoken_is_pointed_out_once(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, wanted: str, arguments: tuple[str, ...], said: bool
) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", wanted)
    ended = invoke("data", "check", "questions.jsonl", *arguments)
    assert ended.code == 0
    assert ended.err.count("HEARTBENCH_LANG") == said
    assert not said or "'fr'" in ended.err or "「fr」" in ended.err
