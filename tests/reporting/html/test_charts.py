"""What stands in the charts."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from heartbench.reporting.html.charts import NARROW, WIDE, Bounds, Drop, HeatMap, drop, forest, heat_map
from heartbench.reporting.html.drawing import page_svg
from heartbench.reporting.html.grouping import grouped
from heartbench.reporting.html.sections import blocks
from heartbench.reporting.words import Words

from ..runs import RunMaker, full_set
from .pages import collected


def test_a_score_from_few_questions_stands_in_brackets() -> None:
    data = HeatMap(
        ("m",), ("a (9)", "b (4)", "c (4)"), [[61.0, 20.0, None]], [[70.0, 30.0, 0.0]], [[9, 4, 0]]
    )
    drawn = page_svg(heat_map(data, 326), "x")
    for cell in ("61*", "(20*)", "—"):
        assert f">{cell}</text>" in drawn
    drawn = page_svg(heat_map(replace(data, floors=[[None] * 3], counts=[[5, 4, 0]]), 326), "x")
    assert ">61</text>" in drawn
    assert ">(20)</text>" in drawn


def test_heads_of_heat_maps_say_how_many_questions() -> None:
    (group,) = grouped([collected(RunMaker(full_set(2)))])
    found = {block.name: block for block in blocks(group, Words("en"))}
    drawn = page_svg(found["abilities"].charts[0].build(326), "x")
    counts = next(iter(group.baseline.values())).counts
    assert f"Humor ({counts['humor']})" in drawn
    assert "fewer than 5 questions" in found["abilities"].foot
    assert "fewer than 5 questions" in found["scenes"].foot


def test_figures_on_cells_can_be_read() -> None:
    data = HeatMap(("m",), ("a", "b"), [[72.0, 75.0]], [[None, None]], [[9, 9]])
    drawn = page_svg(heat_map(data, NARROW), "x")
    assert re.search(r'fill="#111111">72<', drawn)
    assert re.search(r'fill="#ffffff">75<', drawn)


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("span", [0.0, 0.3, 4.5, 9.0, 60.0])
def test_no_point_lies_on_a_name_and_figures_stay_apart(width: int, span: float) -> None:
    items = [Drop("one", 20.0, 20.0 + span), Drop("two", 20.0 + span / 2, 20.0)]
    drawn = page_svg(drop(items, ("hard", "normal"), "Score", width), "x")
    points = [
        float(x) for x in re.findall(r'aria-roledescription="point" transform="translate\(([\d.]+),', drawn)
    ]
    assert len(points) == 4
    assert min(points) >= 9
    figures = re.findall(r">(\d+\.?\d*)</text>", drawn)
    assert 1 <= len(figures) <= (6 if width == NARROW else 9)


def test_names_are_not_cut_again() -> None:
    name = "MMMMMMMM…MMMMMMMMM"
    assert f">{name}</text>" in page_svg(forest([Bounds(name, 5.0)], 0.0, "Score", NARROW), "x")
