"""Between which ranks each candidate lies, all candidates at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.statistics.measures import Floats
from heartbench.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class RankInterval:
    """Best and worst rank; candidates whose intervals overlap may be tied."""

    low: int
    """1 + how many are significantly better."""
    high: int
    """All candidates less those significantly worse."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rank intervals of all candidates, which hold together with the confidence asked for."""

    intervals: tuple[RankInterval, ...]
    least_difference: float
    """From here on a difference between any two candidates is significant."""


def rank_intervals(
    scores: Sequence[float], replicates: Sequence[Floats], confidence: float
) -> Ranking | Undefined:
    """Simultaneous rank intervals.

    ``replicates``: for each candidate, its score on the same resamples [resamples]. Two candidates differ
    significantly where their scores are further apart than the range of all candidates' errors is in all but
    1 - ``confidence`` of the resamples.
    """
    if len(scores) < 2:
        return Undefined("one_candidate")
    errors = np.stack(list(replicates)) - np.asarray(scores)[:, None]
    errors = errors[:, ~np.isnan(errors).any(axis=0)]
    least = float(np.quantile(errors.max(axis=0) - errors.min(axis=0), confidence))
    found = [
        RankInterval(
            1 + sum(other - own > least for other in scores),
            len(scores) - sum(own - other > least for other in scores),
        )
        for own in scores
    ]
    return Ranking(tuple(found), least)
