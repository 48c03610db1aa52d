from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.errors import ProtocolError
from heartbench.protocols import Mode
from protocols.helpers import question

MODES = st.builds(
    lambda kind, k, seed, weights: Mode(
        kind, k if kind == "chunk" else None, "file" if seed is None else "shuffled", seed or 0, weights
    ),
    st.sampled_from(["joint", "chunk", "single"]),
    st.integers(1, 9999),
    st.none() | st.integers(0, 10**18 - 1),
    st.sampled_from(["shown", "hidden"]),
)


@given(MODES)
def test_the_canonical_text_means_the_mode(mode: Mode) -> None:
    assert Mode.parse(str(mode)) == mode


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("joint", "joint"),
        ("CHUNK-4", "chunk-4"),
        (" single ; weights=shown ", "single"),
        ("joint;order=file", "joint"),
        ("joint;order=shuffled", "joint;order=shuffled:0"),
        ("joint;weights=hidden;order=shuffled:7", "joint;order=shuffled:7;weights=hidden"),
    ],
)
def test_other_spellings_have_one_canonical_text(text: str, canonical: str) -> None:
    assert str(Mode.parse(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "all",
            "chunk",
            "chunk-0",
            "chunk--1",
            "chunk-1.5",
            "chunk-04",
            "joint-2",
            "joint;",
            "joint;seed=1",
        ),
        *(
            "joint;order=shuffled:-1",
            "joint;order=file:3",
            "joint;weights=",
            "joint;order=file;order=shuffled",
        ),
    ],
)
def test_what_is_no_mode_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        Mode.parse(text)
    assert caught.value.code == "protocols.mode_unknown"
    assert caught.value.fields == {"mode": text}


@given(MODES)
def test_the_parts_cover_the_rubric_once(mode: Mode) -> None:
    parts = mode.parts(question())
    asked = [index for part in parts for index in part]
    assert sorted(asked) == [0, 1, 2, 3, 4]
    if mode.order == "file":
        assert asked == [0, 1, 2, 3, 4]


def test_parts_are_cut_as_the_kind_says() -> None:
    assert Mode.parse("joint").parts(question()) == ((0, 1, 2, 3, 4),)
    assert Mode.parse("chunk-2").parts(question()) == ((0, 1), (2, 3), (4,))
    assert len(Mode.parse("single").parts(question())) == 5


def test_an_empty_rubric_has_no_parts() -> None:
    assert Mode().parts(replace(question(), rubric=())) == ()


def test_a_seed_gives_one_order_and_seeds_differ() -> None:
    orders = [Mode("joint", None, "shuffled", seed).asked_order(question()) for seed in range(20)]
    assert orders[0] == Mode("joint", None, "shuffled", 0).asked_order(question())
    assert len(set(orders)) > 10
    assert Mode("joint", None, "shuffled", 7).asked_order(question()) == (1, 0, 4, 2, 3)
