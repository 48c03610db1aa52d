"""Both rules on one store, from rows that are committed to the files of a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heartbench.records import RULES, FailureKind, QuestionSet, Usage, text_digest
from heartbench.reporting import ALL, Summary, summarise, write_report
from heartbench.store import (
    AnswerRow,
    CallRow,
    FailureRow,
    Participant,
    RunAnswerRow,
    RunRow,
    RunVerdictRow,
    Store,
    VerdictRow,
)

from .runs import STARTED, question

QUESTIONS = QuestionSet("made up", tuple(question(f"q{number}", ["warmth", "humor"]) for number in range(5)))
Given = tuple[object, ...]
JUDGED: list[Given | tuple[FailureKind, Given | None]] = [
    (1, 0, 0),
    (1, 1, 1),
    (FailureKind.WRONG_COUNT, (1,)),
    (FailureKind.INVALID_VALUE, ("yes", 0, 0)),
    (FailureKind.UNPARSEABLE, None),
]
"""What the judge said of each question: the second hits the veto; the last three are no verdict."""


def key(kind: str, number: int) -> str:
    return text_digest(f"{kind} {number}")


def run_row() -> RunRow:
    candidate = Participant("模型/一", "c" * 40, "model", "m")
    judge = Participant("judge", "j" * 40, "model", "j")
    return RunRow("spring", "r" * 40, QUESTIONS.fingerprint, (candidate,), (judge,), "native-v1", "joint")


def verdict_rows(number: int) -> list[VerdictRow | FailureRow]:
    given = JUDGED[number]
    if isinstance(given[0], FailureKind):
        kind, raw_values = given[0], given[1]
        assert raw_values is None or isinstance(raw_values, tuple)
        return [FailureRow(key("v", number), "judge", 1, kind, "…", STARTED, "raw", 3, raw_values)]
    hits = tuple(bool(value) for value in given)
    hashes = ("t" * 40, "d" * 40, "p" * 40, "j" * 40)
    return [VerdictRow(key("v", number), *hashes, "joint", 1, 0, hits, ("因为",) * 3, tuple(given), STARTED)]


async def fill(store: Store) -> None:
    store.put_questions(QUESTIONS)
    run = store.begin_run(run_row())
    writer = store.writer()
    for number in range(len(JUDGED)):
        answer, verdict = key("a", number), key("v", number)
        hashes = ("t" * 40, "d" * 40, "p" * 40, "c" * 40)
        usage = Usage(100, 20)
        await writer.commit(
            CallRow(answer, "candidate", 0, 1, 1, "m", "", STARTED, usage=usage, latency=1.0, cost=0.01),
            AnswerRow(answer, f"回答 {number}", *hashes, 1, 0, STARTED),
            RunAnswerRow(run.id, 0, number, 0, answer),
        )
        await writer.commit(
            CallRow(verdict, "judge", 0, 1, 1, "j", "", STARTED, usage=usage, latency=2.0),
            *verdict_rows(number),
            RunVerdictRow(run.id, 0, number, 0, 0, 0, verdict),
        )
    store.finish_run(run.id, "failures")


@pytest.fixture
async def location(tmp_path: Path) -> Path:
    with Store.open(tmp_path / "heartbench.db") as store:
        await fill(store)
    return tmp_path / "heartbench.db"


def question_mean(summary: Summary) -> float | None:
    return summary.judgements[0].standings[0].scores[ALL].question_mean


def test_the_two_rules_read_the_same_store_differently(location: Path) -> None:
    with Store.open(location, create=False) as store, store.results(store.run("spring")) as results:
        paper, released = summarise(results, "paper"), summarise(results, "released")
    # paper: 50 and, by the veto, 0; released: 50, 100 and, from the raw lists, 50 and 50.
    assert question_mean(paper) == pytest.approx(25.0, abs=1e-9)
    assert question_mean(released) == pytest.approx(62.5, abs=1e-9)
    assert [item.judgements[0].standings[0].coverage.scored for item in (paper, released)] == [2, 4]
    for summary in (paper, released):
        assert {line.totals.side: line.totals.calls for line in summary.calls if not line.earlier} == {
            "candidate": 5,
            "judge": 5,
        }
        failures = summary.judgements[0].standings[0].failures
        assert {(item.side, item.kind.value): item.count for item in failures} == {
            ("judge", "invalid_value"): 1,
            ("judge", "unparseable"): 1,
            ("judge", "wrong_count"): 1,
        }


def test_a_report_needs_the_store_alone_and_each_rule_has_its_files(location: Path) -> None:
    with Store.open(location, create=False) as store, store.results(store.run("spring")) as results:
        folders = [write_report(results, location.parent / "results", "zh", rule).folder for rule in RULES]
    rows = [
        [json.loads(line) for line in (folder / "question_score.jsonl").read_text("utf-8").splitlines()]
        for folder in folders
    ]
    assert [[row["question_score"] for row in part] for part in rows] == [
        [50.0, 0.0, None, None, None],
        [50.0, 100.0, 50.0, 50.0, None],
    ]
    assert rows[1][3]["score_detail"] == ["yes", 0, 0]
    assert rows[0][0]["score_reason"] == "1. 因为\n2. 因为\n3. 因为"
