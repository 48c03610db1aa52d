"""An address changes with each thing it is made of, and with nothing else."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from heartbench.evaluation.keys import AnswerAddress, VerdictAddress, verdict_scope

ANSWER = AnswerAddress("d", "p", "c", 1, 0)
VERDICT = VerdictAddress("t", "d", "g", "j", "joint", 1, 0)


@pytest.mark.parametrize("address", [ANSWER, VERDICT])
def test_every_component_counts(address: AnswerAddress | VerdictAddress) -> None:
    for item in fields(address):
        value = getattr(address, item.name)
        other = value + 1 if isinstance(value, int) else value + "x"
        changed: Any = {item.name: other}
        assert replace(address, **changed).key != address.key


def test_keys_stay_what_they_are() -> None:
    """A store of today must be found again tomorrow: a changed key would answer everything anew."""
    assert ANSWER.key == AnswerAddress("d", "p", "c", 1, 0).key
    assert len(ANSWER.key) == len(VERDICT.key) == 40
    assert ANSWER.key == "49a027067f951fc95768e789e44b36318ac07ccb"
    assert VERDICT.key == "519ac9b9a972ece231798bc2227515ba09e63b2b"


def test_neighbouring_components_do_not_run_into_each_other() -> None:
    assert AnswerAddress("ab", "c", "x", 1, 0).key != AnswerAddress("a", "bc", "x", 1, 0).key
    assert verdict_scope("ab", "c") != verdict_scope("a", "bc")
