from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartbench.protocols import Parsed, parse_reply
from protocols.mutants import DEVIATIONS, _unescaped_quotes, mutant


@settings(max_examples=400, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 5))
def test_damage_never_makes_another_verdict(random: Random, damages: int) -> None:
    made = mutant(random, damages)
    result = parse_reply(made.contract, made.text, len(made.hits), "stop")
    assert not isinstance(result, Parsed) or result.hits == made.hits


def test_no_mutant_is_misread_and_enough_are_read() -> None:
    random = Random(20251201)
    read = 0
    for number in range(20_000):
        made = mutant(random, number % 4)
        result = parse_reply(made.contract, made.text, len(made.hits), "stop")
        if isinstance(result, Parsed):
            read += 1
            assert result.hits == made.hits, made.text
    assert read >= 0.3 * 20_000


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda deviation: deviation.__name__.strip("_"))
def test_each_tolerated_deviation_alone_is_read(deviation: Callable[[Random, str], str]) -> None:
    body = '{"reason": "It\'s \\"好\\"\\n$5", "detail": [1, 0, 1]}'
    if deviation is _unescaped_quotes:
        body = body.replace("\\n", " ")
    result = parse_reply("detail", deviation(Random(1), body), 3, "stop")
    assert isinstance(result, Parsed) and result.hits == (True, False, True)
