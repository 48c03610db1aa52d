"""Which failures open another round."""

from __future__ import annotations

import pytest

from heartbench.evaluation.rounds import next_round
from heartbench.records import FailureKind
from heartbench.store import StoredFailure


def failure(kind: FailureKind, round_: int = 1) -> StoredFailure:
    return StoredFailure("k", "judge", round_, kind, "", "", 3, None, 0.0)


def test_nothing_yet_is_round_one_whatever_is_wanted() -> None:
    assert [next_round((), retry) for retry in ("default", "all", "none")] == [1, 1, 1]


@pytest.mark.parametrize("kind", FailureKind)
def test_a_failure_is_tried_again_unless_another_try_seldom_mends_it(kind: FailureKind) -> None:
    stands = kind in {FailureKind.BLOCKED, FailureKind.CONTEXT_LENGTH, FailureKind.REFUSED}
    assert next_round((failure(kind),), "default") == (None if stands else 2)
    assert next_round((failure(kind),), "all") == 2
    assert next_round((failure(kind),), "none") is None


def test_the_latest_failure_decides() -> None:
    history = (failure(FailureKind.BLOCKED, 1), failure(FailureKind.TRANSPORT, 2))
    assert next_round(history, "default") == 3
