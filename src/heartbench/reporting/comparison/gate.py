"""The gate of a comparison: does a candidate fall behind the first by more than a margin?"""

from __future__ import annotations

from collections.abc import Sequence

from heartbench.errors import GateError
from heartbench.language import Phrase
from heartbench.reporting.comparison.records import Comparison, Contender, Gate, GateKind, GateResult
from heartbench.statistics import Pair, Total, Undefined, false_alarm_rate

_ASKED_ANEW = frozenset({"model", "callable"})
"""Kinds whose answers may change while their name stays: a file's answers are known by their texts."""


def check_reuse(tested: Sequence[Contender]) -> None:
    """A new checkpoint under an old name must not get the old score.

    Raises GateError ``comparison.gate_reused`` for a candidate without a revision whose answers were all
    there before its run.
    """
    for item in tested:
        old = item.reuse.total > 0 and item.reuse.reused == item.reuse.total
        if old and not item.candidate.revision and item.candidate.kind in _ASKED_ANEW:
            raise GateError("comparison.gate_reused", label=item.label, count=item.reuse.total)


def gate_of(comparison: Comparison, kind: GateKind, margin: float) -> Gate:
    """The gate on every candidate but the first.

    ``interval`` fails a candidate only where the upper end of the interval lies below the margin: chance
    alone seldom does that. ``point`` fails it where the difference itself does, which chance does often.
    Raises GateError ``comparison.gate_undefined`` where there is no interval.
    """
    total = comparison.total()
    results = [
        _result(comparison.contenders[pair.second].label, pair, total, kind, margin)
        for pair in comparison.pairs
        if pair.first == 0
    ]
    return Gate(kind, margin, total, tuple(results))


def _result(label: str, pair: Pair, total: Total, kind: GateKind, margin: float) -> GateResult:
    found = pair.overall if total == "overall" else pair.question_mean
    error = pair.standard_errors[total]
    for part in (found.value, found.interval):
        if isinstance(part, Undefined):
            reason = Phrase(f"statistics.{part.reason}", part.fields)
            raise GateError("comparison.gate_undefined", label=label, reason=reason)
    assert isinstance(found.value, float)
    assert not isinstance(found.interval, Undefined)
    decides = found.value if kind == "point" else found.interval.high
    rate = None if isinstance(error, Undefined) or error == 0.0 else false_alarm_rate(margin, error)
    return GateResult(label, found.value, decides, decides >= margin, rate)
