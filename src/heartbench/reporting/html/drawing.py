"""From Vega-Lite to SVG that stands in a page or a file, and to PNG."""

from __future__ import annotations

import re
from functools import cache

import altair as alt
import vl_convert

from heartbench.reporting.html.charts import FONT, INK

_VERSION = "_".join(alt.SCHEMA_VERSION.split(".")[:2])
_ID = re.compile(r'(\bid="|url\(#|href="#)')


def _svg(specification: dict[str, object]) -> str:
    found: str = vl_convert.vegalite_to_svg(specification, vl_version=_VERSION, allowed_base_urls=[])
    return found


def page_svg(specification: dict[str, object], name: str) -> str:
    """SVG for a page: in the page's colour of text, its ids its own, ``name`` in front of them."""
    found = _svg(specification).replace(INK, "currentColor")
    return _ID.sub(lambda match: f"{match.group(1)}{name}-", found)


def file_svg(specification: dict[str, object]) -> str:
    """SVG for a file: black on white."""
    return _svg(_on_white(specification)).replace(INK, "#222222")


def file_png(specification: dict[str, object]) -> bytes:
    """The same as PNG, at twice the size."""
    text = file_svg(specification)
    found: bytes = vl_convert.svg_to_png(text, scale=2)
    return found


def _on_white(specification: dict[str, object]) -> dict[str, object]:
    config = specification["config"]
    assert isinstance(config, dict)
    return {**specification, "config": {**config, "background": "white"}}


@cache
def has_chinese_font() -> bool:
    """Whether pictures can be drawn with Chinese characters: those that no font has all look the same."""
    return _picture("心") != _picture("情")


def _picture(sign: str) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">'
    drawn = f'{head}<text y="20" font-size="20" font-family="{FONT}">{sign}</text></svg>'
    return bytes(vl_convert.svg_to_png(drawn))
