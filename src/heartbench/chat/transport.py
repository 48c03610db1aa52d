"""One HTTP request and its reply, or why there was none."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

import aiohttp
from yarl import URL

from heartbench.chat.addresses import Proxy
from heartbench.chat.bodies import Exchange
from heartbench.chat.network import has_route
from heartbench.chat.trouble import Remedy, Trouble, one_line
from heartbench.language import Phrase, wire_reason
from heartbench.records import FailureKind

LARGEST_BODY = 32 * 1024 * 1024
"""No chat reply is longer; what is would fill the memory."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where and how requests are posted."""

    url: URL
    headers: Mapping[str, str]
    timeout: aiohttp.ClientTimeout
    proxy: Proxy | None


class Transport:
    """The connections of one client."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None
        self._tls: ssl.SSLContext | None = None

    async def close(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _open(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, ttl_dns_cache=300)
        # Without trust_env aiohttp reads neither proxies nor .netrc: we read the former ourselves.
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            headers={"User-Agent": "heartbench"},
        )

    def _context(self, url: URL) -> ssl.SSLContext | bool:
        # Made here and not when aiohttp is imported, since it reads SSL_CERT_FILE.
        if url.scheme != "https":
            return True
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls

    async def post(self, to: Destination, body: bytes) -> Exchange | Trouble:
        """Post a body and read the reply to its end; raises only CancelledError."""
        if self._session is None:
            self._session = self._open()
        started = perf_counter()
        try:
            async with self._session.post(
                to.url,
                data=body,
                headers=to.headers,
                timeout=to.timeout,
                allow_redirects=False,
                ssl=self._context(to.url),
                proxy=to.proxy.url if to.proxy else None,
            ) as response:
                content = await _read(response)
                if content is None:
                    return Trouble(FailureKind.TRANSPORT, Remedy.RETRY_FEW, "chat.too_large", paid=True)
                kind = response.headers.get("Content-Type", "")
                return Exchange(response.status, kind, response.headers, content, perf_counter() - started)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            return _trouble(error, perf_counter() - started)


async def _read(response: aiohttp.ClientResponse) -> bytes | None:
    """The body, None where it is longer than any chat reply."""
    first = await response.content.readany()
    if response.content.at_eof():
        return first
    chunks, size = [first], len(first)
    while chunk := await response.content.readany():
        chunks.append(chunk)
        size += len(chunk)
        if size > LARGEST_BODY:
            response.close()
            return None
    return b"".join(chunks)


def _trouble(error: Exception, latency: float) -> Trouble:
    kind, remedy, code = _meaning(error)
    reason = wire_reason(error)
    detail = reason if isinstance(reason, Phrase) else one_line(reason)
    return Trouble(kind, remedy, code, fields={"detail": detail}, latency=latency)


_Meaning = tuple[FailureKind, Remedy, str]
_LOST = FailureKind.TRANSPORT

_MEANINGS: tuple[tuple[type[Exception], _Meaning], ...] = (
    (aiohttp.ClientConnectorCertificateError, (_LOST, Remedy.STOP_ENDPOINT, "chat.certificate")),
    (aiohttp.ClientConnectorSSLError, (_LOST, Remedy.RECONNECT, "chat.no_tls")),
    (aiohttp.ClientProxyConnectionError, (_LOST, Remedy.RECONNECT, "chat.proxy_unreachable")),
    (aiohttp.ClientHttpProxyError, (_LOST, Remedy.RECONNECT, "chat.proxy_unreachable")),
    (aiohttp.ClientConnectorError, (_LOST, Remedy.RECONNECT, "chat.unreachable")),
    (aiohttp.ConnectionTimeoutError, (_LOST, Remedy.RECONNECT, "chat.unreachable")),
    (asyncio.TimeoutError, (_LOST, Remedy.RETRY_FEW, "chat.timed_out")),
    (aiohttp.InvalidURL, (FailureKind.BAD_RESPONSE, Remedy.STOP_ENDPOINT, "chat.address_refused")),
    (Exception, (_LOST, Remedy.RETRY, "chat.cut_off")),
)
"""The first class that fits counts: narrower ones come first."""


def _meaning(error: Exception) -> _Meaning:
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        # Without a network no name is known, and a resolver that is away says "again later".
        away = error.os_error.errno == socket.EAI_AGAIN or not has_route()
        return _LOST, Remedy.RECONNECT, "chat.network_away" if away else "chat.host_unknown"
    if type(error) is aiohttp.ClientConnectorError and error.os_error.errno == errno.ECONNREFUSED:
        return _LOST, Remedy.RECONNECT, "chat.connection_refused"
    if isinstance(error, aiohttp.ClientHttpProxyError) and error.status == 407:
        return FailureKind.UNAUTHORIZED, Remedy.STOP_ENDPOINT, "chat.proxy_refused"
    if isinstance(error, aiohttp.ClientConnectorSSLError) and "WRONG_VERSION_NUMBER" in str(error):
        return _LOST, Remedy.STOP_ENDPOINT, "chat.no_tls"
    if "content-encoding" in str(error):
        return _LOST, Remedy.RETRY_FEW, "chat.not_decoded"
    return next(meaning for kind, meaning in _MEANINGS if isinstance(error, kind))
