from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.reporting.escape import cell, markdown, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\u2028c", "a b c"),
        ("red \x1b[31m", "red \\x1b[31m"),
        ("abc\u202ecba", "abc\\u202ecba"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("通义 千问 👩\u200d👩", "通义 千问 👩\u200d👩"),
        ("lone \ud800", "lone \\ud800"),
    ],
)
def test_a_terminal_sees_one_line_and_nothing_hidden(text: str, shown: str) -> None:
    assert plain(text) == shown


@given(st.text())
def test_plain_text_never_holds_a_control(text: str) -> None:
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in plain(text))


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)</script>", "a|b", "[x](javascript:1)", "`x`", "![i](u)"]
)
def test_markdown_shows_text_as_it_is(hostile: str) -> None:
    found = markdown(hostile)
    assert "<" not in found
    assert ">" not in found
    for mark in "|[]`":
        assert found.count(mark) == found.count("\\" + mark)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r\n=1", "＝1+1", "－1", "＠x"]
)
def test_no_cell_runs_a_formula(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [-3, 2.5, 0, None, "普通的回答", "a=b", "5-3"])
def test_other_cells_stay_as_they_are(value: object) -> None:
    assert cell(value) == value


def test_controls_in_cells_become_visible_and_line_breaks_stay() -> None:
    assert cell("a\x00b\x1b\x7f\nc\td") == "a\u2400b\u241b\u2421\nc\td"
    assert cell(True) == 1
