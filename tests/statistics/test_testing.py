from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from heartbench.statistics import Settings, holm, sign_flip

from .helpers import alone

MANY = Settings(seed=1, resamples=10_000)


def test_p_is_that_of_all_flips() -> None:
    values = np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0]) / 8
    sums = [abs(float(np.dot(signs, values))) for signs in product((-1, 1), repeat=8)]
    exact = np.mean([found >= abs(values.sum()) - 1e-12 for found in sums])
    (found,) = sign_flip(values[:, None], alone(8), MANY)
    assert found.p == pytest.approx(exact, abs=0.015)
    assert not found.normal_tail


def test_scipy_agrees() -> None:
    values = np.random.default_rng(4).normal(0.3, 1.0, 40)
    oracle = stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=20_000, rng=1)
    (found,) = sign_flip(values[:, None] / 40, alone(40), MANY)
    assert found.p == pytest.approx(oracle.pvalue, abs=0.015)


def test_copies_flip_together() -> None:
    values = np.full(24, 1.0)
    apart, together = (
        sign_flip(values[:, None], labels, MANY)[0] for labels in (alone(24), np.arange(24) // 4)
    )
    assert together.p == pytest.approx(2 / 2**6, abs=0.01)
    assert apart.p < 1e-5


def test_a_p_too_small_to_count_is_a_normal_tail_and_marked() -> None:
    values = np.random.default_rng(4).normal(1.0, 1.0, 100)
    (found,) = sign_flip(values[:, None], alone(100), MANY)
    assert found.normal_tail
    assert found.p == pytest.approx(2 * stats.norm.sf(values.sum() / np.sqrt((values**2).sum())))


def test_no_difference_at_all_is_no_surprise() -> None:
    (found,) = sign_flip(np.zeros((9, 1)), alone(9), MANY)
    assert found.p == 1.0


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=15))
def test_holm_is_that_of_statsmodels(values: list[float]) -> None:
    assert holm(values) == pytest.approx(multipletests(values, method="holm")[1].tolist())


def test_holm_of_nothing() -> None:
    assert holm([]) == ()
