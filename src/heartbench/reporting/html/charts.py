"""The charts of a group, as Vega-Lite: records in, specifications out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from heartbench.reporting.html.labels import wrapped
from heartbench.reporting.html.placing import border, placed
from heartbench.statistics import LEAST_QUESTIONS

INK = "#010203"
"""Stands for the colour of text: in a page it becomes that of the page, in a file black."""
POINT, HARD_POINT, NORMAL_POINT, FLOOR = "#3b82c4", "#d1495b", "#2a9d8f", "#c77d0a"
FONT = "Helvetica, Arial, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

Values = Sequence[Mapping[str, object]]

NARROW, WIDE = 326, 680
"""Widths in pixels: fits a phone, fits a page."""
_LABELS = {NARROW: 118, WIDE: 210}
_ABILITY_LABELS = 132
_ROW = 21
_NEAR = 8.0
"""A name that begins within so many pixels of its point needs no line to it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A value with its interval; ``low`` and ``high`` are None where there is none."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None


def _styled(chart: alt.TopLevelMixin) -> dict[str, object]:
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 11}
    axis = {**text, "gridColor": INK, "gridOpacity": 0.15, "domainColor": INK, "domainOpacity": 0.4}
    config = {
        "font": FONT,
        "background": "transparent",
        "view": {"stroke": "transparent"},
        "axis": {
            **axis,
            "tickColor": INK,
            "tickOpacity": 0.4,
            "titleFontWeight": "normal",
            "labelFlush": False,
        },
        "legend": {**text, "titleFontWeight": "normal", "orient": "bottom", "labelLimit": 0},
        "text": {"color": INK, "fontSize": 11},
        "concat": {"spacing": 8},
    }
    specification: dict[str, object] = chart.to_dict(validate=False)
    return {**specification, "config": config, "padding": 4}


def titled(specification: dict[str, object], title: str, note: str, width: int) -> dict[str, object]:
    """A chart that stands alone, with its title and a note on how to read it above it."""
    text: dict[str, object] = {"text": title, "anchor": "start", "color": INK, "fontSize": 13, "limit": 1000}
    if note:
        lines = wrapped(note, width // 6)
        text |= {"subtitle": lines, "subtitleColor": INK, "subtitleFontSize": 10.5, "subtitlePadding": 4}
    return {**specification, "title": text}


def _rows(labels: Sequence[str], room: int) -> alt.Y:
    """A row for each name; the names have ``room`` pixels, and more where their letters are wide: they are
    short already, and nothing is cut twice."""
    axis = alt.Axis(labelLimit=0, minExtent=room, grid=False, ticks=False, domain=False)
    return alt.Y("label:N", sort=list(labels), title=None, axis=axis)


def _data(values: Values) -> alt.InlineData:
    return alt.InlineData(values=[dict(item) for item in values])


def _plot_width(width: int) -> int:
    return width - _LABELS[width] - 24


def _along(width: int) -> tuple[alt.Scale, alt.Axis]:
    """Of scores that need not begin at 0: no point at the end, where the names are, and figures apart."""
    scale = alt.Scale(zero=False, nice=False, padding=10)
    ticks = 4 if width == NARROW else 6
    return scale, alt.Axis(tickCount=ticks, labelOverlap="greedy", labelSeparation=8)


def forest(items: Sequence[Bounds], floor: float | None, title: str, width: int) -> dict[str, object]:
    """One row per candidate: its total with the interval; a dashed line at the silent baseline."""
    labels = [item.label for item in items]
    values = [
        {"label": item.label, "value": item.value, "low": item.low, "high": item.high}
        for item in items
        if item.value is not None
    ]
    base = alt.Chart(_data(values)).encode(y=_rows(labels, _LABELS[width]))
    scale, axis = _along(width)
    x = alt.X("value:Q", title=title, scale=scale, axis=axis)
    layers: list[alt.Chart] = []
    if floor is not None:
        line = alt.Chart(_data([{"floor": floor}])).mark_rule(color=FLOOR, strokeDash=[4, 3], strokeWidth=1.5)
        layers.append(line.encode(x=alt.X("floor:Q", title=title, scale=scale, axis=axis)))
    bounded = base.transform_filter("isValid(datum.low)")
    layers.append(
        bounded.mark_rule(color=POINT, strokeWidth=2).encode(
            x=alt.X("low:Q", title=title, scale=scale, axis=axis), x2="high:Q"
        )
    )
    layers.append(base.mark_point(filled=True, size=55, color=POINT, opacity=1).encode(x=x))
    return _styled(alt.layer(*layers).properties(width=_plot_width(width), height=_ROW * max(1, len(labels))))


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix of scores, 0 to 100."""

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    floors: Sequence[Sequence[float | None]]
    """The silent baseline of each cell: what is below it is marked."""
    counts: Sequence[Sequence[int]]
    """The questions of each cell: few of them are marked."""
    strip: Sequence[float | None] = ()
    """One further number per row, such as a length."""
    strip_title: str = ""


def heat_map(data: HeatMap, width: int, cell: int = 36) -> dict[str, object]:
    """One coloured cell with its number for each row and column, a strip of lengths at the right.

    As wide as it has to be; ``width`` says how long the names are.
    """
    values = [
        {"label": row, "column": column, "value": value, "shown": _shown(value, floor, count)}
        for row, *own in zip(data.rows, data.values, data.floors, data.counts, strict=True)
        for column, value, floor, count in zip(data.columns, *own, strict=True)
    ]
    top = alt.Axis(orient="top", labelAngle=-45, title=None, labelLimit=0, ticks=False, domain=False)
    x = alt.X("column:N", sort=list(data.columns), axis=top)
    base = alt.Chart(_data(values)).encode(x=x, y=_rows(data.rows, _LABELS[width]))
    colour = alt.Color("value:Q", scale=alt.Scale(scheme="blues", domain=[0, 100]), legend=None)
    cells = base.mark_rect().encode(color=colour)
    ink = alt.condition("datum.value > 73", alt.value("#ffffff"), alt.value("#111111"))
    missing = base.transform_filter("!isValid(datum.value)").mark_text().encode(text="shown:N")
    numbers = base.transform_filter("isValid(datum.value)").mark_text().encode(text="shown:N", color=ink)
    height = _ROW * max(1, len(data.rows))
    chart = alt.layer(cells, missing, numbers).properties(width=cell * len(data.columns), height=height)
    if not data.strip:
        return _styled(chart)
    return _styled(alt.hconcat(chart, _strip(data, height)))


def _shown(value: float | None, floor: float | None, count: int) -> str:
    if value is None:
        return "—"
    marked = f"{value:.0f}{'*' if floor is not None and value < floor - 1e-9 else ''}"
    return marked if count >= LEAST_QUESTIONS else f"({marked})"


def _strip(data: HeatMap, height: int) -> alt.LayerChart | alt.FacetChart:
    values = [
        {"label": row, "value": value, "shown": "—" if value is None else f"{value:.0f}"}
        for row, value in zip(data.rows, data.strip, strict=True)
    ]
    y = alt.Y("label:N", sort=list(data.rows), axis=None)
    base = alt.Chart(_data(values)).encode(y=y)
    axis = alt.Axis(orient="top", labels=False, ticks=False, grid=False, domain=False, titleFontSize=11)
    x = alt.X("value:Q", title=data.strip_title, axis=axis)
    bars = base.mark_bar(color=FLOOR, opacity=0.45, height=_ROW - 5).encode(x=x)
    numbers = base.mark_text(align="left", dx=3).encode(text="shown:N", x=alt.datum(0))
    return alt.layer(bars, numbers).properties(width=90, height=height)


@dataclass(frozen=True, slots=True)
class Spot:
    """One ability of a candidate against the field."""

    own: Bounds
    least: float | None
    middle: float | None
    most: float | None
    floor: float | None


def profile(spots: Sequence[Spot], title: str) -> dict[str, object]:
    """One row per ability: grey from the least to the best of the field with its median, the candidate with
    its interval on it, a cross at the silent baseline."""
    labels = [spot.own.label for spot in spots]
    values = [
        {
            "label": spot.own.label,
            "value": spot.own.value,
            "low": spot.own.low,
            "high": spot.own.high,
            "least": spot.least,
            "middle": spot.middle,
            "most": spot.most,
            "floor": spot.floor,
        }
        for spot in spots
    ]
    base = alt.Chart(_data(values)).encode(y=_rows(labels, _ABILITY_LABELS))

    # A cross at 0 must not lie on the names of the abilities.
    scale, axis = alt.Scale(domain=[-3, 103], nice=False), alt.Axis(values=list(range(0, 101, 20)))

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", title=title, scale=scale, axis=axis)

    there = base.transform_filter("isValid(datum.least)")
    field = there.mark_bar(color=INK, opacity=0.14, height=12).encode(x=x("least"), x2="most:Q")
    middle = there.mark_tick(color=INK, opacity=0.6, thickness=2, size=12).encode(x=x("middle"))
    floor = base.transform_filter("isValid(datum.floor)")
    cross = floor.mark_point(shape="cross", angle=45, size=34, color=FLOOR, filled=True).encode(x=x("floor"))
    bounded = base.transform_filter("isValid(datum.low)")
    rule = bounded.mark_rule(color=POINT, strokeWidth=1.5).encode(x=x("low"), x2="high:Q")
    scored = base.transform_filter("isValid(datum.value)")
    point = scored.mark_point(filled=True, size=45, color=POINT, opacity=1).encode(x=x("value"))
    layers = alt.layer(field, middle, cross, rule, point)
    return _styled(layers.properties(width=NARROW - _ABILITY_LABELS - 24, height=17 * len(labels)))


@dataclass(frozen=True, slots=True)
class Drop:
    """What one candidate scores on hard and on normal questions."""

    label: str
    hard: float | None
    normal: float | None


def drop(items: Sequence[Drop], names: tuple[str, str], title: str, width: int) -> dict[str, object]:
    """One row per candidate: a point for hard, one for normal questions, a line between them."""
    labels = [item.label for item in items]
    both = [
        {"label": item.label, "hard": item.hard, "normal": item.normal}
        for item in items
        if item.hard is not None and item.normal is not None
    ]
    points = [
        {"label": item.label, "part": name, "value": value}
        for item in items
        for name, value in zip(names, (item.hard, item.normal), strict=True)
        if value is not None
    ]
    scale, axis = _along(width)
    x = alt.X("value:Q", title=title, scale=scale, axis=axis)
    line = alt.Chart(_data(both)).mark_rule(color=INK, opacity=0.5, strokeWidth=2)
    start = alt.X("hard:Q", title=title, scale=scale, axis=axis)
    lines = line.encode(y=_rows(labels, _LABELS[width]), x=start, x2="normal:Q")
    colours = alt.Scale(domain=list(names), range=[HARD_POINT, NORMAL_POINT])
    shapes = alt.Scale(domain=list(names), range=["circle", "diamond"])
    dots = alt.Chart(_data(points)).mark_point(filled=True, size=60, opacity=1)
    encoded = dots.encode(
        x=x,
        y=_rows(labels, _LABELS[width]),
        color=alt.Color("part:N", scale=colours, title=None),
        shape=alt.Shape("part:N", scale=shapes, title=None),
    )
    layers = alt.layer(lines, encoded)
    return _styled(layers.properties(width=_plot_width(width), height=_ROW * max(1, len(labels))))


def scatter(
    items: Sequence[tuple[str, float, float]], titles: tuple[str, str], width: int, height: int = 240
) -> dict[str, object]:
    """Named points: (name, x, y). A name that stands farther off has a line to its point."""
    wide, high = float(width - 70), float(height)
    across, up = _Scale([x for _, x, _ in items], wide), _Scale([y for _, _, y in items], high)
    spots = [(across.pixel(x), high - up.pixel(y)) for _, x, y in items]
    names = [name for name, _, _ in items]
    places = placed(spots, names, (wide, high))
    ends = [border(spot, place, name) for spot, place, name in zip(spots, places, names, strict=True)]
    values = [
        {
            "name": name,
            "x": x,
            "y": y,
            "to_x": across.value(place[0]),
            "to_y": up.value(high - place[1]),
            "end_x": across.value(end[0]),
            "end_y": up.value(high - end[1]),
            "far": math.dist(spot, end) > _NEAR,
        }
        for (name, x, y), spot, place, end in zip(items, spots, places, ends, strict=True)
    ]
    base = alt.Chart(_data(values))

    def at(before: str) -> dict[str, alt.X | alt.Y]:
        axes = (("x", alt.X, across, titles[0]), ("y", alt.Y, up, titles[1]))
        return {
            name: kind(f"{before}{name}:Q", title=title, scale=scale.scale(), axis=alt.Axis(tickCount=5))
            for name, kind, scale, title in axes
        }

    lines = base.transform_filter("datum.far").mark_rule(color=INK, opacity=0.35)
    drawn = (
        lines.encode(**at(""), x2="end_x:Q", y2="end_y:Q"),
        base.mark_point(filled=True, size=50, color=POINT, opacity=1).encode(**at("")),
        base.mark_text(baseline="middle").encode(text="name:N", **at("to_")),
    )
    return _styled(alt.layer(*drawn).properties(width=wide, height=high))


class _Scale:
    """From values to pixels and back, with room at both ends."""

    def __init__(self, values: Sequence[float], pixels: float) -> None:
        low, high = min(values), max(values)
        room = 0.08 * (high - low) or 1.0
        self._low, self._span, self._pixels = low - room, high - low + 2 * room, pixels

    def pixel(self, value: float) -> float:
        return (value - self._low) / self._span * self._pixels

    def value(self, pixel: float) -> float:
        return self._low + pixel / self._pixels * self._span

    def scale(self) -> alt.Scale:
        return alt.Scale(domain=[self._low, self._low + self._span], nice=False, zero=False)
