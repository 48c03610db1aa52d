from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import Interval, Settings, Undefined, intervals
from heartbench.statistics.intervals import pseudo_t, standard_error

from .helpers import alone, scores, shape

FEW = Settings(seed=3, resamples=500)


def as_interval(found: Interval | Undefined) -> Interval:
    assert isinstance(found, Interval)
    return found


def test_a_large_ability_has_the_interval_of_a_plain_bootstrap() -> None:
    matrix = scores(shape(120), seed=2)
    found = as_interval(intervals([matrix], alone(120))[0].abilities["warmth"])
    column = matrix[:, ABILITY_IDS.index("warmth")]
    plain = stats.bootstrap((column,), np.mean, n_resamples=10_000, method="percentile", rng=1)
    assert (found.low, found.high) == pytest.approx(plain.confidence_interval, abs=0.9)
    assert found.method == "bootstrap"


@pytest.mark.parametrize("count", [5, 12, 19])
def test_a_small_ability_has_the_t_interval_of_two_more_questions(count: int) -> None:
    matrix = scores(shape(40, humor=count), seed=1)
    found = as_interval(intervals([matrix], alone(40), FEW)[0].abilities["humor"])
    values = [*matrix[:count, ABILITY_IDS.index("humor")], 0.0, 100.0]
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert found.method == "pseudo_t"
    assert (found.low, found.high) == pytest.approx((max(0.0, low), min(100.0, high)))


def test_from_twenty_questions_on_it_is_resampled() -> None:
    found = intervals([scores(shape(40, humor=20))], alone(40), FEW)[0].abilities["humor"]
    assert as_interval(found).method == "bootstrap"


def test_copies_in_a_small_ability_count_once() -> None:
    values = np.array([0.0, 100.0, 100.0, 0.0, 100.0, 100.0, 100.0, 100.0])
    apart = pseudo_t(values, alone(8), 0.95, (0.0, 100.0))
    together = pseudo_t(values, np.array([0, 1, 2, 3, 4, 5, 5, 5]), 0.95, (0.0, 100.0))
    assert together.high - together.low > apart.high - apart.low


def test_fewer_than_five_questions_make_no_interval_and_no_overall() -> None:
    found = intervals([scores(shape(40, humor=4))], alone(40), FEW)[0]
    assert found.abilities["humor"] == Undefined("too_few", {"count": 4, "least": 5})
    missing = Undefined("ability_too_few", {"count": 4, "least": 5, "ability": "humor"})
    assert (found.overall, found.categories["personality"]) == (missing, missing)
    assert isinstance(found.question_mean, Interval)
    assert isinstance(found.categories["emotion"], Interval)


def test_copies_of_few_questions_make_no_interval() -> None:
    found = intervals([scores(shape(12))], np.arange(12) % 4, FEW)[0]
    assert found.question_mean == Undefined("too_few_clusters", {"count": 4, "least": 5})
    assert found.clusters == 4


def test_what_loses_an_ability_too_often_is_withheld_and_says_so() -> None:
    labels = np.concatenate((np.array([0, 0, 1, 2, 3, 4]), np.arange(5, 60)))
    found = intervals([scores(shape(61, humor=6))], labels, Settings(1, 2000))[0]
    # Five of 60 clusters: (55/60)**60 = 0.5 %, which is few enough; in three abilities it is not.
    assert isinstance(found.overall, Interval)
    three = shape(61, humor=6, curiosity=5, morality=5)
    three[:, ABILITY_IDS.index("morality")] = np.arange(61) >= 56
    three[:, ABILITY_IDS.index("curiosity")] = (np.arange(61) >= 30) & (np.arange(61) < 35)
    lost = intervals([scores(three)], alone(61), Settings(1, 2000))[0]
    assert isinstance(lost.overall, Undefined)
    assert lost.overall.reason == "resamples_lost"
    assert isinstance(lost.question_mean, Interval)
    assert isinstance(lost.abilities["humor"], Interval)


def test_nothing_scored() -> None:
    found = intervals([np.full((6, 15), np.nan)], alone(6), FEW)[0]
    assert found.question_mean == found.abilities["humor"] == Undefined("no_score")
    assert intervals([np.empty((0, 15))], alone(0), FEW)[0].question_mean == Undefined("no_score")


def test_the_standard_error_is_that_of_clustered_regression() -> None:
    matrix = scores(shape(60), seed=9)
    labels = np.arange(60) // 2 * (np.arange(60) < 20) + np.arange(60) * (np.arange(60) >= 20)
    groups = np.unique(labels, return_inverse=True)[1]
    fit = sm.OLS(matrix.mean(axis=1), np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    count = groups.max() + 1
    expected = float(fit.bse[0]) * np.sqrt(count / (count - 1))
    assert standard_error(matrix, "question_mean", labels) == pytest.approx(expected)


@given(st.integers(0, 10_000), st.integers(5, 40), st.floats(0.0, 1.0))
@settings(max_examples=30, deadline=None)
def test_an_interval_lies_on_the_scale_and_holds_the_mean_of_many(
    seed: int, count: int, chance: float
) -> None:
    matrix = scores(shape(count), seed, chance)
    found = intervals([matrix], alone(count), Settings(seed, 200))[0]
    for name, item in found.abilities.items():
        bounds = as_interval(item)
        assert 0.0 <= bounds.low <= bounds.high <= 100.0
        value = float(np.nanmean(matrix[:, ABILITY_IDS.index(name)]))
        assert bounds.low - 1e-9 <= value <= bounds.high + 1e-9
