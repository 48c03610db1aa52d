"""A run that is killed again and again, under faults, against an undisturbed one: ``make soak``.

The fake endpoint writes a line for every request before it answers, the store a row for every reply that
it committed. From both follows what was lost, doubled or paid for again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from heartbench.chat.fake import FakeProcess

ROOT = Path(__file__).resolve().parents[2]
FAULTS = "rate_limited=0.05,http_500=0.01,http_503=0.01,reset=0.01,malformed=0.03"
PROTOCOLS = ("native-v1", "official")
TEMPLATES = {
    "generate_answers.py": 'PROMPT_TEMPLATE = """请接着聊：{dialogue}"""\n',
    "score_answers.py": 'PROMPT_TEMPLATE = """{dialogue}\n{rubric}\n{response}\n{{"detail":[1]}}"""\n',
}
_MOST_RESUMPTIONS = 5
"""A fault that strikes three times in a row ends a round; the next invocation opens another."""


@dataclass(frozen=True)
class Soak:
    """What is to be gone through."""

    folder: Path
    home: Path
    """Where the official questions and prompts lie (HEARTBENCH_HOME)."""
    protocol: str
    kills: int
    in_flight: int = 32
    faults: str = ""
    latency: float = 0.25
    shortest: float = 0.3
    longest: float = 1.6
    """Seconds from a start to its kill."""


@dataclass
class Outcome:
    """What came of it."""

    kills: int = 0
    requests: int = 0
    """All that the endpoint saw."""
    by_fault: Counter[str] = field(default_factory=Counter)
    replies: int = 0
    """Replies that the endpoint sent with status 200, faulty ones included."""
    committed: int = 0
    """Of these, in the store at the end."""
    lost: int = 0
    """Rows that were in the store at a kill and are no longer."""
    doubled: int = 0
    """Committed calls for one place: key, part, round, attempt."""
    asked_again: int = 0
    """Committed calls for an answer or verdict that had been committed before."""
    same_totals: bool = False

    def broken(self, most_repeats: int) -> list[str]:
        """The promises that do not hold, in words."""
        found = [
            f"{name}: {count}"
            for name, count in (
                ("rows lost", self.lost),
                ("calls doubled", self.doubled),
                ("calls for what was there", self.asked_again),
            )
            if count
        ]
        if self.replies - self.committed > most_repeats:
            found.append(
                f"{self.replies - self.committed} replies were lost in flight, {most_repeats} allowed"
            )
        return found if self.same_totals else [*found, "the totals differ from those of an undisturbed run"]


def official_home(upstream: Path, folder: Path) -> Path:
    """Import the official set from a folder that is shaped like a checkout; returns its home."""
    checkout, home = folder / "checkout", folder / "home"
    (checkout / "data").mkdir(parents=True)
    (checkout / "heartbench").mkdir()
    for name in ("question_all.jsonl", "question_hard.jsonl", "question_normal.jsonl"):
        (checkout / "data" / name).write_bytes((upstream / name).read_bytes())
    for name, text in TEMPLATES.items():
        (checkout / "heartbench" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "heartbench", "data", "import", str(checkout)]
    subprocess.run(command, env=environment(home), cwd=folder, check=True, capture_output=True)
    return home


def environment(home: Path) -> dict[str, str]:
    """The settings of whoever runs the soak stay out."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEARTBENCH_")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "HEARTBENCH_HOME": str(home), "HEARTBENCH_LANG": "en"}


def command(soak: Soak, url: str) -> list[str]:
    """Two candidates and a judge on all official questions."""
    judge = ["--judge", "judge-x", "--protocol", soak.protocol, "--name", "r"]
    models = ["-m", "one=model-one", "-m", "two=model-two", "--base-url", url, "--json"]
    run = [sys.executable, "-m", "heartbench", "run", "--dataset", "official", *models, *judge]
    return [*run, "--concurrency", str(soak.in_flight)]


def go_through(soak: Soak) -> Outcome:
    """Kill, resume, and compare. Raises RuntimeError where a run does not come to its end."""
    outcome = Outcome()
    log = soak.folder / f"{soak.protocol}.requests.jsonl"
    options = ("--latency", str(soak.latency), "--seed", "5")
    disturbed = soak.folder / f"{soak.protocol}-killed"
    faults = ("--faults", soak.faults) if soak.faults else ()
    with FakeProcess(*options, *faults, "--log", str(log)) as fake:
        seen = _kill_often(soak, disturbed, fake.url, outcome)
        _to_the_end(soak, disturbed, fake.url)
    _read_log(log, outcome)
    read_store(disturbed / "heartbench.db", seen, outcome)
    calm = soak.folder / f"{soak.protocol}-calm"
    with FakeProcess(*options) as fake:
        calm.mkdir()
        _to_the_end(soak, calm, fake.url)
    outcome.same_totals = _totals(disturbed) == _totals(calm)
    return outcome


def _kill_often(soak: Soak, folder: Path, url: str, outcome: Outcome) -> set[tuple[object, ...]]:
    """Returns every row that was in the store at some kill."""
    folder.mkdir()
    rng, seen = random.Random(soak.protocol), set[tuple[object, ...]]()
    for _ in range(soak.kills):
        process = subprocess.Popen(
            command(soak, url), env=environment(soak.home), cwd=folder, stdout=-3, stderr=-3
        )
        time.sleep(rng.uniform(soak.shortest, soak.longest))
        process.send_signal(signal.SIGKILL)
        process.wait()
        outcome.kills += 1
        seen |= _rows(folder / "heartbench.db")
    return seen


def _to_the_end(soak: Soak, folder: Path, url: str) -> None:
    for _ in range(_MOST_RESUMPTIONS):
        done = subprocess.run(
            command(soak, url),
            env=environment(soak.home),
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return
        if done.returncode != 3:
            break
    raise RuntimeError(f"exit code {done.returncode}:\n{done.stderr[-2000:]}")


def _totals(folder: Path) -> list[str]:
    """The scores of every candidate: nothing in them says when or how they came about."""
    lines = (folder / "results" / "r" / "totals.jsonl").read_text(encoding="utf-8").splitlines()
    return sorted(lines)


_TABLES = {
    "calls": "key, part, round, attempt, raw",
    "answers": "key, text",
    "verdicts": "key, hits, reasons",
    "failures": "key, round, kind",
}


def _rows(store: Path) -> set[tuple[object, ...]]:
    """What a reader finds in the store right after a kill."""
    if not store.exists():
        return set()
    with closing(sqlite3.connect(store)) as connection:
        there = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        return {
            (table, *row)
            for table, columns in _TABLES.items()
            if table in there
            for row in connection.execute(f"SELECT {columns} FROM {table}")
        }


def _read_log(log: Path, outcome: Outcome) -> None:
    for line in log.read_text(encoding="utf-8").splitlines():
        request = json.loads(line)
        outcome.requests += 1
        outcome.replies += request["status"] == 200
        if request["fault"]:
            outcome.by_fault[request["fault"]] += 1


def read_store(store: Path, seen: set[tuple[object, ...]], outcome: Outcome) -> None:
    """Count what was lost, doubled or asked for again; ``seen`` is what was there at some kill."""
    outcome.lost = len(seen - _rows(store))
    doubled = (
        "SELECT count(*) FROM (SELECT 1 FROM calls GROUP BY key, part, round, attempt HAVING count(*) > 1)"
    )
    again = """
        SELECT count(*) FROM calls JOIN (
            SELECT key, created_at FROM answers UNION ALL SELECT key, created_at FROM verdicts
        ) AS made ON made.key = calls.key WHERE calls.created_at > made.created_at + 0.001"""
    with closing(sqlite3.connect(store)) as connection:
        (outcome.doubled,) = connection.execute(doubled).fetchone()
        (outcome.asked_again,) = connection.execute(again).fetchone()
        (outcome.committed,) = connection.execute("SELECT count(*) FROM calls").fetchone()


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures of both protocols; exit code 1 if a promise does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--faults", default=FAULTS)
    shared = Path(os.environ.get("HEARTBENCH_SHARED", ROOT.parent / "shared"))
    parser.add_argument(
        "--upstream", type=Path, default=shared / "upstream", help="the official question files"
    )
    options = parser.parse_args(arguments)
    if not options.upstream.is_dir():
        print(
            f"The official question files are not in {options.upstream}; name their folder with --upstream."
        )
        return 2
    whole = True
    with tempfile.TemporaryDirectory(prefix="heartbench-soak-") as folder:
        home = official_home(options.upstream, Path(folder))
        for protocol in PROTOCOLS:
            soak = Soak(
                Path(folder), home, protocol, options.kills, faults=options.faults, shortest=0.8, longest=2.5
            )
            outcome = go_through(soak)
            broken = outcome.broken(soak.kills * soak.in_flight)
            whole = whole and not broken
            print(_told(protocol, outcome, broken))
    return 0 if whole else 1


def _told(protocol: str, outcome: Outcome, broken: Sequence[str]) -> str:
    faults = ", ".join(f"{name} {count}" for name, count in sorted(outcome.by_fault.items()))
    lines = (
        f"{protocol}: {outcome.kills} kills, {outcome.requests} requests, {outcome.replies} replies",
        f"  faults: {faults or 'none'}",
        f"  replies committed {outcome.committed}, lost in flight {outcome.replies - outcome.committed}",
        f"  rows lost {outcome.lost}, calls doubled {outcome.doubled}, asked again {outcome.asked_again}",
        f"  totals as in an undisturbed run: {'yes' if outcome.same_totals else 'NO'}",
        *(f"  BROKEN: {item}" for item in broken),
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
