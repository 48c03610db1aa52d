"""Requests and tokens per minute."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from heartbench.records import Message, Usage

MINUTE = 60.0
_FIRST_GUESS = 1000
_ENOUGH = 10
"""Outputs to have seen before their 90th percentile is believed."""
_REMEMBERED = 200


class Entry:
    """One reservation in a window; the amount may be settled later."""

    __slots__ = ("amount", "live", "time")

    def __init__(self, time: float, amount: float) -> None:
        self.time = time
        self.amount = amount
        self.live = True


class Window:
    """At most ``limit`` within any 60 seconds (pure: the caller brings the time)."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._entries: deque[Entry] = deque()
        self._total = 0.0

    def wait(self, now: float, amount: float) -> float:
        """Seconds until ``amount`` fits; what is above the limit waits until it is alone."""
        self._expire(now)
        excess = self._total + amount - self.limit
        if excess <= 1e-9 or not self._entries:
            return 0.0
        for entry in self._entries:
            excess -= entry.amount
            if excess <= 1e-9:
                return entry.time + MINUTE - now
        return self._entries[-1].time + MINUTE - now

    def add(self, now: float, amount: float) -> Entry:
        """Reserve."""
        entry = Entry(now, amount)
        self._entries.append(entry)
        self._total += amount
        return entry

    def settle(self, entry: Entry, amount: float) -> None:
        """Put the true amount in place of the reserved one."""
        if entry.live:
            self._total += amount - entry.amount
            entry.amount = amount

    def _expire(self, now: float) -> None:
        while self._entries and self._entries[0].time + MINUTE <= now:
            entry = self._entries.popleft()
            entry.live = False
            self._total -= entry.amount


class Meter:
    """The two windows of a lane or an endpoint."""

    def __init__(self) -> None:
        self.requests: Window | None = None
        self.tokens: Window | None = None
        self.lock = asyncio.Lock()

    def tighten(self, requests: float | None, tokens: float | None) -> None:
        """Take limits over; of two limits for the same thing the smaller counts."""
        self.requests = _tighter(self.requests, requests)
        self.tokens = _tighter(self.tokens, tokens)

    @property
    def measures(self) -> bool:
        """Whether there is any limit."""
        return self.requests is not None or self.tokens is not None

    def wait(self, now: float, tokens: float) -> float:
        """Seconds until one call of so many tokens fits."""
        requests = self.requests.wait(now, 1) if self.requests else 0.0
        return max(requests, self.tokens.wait(now, tokens) if self.tokens else 0.0)

    def add(self, now: float, tokens: float) -> Entry | None:
        """Reserve one call; the entry of its tokens, None where tokens are not limited."""
        if self.requests:
            self.requests.add(now, 1)
        return self.tokens.add(now, tokens) if self.tokens else None


def _tighter(window: Window | None, limit: float | None) -> Window | None:
    if limit is None or limit <= 0:
        return window
    if window is None:
        return Window(limit)
    window.limit = min(window.limit, limit)
    return window


class Output:
    """What a lane's replies are long, in tokens."""

    def __init__(self) -> None:
        self._seen: deque[int] = deque(maxlen=_REMEMBERED)

    def add(self, tokens: int) -> None:
        """Take one reply in."""
        self._seen.append(tokens)

    def guess(self) -> int:
        """The 90th percentile of what was seen, at first 1,000."""
        if len(self._seen) < _ENOUGH:
            return _FIRST_GUESS
        ordered = sorted(self._seen)
        return ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]


def input_estimate(messages: Sequence[Message]) -> int:
    """Tokens of a request, guessed: a third of its bytes in UTF-8."""
    return sum(len(item.content.encode("utf-8", "surrogatepass")) for item in messages) // 3


class Reservation:
    """What one call has reserved at the meters on its way."""

    def __init__(self, meters: Sequence[Meter], tokens: float) -> None:
        self._meters = meters
        self._tokens = tokens
        self._entries: list[tuple[Window, Entry]] = []

    async def take(self) -> None:
        """Wait until every meter has room, in the order of arrival, then reserve at all of them.

        The narrower meter comes first, so that a lane that waits holds up no other lane.
        """
        loop = asyncio.get_running_loop()
        first, *others = self._meters
        async with first.lock:
            await _room(first, self._tokens)
            if others:
                async with others[0].lock:
                    await _room(others[0], self._tokens)
                    self._add(loop.time())
            else:
                self._add(loop.time())

    def _add(self, now: float) -> None:
        for meter in self._meters:
            entry = meter.add(now, self._tokens)
            if entry is not None and meter.tokens is not None:
                self._entries.append((meter.tokens, entry))

    def settle(self, usage: Usage, worked: bool) -> None:
        """Settle by what was used; an attempt that was turned away used no tokens."""
        if usage.input_tokens is None and usage.output_tokens is None:
            used = self._tokens if worked else 0.0
        else:
            used = float((usage.input_tokens or 0) + (usage.output_tokens or 0))
        for window, entry in self._entries:
            window.settle(entry, used)


async def _room(meter: Meter, tokens: float) -> None:
    loop = asyncio.get_running_loop()
    while (seconds := meter.wait(loop.time(), tokens)) > 0:
        await asyncio.sleep(seconds)
