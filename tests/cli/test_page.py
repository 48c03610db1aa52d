"""``heartbench report -o`` and ``--figures``."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Invoke

OFFLINE = ("--judge", "offline:rules", "--dataset", "questions.jsonl")


def test_several_runs_become_one_page(invoke: Invoke, folder: Path) -> None:
    invoke("run", "-m", "offline:listener", *OFFLINE, "--name", "one")
    invoke("run", "-m", "offline:silent", *OFFLINE, "--name", "two")
    ended = invoke("report", "one", "two", "-o", "out/report.html")
    assert ended.code == 0
    assert ended.out == ""
    assert "report.html" in ended.err
    page = (folder / "out" / "report.html").read_text("utf-8")
    assert 'id="en-g1"' in page
    assert 'id="en-g2"' not in page
    assert "not a measurement" in page
    assert page.count('"label":"listener"') == page.count('"label":"silent"') == 1


def test_the_charts_alone_and_json(invoke: Invoke, folder: Path) -> None:
    invoke("run", "-m", "offline:listener", *OFFLINE, "--name", "one")
    ended = invoke("report", "--figures", "charts", "--json")
    found = json.loads(ended.out)
    assert found["page"] is None
    assert str(Path("charts") / "abilities-all.svg") in found["figures"]
    assert all((folder / name).is_file() for name in found["figures"])
    assert ("fonts-noto-cjk" in ended.err) == (found["png_needs"] != "")


def test_a_run_that_is_not_there_is_named(invoke: Invoke) -> None:
    invoke("run", "-m", "offline:listener", *OFFLINE, "--name", "one")
    assert invoke("report", "three", "-o", "report.html").code == 2
