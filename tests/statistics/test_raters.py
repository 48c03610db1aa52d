from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as oracle

from heartbench.statistics import Undefined, fleiss_kappa, krippendorff_alpha

NAN = float("nan")


def test_fleiss_kappa_of_fourteen_raters_and_ten_subjects() -> None:
    # The worked example that textbooks give: kappa = 0.210.
    table = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    found = fleiss_kappa(np.array(table, float))
    assert found == pytest.approx(0.210, abs=5e-4)
    assert found == pytest.approx(oracle(np.array(table)))


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=30))
def test_fleiss_kappa_is_that_of_statsmodels(ratings: list[list[int]]) -> None:
    table, _ = aggregate_raters(np.array(ratings))
    found = fleiss_kappa(np.asarray(table, float))
    if isinstance(found, Undefined):
        assert found.reason == "unanimous" and len({item for row in ratings for item in row}) == 1
    else:
        assert found == pytest.approx(oracle(table), abs=1e-12)


def test_fleiss_kappa_wants_the_same_number_of_raters() -> None:
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa(np.array([[2.0, 0.0], [1.0, 0.0]]))
    with pytest.raises(ValueError, match="two or more"):
        fleiss_kappa(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert fleiss_kappa(np.empty((0, 2))) == Undefined("no_marks")


def test_alpha_of_two_observers_without_gaps() -> None:
    # Krippendorff (2011), section A: 10 units, alpha = 0.095.
    ratings = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    assert krippendorff_alpha(np.array(ratings, float)) == pytest.approx(0.095, abs=5e-4)


def test_alpha_of_four_observers_with_gaps() -> None:
    # Krippendorff (2011), section C: 12 units, nominal alpha = 0.743.
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
    assert krippendorff_alpha(np.array(ratings, float)) == pytest.approx(0.743, abs=5e-4)


def test_alpha_says_why_it_is_not_there() -> None:
    assert krippendorff_alpha(np.ones((3, 8))) == Undefined("unanimous")
    assert krippendorff_alpha(np.array([[1.0, NAN], [NAN, 0.0]])) == Undefined("no_marks")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40))
def test_a_unit_that_one_rater_marked_changes_nothing(pairs: list[tuple[bool, bool]]) -> None:
    ratings = np.array(pairs, float).T
    gaps = np.hstack([ratings, [[1.0, NAN], [NAN, NAN]]])
    assert krippendorff_alpha(gaps) == krippendorff_alpha(ratings)
