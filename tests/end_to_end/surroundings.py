"""The command line in this process beside a fake endpoint in a thread, and what both leave behind."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from heartbench.chat.fake import FakeEndpoint
from heartbench.cli.main import main

CANARY = re.compile(rb"canary", re.IGNORECASE)
"""Half a key is a leak too."""


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


class Desk:
    """A folder to work in, and what was printed there."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture
        self.printed = ""

    def __call__(self, *arguments: str, command: Callable[..., None] = main) -> Ended:
        self._capture.readouterr()
        with pytest.raises(SystemExit) as ended:
            command(list(arguments))
        written = self._capture.readouterr()
        self.printed += written.out + written.err
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, written.out, written.err)

    def after_all(self) -> None:
        """Look at everything again with the commands that cost nothing, then search every byte."""
        if (self.folder / "heartbench.db").exists():
            self("runs")
            self("runs", "--json")
            self("report")
            self("report", "--json", "--lang", "zh")
            self("report", "--rule", "released")
        self.search()

    def search(self) -> None:
        assert not CANARY.search(self.printed.encode("utf-8", "surrogatepass")), self.printed
        found = [name for name, content in everything_written(self.folder).items() if CANARY.search(content)]
        assert not found


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


@contextmanager
def archive_server(body: bytes) -> Iterator[str]:
    """An address that answers every GET with the same bytes."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def everything_written(folder: Path) -> dict[str, bytes]:
    """The bytes of every file below the folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
