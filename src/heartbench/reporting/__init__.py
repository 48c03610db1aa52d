"""From what the store knows of a run to tables, reports and exports: data, then a Summary, then renderers."""

from heartbench.reporting.console import SafeStream, safe_console
from heartbench.reporting.files import file_name, file_names
from heartbench.reporting.markdown import render_markdown
from heartbench.reporting.report import WrittenReport, write_report
from heartbench.reporting.scored import ScoredRun, score_run
from heartbench.reporting.structure import summary_structure
from heartbench.reporting.summarise import ranks, summarise
from heartbench.reporting.summary import ALL, HARD, NORMAL, Judgement, Standing, Stratum, Summary, below
from heartbench.reporting.terminal import print_summary

__all__ = [
    "ALL",
    "HARD",
    "NORMAL",
    "Judgement",
    "SafeStream",
    "ScoredRun",
    "Standing",
    "Stratum",
    "Summary",
    "WrittenReport",
    "below",
    "file_name",
    "file_names",
    "print_summary",
    "ranks",
    "render_markdown",
    "safe_console",
    "score_run",
    "summarise",
    "summary_structure",
    "write_report",
]
