from __future__ import annotations

import numpy as np
import pytest

from heartbench.statistics import (
    OVERALL,
    Ranking,
    RankInterval,
    Settings,
    Undefined,
    rank_intervals,
    replicates,
)

from .helpers import alone, scores, shape


def test_who_is_far_apart_is_told_apart() -> None:
    errors = np.random.default_rng(1).normal(0.0, 1.0, (4, 5000))
    values = [50.0, 49.5, 30.0, 10.0]
    found = rank_intervals(values, [value + own for value, own in zip(values, errors, strict=True)], 0.95)
    assert isinstance(found, Ranking)
    assert found.intervals == (RankInterval(1, 2), RankInterval(1, 2), RankInterval(3, 3), RankInterval(4, 4))
    # The studentized range of four independent normal errors: 3.63.
    assert found.least_difference == pytest.approx(3.63, abs=0.1)


def test_errors_that_all_share_do_not_blur_ranks() -> None:
    shared = np.random.default_rng(1).normal(0.0, 30.0, 1000)
    found = rank_intervals([2.0, 1.0], [2.0 + shared, 1.0 + shared], 0.95)
    assert isinstance(found, Ranking)
    assert found.intervals == (RankInterval(1, 1), RankInterval(2, 2))


def test_one_alone_has_no_rank() -> None:
    assert rank_intervals([1.0], [np.zeros(3)], 0.95) == Undefined("one_candidate")


def test_true_ranks_lie_inside_all_at_once() -> None:
    """Six alike: every interval must be 1 to 6 in 95 % of all cases."""
    whole = 0
    for seed in range(100):
        matrices = [scores(shape(40), 100 * seed + number) for number in range(6)]
        found = replicates(matrices, alone(40), Settings(seed, 400))
        values = [float(matrix.mean(axis=0).mean()) for matrix in matrices]
        ranking = rank_intervals(values, [own.values[:, OVERALL] for own in found], 0.95)
        assert isinstance(ranking, Ranking)
        whole += set(ranking.intervals) == {RankInterval(1, 6)}
    assert whole >= 88
