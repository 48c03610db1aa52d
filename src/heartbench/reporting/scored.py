"""From what the store knows of a run to the score of every verdict, one place after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heartbench.dataset import manipulation_flags
from heartbench.records import Criterion, Rule
from heartbench.scoring import QuestionScore, score_raw_values, score_verdict
from heartbench.store.results import AnswerCell, ResultPlace, RunResults, StoredFailure, VerdictCell


@dataclass(frozen=True, slots=True)
class Unit:
    """One verdict that was asked for: scored, failed on either side, or still owed."""

    judge_no: int
    repeat: int
    cell: VerdictCell | None
    score: QuestionScore | None
    """None where the rule has nothing to score."""
    failure: StoredFailure | None
    """Why there is no verdict: the failure of the answer, else that of the verdict."""


@dataclass(frozen=True, slots=True)
class ScoredPlace:
    """One answer that was asked for, and every verdict that was asked for on it."""

    candidate_no: int
    question_no: int
    sample: int
    answer: AnswerCell | None
    units: tuple[Unit, ...]
    """By judge, then repeat."""
    flags: tuple[str, ...] = ()
    """The rules of docs/judge-manipulation.md that the answer meets."""


def scored_places(results: RunResults, rule: Rule) -> Iterator[ScoredPlace]:
    """Scores every verdict of a run; costs no call and changes nothing in the store."""
    spec, questions = results.run.spec, results.questions.questions
    asked = [(judge, repeat) for judge in range(len(spec.judges)) for repeat in range(spec.repeats)]
    for place in results.places:
        rubric = questions[place.question_no].rubric
        units = tuple(_unit(place, judge, repeat, rubric, rule) for judge, repeat in asked)
        answer = place.answer.answer if place.answer is not None else None
        flags = manipulation_flags(answer.text) if answer is not None else ()
        yield ScoredPlace(place.candidate_no, place.question_no, place.sample, place.answer, units, flags)


def _unit(place: ResultPlace, judge: int, repeat: int, rubric: tuple[Criterion, ...], rule: Rule) -> Unit:
    cell = place.verdicts.get((judge, repeat))
    failure = place.answer.failure if place.answer is not None else None
    if failure is None and cell is not None:
        failure = cell.failure
    score = None if cell is None else _score(rubric, cell, rule)
    if score is not None and score.question_score is None:
        score = None
    return Unit(judge, repeat, cell, score, failure)


def _score(rubric: tuple[Criterion, ...], cell: VerdictCell, rule: Rule) -> QuestionScore | None:
    """``paper`` takes verdicts alone; ``released`` takes any list of values that was readable."""
    if cell.verdict is not None:
        if rule == "released" and cell.verdict.raw_values:
            return score_raw_values(rubric, cell.verdict.raw_values)
        return score_verdict(rubric, cell.verdict.hits, rule)
    if rule == "released" and cell.failure is not None and cell.failure.raw_values is not None:
        return score_raw_values(rubric, cell.failure.raw_values)
    return None
