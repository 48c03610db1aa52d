"""What stands in the charts."""

from __future__ import annotations

from dataclasses import replace

from heartbench.reporting.html.charts import HeatMap, heat_map
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
