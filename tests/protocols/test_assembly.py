from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.protocols import Mode, Parsed, ParseFailure, assemble, assemble_raw, load_protocol
from heartbench.records import FailureKind
from protocols.helpers import question

MODES = ("joint", "chunk-2", "single", "joint;order=shuffled:7", "chunk-3;order=shuffled:1")


def parsed(hits: list[bool], reasons: list[str]) -> Parsed:
    return Parsed(tuple(hits), tuple(reasons), tuple(int(hit) for hit in hits))


@given(st.sampled_from(MODES), st.lists(st.booleans(), min_size=5, max_size=5))
def test_parts_go_back_to_the_order_of_the_rubric(mode: str, hits: list[bool]) -> None:
    judging = load_protocol("native-v1").judging(question(), Mode.parse(mode))
    results = [
        parsed([hits[index] for index in part.criteria], [f"r{index}" for index in part.criteria])
        for part in judging.parts
    ]
    verdict = assemble(judging, results)
    assert verdict.hits == tuple(hits)
    assert verdict.reasons == ("r0", "r1", "r2", "r3", "r4")
    assert assemble_raw(judging, results) == tuple(int(hit) for hit in hits)


def test_results_that_do_not_fit_are_a_slip() -> None:
    judging = load_protocol("native-v1").judging(question(), Mode.parse("chunk-2"))
    with pytest.raises(ValueError):
        assemble(judging, [parsed([True] * 5, ["r"] * 5)])
    with pytest.raises(ValueError):
        assemble(judging, [parsed([True], ["r"])] * 3)


def failure(values: tuple[object, ...] | None) -> ParseFailure:
    return ParseFailure(FailureKind.WRONG_COUNT, "", values)


def test_a_whole_list_stays_as_it_is() -> None:
    judging = load_protocol("native-v1").judging(question(), Mode())
    for values in ((1, 0), (1, 0, 1, 1, 1, 1, 1), ()):
        assert assemble_raw(judging, [failure(values)]) == values
    assert assemble_raw(judging, [failure(None)]) is None


def test_other_lists_go_to_their_criteria() -> None:
    protocol = load_protocol("native-v1")
    shuffled = protocol.judging(question(), Mode.parse("joint;order=shuffled:7"))
    assert shuffled.parts[0].criteria == (1, 0, 4, 2, 3)
    assert assemble_raw(shuffled, [failure(("c", "b"))]) == ("b", "c", None, None, None)
    chunks = protocol.judging(question(), Mode.parse("chunk-2"))
    results: list[Parsed | ParseFailure] = [
        parsed([True, False], ["", ""]),
        failure(("x", "y", "z")),
        parsed([True], [""]),
    ]
    assert assemble_raw(chunks, results) == (1, 0, "x", "y", 1)
    assert assemble_raw(chunks, [results[0], failure(None), results[2]]) is None
