"""A store with a million verdicts and a run that owes a hundred thousand: time until the first call."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from benchmarks.commands import ANSWERED, Case, heartbench_environment, heartbench_run
from benchmarks.figures import Figure
from benchmarks.measure import RUNS, BenchmarkError, environment, run
from benchmarks.wall import make_case
from heartbench.chat.fake import FakeProcess

VERDICTS = 1_000_000
QUESTIONS, SAMPLES = 2960, 34
"""34 answers to each of 2,960 questions: a run of 100,640."""
SLOTS = 64
NEW = "new"
"""A revision that has nothing; :data:`ANSWERED` has its answers, and wants verdicts."""
LIMIT_SECONDS = 3.0

_TOO_LONG = 120.0


def figures(folder: Path, runs: int = RUNS) -> Iterable[Figure]:
    """Medians for a run that owes its verdicts alone and for one that owes answers and verdicts."""
    case = replace(make_case(folder, QUESTIONS, SLOTS), samples=SAMPLES)
    store = folder / "million.db"
    if not store.exists():
        command = [
            sys.executable,
            "-m",
            "benchmarks.million_store",
            str(case.questions),
            str(store),
            str(VERDICTS),
            str(SAMPLES),
        ]
        run(command, environment(), folder / "million.log")
    owed = QUESTIONS * SAMPLES
    for revision, what in ((ANSWERED, "verdicts"), (NEW, "answers")):
        seconds = [
            first_call(replace(case, revision=revision, name=f"{revision}-{time.time_ns()}"), store, folder)
            for _ in range(runs)
        ]
        name = f"first call, {VERDICTS:,} verdicts there, {owed:,} {what} owed"
        note = f"store of {store.stat().st_size / 1e6:,.0f} MB"
        yield Figure(name, sorted(seconds)[len(seconds) // 2], "s", LIMIT_SECONDS, note)


def first_call(case: Case, store: Path, folder: Path) -> float:
    """Seconds from the start of the process to the first request that arrives; then it is killed."""
    log = folder / f"calls-{time.time_ns()}.jsonl"
    with (
        FakeProcess("--latency", "600", "--log", str(log)) as fake,
        (folder / "run.log").open("wb") as output,
    ):
        began = time.time()
        command = heartbench_run(case, store)
        env = heartbench_environment(fake.url)
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=env)
        try:
            while not log.read_bytes():
                if process.poll() is not None or time.time() - began > _TOO_LONG:
                    raise BenchmarkError((folder / "run.log").read_text(encoding="utf-8")[-2000:])
                time.sleep(0.02)
        finally:
            process.kill()
            process.wait()
    first = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    return float(first["time"]) - began
