"""Ctrl-C: the first time a run stops cleanly, the second time at once."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130


class Interrupts:
    """Turns the first interrupt into an event and the second into the end of the process."""

    def __init__(self, stop: asyncio.Event, say_stopping: Callable[[], None], farewell: str) -> None:
        self._stop = stop
        self._say_stopping = say_stopping
        self._loop = asyncio.get_running_loop()
        self._signals = 0
        # Encoded now: when it is needed, nothing but one system call is safe.
        self._farewell = f"\n{farewell}\n".encode(sys.stderr.encoding or "utf-8", "replace")

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handles SIGINT and SIGTERM until the block ends."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        for number in before:
            signal.signal(number, self._on_signal)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        # Counted here and not in the loop, which may be busy or blocked when the second one comes.
        self._signals += 1
        if self._signals > 1 or self._stop.is_set():
            self._leave()
        # Only this call may touch a loop from outside; it also wakes it where it sleeps.
        self._loop.call_soon_threadsafe(self._first)

    def _first(self) -> None:
        if not self._stop.is_set():
            self._stop.set()
            self._say_stopping()

    def _leave(self) -> None:
        """Every committed reply is on disk already; nothing else is worth waiting for."""
        with suppress(OSError):
            os.write(2, (b"\x1b[?25h" if sys.stderr.isatty() else b"") + self._farewell)
        os._exit(INTERRUPTED)
