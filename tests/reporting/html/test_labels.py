from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heartbench.reporting.escape import plain
from heartbench.reporting.html.labels import columns, shortened, wrapped

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


@given(st.text(alphabet="ab 心情，。-", max_size=80), st.integers(4, 30))
def test_wrapped_lines_keep_all_signs_and_are_no_wider_unless_a_word_is(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert columns(line) <= width or len(line.split()) == 1


def test_words_and_chinese_signs_wrap() -> None:
    assert wrapped("Dashed line: silent baseline.", 14) == ["Dashed line:", "silent", "baseline."]
    assert wrapped("虚线：沉默基线，即回答。", 8) == ["虚线：沉", "默基线，", "即回答。"]
