"""The report as one HTML file: charts, tables, and every question with its answers and verdicts."""

from heartbench.reporting.html.collecting import RunData, collect
from heartbench.reporting.html.grouping import Contender, Group, grouped
from heartbench.reporting.html.page import render_page
from heartbench.reporting.html.writing import PageFiles, WrittenPage, write_page

__all__ = [
    "Contender",
    "Group",
    "PageFiles",
    "RunData",
    "WrittenPage",
    "collect",
    "grouped",
    "render_page",
    "write_page",
]
