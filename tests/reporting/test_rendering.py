"""The terminal, report.md and the tables both are made of."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from heartbench.language import Language
from heartbench.records import FailureKind
from heartbench.reporting import print_summary, render_markdown, safe_console, summarise
from heartbench.reporting.cells import Column, Table
from heartbench.reporting.summary import Summary
from heartbench.reporting.tables import sections
from heartbench.reporting.terminal import blocks

from .runs import RunMaker, failure, full_set, participant, random_hits, totals

NAMES = [
    "Qwen3-235B-A22B-instruct-2507",
    "通义千问-最大版-二〇二六",
    "<script>alert('x')</script>|`a`",
    "c\x1b[31m",
]
LANGUAGES: list[Language] = ["zh", "en"]


def busy_run() -> Summary:
    made = RunMaker(
        full_set(),
        [participant(name) for name in [*NAMES, *(f"model-{number}" for number in range(10))]],
        [participant("rules", "offline"), participant("judge|<b>")],
        name="run <img src=x>",
        hits=random_hits(7),
        answers={(1, 2, 0): failure(FailureKind.BLOCKED, "candidate", message="<b>blocked</b>\n| now")},
        verdicts={(0, 1, 0, 0, 0): FailureKind.WRONG_COUNT},
        calls=(
            totals("candidate"),
            totals("judge", cost_unknown=2),
            totals("judge", number=1, cost_unknown=6),
        ),
        earlier_calls=(totals("candidate", usage_unknown=6),),
        ages={(0, 0, 0): 200_000, (0, 2, 0): 100},
        status="failures",
    )
    return summarise(made.make())


def printed(summary: Summary, language: Language, width: int = 80) -> str:
    stream = io.StringIO()
    print_summary(summary, safe_console(stream, width=width), language)
    return stream.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(language: Language, width: int) -> None:
    for line in printed(busy_run(), language, width).splitlines():
        assert cell_len(line) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_80_columns_no_number_and_no_name_is_cut(language: Language) -> None:
    summary = busy_run()
    shown = printed(summary, language)
    assert "…" not in shown.replace("warmth…", "")
    for standing in summary.judgements[0].standings:
        overall = next(iter(standing.scores.values())).overall
        if overall is not None:
            assert f"{overall:.2f}" in shown
    for ability in sections(summary, language)[0].tables[2].rows:
        assert ability[0] in shown


def test_a_terminal_gets_no_control_from_a_name() -> None:
    shown = printed(busy_run(), "en", 200)
    assert "\x1b" not in shown
    assert "c\\x1b[31m" in shown


def test_chinese_columns_are_aligned_by_width() -> None:
    lines = printed(busy_run(), "zh", 200).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("类别"))
    rows = lines[start : start + 6]
    assert len({cell_len(row.rstrip()) for row in rows}) == 1


def test_wide_tables_are_split_into_blocks_that_repeat_what_is_fixed() -> None:
    columns = (Column("ability"), *(Column(f"candidate {number}") for number in range(7)))
    rows = tuple((f"row {row}", *(f"{row}{number}" for number in range(7))) for row in range(3))
    table = Table("t", columns, rows, fixed=1)
    found = list(blocks(table, 40))
    assert len(found) > 1
    assert [column.title for block in found for column in block.columns[1:]] == [c.title for c in columns[1:]]
    assert {block.columns[0].title for block in found} == {"ability"}
    assert [cell for block in found for cell in block.rows[2][1:]] == list(rows[2][1:])
    assert list(blocks(table, 500)) == [table]
    assert len(list(blocks(table, 1))) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_is_escaped_whole_and_the_same_each_time(language: Language) -> None:
    summary = busy_run()
    report = render_markdown(summary, language)
    assert report == render_markdown(busy_run(), language)
    assert "<" not in report
    assert "\x1b" not in report
    assert "&lt;script&gt;" in report


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_tables_have_as_many_cells_in_every_row(language: Language) -> None:
    tables = re.findall(r"(?:^\|.*\n)+", render_markdown(busy_run(), language), re.MULTILINE)
    assert len(tables) > 12
    for table in tables:
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(counts) == 1, table
        assert len(table.splitlines()) > 2


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "en",
            [
                "not a measurement",
                "not for counselling",
                "Silent baseline",
                "Question mean",
                "Overall",
                "2 d",
            ],
        ),
        ("zh", ["不是测量结果", "不得用于心理咨询", "沉默基线", "题目均分", "总分", "2 天"]),
    ],
)
def test_what_must_be_said_is_said_in_both_places(language: Language, wanted: list[str]) -> None:
    summary = busy_run()
    for shown in (render_markdown(summary, language), re.sub(r"\s+", " ", printed(summary, language, 200))):
        for words in wanted:
            assert words in shown


def test_cost_says_what_is_not_known() -> None:
    report = render_markdown(busy_run(), "en")
    assert "| 0.0123 |" in report
    assert "| 0.0123 + 2 unknown |" in report
    assert "| unknown |" in report


def test_scores_below_the_baseline_are_marked() -> None:
    questions = full_set()
    for own in questions:
        for item in own.rubric:
            if not item.is_veto:
                object.__setattr__(item, "weight", -3)
    made = RunMaker(questions, hits=lambda key, own: tuple(not item.is_veto for item in own.rubric))
    report = render_markdown(summarise(made.make()), "en")
    assert report.count("0.0\\*") > 20
    assert "0.00\\*" in report


def test_a_mean_of_k_stands_under_its_own_name() -> None:
    made = RunMaker(full_set()[:1])
    report = render_markdown(summarise(made.make()), "en")
    assert "100.0 (5/15)" in report
    assert "mean of k of 15" in report


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_without_judges_or_answers_render(language: Language) -> None:
    for made in (RunMaker(full_set(), judges=[]), RunMaker([], []), RunMaker(full_set(), candidates=[])):
        summary = summarise(made.make())
        assert render_markdown(summary, language)
        assert printed(summary, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_of_a_split_table_are_numbered(language: Language) -> None:
    summary = busy_run()
    title = sections(summary, language)[0].tables[1].title
    judge = printed(summary, language).split(title)
    # The table of each of the two judges has as many parts as the other.
    counts = [part.splitlines()[0].strip() for part in judge[1:]]
    half = len(counts) // 2
    assert half > 1
    assert counts == [f"({number}/{half})" for number in range(1, half + 1)] * 2


@pytest.mark.parametrize(("asked", "shared"), [(3, True), (6, False), (9, False)])
def test_shared_verdicts_are_explained_where_there_are_any(asked: int, shared: bool) -> None:
    made = RunMaker(full_set()[:6], calls=(totals("candidate"), totals("judge", calls=asked)))
    assert ("share one verdict" in printed(summarise(made.make()), "en", 200)) == shared
    assert ("共用一个判定" in render_markdown(summarise(made.make()), "zh")) == shared


def test_the_foot_explains_the_marks_that_stand_there_and_no_others() -> None:
    foot = sections(summarise(RunMaker(full_set()).make()), "en")[0].tables[0].foot
    assert foot == (
        "(q): question mean, for hard and normal alike, as fewer than 5 of one of them have some ability. "
        "Lower bound: failures count as 0. Intervals: 95 %, 10,000 resamples of 6 clusters of questions, "
        "seed 20251221; judge error not included."
    )
    penalties = [
        replace(item, rubric=tuple(replace(line, weight=-3) for line in item.rubric[:-1]))
        for item in full_set()
    ]
    low = RunMaker(penalties, hits=lambda key, question: (True,) * len(question.rubric))
    assert sections(summarise(low.make()), "en")[0].tables[0].foot.startswith("* below the silent baseline. ")
    few = RunMaker(full_set()[:1])
    assert "(k/15): mean of k" in sections(summarise(few.make()), "en")[0].tables[0].foot


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_common_nothing_is_compared(language: Language) -> None:
    failed = {(0, 0, 0, 0, 0): FailureKind.WRONG_COUNT, (1, 1, 0, 0, 0): FailureKind.WRONG_COUNT}
    made = RunMaker(full_set()[:2], [participant("a"), participant("b")], verdicts=failed)
    shown = printed(summarise(made.make()), language, 200)
    assert ("nothing to compare" in shown) == (language == "en")
    assert "0 questions" not in shown and "0 道题" not in shown
    found = sections(summarise(made.make()), language)
    titles = [table.title for section in found for table in section.tables]
    assert not any("0" in title and ("every candidate" in title or "所有" in title) for title in titles)
