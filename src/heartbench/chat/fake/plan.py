"""Which fault meets which call: by name, by chance, by model, or by a script."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from heartbench.chat.fake.calls import FakeCall
from heartbench.chat.fake.faults import FAULTS, Fault
from heartbench.chat.fake.judging import JudgeTask
from heartbench.errors import UsageError

OK = "ok"
"""The name of no fault, in a script."""

MODEL_PREFIX = "fault:"
"""A model called ``fault:SPEC`` has that plan, whatever the endpoint's own."""

_ITEM = re.compile(r"(?P<name>\w+)(?:=(?P<rate>[\d.eE+-]+)|\*(?P<times>\d+))?")
_RANGE = 1 << 64


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Faults of a model or of a whole endpoint; what comes first here is asked first."""

    script: tuple[str, ...] = ()
    """The n-th call gets the n-th name (``ok`` for none), in order of arrival."""
    tries: tuple[str, ...] = ()
    """The n-th time that one and the same request comes, it gets the n-th name."""
    always: tuple[str, ...] = ()
    """Every call gets the first of these that concerns it."""
    rates: tuple[tuple[str, float], ...] = ()
    """Names and their chances, drawn from the request's hash, its try and the seed."""

    def __post_init__(self) -> None:
        for name in (*self.script, *self.tries, *self.always, *(name for name, _ in self.rates)):
            if name != OK and name not in FAULTS:
                raise UsageError("fake.unknown_fault", name=name, known=tuple(sorted(FAULTS)))
        chances = [rate for _, rate in self.rates]
        if any(not 0 <= rate <= 1 for rate in chances) or sum(chances) > 1 + 1e-9:
            raise UsageError("fake.bad_rates", rates=tuple(f"{name}={rate}" for name, rate in self.rates))

    @classmethod
    def parse(cls, spec: str, script: str = "") -> FaultPlan:
        """Reads ``NAME`` (always), ``NAME=CHANCE`` and ``NAME*TRIES``, parted by commas.

        ``script`` is a list of names, parted by commas. Raises UsageError ``fake.bad_faults``,
        ``fake.unknown_fault`` or ``fake.bad_rates``.
        """
        always: list[str] = []
        tries: list[str] = []
        rates: list[tuple[str, float]] = []
        for name, rate, times in map(_read_item, _split(spec)):
            if rate is not None:
                rates.append((name, rate))
            elif times is not None:
                tries += [name] * times
            else:
                always.append(name)
        return cls(tuple(_split(script)), tuple(tries), tuple(always), tuple(rates))


def _split(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _read_item(item: str) -> tuple[str, float | None, int | None]:
    found = _ITEM.fullmatch(item)
    if found is None:
        raise UsageError("fake.bad_faults", item=item)
    rate, times = found["rate"], found["times"]
    try:
        return found["name"], None if rate is None else float(rate), None if times is None else int(times)
    except ValueError as problem:
        raise UsageError("fake.bad_faults", item=item) from problem


class FaultChooser:
    """Goes through a plan, call by call."""

    def __init__(self, plan: FaultPlan, seed: int) -> None:
        self._plan = plan
        self._seed = seed
        self._calls = 0

    def choose(self, call: FakeCall, task: JudgeTask | None) -> Fault | None:
        """The fault that meets this call, which is the next one to arrive; None for none."""
        plan = self._plan
        number = self._calls
        self._calls += 1
        if number < len(plan.script):
            return _concerned((plan.script[number],), call, task)
        if call.seen_before < len(plan.tries):
            return _concerned((plan.tries[call.seen_before],), call, task)
        found = _concerned(plan.always, call, task) if plan.always else None
        if found is None and plan.rates:
            found = _concerned((self._draw(call),), call, task)
        return found

    def _draw(self, call: FakeCall) -> str:
        drawn = draw(f"{self._seed}/{call.request_hash}/{call.seen_before}") / _RANGE
        for name, rate in self._plan.rates:
            drawn -= rate
            if drawn < 0:
                return name
        return OK


def draw(text: str) -> int:
    """A whole number below 2**64, drawn from a text."""
    return int.from_bytes(
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
    )


def _concerned(names: tuple[str, ...], call: FakeCall, task: JudgeTask | None) -> Fault | None:
    faults = (FAULTS[name] for name in names if name != OK)
    return next((fault for fault in faults if fault.concerns(call, task)), None)
