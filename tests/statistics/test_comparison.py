from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import (
    Interval,
    Settings,
    SignTest,
    Undefined,
    compare,
    false_alarm_rate,
    holm,
    variance_shares,
)

from .helpers import alone, scores, shape

FEW = Settings(seed=2, resamples=1000)


def test_a_shift_is_found_with_its_size() -> None:
    matrix = scores(shape(80), 1) * 0.9
    pair = compare([matrix, matrix + 5.0], alone(80), FEW).pairs[0]
    assert pair.overall.value == pytest.approx(5.0)
    assert pair.overall.interval == Interval(pytest.approx(5.0), pytest.approx(5.0), "bootstrap")  # type: ignore[arg-type]
    assert isinstance(pair.overall.test, SignTest)
    assert pair.overall.test.p < 1e-10


def test_only_common_questions_are_compared() -> None:
    """A = 80, 80, fail, fail and B = 60 everywhere differ by 20, on two questions."""
    there = shape(4)
    a, b = np.where(there, 80.0, np.nan), np.where(there, 60.0, np.nan)
    a[2:] = np.nan
    found = compare([a, b], alone(4), FEW)
    assert found.common == (0, 1)
    assert found.pairs[0].question_mean.value == pytest.approx(-20.0)
    assert found.pairs[0].question_mean.interval == Undefined("too_few", {"count": 2, "least": 5})
    assert np.isnan(found.matrices[1][2:]).all()


def test_the_difference_of_totals_is_that_on_the_common_set() -> None:
    a, b = scores(shape(50, humor=20), 1), scores(shape(50, humor=20), 2)
    b[7] = np.nan
    pair = compare([a, b], alone(50), FEW).pairs[0]
    rows = [number for number in range(50) if number != 7]
    expected = np.nanmean(b[rows], axis=0).mean() - np.nanmean(a[rows], axis=0).mean()
    assert pair.overall.value == pytest.approx(expected)
    assert pair.abilities["humor"].questions == 19
    assert pair.overall.questions == 49


def test_a_small_ability_gets_a_t_interval_on_the_scale_of_differences() -> None:
    a, b = scores(shape(40, humor=8), 1), scores(shape(40, humor=8), 2)
    found = compare([a, b], alone(40), FEW).pairs[0].abilities["humor"].interval
    values = [*(b - a)[:8, ABILITY_IDS.index("humor")], -100.0, 100.0]
    low, high = stats.t.interval(0.95, 9, np.mean(values), stats.sem(values))
    assert found == Interval(pytest.approx(max(-100, low)), pytest.approx(min(100, high)), "pseudo_t")  # type: ignore[arg-type]


def test_two_families_are_corrected_and_all_else_is_exploratory() -> None:
    found = compare([scores(shape(60), seed) for seed in range(3)], alone(60), FEW)
    tests = [pair.overall.test for pair in found.pairs]
    assert [(pair.first, pair.second) for pair in found.pairs] == [(0, 1), (0, 2), (1, 2)]
    made = [item for item in tests if isinstance(item, SignTest)]
    assert [item.adjusted for item in made] == list(holm([item.p for item in made]))
    for pair in found.pairs:
        own = [item.test for item in pair.abilities.values() if isinstance(item.test, SignTest)]
        assert [item.adjusted for item in own] == list(holm([item.p for item in own]))
        for other in (pair.question_mean, *pair.categories.values()):
            assert isinstance(other.test, SignTest)
            assert other.test.adjusted is None


def test_the_detectable_difference_is_found_in_80_of_100() -> None:
    """Normal differences with a known error: 2.80 of them is the 80 % point of the two-sided test."""
    pair = compare([scores(shape(60), 1), scores(shape(60), 2)], alone(60), FEW).pairs[0]
    error, detectable = pair.standard_errors["overall"], pair.detectable["overall"]
    assert isinstance(error, float)
    assert isinstance(detectable, float)
    assert stats.norm.sf(1.96 - detectable / error) == pytest.approx(0.80, abs=0.001)


def test_shares_of_the_variance_sum_to_one_and_follow_the_small_abilities() -> None:
    found = variance_shares(scores(shape(100, humor=10), 1) - scores(shape(100, humor=10), 2), alone(100))
    assert isinstance(found, dict)
    assert sum(found.values()) == pytest.approx(1.0)
    assert found["humor"] == max(found.values())
    assert found["humor"] == pytest.approx(1 / 10 / (1 / 10 + 14 / 100), abs=0.15)


def test_what_is_too_small_says_so() -> None:
    found = compare([scores(shape(30, humor=3), seed) for seed in range(2)], alone(30), FEW).pairs[0]
    few = {"count": 3, "least": 5}
    assert found.abilities["humor"].test == Undefined("too_few", few)
    assert isinstance(found.abilities["humor"].value, float)
    named = Undefined("ability_too_few", {**few, "ability": "humor"})
    assert found.overall.test == found.overall.interval == found.detectable["overall"] == named
    assert found.variance_shares == named
    assert isinstance(found.question_mean.interval, Interval)


def test_nothing_in_common() -> None:
    a, b = scores(shape(6), 1), scores(shape(6), 2)
    a[:3], b[3:] = np.nan, np.nan
    found = compare([a, b], alone(6), FEW)
    assert found.common == ()
    assert found.pairs[0].overall.value == Undefined("no_score")
    assert found.pairs[0].question_mean.test == Undefined("no_score")


def test_false_alarms() -> None:
    assert false_alarm_rate(-1.0, 2.0) == pytest.approx(stats.norm.cdf(-0.5))
    assert false_alarm_rate(-1.0, 0.0) == 0.0


def test_the_level_of_the_test_holds() -> None:
    """Two systems that are alike are told apart in about 5 % of all cases."""
    found = 0
    for seed in range(200):
        alike = [scores(shape(30), 2 * seed + number) for number in range(2)]
        pair = compare(alike, alone(30), Settings(seed, 200)).pairs[0]
        assert isinstance(pair.overall.test, SignTest)
        found += pair.overall.test.p < 0.05
    assert 3 <= found <= 20
