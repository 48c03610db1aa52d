from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heartbench.reporting.escape import plain
from heartbench.reporting.html.labels import columns, shortened

NAMES = st.lists(st.text(max_size=60), min_size=1, max_size=14, unique_by=plain)


@given(NAMES, st.integers(min_value=8, max_value=40))
def test_names_fit_and_stay_apart(names: list[str], width: int) -> None:
    found = shortened(names, width)
    assert all(columns(name) <= width for name in found)
    assert len(set(found)) == len(found) == len(names)


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert shortened(["豆包-seed-1.6", "gpt-5"], 13) == ["豆包-seed-1.6", "gpt-5"]


def test_a_long_name_is_cut_in_its_middle() -> None:
    assert shortened(["Qwen3-235B-A22B-Instruct-2507"], 11) == ["Qwen3…-2507"]


def test_names_that_differ_in_their_middle_get_numbers() -> None:
    assert shortened(["the-model-v1-instruct-large", "the-model-v2-instruct-large"], 12) == [
        "1 the-m…arge",
        "2 the-m…arge",
    ]
