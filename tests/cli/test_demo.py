"""The demo shows what is measured, and what it shows is the data's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from heartbench.cli.demo import EXAMPLE
from heartbench.dataset import builtin_labels, builtin_questions
from heartbench.language.texts.demo import EN, ZH
from heartbench.scoring import score_verdict

from .conftest import Invoke

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_is_a_question_of_the_set_and_its_replies() -> None:
    question = next(item for item in builtin_questions().questions if item.question_id == EXAMPLE)
    replies = builtin_labels().of(EXAMPLE)
    assert ZH["turn"] == question.dialogue[-1].content and len(question.dialogue) == 1
    assert {kind: ZH[kind] for kind in replies} == {kind: item.response for kind, item in replies.items()}
    lines = [key for key in ZH if key.startswith("line_")]
    assert [ZH[key] for key in lines] == [item.text for item in question.rubric]
    assert EN.keys() == ZH.keys()
    for key, english in EN.items():
        assert set(re.findall(r"\{(\w+)", english)) == set(re.findall(r"\{(\w+)", ZH[key])), key


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_screen_shows_a_question_its_replies_and_their_scores(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ended = invoke("demo", "--lang", language)
    assert ended.code == 0
    screen = ended.out.splitlines()[:45]
    said = "".join(screen)
    texts = EN if language == "en" else ZH
    for key in ("best", "plain", "flawed", "turn"):
        assert texts[key][:15] in said
    question = next(item for item in builtin_questions().questions if item.question_id == EXAMPLE)
    replies = builtin_labels().of(EXAMPLE)
    scores = [
        score_verdict(question.rubric, replies[kind].hits, "paper").question_score
        for kind in ("best", "plain", "flawed")
    ]
    last = next(line for line in screen if texts["score"] in line)
    assert last.split()[:3] == [f"{score or 0:.0f}" for score in scores]
    best, plain, flawed = (score or 0 for score in scores)
    assert best > 80 > plain > flawed


@pytest.mark.parametrize(("name", "language"), [("README.md", "en"), ("README.zh-CN.md", "zh")])
def test_the_readme_shows_what_the_demo_prints(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    printed = invoke("demo", "--lang", language).out.splitlines()
    found = re.search(r"```\n(best  plain.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert found
    for line in found.group(1).splitlines():
        assert line in ("...", *printed)


def test_of_the_file_only_the_places_count(invoke: Invoke, folder: Path) -> None:
    (folder / "heartbench.toml").write_text(
        '[run]\nrule = "released"\nlimit = 3\nrepeats = 2\nstore = "mine.db"\n', encoding="utf-8"
    )
    found = json.loads(invoke("demo", "--json").out)
    assert [run["rule"] for run in found["runs"]] == ["paper", "paper"]
    assert [run["run"]["question_set"]["questions"] for run in found["runs"]] == [150, 296]
    assert [run["run"]["repeats"] for run in found["runs"]] == [1, 1]
    assert (folder / "mine.db").exists()


def test_both_runs_are_whole_and_say_who_marked(invoke: Invoke) -> None:
    found = json.loads(invoke("demo", "--json").out)
    assert found["format"] == "heartbench-demo/1"
    real, scripts = found["runs"]
    by = {run["judgements"][0]["judge"]["label"]: run for run in (real, scripts)}
    assert set(by) == {"labels", "offline:rules"}
    standings = {item["candidate"]["label"]: item for item in real["judgements"][0]["standings"]}
    assert set(standings) == {"best", "plain", "flawed"}
    assert {item["coverage"]["scored"] for item in standings.values()} == {150}
    assert standings["best"]["rank"] == 1
    notes = {note["key"] for run in (real, scripts) for note in run["notes"]}
    assert {"note_labels_judge", "note_offline_judge", "note_offline_candidates"} <= notes
