"""Totals as tables write them: the overall score, or what stands where it might."""

from __future__ import annotations

from collections.abc import Mapping

from heartbench.reporting.summary import HARD, NORMAL, Stratum, below
from heartbench.reporting.words import NOTHING, Words, score
from heartbench.scoring import Scores
from heartbench.statistics import LEAST_QUESTIONS

PART_MEAN = "(q)"
"""Stands behind a question mean that stands where an overall score might."""


def total(scores: Scores, words: Words, floor: Scores | None, digits: int = 1) -> str:
    """The macro overall or, under its own name, the mean of k of 15."""
    if scores.overall is not None:
        return score(scores.overall, digits, low=floor is not None and "overall" in below(scores, floor))
    if scores.mean_of_k is None:
        return NOTHING
    return words("mean_of_k_cell", mean=f"{scores.mean_of_k:.1f}", k=scores.k)


def has_full_parts(baseline: Mapping[Stratum, Scores]) -> bool:
    """Whether hard and normal questions, as far as there are any, each have enough of every ability."""
    parts = [baseline[stratum] for stratum in (HARD, NORMAL) if stratum in baseline]
    return all(min(part.counts.values()) >= LEAST_QUESTIONS for part in parts)


def part_total(scores: Scores, full: bool, words: Words, floor: Scores | None = None) -> str:
    """The overall score of hard or normal questions where both are ``full``, else the question mean, marked.

    One measure for both: else they could not be read against each other. ``floor`` is the silent baseline
    of the questions under ``scores``.
    """
    if full:
        return total(scores, words, floor)
    low = floor is not None and "question_mean" in below(scores, floor)
    mean = score(scores.question_mean, low=low)
    return mean if mean == NOTHING else f"{mean} {PART_MEAN}"
