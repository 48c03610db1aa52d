from __future__ import annotations

from dataclasses import replace

import pytest

from heartbench.records import FailureKind, Rule
from heartbench.reporting.scored import scored_places
from heartbench.reporting.summarise import summarise
from heartbench.reporting.summary import ALL
from heartbench.reporting.tally import Tally
from heartbench.scoring import ABILITY_IDS
from heartbench.store.results import RunResults, StoredVerdict

from .runs import STARTED, RunMaker, failure, question

WARMTH = ABILITY_IDS.index("warmth")
TWO = ["warmth", "curiosity"]


def warmth(made: RunResults) -> tuple[float, float]:
    """The first question's score for warmth, and its lower bound."""
    tally = Tally(made, "paper")
    for place in scored_places(made, "paper"):
        tally.add(place)
    tally.close()
    unit = tally.units[0][0]
    return unit.rows[0][WARMTH], unit.lower[0][WARMTH]


def score_of(made: RunResults, rule: Rule) -> float | None:
    """The score of the first verdict."""
    score = next(iter(scored_places(made, rule))).units[0].score
    return None if score is None else score.question_score


def test_repeats_are_averaged_before_samples_and_failures_stay_out() -> None:
    made = RunMaker(
        [question("q0", ["warmth"])],
        samples=2,
        repeats=2,
        verdicts={
            (0, 0, 0, 0, 0): (True, False),
            (0, 0, 0, 0, 1): (False, False),
            (0, 0, 1, 0, 0): (True, False),
            (0, 0, 1, 0, 1): FailureKind.UNPARSEABLE,
        },
    ).make()
    assert warmth(made) == (75.0, 50.0)


def test_a_failed_answer_counts_in_the_lower_bound_as_all_its_verdicts() -> None:
    made = RunMaker(
        [question("q0", ["warmth"])],
        samples=2,
        answers={(0, 0, 1): failure(FailureKind.EMPTY, "candidate")},
    ).make()
    assert warmth(made) == (100.0, 50.0)


def veto_hit() -> StoredVerdict:
    return StoredVerdict("v", (True, True, True), ("", "", ""), ("yes", 1, 2), STARTED)


def test_both_rules_on_the_same_run() -> None:
    """One store, two rules, no new call: only the reading of what was kept differs."""
    short = failure(FailureKind.WRONG_COUNT, "judge", raw_values=(1,))
    long = failure(FailureKind.WRONG_COUNT, "judge", raw_values=(1, 1, 0, 1))
    odd = failure(FailureKind.INVALID_VALUE, "judge", raw_values=("no", 0, 0))
    unread = failure(FailureKind.UNPARSEABLE, "judge")
    made = RunMaker(
        [question(f"q{number}", TWO) for number in range(6)],
        verdicts={
            (0, 0, 0, 0, 0): short,
            (0, 1, 0, 0, 0): long,
            (0, 2, 0, 0, 0): odd,
            (0, 3, 0, 0, 0): unread,
            (0, 4, 0, 0, 0): veto_hit(),
            (0, 5, 0, 0, 0): (True, False, False),
        },
    ).make()

    def scores(rule: Rule) -> dict[str, float | None]:
        return {
            f"q{place.question_no}": unit.score.question_score
            for place in scored_places(made, rule)
            for unit in place.units
            if unit.score is not None
        }

    assert scores("paper") == {"q4": 0.0, "q5": 50.0}
    assert scores("released") == {"q0": 50.0, "q1": 100.0, "q2": 50.0, "q4": 100.0, "q5": 50.0}
    paper, released = summarise(made, "paper"), summarise(made, "released")
    assert paper.judgements[0].standings[0].coverage.scored == 2
    assert released.judgements[0].standings[0].coverage.scored == 5
    assert released.judgements[0].standings[0].coverage.from_raw == 3
    assert paper.judgements[0].standings[0].failures == released.judgements[0].standings[0].failures
    assert paper.judgements[0].standings[0].scores[ALL].question_mean == 25.0
    assert released.judgements[0].standings[0].scores[ALL].question_mean == pytest.approx(70.0)


def test_released_takes_for_a_hit_what_python_calls_true() -> None:
    verdict = replace(veto_hit(), hits=(False, False, False), raw_values=("0", 0, 0))
    made = RunMaker([question("q0", TWO)], verdicts={(0, 0, 0, 0, 0): verdict}).make()
    assert score_of(made, "paper") == 0.0
    assert score_of(made, "released") == 50.0


def test_a_verdict_without_a_raw_list_is_scored_by_its_hits_under_released() -> None:
    verdict = replace(veto_hit(), hits=(True, False, False), raw_values=())
    made = RunMaker([question("q0", TWO)], verdicts={(0, 0, 0, 0, 0): verdict}).make()
    assert score_of(made, "released") == 50.0
