"""The Python API, and what it shares with the command line: from words to a run and its results."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heartbench.api.comparing import compare, leaderboard
    from heartbench.api.running import evaluate, evaluate_async, report, score, score_async

__all__ = ["compare", "evaluate", "evaluate_async", "leaderboard", "report", "score", "score_async"]

_COMPARING = frozenset({"compare", "leaderboard"})


def __getattr__(name: str) -> object:
    """Loaded when first used (PEP 562): who only wants preferences must not wait for the rest."""
    if name in __all__:
        module = "heartbench.api.comparing" if name in _COMPARING else "heartbench.api.running"
        return getattr(import_module(module), name)
    raise AttributeError(f"module 'heartbench.api' has no attribute {name!r}")
