"""A small scripted server, and targets that lead to it."""

from __future__ import annotations

import json
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from aiohttp import web

from heartbench.chat import ClientLimits, LaneLimits, Notice
from heartbench.records import Credential, Dialect, Endpoint, Message, ModelSettings, ModelTarget

KEY = "sk-canary-0123456789abcdef"
ASK = (Message("system", "系统话"), Message("user", "你好"))

QUICK = ClientLimits(
    attempts=4,
    first_backoff=0.01,
    longest_backoff=0.02,
    lanes=LaneLimits(
        first_pause=0.02,
        longest_pause=0.05,
        patience=0.6,
        first_patience=0.6,
        refused_patience=0.6,
        host_patience=0.2,
        outage_pause=0.02,
        longest_outage_pause=0.05,
    ),
)
"""The client's bounds, a hundred times shorter."""


@dataclass
class Seen:
    """One request as the server saw it."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


Script = Callable[[int, Seen], "Answer | web.StreamResponse | Awaitable[Answer | web.StreamResponse]"]


@dataclass
class Answer:
    """What the server sends."""

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Break the connection before the announced end."""


def completion(content: object, finish: str | None = "stop", **message: object) -> Answer:
    """A chat completion."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content, **message},
        "finish_reason": finish,
    }
    usage = {"prompt_tokens": 12, "completion_tokens": 7}
    return Answer(json.dumps({"choices": [choice], "usage": usage}, ensure_ascii=False))


def error(status: int, message: str, **fields: object) -> Answer:
    """An error as OpenAI words it."""
    return Answer(json.dumps({"error": {"message": message, **fields}}, ensure_ascii=False), status)


class Server:
    """Answers by a script: a function of the request's number, or a list whose last entry repeats."""

    def __init__(self, script: Script | Sequence[Answer], tls: ssl.SSLContext | None = None) -> None:
        self.script = script
        self._tls = tls
        self.seen: list[Seen] = []
        self.port = 0

    async def __aenter__(self) -> Server:
        app = web.Application(client_max_size=2**28)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await self.listen(0)
        return self

    async def listen(self, port: int) -> None:
        self._site = web.TCPSite(
            self._runner, "127.0.0.1", port, backlog=1024, reuse_address=True, ssl_context=self._tls
        )
        await self._site.start()
        self.port = self._runner.addresses[0][1]

    async def unlisten(self) -> None:
        """Be down: take no connection, and break the open ones."""
        await self._site.stop()
        for connection in list(self._runner.server.connections if self._runner.server else ()):
            if connection.transport is not None:
                connection.transport.abort()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        body = json.loads(raw) if raw else {}
        seen = Seen(request.path_qs, dict(request.headers), body)
        self.seen.append(seen)
        number = len(self.seen) - 1
        if callable(self.script):
            found = self.script(number, seen)
            answer = await found if isinstance(found, Awaitable) else found
        else:
            answer = self.script[min(number, len(self.script) - 1)]
        return await self._send(request, answer) if isinstance(answer, Answer) else answer

    async def _send(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        headers = {"Content-Type": "application/json", **answer.headers}
        if not answer.cut:
            return web.Response(body=body, status=answer.status, headers=headers)
        response = web.StreamResponse(status=answer.status, headers=headers)
        response.enable_chunked_encoding()
        await response.prepare(request)
        await response.write(body)
        assert request.transport is not None
        request.transport.close()
        return response


def target(
    server: Server | str,
    model: str = "m",
    dialect: Dialect = "openai",
    settings: ModelSettings | None = None,
    **endpoint: Any,
) -> ModelTarget:
    """A model at the server."""
    url = server if isinstance(server, str) else server.url
    where = Endpoint("test", url, dialect, Credential("test", KEY), **endpoint)
    return ModelTarget(where, model, settings or ModelSettings())


class Ears:
    """An observer that remembers."""

    def __init__(self) -> None:
        self.heard: list[Notice] = []

    def notice(self, notice: Notice) -> None:
        self.heard.append(notice)

    @property
    def codes(self) -> list[str]:
        return [notice.code for notice in self.heard]
