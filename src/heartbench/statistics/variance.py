"""How much of the variance of question scores comes from questions, from samples, from judge repeats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heartbench.statistics.measures import Floats
from heartbench.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """Variance components of question scores, which are 0 to 100. Estimates below 0 are given as 0."""

    question: float | Undefined
    """Between questions."""
    sample: float | Undefined
    """Between answers to the same question."""
    repeat: float | Undefined
    """Between verdicts on the same answer: what the judge alone does."""


def variance_parts(scores: Floats) -> VarianceParts:
    """Variance parts of scores [questions, samples, repeats]; NaN: no score.

    Nested analysis of variance by the method of moments, also where cells are missing (Searle, Casella and
    McCulloch, Variance Components, 1992, section 3.7). What there is only one of is not estimable, nor is
    what stands above it: one verdict per answer cannot tell the answer from the judge.
    """
    counts = (~np.isnan(scores)).sum(axis=2)
    total, answers, questions = int(counts.sum()), int((counts > 0).sum()), int(counts.any(axis=1).sum())
    if not total:
        return VarianceParts(*(Undefined("no_score"),) * 3)
    if total == answers:
        return VarianceParts(*(Undefined("one_repeat"),) * 3)
    sums, of_answers = np.nansum(scores, axis=2), np.maximum(counts, 1)
    within = float(np.nansum((scores - (sums / of_answers)[:, :, None]) ** 2)) / (total - answers)
    if answers == questions:
        return VarianceParts(Undefined("one_sample"), Undefined("one_sample"), within)
    own = counts.sum(axis=1)
    squares = (counts**2).sum(axis=1) / np.maximum(own, 1)
    means = sums.sum(axis=1) / np.maximum(own, 1)
    spread = float((counts * (sums / of_answers - means[:, None]) ** 2).sum()) / (answers - questions)
    sample = (spread - within) * (answers - questions) / (total - float(squares.sum()))
    if questions < 2:
        return VarianceParts(Undefined("one_question"), max(0.0, sample), within)
    between = float((own * (means - sums.sum() / total) ** 2).sum()) / (questions - 1)
    below = (float(squares.sum()) - float((counts**2).sum()) / total) / (questions - 1)
    weight = (total - float((own**2).sum()) / total) / (questions - 1)
    question = (between - within - below * sample) / weight
    return VarianceParts(max(0.0, question), max(0.0, sample), within)
