"""The cap on calls in flight in this process, shared fairly between lanes."""

from __future__ import annotations

import asyncio
from collections import deque


class Slots:
    """So many calls at once; a freed slot goes to the waiting lane that holds the fewest."""

    def __init__(self, capacity: int) -> None:
        self._free = capacity
        self._held: dict[object, int] = {}
        self._waiting: dict[object, deque[asyncio.Future[None]]] = {}

    async def enter(self, lane: object) -> None:
        """Take a slot, waiting for one if there is none; a cancelled wait takes none."""
        if self._free > 0 and not self._waiting:
            self._take(lane)
            return
        queue = self._waiting.setdefault(lane, deque())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(lane)
            else:
                self._forget(lane, turn)
            raise

    def leave(self, lane: object) -> None:
        """Give a slot back."""
        self._free += 1
        self._held[lane] -= 1
        while self._free > 0 and self._waiting:
            chosen = min(self._waiting, key=lambda waiting: self._held.get(waiting, 0))
            turn = self._waiting[chosen].popleft()
            if not self._waiting[chosen]:
                del self._waiting[chosen]
            if not turn.done():
                self._take(chosen)
                turn.set_result(None)

    def _take(self, lane: object) -> None:
        self._free -= 1
        self._held[lane] = self._held.get(lane, 0) + 1

    def _forget(self, lane: object, turn: asyncio.Future[None]) -> None:
        queue = self._waiting.get(lane)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[lane]
