"""Intervals in summaries, and in the tables and files made of them."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from heartbench.records import Question, Turn
from heartbench.reporting import ALL, HARD, render_markdown, summarise, write_report
from heartbench.reporting.estimates import clusters_of
from heartbench.reporting.summary import Stratum, Summary
from heartbench.statistics import Interval, Settings, Undefined
from heartbench.taxonomy import PRIMARY_SCENES

from .runs import RunMaker, full_set, participant, random_hits

FEW = Settings(seed=5, resamples=300)


def apart(copies: int) -> list[Question]:
    """Questions of which no two are copies."""
    return [
        replace(
            own, question_id=f"q{number}", dialogue=(Turn("A", "".join(map(chr, range(start, start + 8)))),)
        )
        for number, own in enumerate(full_set(copies))
        for start in [0x4E00 + 10 * number]
    ]


def made(copies: int = 8, **more: object) -> RunMaker:
    return RunMaker(apart(copies), [participant("a"), participant("b")], hits=random_hits(3), **more)  # type: ignore[arg-type]


def summary_of(**more: object) -> Summary:
    return summarise(made(**more).make(), settings=FEW)  # type: ignore[arg-type]


def test_every_score_has_an_interval_around_it() -> None:
    for standing in summary_of().judgements[0].standings:
        found = standing.intervals[ALL]
        assert isinstance(found.overall, Interval)
        overall = standing.scores[ALL].overall
        assert overall is not None
        assert found.overall.low < overall < found.overall.high
        assert set(found.abilities) == set(standing.scores[ALL].abilities)


def test_parts_of_the_questions_have_their_own() -> None:
    found = summary_of().judgements[0].standings[0].intervals
    assert isinstance(found[HARD].question_mean, Interval)
    assert Stratum("primary_scene", PRIMARY_SCENES[0][0]) in found
    assert not [stratum for stratum in found if stratum.kind == "secondary_scene"]


def test_copies_of_a_question_are_one_cluster() -> None:
    questions = apart(1)
    copies = [replace(own, dialogue=(Turn("A", "最近总是睡不好觉，很累"),)) for own in questions[:3]]
    assert clusters_of([*copies, *questions[3:]]).tolist() == [0, 0, 0, 1, 2, 3]
    assert summarise(RunMaker(full_set()).make(), settings=FEW).clusters == 6


def test_the_same_run_gives_the_same_report() -> None:
    assert render_markdown(summary_of(), "en") == render_markdown(summary_of(), "en")


def test_repeats_and_samples_say_where_scores_vary() -> None:
    standing = summary_of(samples=2, repeats=2).judgements[0].standings[0]
    assert isinstance(standing.variance.repeat, float)
    assert isinstance(standing.variance.sample, float)
    once = summary_of().judgements[0].standings[0]
    assert once.variance.question == Undefined("one_repeat")


@pytest.mark.parametrize(("language", "said"), [("zh", "不含评委误差"), ("en", "judge error not included")])
def test_a_report_says_what_its_intervals_leave_out(language: str, said: str) -> None:
    text = render_markdown(summary_of(samples=2, repeats=2), language)  # type: ignore[arg-type]
    assert said in text
    assert str(FEW.seed) in text
    assert ("评委重复" if language == "zh" else "Judge repeats") in text


def test_a_part_with_too_few_questions_shows_its_question_mean() -> None:
    few = render_markdown(summarise(made(copies=1).make(), settings=FEW), "en")
    assert "(q)" in few
    assert "too few" in few
    assert "(q)" not in render_markdown(summary_of(), "en")


def test_totals_hold_the_intervals(tmp_path: Path) -> None:
    folder = write_report(made().make(), tmp_path, "en").folder
    with (folder / "totals.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    overall = next(row for row in rows if (row["measure"], row["stratum_kind"]) == ("overall", "all"))
    assert float(overall["low"]) < float(overall["value"]) < float(overall["high"])
    assert overall["interval"] == "bootstrap"
    secondary = next(row for row in rows if row["stratum_kind"] == "secondary_scene")
    assert (secondary["low"], secondary["interval"]) == ("", "")
    scene = next(row for row in rows if (row["measure"], row["stratum_kind"]) == ("overall", "primary_scene"))
    assert scene["interval"] == "ability_too_few"
