from __future__ import annotations

import math
import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from heartbench.store import packing

any_text = st.text(st.characters(exclude_categories=()))  # halves of surrogate pairs included
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=10,
)


def through_sqlite(value: str) -> str:
    with sqlite3.connect(":memory:") as connection:
        stored: str = connection.execute("SELECT ?", (value,)).fetchone()[0]
    return stored


@given(any_text)
def test_any_text_survives_the_database(text: str) -> None:
    packed = packing.pack_text(text)
    assert "\0" not in packed
    assert packing.unpack_text(through_sqlite(packed)) == text


def test_a_text_that_looks_packed_survives() -> None:
    packed = packing.pack_text("\0")
    assert packing.unpack_text(packing.pack_text(packed)) == packed


def test_ordinary_text_is_stored_as_it_is() -> None:
    assert packing.pack_text("我在听。🙂") == "我在听。🙂"


@given(st.lists(json_values, max_size=4).map(tuple))
def test_raw_values_survive(values: tuple[object, ...]) -> None:
    packed = packing.pack_values(values)
    assert packed is not None
    assert packing.unpack_values(through_sqlite(packed)) == values


def test_no_raw_values_stay_none() -> None:
    assert packing.unpack_values(packing.pack_values(None)) is None


def test_values_that_are_no_json_are_kept_by_their_truth() -> None:
    assert packing.unpack_values(packing.pack_values(({1}, set(), 1))) == (True, False, True)


def test_nan_survives_among_raw_values() -> None:
    kept = packing.unpack_values(packing.pack_values((math.nan,)))
    assert kept is not None
    assert isinstance(kept[0], float) and math.isnan(kept[0])


@given(st.dictionaries(any_text, json_values, max_size=3))
def test_mappings_survive(value: dict[str, object]) -> None:
    assert packing.unpack_mapping(through_sqlite(packing.pack_mapping(value))) == value


def test_a_mapping_with_something_else_in_it_is_kept_readable() -> None:
    assert packing.unpack_mapping(packing.pack_mapping({"a": {1}})) == {"a": "{1}"}


@given(st.lists(st.booleans()).map(tuple), st.lists(any_text, max_size=5).map(tuple))
def test_hits_and_reasons_survive(hits: tuple[bool, ...], reasons: tuple[str, ...]) -> None:
    assert packing.unpack_hits(packing.pack_hits(hits)) == hits
    assert packing.unpack_reasons(through_sqlite(packing.pack_reasons(reasons))) == reasons
