"""Adds a run up, place by place: matrices of scores, coverage, failures, ages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from heartbench.records import FailureKind, Question, Rule, Side
from heartbench.reporting.scored import ScoredPlace, Unit
from heartbench.reporting.summary import Coverage, FailureCount, FailureLine, FlagLine, Reuse
from heartbench.scoring import ABILITY_IDS, Row, mean_row, score_row, zero_row
from heartbench.store.results import RunResults

Floats = NDArray[np.float64]
_Kinds = Counter[tuple[Side, FailureKind]]


class Ages:
    """How much was there before the run, and how old it is."""

    def __init__(self) -> None:
        self._moments = [float("inf"), 0.0]
        self._reused = self._total = 0

    def add(self, created_at: float, reused: bool) -> None:
        """Count one answer or verdict."""
        self._total += 1
        if reused:
            self._reused += 1
            oldest, newest = self._moments
            self._moments = [min(oldest, created_at), max(newest, created_at)]

    def reuse(self) -> Reuse:
        """The counts as a record."""
        oldest, newest = self._moments if self._reused else (None, None)
        return Reuse(self._reused, self._total, oldest, newest)


@dataclass
class AnswerTally:
    """One candidate as an answerer."""

    answered: int = 0
    characters: int = 0
    kinds: _Kinds = field(default_factory=Counter)
    ages: Ages = field(default_factory=Ages)

    def add(self, place: ScoredPlace) -> None:
        """Count one answer that was asked for."""
        cell = place.answer
        if cell is None:
            return
        if cell.answer is not None:
            self.answered += 1
            self.characters += len(cell.answer.text)
            self.ages.add(cell.answer.created_at, cell.reused)
        elif cell.failure is not None:
            self.kinds[cell.failure.side, cell.failure.kind] += 1


class UnitTally:
    """One candidate under one judge."""

    def __init__(self, questions: int, samples: int, repeats: int) -> None:
        self.question_scores: Floats = np.full((questions, samples, repeats), np.nan)
        """The score of every verdict, as it was given."""
        self.rows: Floats = np.full((questions, len(ABILITY_IDS)), np.nan)
        """One row per question: mean over repeats, then samples, of what has a score."""
        self.lower: Floats = np.full((questions, len(ABILITY_IDS)), np.nan)
        """The same with 0 on every ability for each verdict that was asked for and has no score."""
        self.kinds: _Kinds = Counter()
        self.vetoed = 0
        self._asked = self._scored = self._pending = self._from_raw = 0

    def add(self, unit: Unit) -> None:
        """Count one verdict that was asked for."""
        self._asked += 1
        failure, verdict = unit.failure, unit.cell.verdict if unit.cell is not None else None
        # An answer that failed is one failure, however many verdicts on it were wanted.
        if failure is not None and (failure.side == "judge" or unit.repeat == 0):
            self.kinds[failure.side, failure.kind] += 1
        if unit.score is not None:
            self._scored += 1
            self.vetoed += unit.score.vetoed
            self._from_raw += verdict is None
        elif failure is None and verdict is None:
            self._pending += 1

    @property
    def coverage(self) -> Coverage:
        """What was asked for and what has a score."""
        return Coverage(self._scored, self._asked, self._pending, self._from_raw)


class Tally:
    """A run added up; feed it every place in order, then :meth:`close` it."""

    def __init__(self, results: RunResults, rule: Rule) -> None:
        spec = results.run.spec
        questions = results.questions.questions
        self.results = results
        self.rule: Rule = rule
        self.answers = [AnswerTally() for _ in spec.candidates]
        self.units = [
            [UnitTally(len(questions), spec.samples, spec.repeats) for _ in spec.judges]
            for _ in spec.candidates
        ]
        """By candidate, then judge."""
        self.verdict_ages = [Ages() for _ in spec.judges]
        self._failed_answers: list[FailureLine] = []
        self._failed_verdicts: list[FailureLine] = []
        self._flags: list[FlagLine] = []
        self._open: list[ScoredPlace] = []

    def add(self, place: ScoredPlace) -> None:
        """Count one place."""
        if self._open and _question(self._open[0]) != _question(place):
            self.close()
        self._open.append(place)
        self.answers[place.candidate_no].add(place)
        for unit in place.units:
            tally = self.units[place.candidate_no][unit.judge_no]
            tally.add(unit)
            if unit.score is not None and unit.score.question_score is not None:
                at = (place.question_no, place.sample, unit.repeat)
                tally.question_scores[at] = unit.score.question_score
            if unit.cell is not None and unit.cell.verdict is not None:
                self.verdict_ages[unit.judge_no].add(unit.cell.verdict.created_at, unit.cell.reused)
        self._note_failures(place)
        if place.flags:
            self._flags.append(self._flagged(place))

    def close(self) -> None:
        """Finish the rows of the question that is open."""
        if not self._open:
            return
        candidate, number = _question(self._open[0])
        question = self.results.questions.questions[number]
        for judge, tally in enumerate(self.units[candidate]):
            own = [[unit for unit in place.units if unit.judge_no == judge] for place in self._open]
            tally.rows[number] = _row(own, question, lower=False)
            tally.lower[number] = _row(own, question, lower=True)
        self._open.clear()

    @property
    def failures(self) -> tuple[FailureLine, ...]:
        """Every failure: those of answers, then those of verdicts."""
        return (*self._failed_answers, *self._failed_verdicts)

    @property
    def flags(self) -> tuple[FlagLine, ...]:
        """Every answer that tries to talk the judge round."""
        return tuple(self._flags)

    def _flagged(self, place: ScoredPlace) -> FlagLine:
        question_id = self.results.questions.questions[place.question_no].question_id
        label = self.results.run.spec.candidates[place.candidate_no].label
        return FlagLine(question_id, label, place.sample, place.flags)

    def _note_failures(self, place: ScoredPlace) -> None:
        spec, questions = self.results.run.spec, self.results.questions.questions
        question_id = questions[place.question_no].question_id
        label = spec.candidates[place.candidate_no].label
        if place.answer is not None and place.answer.failure is not None:
            self._failed_answers.append(
                FailureLine(question_id, label, "", place.sample, 0, place.answer.failure)
            )
        for unit in place.units:
            if unit.cell is not None and unit.cell.failure is not None:
                judge = spec.judges[unit.judge_no].label
                self._failed_verdicts.append(
                    FailureLine(question_id, label, judge, place.sample, unit.repeat, unit.cell.failure)
                )


def _question(place: ScoredPlace) -> tuple[int, int]:
    return place.candidate_no, place.question_no


def _row(samples: Sequence[Sequence[Unit]], question: Question, *, lower: bool) -> Row:
    missing = (zero_row(question.rubric),) if lower else ()
    found: list[list[Row]] = [[] for _ in samples]
    for rows, units in zip(found, samples, strict=True):
        for unit in units:
            rows.extend(missing if unit.score is None else (score_row(unit.score),))
    return mean_row(found)


def failure_counts(kinds: _Kinds) -> tuple[FailureCount, ...]:
    """Counts by side and kind, in a fixed order."""
    return tuple(FailureCount(side, kind, count) for (side, kind), count in sorted(kinds.items()))
