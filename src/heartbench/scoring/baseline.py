"""What an answer scores that does nothing: no bonus, but no penalty either."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heartbench.records import Question, Rule
from heartbench.scoring.aggregation import Floats, Row, Scores, score_row, scores_of
from heartbench.scoring.rules import score_verdict


def silent_row(question: Question, rule: Rule) -> Row:
    """The matrix row of a question on which nothing is hit."""
    return score_row(score_verdict(question.rubric, [False] * len(question.rubric), rule))


def silent_baseline(questions: Sequence[Question], rule: Rule) -> Scores:
    """The scores where nothing at all is hit: what a score has to be read against."""
    return scores_of([silent_row(question, rule) for question in questions])


def silent_under(silent: Floats, rows: Floats) -> Floats:
    """The rows of the silent baseline [questions x 15], those left out that ``rows`` have no score for.

    A candidate that was scored on a part of the questions is held against doing nothing on that part.
    """
    found = silent.copy()
    found[np.isnan(rows).all(axis=1)] = np.nan
    return found
