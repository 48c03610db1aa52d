"""A small HTTP/1.1 server: one :class:`asyncio.Protocol` per connection, no framework.

Half of the CPU per call that a web framework takes (measured: 0.05 against 0.10 ms), and it shares the
machine with the client that it is there to measure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Protocol

from heartbench.chat.fake.content import Wire

_END = b"\r\n\r\n"
_PLAIN_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
_DRIP_BYTES = 64
_DRIP_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class RawRequest:
    """A request as it came."""

    method: str
    path: str
    head: bytes
    """The request line and the headers."""
    body: bytes

    def headers(self) -> Mapping[str, str]:
        """Names in lower case."""
        pairs = (line.partition(":") for line in self.head.decode("latin-1").split("\r\n")[1:])
        return {name.strip().lower(): value.strip() for name, _, value in pairs}


class Exchange(Protocol):
    """A request that is being answered."""

    @property
    def wire(self) -> Wire:
        """What will be sent."""

    @property
    def delay(self) -> float:
        """After how many seconds."""


class Handler(Protocol):
    """Decides about requests."""

    def begin(self, request: RawRequest) -> Exchange:
        """Called when a request is complete."""

    def end(self, exchange: Exchange, delivered: bool) -> None:
        """Called once per exchange: its reply has left, or the client has."""


class HttpConnection(asyncio.Protocol):
    """One connection, kept alive, one request at a time."""

    def __init__(self, handler: Handler, connections: set[HttpConnection]) -> None:
        self._handler = handler
        self._connections = connections
        self._buffer = bytearray()
        self._pending: tuple[Exchange, asyncio.TimerHandle | None] | None = None
        self._transport: asyncio.Transport | None = None
        self._loop = asyncio.get_running_loop()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of asyncio.Protocol."""
        self._connections.discard(self)
        self._transport = None
        if self._pending is not None:
            exchange, timer = self._pending
            self._pending = None
            if timer is not None:
                timer.cancel()
            self._handler.end(exchange, False)

    def data_received(self, received: bytes) -> None:
        """Part of asyncio.Protocol."""
        self._buffer += received
        self._advance()

    def abort(self) -> None:
        """Breaks the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _advance(self) -> None:
        if self._pending is not None or self._transport is None:
            return
        taken = _take(self._buffer)
        if taken is None:
            return
        request, used = taken
        del self._buffer[:used]
        exchange = self._handler.begin(request)
        if exchange.delay > 0:
            timer = self._loop.call_later(exchange.delay, self._send)
            self._pending = (exchange, timer)
        else:
            self._pending = (exchange, None)
            self._send()

    def _send(self) -> None:
        if self._transport is None or self._pending is None:
            return
        wire = self._pending[0].wire
        if wire.ending == "never":
            return
        if wire.ending == "reset":
            self._transport.abort()
        elif wire.ending == "silent":
            self._transport.close()
        elif wire.ending == "drip":
            self._drip(render(wire))
        else:
            self._transport.write(render(wire))
            self._done(wire)

    def _drip(self, rest: bytes) -> None:
        if self._transport is None or self._pending is None:
            return
        self._transport.write(rest[:_DRIP_BYTES])
        if len(rest) > _DRIP_BYTES:
            timer = self._loop.call_later(_DRIP_PAUSE, self._drip, rest[_DRIP_BYTES:])
            self._pending = (self._pending[0], timer)
        else:
            self._done(self._pending[0].wire)

    def _done(self, wire: Wire) -> None:
        assert self._pending is not None and self._transport is not None
        exchange, self._pending = self._pending[0], None
        self._handler.end(exchange, wire.ending != "cut" and not self._transport.is_closing())
        if wire.ending in ("close", "cut"):
            self._transport.close()
        elif self._buffer:
            self._advance()


def _take(buffer: bytearray) -> tuple[RawRequest, int] | None:
    """The first request of the buffer and its length in bytes, or None while it is not complete."""
    end = buffer.find(_END)
    if end < 0:
        return None
    head = bytes(buffer[:end])
    start = end + len(_END)
    lower = head.lower()
    at = lower.find(b"\r\ncontent-length:")
    if at >= 0:
        length = int(lower[at + 17 :].split(b"\r\n", 1)[0])
        body, used = bytes(buffer[start : start + length]), start + length
    elif b"\r\ntransfer-encoding: chunked" in lower:
        chunked = _unchunk(buffer, start)
        if chunked is None:
            return None
        body, used = chunked
    else:
        body, used = b"", start
    if len(buffer) < used:
        return None
    method, path = head.split(b" ", 2)[:2]
    return RawRequest(method.decode("latin-1"), path.decode("latin-1"), head, body), used


def _unchunk(buffer: bytearray, start: int) -> tuple[bytes, int] | None:
    parts: list[bytes] = []
    while (line := buffer.find(b"\r\n", start)) >= 0:
        size = int(bytes(buffer[start:line]).split(b";")[0], 16)
        start = line + 2
        if len(buffer) < start + size + 2:
            return None
        if size == 0:
            return b"".join(parts), start + 2
        parts.append(bytes(buffer[start : start + size]))
        start += size + 2
    return None


def render(wire: Wire) -> bytes:
    """The bytes of a response; those of a plain reply come from a ready head."""
    if wire == Wire(200, wire.body):
        return _PLAIN_HEAD % len(wire.body) + wire.body
    lines = [f"HTTP/1.1 {wire.status} {_reason(wire.status)}", f"Content-Type: {wire.content_type}"]
    lines.append("Transfer-Encoding: chunked" if wire.chunked else f"Content-Length: {len(wire.body)}")
    lines += [f"{name}: {value}" for name, value in wire.headers]
    if wire.ending == "close":
        lines.append("Connection: close")
    body = wire.body
    if wire.chunked and wire.ending != "cut":
        body += b"0\r\n\r\n"
    return "\r\n".join(lines).encode("latin-1") + _END + body


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Overloaded"
