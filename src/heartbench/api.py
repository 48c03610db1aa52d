"""The Python API: a RunSpec in, a Summary out.

The records of a spec stand in :mod:`heartbench.records`; questions come from :mod:`heartbench.dataset`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from heartbench.evaluation import Observer, SilentObserver
from heartbench.evaluation import evaluate as _evaluate
from heartbench.records import Rule, RunSpec
from heartbench.reporting import Summary, summarise
from heartbench.store import Store

__all__ = ["evaluate", "evaluate_async"]


async def evaluate_async(
    spec: RunSpec, store: Path | str = "heartbench.db", rule: Rule = "paper", observer: Observer | None = None
) -> Summary:
    """Ask for what the run owes, keep it in the store, and score what is there.

    For notebooks and other places where an event loop runs already. Failures of endpoints are no
    exceptions: they stand in the summary. Raises UsageError, ProtocolError, RunError and StoreError.
    """
    with Store.open(store) as opened:
        await _evaluate(spec, opened, observer or SilentObserver())
        with opened.results(opened.run(spec.name)) as results:
            return summarise(results, rule)


def evaluate(
    spec: RunSpec, store: Path | str = "heartbench.db", rule: Rule = "paper", observer: Observer | None = None
) -> Summary:
    """The same from code without an event loop."""
    return asyncio.run(evaluate_async(spec, store, rule, observer))
