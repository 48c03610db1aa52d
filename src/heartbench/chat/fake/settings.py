"""How a fake endpoint behaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from heartbench.chat.fake.calls import FakeCall
from heartbench.chat.fake.content import Content, Wire
from heartbench.errors import UsageError

_LONGEST = 86_400
"""Seconds of a wait, or slots: more is a slip."""

Script = Callable[[FakeCall], "str | Content | Wire | None"]
"""Answers a call; None leaves it to the fake endpoint."""

Replies = str | Sequence[str] | Script | None
"""One text, texts given in turn (from the start again after the last), a callable, or the built-in ones.

Texts answer candidates' calls alone; a judging prompt still gets its verdicts. A callable sees both.
"""


@dataclass(frozen=True, slots=True)
class FakeSettings:
    """Pace, limits and chances of a fake endpoint."""

    latency: float = 0.0
    """Seconds from a request's last byte to the reply; an error status comes at once."""
    slots: int | None = None
    """Calls in flight that are accepted; above them 429. None: no limit."""
    retry_after: str | None = None
    """The header ``Retry-After`` of those 429, verbatim; None: no such header."""
    hit_probability: float = 0.5
    """Chance of a hit per criterion that is no veto, drawn from the prompt's hash and the seed."""
    veto_probability: float = 0.0
    """The same for a veto. One that is hit zeroes the question, so by default none is."""
    seed: int = 0
    profiles: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Model → ability → the score that its answers get on average; those of other models go by chance."""
    long_wait: float = 5.0
    """Seconds before the fault ``gateway_timeout`` answers."""
    outage_after: int | None = None
    """With so many calls taken, the endpoint goes down once. None: never."""
    outage: float = 0.0
    """Seconds that it is down: it takes no connection, and breaks those that it has."""
    key: str | None = None
    """The only key that is let in, else 401. None: any, or none."""
    host: str = "127.0.0.1"
    port: int = 0
    """0: a free one."""
    log: Path | None = None
    """A file that gets one JSON line per request, written before the request is answered."""
    keep_calls: bool = False
    """Whether ``FakeEndpoint.calls`` keeps every call, headers included."""

    def __post_init__(self) -> None:
        bounds = {
            "port": (self.port, 0, 65_535),
            "latency": (self.latency, 0, _LONGEST),
            "slots": (1 if self.slots is None else self.slots, 1, _LONGEST),
            "hits": (self.hit_probability, 0, 1),
            "veto-hits": (self.veto_probability, 0, 1),
            "long-wait": (self.long_wait, 0, _LONGEST),
        }
        for name, (value, least, most) in bounds.items():
            # "not" also refuses what is no number at all.
            if not least <= value <= most:
                raise UsageError("fake.out_of_bounds", name=name, value=value, least=least, most=most)
