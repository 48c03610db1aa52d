"""Work that is handed on from those who find it to those who do it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Job = TypeVar("Job")


class JobQueue(Generic[Job]):
    """Jobs in the order in which they came; closed when no further one will come."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: Job) -> None:
        """Add a job and wake one worker."""
        self._jobs.append(job)
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return

    def close(self) -> None:
        """No further job will come."""
        self._closed = True
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    async def get(self) -> Job | None:
        """The next job, or None when all are done."""
        while not self._jobs:
            if self._closed:
                return None
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        return self._jobs.popleft()
