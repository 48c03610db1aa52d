"""The HTML page of 14 candidates on the built-in set: its weight, and how soon it can be used."""

from __future__ import annotations

import random
import shutil
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.figures import Figure
from heartbench.dataset import builtin_questions
from heartbench.records import Question
from heartbench.reporting.html import PageFiles, collect, write_page
from heartbench.store import results as found
from heartbench.store.rows import Participant, RunRow

CANDIDATES = 14
LIMIT_MEGABYTES = 15.0
LIMIT_SECONDS = 2.0
ANSWER_CHARACTERS = 300
REASON_CHARACTERS = 45
STARTED = 1_800_000_000.0

_SENTENCE = "听你这么说，我心里也跟着沉了一下，你愿意再多说一点吗？我在这里，不着急。"


def figures(folder: Path) -> Iterable[Figure]:
    """Seconds to write it, its megabytes and, with Chromium and playwright, seconds until it is ready."""
    questions = builtin_questions()
    path = folder / "report.html"
    begun = time.perf_counter()
    write_page([collect(_results(questions.questions))], PageFiles(path), "zh")
    written = time.perf_counter() - begun
    what = f"{CANDIDATES} candidates, {len(questions.questions)} questions"
    yield Figure(f"page written, {what}", written, "s")
    texts = f"answers of {ANSWER_CHARACTERS} characters, reasons of {REASON_CHARACTERS}"
    yield Figure("weight of the page", path.stat().st_size / 1e6, "MB", LIMIT_MEGABYTES, texts)
    browser = shutil.which("chromium")
    if browser is None:
        yield Figure("page opened", 0.0, "s", note="not measured: there is no chromium here")
    else:
        opened = statistics.median(_opened(path, browser) for _ in range(3))
        yield Figure("page opened and ready, Chromium, median of 3", opened, "s", LIMIT_SECONDS)


def _opened(path: Path, browser: str) -> float:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = started.new_page()
        begun = time.perf_counter()
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        ready = time.perf_counter() - begun
        started.close()
    return ready


def _results(questions: tuple[Question, ...]) -> found.RunResults:
    own = builtin_questions()
    candidates = tuple(Participant(f"model-{n}", f"{n:040}", "model", "m") for n in range(CANDIDATES))
    judge = Participant("judge", "j" * 40, "model", "j")
    row = RunRow("page", "r" * 40, own.fingerprint, candidates, (judge,), "native-v1", "joint")
    run = found.StoredRun(1, row, "done", STARTED, STARTED, STARTED, None)
    return found.RunResults(run, own, tuple(_places(questions)), (), ())


def _places(questions: tuple[Question, ...]) -> Iterator[found.ResultPlace]:
    source = random.Random(1)
    for candidate in range(CANDIDATES):
        for number, question in enumerate(questions):
            text = _text(source, ANSWER_CHARACTERS)
            answer = found.StoredAnswer("a" * 40, text, "", "h" * 40, STARTED)
            hits = tuple(not item.is_veto and source.random() < 0.5 for item in question.rubric)
            reasons = tuple(_text(source, REASON_CHARACTERS) for _ in hits)
            verdict = found.StoredVerdict("v" * 40, hits, reasons, (), STARTED)
            yield found.ResultPlace(
                candidate,
                number,
                0,
                found.AnswerCell("a" * 40, answer, None, False),
                {(0, 0): found.VerdictCell("v" * 40, verdict, None, False)},
            )


def _text(source: random.Random, length: int) -> str:
    start = source.randrange(len(_SENTENCE))
    return (_SENTENCE * (length // len(_SENTENCE) + 2))[start : start + length]
