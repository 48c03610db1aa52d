"""From what the store knows of a run to tables, reports and exports: data, then a Summary, then renderers."""

from heartbench.reporting.cells import Column
from heartbench.reporting.console import SafeStream, safe_console
from heartbench.reporting.exports import write_csv
from heartbench.reporting.files import check_writable, file_name, file_names, write_whole
from heartbench.reporting.layout import print_columns, print_prose
from heartbench.reporting.markdown import render_markdown
from heartbench.reporting.rendering import print_summary
from heartbench.reporting.report import WrittenReport, write_report
from heartbench.reporting.scored import ScoredPlace, Unit, scored_places
from heartbench.reporting.short import short_tables
from heartbench.reporting.structure import summary_structure
from heartbench.reporting.summarise import ranks, summarise, summarise_tally
from heartbench.reporting.summary import (
    ALL,
    HARD,
    NORMAL,
    Judgement,
    Reuse,
    Standing,
    Stratum,
    Summary,
    below,
)
from heartbench.reporting.tally import Tally
from heartbench.reporting.terminal import print_table

__all__ = [
    "ALL",
    "HARD",
    "NORMAL",
    "Column",
    "Judgement",
    "Reuse",
    "SafeStream",
    "ScoredPlace",
    "Standing",
    "Stratum",
    "Summary",
    "Tally",
    "Unit",
    "WrittenReport",
    "below",
    "check_writable",
    "file_name",
    "file_names",
    "print_columns",
    "print_prose",
    "print_summary",
    "print_table",
    "ranks",
    "render_markdown",
    "safe_console",
    "scored_places",
    "short_tables",
    "summarise",
    "summarise_tally",
    "summary_structure",
    "write_csv",
    "write_report",
    "write_whole",
]
