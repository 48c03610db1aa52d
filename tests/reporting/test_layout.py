"""Names are folded behind separators, and what people copy stays whole."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from heartbench.reporting import Column, print_columns, safe_console
from heartbench.reporting.console import PIPED_WIDTH
from heartbench.reporting.layout import fit, fold, least_widths, print_prose, widest_piece

NAME = "claude-sonnet-4-5-20250929"
LETTERS = st.text("ab-_/.:,1 中文，", max_size=30)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        (NAME, 26, [NAME]),
        (NAME, 17, ["claude-sonnet-4-", "5-20250929"]),
        (NAME, 11, ["claude-", "sonnet-4-5-", "20250929"]),
        ("qwen2.5-72b", 8, ["qwen2.5-", "72b"]),
        ("org/model", 5, ["org/", "model"]),
        ("a b", 1, ["a", "b"]),
        ("通义千问最大版", 8, ["通义千问", "最大版"]),
        ("", 3, [""]),
    ],
)
def test_folding(text: str, width: int, lines: list[str]) -> None:
    assert fold(text, width) == lines


@given(LETTERS, st.integers(2, 20))
def test_folding_loses_nothing_and_keeps_to_the_width(text: str, width: int) -> None:
    lines = fold(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)
    if width >= widest_piece(text) and " " not in text:
        for line, following in pairwise(lines):
            assert not (line[-1] in "ab1" and following[0] in "ab1"), "a line ends inside a part"


def shown(columns: list[Column], rows: list[tuple[str, ...]], width: int | None) -> list[str]:
    stream = io.StringIO()
    print_columns(columns, rows, safe_console(stream, width=width))
    return stream.getvalue().splitlines()


COLUMNS = [
    Column("run", numeric=False, folds="never"),
    Column("started", numeric=False, folds="blanks"),
    Column("candidates", numeric=False),
]
ROW = ("run-20261130-072737", "2026-11-30 07:27", f"{NAME}, Qwen3-235B-A22B-instruct-2507")


@pytest.mark.parametrize("width", [40, 60, 80, 200, None])
def test_what_is_copied_is_never_folded(width: int | None) -> None:
    lines = shown(COLUMNS, [ROW], width)
    assert any(line.startswith(ROW[0]) for line in lines)
    assert all(cell_len(line) <= (width or PIPED_WIDTH) for line in lines)
    text = "\n".join(lines)
    assert "2026-11-30" in text
    assert "20250929" in text or width == 40


def test_a_name_longer_than_the_terminal_stays_whole_all_the_same() -> None:
    name = "a-" * 50
    assert name in "\n".join(shown(COLUMNS, [(name, *ROW[1:])], 60))


def test_a_pipe_gets_wide_lines_and_columns_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert len(shown(COLUMNS, [ROW], None)) == 2
    monkeypatch.setenv("COLUMNS", "70")
    assert len(shown(COLUMNS, [ROW], None)) > 2


@given(st.lists(st.tuples(LETTERS, LETTERS, LETTERS), min_size=1, max_size=4), st.integers(20, 120))
def test_columns_fit_wherever_they_can(rows: list[tuple[str, ...]], room: int) -> None:
    columns = [Column("a name", numeric=False), Column("12.3"), Column("at", numeric=False, folds="blanks")]
    widths = fit(columns, rows, room)
    least = least_widths(columns, rows)
    assert sum(widths) + 4 <= room
    if sum(least) + 4 <= room:
        assert all(width >= floor for width, floor in zip(widths, least, strict=True))


@pytest.mark.parametrize("width", [24, 40, 80])
def test_sentences_leave_names_whole_and_begin_no_line_with_a_stop(width: int) -> None:
    stream = io.StringIO()
    text = f"在评委 offline:rules 下低于沉默基线：adviser、silent、{NAME[:12]}。什么都不命中的回答得分更高。"
    print_prose(text, safe_console(stream, width=width), mark="! ")
    lines = stream.getvalue().splitlines()
    assert lines[0].startswith("! 在评委") and all(line.startswith("  ") for line in lines[1:])
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(line[2:] for line in lines).split()) == "".join(text.split())
    assert not any(line.strip()[0] in "，。；：、）」》" for line in lines)
    assert any("offline:rules" in line for line in lines)


def test_a_list_in_a_column_begins_no_line_with_its_comma() -> None:
    assert fold("listener、adviser、silent", 10) == ["listener、", "adviser、", "silent"]


def test_figures_fold_at_blanks_and_never_inside_an_interval() -> None:
    stream = io.StringIO()
    columns = [Column("name", numeric=False), Column("score"), Column("both")]
    rows = [["a", "[33.1, 43.9]", "47.7 [33.1, 43.9]"]]
    print_columns(columns, rows, safe_console(stream, width=30))
    lines = [line.split(maxsplit=1) for line in stream.getvalue().splitlines()[-2:]]
    assert [" ".join(line).split("  ")[-1].strip() for line in lines] == ["47.7", "[33.1, 43.9]"]
    assert stream.getvalue().count("[33.1, 43.9]") == 2
