"""The command line in this process beside a fake endpoint in a thread, and what both leave behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from heartbench.chat.fake import FakeEndpoint


@contextmanager
def serving(*endpoints: FakeEndpoint) -> Iterator[None]:
    """Fake endpoints in an event loop of their own, so that a command may run in this thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def wait(coroutine: object) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, loop).result(30)  # type: ignore[arg-type]

    try:
        for endpoint in endpoints:
            wait(endpoint.__aenter__())
        yield
    finally:
        for endpoint in endpoints:
            wait(endpoint.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def everything_written(folder: Path) -> dict[str, bytes]:
    """The bytes of every file below the folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
