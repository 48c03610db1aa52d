"""``heartbench data``: one module for each command."""

from heartbench.cli.data.checking import CheckOptions, check
from heartbench.cli.data.exporting import ExportOptions, export
from heartbench.cli.data.fetching import ImportOptions, PullOptions, import_, pull
from heartbench.cli.data.stats import StatsOptions, stats

COMMANDS = (
    ("pull", PullOptions, pull),
    ("import", ImportOptions, import_),
    ("check", CheckOptions, check),
    ("stats", StatsOptions, stats),
    ("export", ExportOptions, export),
)

__all__ = [
    "COMMANDS",
    "CheckOptions",
    "ExportOptions",
    "ImportOptions",
    "PullOptions",
    "StatsOptions",
    "check",
    "export",
    "import_",
    "pull",
    "stats",
]
