"""The Python API, and what it shares with the command line: from words to a run and its results."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heartbench.api.auditing import check_judge, check_judge_async
    from heartbench.api.comparing import compare, leaderboard
    from heartbench.api.running import evaluate, evaluate_async, html_report, report, score, score_async

__all__ = [
    "check_judge",
    "check_judge_async",
    "compare",
    "evaluate",
    "evaluate_async",
    "html_report",
    "leaderboard",
    "report",
    "score",
    "score_async",
]

_HOMES = {
    "check_judge": "auditing",
    "check_judge_async": "auditing",
    "compare": "comparing",
    "leaderboard": "comparing",
}
"""Names that do not live in ``running``."""


def __getattr__(name: str) -> object:
    """Loaded when first used (PEP 562): who only wants preferences must not wait for the rest."""
    if name in __all__:
        return getattr(import_module(f"heartbench.api.{_HOMES.get(name, 'running')}"), name)
    raise AttributeError(f"module 'heartbench.api' has no attribute {name!r}")
