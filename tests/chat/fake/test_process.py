from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from chat.fake.helpers import OPENAI, request
from heartbench.chat.fake import FAULTS, FakeProcess
from heartbench.chat.fake.command import build_endpoint, build_parser, main


def post(url: str, body: object) -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    wanted = urllib.request.Request(url + OPENAI, json.dumps(body).encode())
    try:
        with opener.open(wanted) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as problem:
        return problem.code


def test_as_a_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with FakeProcess("--script", "ok,http_503", "--log", str(log), "--reply", "好") as fake:
        assert [post(fake.url, request()) for _ in range(3)] == [200, 503, 200]
        assert fake.stats()["calls"] == 3
        assert len(log.read_text().splitlines()) == 3


def test_the_options_arrive() -> None:
    line = (
        "--latency 1.5 --slots 3 --retry-after 2 --hits 0.2 --veto-hits 0.1 --seed 9 --key k "
        "--model-faults m=forbidden --faults reset=0.5"
    )
    settings = build_endpoint(build_parser().parse_args(line.split())).settings
    assert (settings.latency, settings.slots, settings.retry_after) == (1.5, 3, "2")
    assert (settings.hit_probability, settings.seed, settings.key) == (0.2, 9, "k")
    assert settings.veto_probability == 0.1


@pytest.mark.parametrize(
    "line",
    [
        "--faults nope",
        "--model-faults m",
        "--script x",
        "--log /no/such/folder/x",
        "--port 99999",
        "--port -1",
        "--latency nan",
        "--latency -1",
        "--slots 0",
        "--hits 2",
        "--veto-hits -0.1",
        "--host no.such.host.invalid",
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 1 and "Traceback" not in told.err


def test_the_faults_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list-faults"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(FAULTS)


def test_a_process_that_does_not_start_is_an_error() -> None:
    with pytest.raises(RuntimeError), FakeProcess("--faults", "nope"):
        pass


def test_help_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0 and "--list-faults" in capsys.readouterr().out
