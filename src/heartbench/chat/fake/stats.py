"""What a fake endpoint counts and writes down."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class FakeStats:
    """Counts since the start."""

    calls: int = 0
    """Chat requests that arrived, refused ones included."""
    answered: int = 0
    """Replies with status 200 that left in full while the client was still there."""
    judging: int = 0
    """Calls recognised as judging prompts."""
    in_flight: int = 0
    """Calls that hold a slot now."""
    peak: int = 0
    """Most calls that held a slot at once."""
    duplicates: int = 0
    """Calls whose request (same path and body) had come before."""
    asked_again: int = 0
    """Calls whose request had been answered before, in full and with status 200 and no fault."""
    latency_sum: float = 0.0
    """Seconds that the calls with a slot were made to wait, summed."""
    by_model: Counter[str] = field(default_factory=Counter)
    by_status: Counter[int] = field(default_factory=Counter)
    """0: the connection was broken or left without an answer."""
    by_fault: Counter[str] = field(default_factory=Counter)
    by_path: Counter[str] = field(default_factory=Counter)

    def as_dict(self) -> dict[str, object]:
        """Everything, with names for JSON, and the CPU seconds of this process."""
        names = (
            "calls",
            "answered",
            "judging",
            "in_flight",
            "peak",
            "duplicates",
            "asked_again",
            "latency_sum",
        )
        found: dict[str, object] = {name: getattr(self, name) for name in names}
        found["by_model"] = dict(self.by_model)
        found["by_status"] = {str(status): count for status, count in sorted(self.by_status.items())}
        found["by_fault"] = dict(self.by_fault)
        found["by_path"] = dict(self.by_path)
        found["cpu_seconds"] = time.process_time()
        return found


class RequestLog:
    """An append-only file, one JSON line per request: ``time``, ``hash``, ``status``, ``fault``, ``model``.

    A line reaches the operating system before its request is answered.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def write(self, request_hash: str, status: int, fault: str, model: str) -> None:
        """One line; ``time`` is in seconds since 1970."""
        line = (
            f'{{"time": {time.time():.6f}, "hash": "{request_hash}", "status": {status}, '
            f'"fault": "{fault}", "model": {json.dumps(model)}}}\n'
        )
        os.write(self._file, line.encode())

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)
