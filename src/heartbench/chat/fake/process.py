"""The fake endpoint as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from types import TracebackType
from typing import Self


class FakeProcess:
    """Starts ``python -m heartbench.chat.fake`` and ends it.

    ::

        with FakeProcess("--latency", "1", "--slots", "64") as fake:
            ...  # ask fake.url
            print(fake.stats()["peak"])

    The arguments are those of the command; modules are found where this process finds them.
    Raises RuntimeError if it does not start.
    """

    def __init__(self, *arguments: str, python: str = sys.executable) -> None:
        self._command: Sequence[str] = (python, "-m", "heartbench.chat.fake", *arguments)
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        """The base URL, once it is open."""

    def __enter__(self) -> Self:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(f"the fake endpoint did not start (exit {self._process.wait()})")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def stats(self) -> dict[str, object]:
        """What it has counted so far: :class:`FakeStats` as a dictionary."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{self.url}/stats", timeout=30) as reply:
            found: dict[str, object] = json.load(reply)
        return found
