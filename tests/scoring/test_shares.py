from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.scoring import aggregate, question_shares


@given(st.integers(0, 1000), st.integers(2, 12))
def test_parts_sum_to_the_means_and_centred_ones_to_nothing(seed: int, count: int) -> None:
    source = np.random.default_rng(seed)
    matrix = np.where(source.random((count, 15)) < 0.7, source.uniform(0, 100, (count, 15)), np.nan)
    matrix[0] = np.nan
    means, parts, centred = aggregate(matrix), question_shares(matrix), question_shares(matrix, centred=True)
    for name in ("abilities", "categories", "overall", "question_mean"):
        expected = np.asarray(getattr(means, name))
        assert np.asarray(getattr(parts, name)).sum(axis=0) == pytest.approx(expected, nan_ok=True)
        rest = np.asarray(getattr(centred, name)).sum(axis=0)
        assert rest == pytest.approx(expected * 0, abs=1e-9, nan_ok=True)


def test_a_centred_part_is_how_far_a_mean_moves_with_the_weight() -> None:
    matrix = np.random.default_rng(3).uniform(0, 100, (20, 15))
    matrix[5:, 3] = np.nan
    weights = np.ones(20)
    weights[2] += 1e-6
    moved = (aggregate(matrix, weights).overall - aggregate(matrix).overall) / 1e-6
    assert question_shares(matrix, centred=True).overall[2] == pytest.approx(float(moved), rel=1e-3)
