"""Sums over calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from types import MappingProxyType

import numpy as np

from heartbench.store.packing import unpack_text
from heartbench.store.results import CallTotals
from heartbench.store.schema import Found


def call_totals(calls: Iterable[Found]) -> tuple[CallTotals, ...]:
    """One record for each side, number and target, in that order."""
    groups: dict[tuple[str, int, str], list[Found]] = {}
    for call in calls:
        groups.setdefault((call.side, call.number, call.target), []).append(call)
    return tuple(_totals(groups[place]) for place in sorted(groups))


def _totals(calls: Sequence[Found]) -> CallTotals:
    first = calls[0]
    latencies = np.array([call.latency or 0.0 for call in calls])
    p50, p95 = np.percentile(latencies, [50, 95])
    moments = [call.created_at for call in calls]
    costs = [call.cost for call in calls if call.cost is not None]
    unknown = [call for call in calls if call.input_tokens is None and call.output_tokens is None]
    return CallTotals(
        side=first.side,
        number=first.number,
        target=unpack_text(first.target),
        calls=len(calls),
        by_status=MappingProxyType(Counter(call.status for call in calls)),
        retries=sum(call.retries or 0 for call in calls),
        input_tokens=sum(call.input_tokens or 0 for call in calls),
        output_tokens=sum(call.output_tokens or 0 for call in calls),
        cached_input_tokens=sum(call.cached_input_tokens or 0 for call in calls),
        usage_unknown=len(unknown),
        cost=float(sum(costs)),
        cost_unknown=len(calls) - len(costs),
        latency_mean=float(latencies.mean()),
        latency_p50=float(p50),
        latency_p95=float(p95),
        first_at=min(moments),
        last_at=max(moments),
    )
