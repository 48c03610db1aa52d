"""kill -9 at random moments: nothing committed is lost or asked for again, and the totals are the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from heartbench.chat.fake import FakeProcess

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("HEARTBENCH_RUN_KILLS", "10"))
IN_FLIGHT = 32
PROTOCOLS = ("native-v1", "official")

TEMPLATES = {
    "generate_answers.py": 'PROMPT_TEMPLATE = """请接着聊：{dialogue}"""\n',
    "score_answers.py": 'PROMPT_TEMPLATE = """{dialogue}\n{rubric}\n{response}\n{{"detail":[1]}}"""\n',
}


def heartbench(folder: Path, url: str, protocol: str) -> list[str]:
    judge = ["--judge", "judge-x", "--protocol", protocol, "--name", "r", "--concurrency", str(IN_FLIGHT)]
    models = ["-m", "one=model-one", "-m", "two=model-two", "--base-url", url, "--json"]
    return [sys.executable, "-m", "heartbench", "run", "--dataset", "official", *models, *judge]


def environment(folder: Path, home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEARTBENCH_")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "HEARTBENCH_HOME": str(home), "HEARTBENCH_LANG": "en"}


@pytest.fixture(scope="module")
def home(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The official set, imported from a folder that is shaped like a checkout."""
    folder = tmp_path_factory.mktemp("official")
    checkout, home = folder / "checkout", folder / "home"
    (checkout / "data").mkdir(parents=True)
    (checkout / "heartbench").mkdir()
    for name in ("question_all.jsonl", "question_hard.jsonl", "question_normal.jsonl"):
        (checkout / "data" / name).write_bytes((shared / "upstream" / name).read_bytes())
    for name, text in TEMPLATES.items():
        (checkout / "heartbench" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "heartbench", "data", "import", str(checkout)]
    subprocess.run(command, env=environment(folder, home), cwd=folder, check=True, capture_output=True)
    return home


def totals(folder: Path) -> list[str]:
    """The scores of every candidate, without what differs between runs: times and reuse."""
    lines = (folder / "results" / "r" / "totals.jsonl").read_text(encoding="utf-8").splitlines()
    return sorted(lines)


def undisturbed(folder: Path, home: Path, url: str, protocol: str) -> list[str]:
    folder.mkdir()
    environ = environment(folder, home)
    command = heartbench(folder, url, protocol)
    done = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return totals(folder)


def killed(folder: Path, home: Path, url: str, protocol: str) -> list[str]:
    folder.mkdir()
    environ, rng = environment(folder, home), random.Random(protocol)
    command = heartbench(folder, url, protocol)
    for _ in range(KILLS):
        process = subprocess.Popen(command, env=environ, cwd=folder, stdout=-3, stderr=-3)
        time.sleep(rng.uniform(0.3, 1.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return totals(folder)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_killed_run_ends_like_an_undisturbed_one(home: Path, tmp_path: Path, protocol: str) -> None:
    log = tmp_path / "requests.jsonl"
    options = ("--latency", "0.25", "--seed", "5")
    with FakeProcess(*options, "--log", str(log)) as fake:
        disturbed = killed(tmp_path / "killed", home, fake.url, protocol)
    with FakeProcess(*options) as fake:
        calm = undisturbed(tmp_path / "calm", home, fake.url, protocol)
    assert disturbed == calm
    hashes = Counter(json.loads(line)["hash"] for line in log.read_text().splitlines())
    repeats = sum(hashes.values()) - len(hashes)
    assert repeats <= KILLS * IN_FLIGHT
