from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heartbench.errors import GateError
from heartbench.language import Language, describe
from heartbench.records import FailureKind, Question
from heartbench.reporting import safe_console, write_csv
from heartbench.reporting.comparison import (
    COMPARISON_FIELDS,
    Comparison,
    Contender,
    answers_of,
    check_reuse,
    compared,
    comparison_markdown,
    comparison_rows,
    comparison_structure,
    gate_of,
    print_comparison,
    wanted_answers,
    with_changes,
)
from heartbench.reporting.entries import runs_of
from heartbench.reporting.summary import Reuse
from heartbench.statistics import Interval, Undefined
from heartbench.store.rows import ParticipantKind

from .runs import RunMaker, VerdictCellKey, failure, participant, random_hits
from .stores import FEW, entries, numbered, some

LANGUAGES: list[Language] = ["zh", "en"]
MODELS = [participant("old"), participant("new|<b>")]


def comparison(made: RunMaker, changes: int = 3) -> Comparison:
    runs = numbered(made.make())
    own = entries(runs)
    found = compared(own, "paper", FEW)
    wanted = wanted_answers(found, own, changes)
    answers = {key: item for run in runs for key, item in answers_of(run, wanted, "paper").items()}
    assert {place.run.id for place in wanted} == {run.id for run in runs_of(list(wanted))}
    return with_changes(found, own, answers, changes)


def worse(share: float) -> Callable[[VerdictCellKey, Question], tuple[bool, ...]]:
    """The second candidate misses one more of so many questions."""

    def hits(key: VerdictCellKey, own: Question) -> tuple[bool, ...]:
        missed = key[0] == 1 and key[1] % round(1 / share) == 0
        return tuple(not item.is_veto and not missed for item in own.rubric)

    return hits


def some_comparison() -> Comparison:
    return comparison(RunMaker(some(), MODELS, hits=random_hits(4)))


def test_differences_are_of_the_questions_that_all_have() -> None:
    failed = {(0, number, 0): failure(FailureKind.BLOCKED, "candidate") for number in (0, 3)}
    found = comparison(RunMaker(some(), MODELS, hits=random_hits(4), answers=failed))
    assert (found.asked, found.common) == (48, 46)
    assert {item.scores.scored for item in found.contenders} == {46}
    assert [item.own.scored for item in found.contenders] == [46, 48]
    assert "comparison.note_coverage" in [note.key for note in found.notes]
    first, second = (item.scores.overall for item in found.contenders)
    assert first is not None
    assert second is not None
    assert found.pairs[0].overall.value == pytest.approx(second - first)


def test_other_question_sets_are_compared_on_what_they_share() -> None:
    runs = numbered(
        RunMaker(some(), [participant("a")], hits=random_hits(1), name="one").make(),
        RunMaker(some()[:30], [participant("b")], hits=random_hits(2), name="two").make(),
    )
    found = compared(entries(runs), "paper", FEW).comparison
    assert (found.asked, found.common) == (30, 30)
    assert "comparison.note_other_questions" in [note.key for note in found.notes]


def test_what_changed_most_comes_with_answers_and_reasons() -> None:
    found = comparison(RunMaker(some(), MODELS, hits=worse(1 / 8)))
    changes = found.changes[0, 1]
    assert [item.question_id for item in changes] == ["q0", "q8", "q16"]
    assert changes[0].scores == (100.0, 0.0)
    assert changes[0].answers == ("我在听。", "我在听。")
    assert {item.hits for item in changes[0].criteria} == {(True, False)}
    assert all(item.reasons[0].startswith("reason") for item in changes[0].criteria)
    assert comparison(RunMaker(some(), MODELS)).changes[0, 1] == ()


def test_a_gate_fails_only_where_the_whole_interval_is_below() -> None:
    behind = comparison(RunMaker(some(), MODELS, hits=worse(1 / 8)))
    interval = behind.pairs[0].overall.interval
    assert isinstance(interval, Interval)
    assert isinstance(behind.pairs[0].overall.value, float)
    between = (behind.pairs[0].overall.value + interval.high) / 2
    assert gate_of(behind, "interval", between).passed
    assert not gate_of(behind, "point", between).passed
    assert not gate_of(behind, "interval", interval.high + 0.01).passed
    rate = gate_of(behind, "point", between).results[0].false_alarm_rate
    assert rate is not None
    assert 0.0 < rate < 0.5


def test_a_gate_takes_the_question_mean_where_abilities_have_too_few_questions() -> None:
    found = comparison(RunMaker(some(1), MODELS, hits=random_hits(2)))
    assert isinstance(found.pairs[0].overall.test, Undefined)
    assert gate_of(found, "interval", -90.0).total == "question_mean"


def test_a_gate_that_cannot_decide_is_no_pass() -> None:
    found = comparison(RunMaker(some(1)[:4], MODELS, hits=random_hits(2)))
    with pytest.raises(GateError) as caught:
        gate_of(found, "interval", -1.0)
    assert caught.value.exit_code == 1
    assert "4 questions, 5 needed" in describe(caught.value, "en")


@pytest.mark.parametrize(
    ("kind", "revision", "reused", "refused"),
    [
        ("model", "", 48, True),
        ("callable", "", 48, True),
        ("model", "checkpoint-7", 48, False),
        ("model", "", 47, False),
        ("file", "", 48, False),
        ("offline", "", 48, False),
    ],
)
def test_a_gate_refuses_old_answers_under_an_old_name(
    kind: ParticipantKind, revision: str, reused: int, refused: bool
) -> None:
    item: Contender = some_comparison().contenders[1]
    candidate = replace(participant("new", kind), revision=revision)
    item = replace(item, candidate=candidate, reuse=Reuse(reused, 48, 1.0, 2.0))
    if refused:
        with pytest.raises(GateError, match="gate_reused"):
            check_reuse([item])
    else:
        check_reuse([item])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 120])
def test_it_fits_the_terminal(language: Language, width: int) -> None:
    found = some_comparison()
    found = replace(found, gate=gate_of(found, "point", -1.0))
    stream = io.StringIO()
    print_comparison(found, safe_console(stream, width=width), language)
    text = stream.getvalue()
    for said in ("q", "new|<b>", str(FEW.seed), "%", "reason" if language == "en" else "命中"):
        assert said in text
    assert ("judge error not included" if language == "en" else "不含评委误差") in text.replace("\n", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_comment_says_how_the_gate_ended_and_escapes(language: Language) -> None:
    found = some_comparison()
    text = comparison_markdown(replace(found, gate=gate_of(found, "interval", 99.0)), language)
    assert "❌" in text
    assert "<b>" not in text
    assert "new\\|&lt;b&gt;" in text
    assert "✅" in comparison_markdown(replace(found, gate=gate_of(found, "interval", -99.0)), language)


def test_the_structure_is_json_and_says_why() -> None:
    found: Any = json.loads(json.dumps(comparison_structure(some_comparison()), allow_nan=False))
    assert found["format"] == "heartbench-comparison/1"
    (pair,) = found["pairs"]
    assert set(pair["overall"]) == {"value", "interval", "test", "questions"}
    assert sum(pair["variance_shares"].values()) == pytest.approx(1.0)
    assert pair["changes"][0]["criteria"]
    few: Any = comparison_structure(comparison(RunMaker(some(1), MODELS, hits=random_hits(2))), "zh")
    assert few["pairs"][0]["overall"]["interval"]["reason"] == "ability_too_few"
    assert "太少" in few["pairs"][0]["overall"]["interval"]["text"]


def test_tidy_rows_are_one_per_pair_and_measure(tmp_path: Path) -> None:
    made = RunMaker(some(), [*MODELS, participant("=third")], hits=random_hits(4))
    found = comparison(made)
    write_csv(tmp_path / "c.csv", COMPARISON_FIELDS, comparison_rows(found))
    with (tmp_path / "c.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 3 * (2 + 5 + 15)
    assert rows[-1]["second"] == "'=third"
    overall = rows[0]
    assert float(overall["second_score"]) - float(overall["first_score"]) == pytest.approx(
        float(overall["difference"])
    )
    assert float(overall["low"]) <= float(overall["difference"]) <= float(overall["high"])
    assert {set(row) == set(COMPARISON_FIELDS) for row in rows} == {True}


def test_everyone_is_told_what_was_reused_and_what_is_not_finished() -> None:
    made = RunMaker(
        some(),
        MODELS,
        hits=random_hits(4),
        ages={(1, number, 0): 50.0 for number in range(5)},
        verdicts={(0, 1, 0, 0, 0): None},
        status="interrupted",
    )
    notes = {note.key: note.fields for note in comparison(made).notes}
    assert notes["comparison.note_reused"] == {"label": "new|<b>", "count": 5, "total": 48}
    assert notes["comparison.note_unfinished"]["label"] == "old"
