"""HeartBench measures how human a language model is in conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heartbench.api import (
        check_judge,
        check_judge_async,
        compare,
        evaluate,
        evaluate_async,
        html_report,
        leaderboard,
        report,
        score,
        score_async,
    )

__version__ = "0.1.0"
__all__ = [
    "__version__",
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


def __getattr__(name: str) -> object:
    """Names of the API, loaded when they are first used (PEP 562)."""
    if name in __all__:
        from heartbench import api

        return getattr(api, name)
    raise AttributeError(f"module 'heartbench' has no attribute {name!r}")
