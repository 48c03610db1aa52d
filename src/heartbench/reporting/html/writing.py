"""The page and its charts, as files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from heartbench.errors import UsageError
from heartbench.language import Language, system_reason
from heartbench.reporting.files import file_name, make_folder, write_whole
from heartbench.reporting.html.charts import titled
from heartbench.reporting.html.collecting import RunData
from heartbench.reporting.html.drawing import file_png, file_svg, has_chinese_font
from heartbench.reporting.html.grouping import grouped
from heartbench.reporting.html.page import render_page
from heartbench.reporting.html.sections import Chart, blocks
from heartbench.reporting.words import Words

FONT_PACKAGE = "fonts-noto-cjk"


@dataclass(frozen=True, slots=True)
class PageFiles:
    """What is wanted, and where."""

    page: Path | None
    figures: Path | None = None
    """Folder for every chart as a file of its own."""


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """What was written."""

    page: Path | None
    figures: tuple[Path, ...] = ()
    png_needs: str = ""
    """The package of fonts without which no PNG was made; else empty."""


def write_page(runs: Sequence[RunData], files: PageFiles, language: Language) -> WrittenPage:
    """Writes the page, the charts, or both.

    Folders are made. PNG is made where a font with Chinese characters is there.
    Raises UsageError ``reporting.unwritable``.
    """
    if files.page is not None:
        make_folder(files.page.parent)
        write_whole(files.page, render_page(runs, language))
    if files.figures is None:
        return WrittenPage(files.page)
    pictures = has_chinese_font()
    found = tuple(_figures(runs, files.figures, language, pictures))
    return WrittenPage(files.page, found, "" if pictures else FONT_PACKAGE)


def _figures(runs: Sequence[RunData], folder: Path, language: Language, png: bool) -> Iterator[Path]:
    make_folder(folder)
    groups = grouped(runs)
    for number, group in enumerate(groups, 1):
        prefix = f"{number}-" if len(groups) > 1 else ""
        for block in blocks(group, Words(language)):
            for chart in block.charts:
                yield from _figure(_alone(chart, block.foot), folder / f"{prefix}{chart.name}", png)


def _alone(chart: Chart, foot: str) -> dict[str, object]:
    width = chart.widths[-1]
    if chart.alone is not None:
        return titled(chart.alone(width), chart.title, "", width)
    return titled(chart.build(width), chart.title, chart.note or foot, width)


def _figure(specification: dict[str, object], place: Path, png: bool) -> Iterator[Path]:
    path = place.with_name(f"{file_name(place.name)}.svg")
    write_whole(path, file_svg(specification))
    yield path
    if png:
        picture = path.with_suffix(".png")
        try:
            picture.write_bytes(file_png(specification))
        except OSError as error:
            raise UsageError("reporting.unwritable", path=picture, reason=system_reason(error)) from error
        yield picture
