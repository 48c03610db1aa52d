from __future__ import annotations

import numpy as np
import pytest

from heartbench.statistics import OVERALL, QUESTION_MEAN, Settings, replicates

from .helpers import ABILITIES, alone, scores, shape

FEW = Settings(seed=3, resamples=400)


def test_the_same_seed_gives_the_same_resamples_and_another_one_others() -> None:
    matrix, labels = scores(shape(30)), alone(30)
    one, again, other = (
        replicates([matrix], labels, settings)[0] for settings in (FEW, FEW, Settings(4, 400))
    )
    assert np.array_equal(one.values, again.values)
    assert not np.array_equal(one.values, other.values)


def test_all_candidates_share_one_matrix_of_weights() -> None:
    matrix, labels = scores(shape(30)), alone(30)
    first, shifted = replicates([matrix, matrix + 7.0], labels, FEW)
    assert np.allclose(shifted.values - first.values, 7.0)


def test_a_cluster_moves_as_one() -> None:
    """Two copies of every question say no more than one of each."""
    matrix, labels = scores(shape(20)), alone(20)
    once = replicates([matrix], labels, FEW)[0]
    twice = replicates([np.concatenate((matrix, matrix))], np.concatenate((labels, labels)), FEW)[0]
    assert np.allclose(once.values, twice.values)


def test_replicates_are_means_of_weighted_questions() -> None:
    """Against a plain bootstrap: same centre, same spread."""
    matrix = scores(shape(200), seed=5)
    found = replicates([matrix], alone(200), Settings(1, 4000))[0].values
    own = matrix.mean(axis=1)
    assert found[:, QUESTION_MEAN].mean() == pytest.approx(own.mean(), abs=0.2)
    assert found[:, QUESTION_MEAN].std() == pytest.approx(own.std() / np.sqrt(200), rel=0.05)
    assert np.allclose(found[:, OVERALL], found[:, :ABILITIES].mean(axis=1))


def test_a_resample_that_loses_an_ability_is_drawn_again_and_counted() -> None:
    """Five of 40 questions are lost in about 0.5 % of the draws."""
    matrix = scores(shape(40, humor=5))
    found = replicates([matrix], alone(40), Settings(1, 10_000))[0]
    assert not np.isnan(found.values).any()
    assert found.redrawn == found.drawn - 10_000
    assert found.lost[OVERALL] == pytest.approx((35 / 40) ** 40, rel=0.5)
    assert found.lost[QUESTION_MEAN] == 0.0


def test_one_that_loses_too_often_is_let_and_spares_the_others() -> None:
    labels = np.concatenate((np.zeros(5, dtype=np.int64), np.arange(1, 36)))
    holed, whole = scores(shape(40, humor=5)), scores(shape(40))
    found, other = replicates([holed, whole], labels, FEW)
    assert found.lost[OVERALL] > 0.3
    assert np.isnan(found.values[:, OVERALL]).mean() == pytest.approx(found.lost[OVERALL])
    assert found.redrawn == other.redrawn == 0
    assert np.array_equal(other.values, replicates([whole], labels, FEW)[0].values)


def test_nothing_to_draw_from() -> None:
    assert replicates([], alone(3), FEW) == ()
    assert replicates([scores(shape(0))], alone(0), FEW) == ()
