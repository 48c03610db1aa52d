from __future__ import annotations

import pytest
from scipy import stats

from heartbench.statistics.distributions import normal_below, normal_tails, t_quantile, t_within


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 12, 21, 60])
def test_students_t_is_that_of_scipy(freedom: int) -> None:
    assert t_quantile(0.95, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-10)
    for value in (0.0, 0.4, 1.7, 9.0):
        assert t_within(value, freedom) == pytest.approx(2 * stats.t.cdf(value, freedom) - 1, abs=1e-12)


@pytest.mark.parametrize("value", [-3.0, 0.0, 1.2, 6.0, 12.0])
def test_the_normal_distribution_is_that_of_scipy(value: float) -> None:
    assert normal_tails(value) == pytest.approx(2 * stats.norm.sf(abs(value)), rel=1e-9)
    assert normal_below(value) == pytest.approx(stats.norm.cdf(value), abs=1e-12)
