"""The bounds of a client."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace

from heartbench.chat.lanes import LaneLimits

_SPARE_DESCRIPTORS = 64
_FEWEST = 8


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """Bounds of one client; times in seconds."""

    concurrency: int | None = None
    """Most calls in flight, and where each lane starts; None: 256 in all, each lane starts at 16."""
    attempts: int = 8
    """Most times one call is sent, while others are served."""
    few: int = 3
    """The same for tries that cost money or minutes: unusable replies, timeouts."""
    refusals: int = 12
    """A call turned away so often, while others are served, is turned away for its own sake."""
    refused_requests: int = 5
    """So many requests refused as wrong, and none served: the lane stops."""
    first_backoff: float = 0.5
    longest_backoff: float = 16.0
    lanes: LaneLimits = field(default_factory=LaneLimits)
    """Its ``start`` and ``most`` count only where ``concurrency`` is not given."""

    @property
    def process(self) -> int:
        """Most calls in flight in this client; each takes a file descriptor, and those are limited."""
        wanted = self.concurrency or self.lanes.most
        return min(wanted, max(_FEWEST, _descriptors() - _SPARE_DESCRIPTORS))

    @property
    def lane(self) -> LaneLimits:
        """The bounds of each lane."""
        if self.concurrency is None:
            return self.lanes
        return replace(self.lanes, start=self.concurrency, most=self.concurrency)


def _descriptors() -> int:
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft
