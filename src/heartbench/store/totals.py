"""Sums over calls."""

from __future__ import annotations

from array import array
from collections import Counter
from types import MappingProxyType

import numpy as np

from heartbench.records import Side
from heartbench.store.packing import unpack_text
from heartbench.store.results import CallTotals
from heartbench.store.schema import Found


class CallSums:
    """Adds calls up as they are read: one record for each side, number and target."""

    def __init__(self) -> None:
        self._groups: dict[tuple[Side, int, str], _Sums] = {}

    def add(self, call: Found) -> None:
        """Count one call."""
        place = (call.side, call.number, call.target)
        if place not in self._groups:
            self._groups[place] = _Sums()
        self._groups[place].add(call)

    def totals(self) -> tuple[CallTotals, ...]:
        """The records, by side, number and target."""
        return tuple(self._groups[place].totals(place) for place in sorted(self._groups))


class _Sums:
    """The calls of one place."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.latencies = array("d")
        self.retries = self.input_tokens = self.output_tokens = self.cached = 0
        self.usage_unknown = self.cost_unknown = 0
        self.cost = 0.0
        self.first, self.last = float("inf"), 0.0

    def add(self, call: Found) -> None:
        self.statuses[call.status] += 1
        self.latencies.append(call.latency or 0.0)
        self.retries += call.retries or 0
        self.input_tokens += call.input_tokens or 0
        self.output_tokens += call.output_tokens or 0
        self.cached += call.cached_input_tokens or 0
        self.usage_unknown += call.input_tokens is None and call.output_tokens is None
        if call.cost is None:
            self.cost_unknown += 1
        else:
            self.cost += call.cost
        self.first = min(self.first, call.created_at)
        self.last = max(self.last, call.created_at)

    def totals(self, place: tuple[Side, int, str]) -> CallTotals:
        side, number, target = place
        latencies = np.array(self.latencies)
        p50, p95 = np.percentile(latencies, [50, 95])
        return CallTotals(
            side=side,
            number=number,
            target=unpack_text(target),
            calls=len(latencies),
            by_status=MappingProxyType(self.statuses),
            retries=self.retries,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cached_input_tokens=self.cached,
            usage_unknown=self.usage_unknown,
            cost=self.cost,
            cost_unknown=self.cost_unknown,
            latency_mean=float(latencies.mean()),
            latency_p50=float(p50),
            latency_p95=float(p95),
            first_at=self.first,
            last_at=self.last,
        )
