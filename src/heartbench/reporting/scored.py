"""From what the store knows of a run to the score of every verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heartbench.records import Criterion, Rule
from heartbench.scoring import (
    QuestionScore,
    Row,
    mean_row,
    score_raw_values,
    score_row,
    score_verdict,
    zero_row,
)
from heartbench.store.results import AnswerCell, RunResults, StoredFailure, VerdictCell, VerdictCellKey


@dataclass(frozen=True, slots=True)
class Unit:
    """One verdict that was asked for: scored, failed on either side, or still owed."""

    answer: AnswerCell | None
    cell: VerdictCell | None
    score: QuestionScore | None
    """None where the rule has nothing to score."""

    @property
    def failure(self) -> StoredFailure | None:
        """Why there is no verdict: the failure of the answer, else that of the verdict."""
        if self.answer is not None and self.answer.failure is not None:
            return self.answer.failure
        return self.cell.failure if self.cell is not None else None


@dataclass(frozen=True)
class ScoredRun:
    """A run, and the score of each of its verdicts by one rule."""

    results: RunResults
    rule: Rule
    scores: Mapping[VerdictCellKey, QuestionScore]
    """Verdicts without a score are not there."""

    def units(self, candidate: int, judge: int, question: int) -> Iterator[tuple[int, int, Unit]]:
        """(sample, repeat, unit) for all that was asked of one question."""
        spec = self.results.run.spec
        for sample in range(spec.samples):
            answer = self.results.answers.get((candidate, question, sample))
            for repeat in range(spec.repeats):
                key = (candidate, question, sample, judge, repeat)
                yield sample, repeat, Unit(answer, self.results.verdicts.get(key), self.scores.get(key))

    def rows(self, candidate: int, judge: int) -> list[Row]:
        """One matrix row per question: mean over repeats, then samples, of what has a score."""
        return [self._row(candidate, judge, number, ()) for number in range(self._questions)]

    def lower_rows(self, candidate: int, judge: int) -> list[Row]:
        """The same with 0 on every ability for each verdict that was asked for and has no score."""
        zeros = [zero_row(question.rubric) for question in self.results.questions.questions]
        return [self._row(candidate, judge, number, (zeros[number],)) for number in range(self._questions)]

    @property
    def _questions(self) -> int:
        return len(self.results.questions.questions)

    def _row(self, candidate: int, judge: int, question: int, missing: tuple[Row, ...]) -> Row:
        spec = self.results.run.spec
        samples: list[list[Row]] = [[] for _ in range(spec.samples)]
        for sample, found in enumerate(samples):
            for repeat in range(spec.repeats):
                score = self.scores.get((candidate, question, sample, judge, repeat))
                found.extend(missing if score is None else (score_row(score),))
        return mean_row(samples)


def score_run(results: RunResults, rule: Rule) -> ScoredRun:
    """Scores every verdict of a run; costs no call and changes nothing in the store."""
    rubrics = [question.rubric for question in results.questions.questions]
    scores: dict[VerdictCellKey, QuestionScore] = {}
    for key, cell in results.verdicts.items():
        score = _score(rubrics[key[1]], cell, rule)
        if score is not None and score.question_score is not None:
            scores[key] = score
    return ScoredRun(results, rule, scores)


def _score(rubric: tuple[Criterion, ...], cell: VerdictCell, rule: Rule) -> QuestionScore | None:
    """``paper`` takes verdicts alone; ``released`` takes any list of values that was readable."""
    if cell.verdict is not None:
        if rule == "released" and cell.verdict.raw_values:
            return score_raw_values(rubric, cell.verdict.raw_values)
        return score_verdict(rubric, cell.verdict.hits, rule)
    if rule == "released" and cell.failure is not None and cell.failure.raw_values is not None:
        return score_raw_values(rubric, cell.failure.raw_values)
    return None
