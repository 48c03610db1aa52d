"""The fake endpoint: an address that answers like a model provider."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from heartbench.chat.fake.calls import CHAT_PATHS, FakeCall, hash_request, read_body, read_messages
from heartbench.chat.fake.content import Content, Wire, dump, encode, error
from heartbench.chat.fake.faults import Fault, Meeting, too_many
from heartbench.chat.fake.http import Exchange, HttpConnection, RawRequest
from heartbench.chat.fake.judging import JudgeTask, draw, flat, recognise, verdict_text
from heartbench.chat.fake.plan import MODEL_PREFIX, FaultChooser, FaultPlan
from heartbench.chat.fake.profiles import ProfileJudge, signed
from heartbench.chat.fake.settings import FakeSettings, Replies
from heartbench.chat.fake.stats import FakeStats, RequestLog
from heartbench.errors import UsageError

ANSWERS = (
    "听你这么说，我心里也跟着沉了一下。这段时间你一个人撑着，真的很不容易。我有点好奇，最难熬的那一刻，你脑子里在想什么？",
    "嗯，我在听。换作是我，碰上这种事大概也会睡不好。你不用急着把它想明白，愿意的话，先跟我说说今天是怎么过的？",
    "我猜你嘴上说没事，其实是有点委屈的吧。那句话换谁听了都会愣一下。后来你们还说过话吗？",
    "说真的，看到你写的这些我有点心疼。你已经想得很周全了，只是没人替你想过。要不要先喝口水，我陪你慢慢理？",
)
"""What candidates say by default; which of them is drawn from the request's hash."""

_NO_DELAY = 0.0


@dataclass(slots=True, eq=False)
class _Exchange:
    wire: Wire
    delay: float
    request_hash: str = ""
    holds_slot: bool = False
    plain: bool = False


class FakeEndpoint:
    """Answers both wire dialects on a local address, within this process.

    ::

        async with FakeEndpoint(FakeSettings(latency=0.1, slots=8), faults="reset=0.01") as fake:
            ...  # ask fake.url
            assert fake.stats.peak <= 8

    ``faults`` is a plan, or its text (:meth:`FaultPlan.parse`); ``models`` gives single models plans
    of their own. Raises UsageError for a plan that cannot be read, OSError for a port that is taken.
    """

    def __init__(
        self,
        settings: FakeSettings | None = None,
        *,
        replies: Replies = None,
        faults: FaultPlan | str = FaultPlan(),  # noqa: B008 - frozen
        models: Mapping[str, FaultPlan | str] | None = None,
    ) -> None:
        self.settings = settings or FakeSettings()
        self.stats = FakeStats()
        self.calls: list[FakeCall] = []
        """Every call, where the settings keep them."""
        self._reply = _as_script(replies)
        self._judges_too = callable(replies)
        self._profiles = ProfileJudge(self.settings.profiles)
        self._general = self._chooser(faults)
        self._choosers = {model: self._chooser(plan) for model, plan in (models or {}).items()}
        self._seen: dict[str, int] = {}
        self._satisfied: set[str] = set()
        self._connections: set[HttpConnection] = set()
        self._server: asyncio.Server | None = None
        self._address = ("", 0)
        self._log: RequestLog | None = None
        self._outage: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The base URL without a path: ``http://127.0.0.1:PORT``."""
        if self._server is None:
            raise RuntimeError("the fake endpoint is not open")
        host, port = self._address
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def __aenter__(self) -> Self:
        settings = self.settings
        if settings.log is not None:
            self._log = RequestLog(settings.log)
        self._server = await self._listen(settings.port)
        self._address = self._server.sockets[0].getsockname()[:2]
        return self

    async def _listen(self, port: int) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: HttpConnection(self, self._connections), self.settings.host, port, backlog=4096
        )

    async def go_down(self, seconds: float) -> None:
        """Take no connection and break those there are, for so many seconds; then answer again."""
        assert self._server is not None
        self._server.close()
        self._break_connections()
        await asyncio.sleep(seconds)
        self._server = await self._listen(self._address[1])

    def _break_connections(self) -> None:
        for connection in tuple(self._connections):
            connection.abort()

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._outage is not None:
            self._outage.cancel()
        if self._server is not None:
            self._server.close()
        self._break_connections()
        await asyncio.sleep(0)
        if self._server is not None:
            await self._server.wait_closed()
        if self._log is not None:
            self._log.close()

    def begin(self, request: RawRequest) -> _Exchange:
        """Decides about a complete request (called by the server)."""
        self.stats.by_path[request.path] += 1
        if request.method == "GET" and request.path == "/stats":
            return _Exchange(Wire(200, dump(self.stats.as_dict())), _NO_DELAY)
        dialect = CHAT_PATHS.get(request.path)
        if request.method != "POST" or dialect is None:
            return _Exchange(_no_route(request), _NO_DELAY)
        body = read_body(request.body)
        if body is None or not isinstance(body.get("model"), str):
            return _Exchange(_bad_request(), _NO_DELAY)
        keep = self.settings.keep_calls
        request_hash = hash_request(request.path, request.body)
        call = FakeCall(
            dialect,
            request.path,
            str(body["model"]),
            read_messages(body),
            body,
            request.headers() if keep else {},
            request_hash,
            self._seen.get(request_hash, 0),
        )
        if keep:
            self.calls.append(call)
        return self._take(call, self._let_in(request))

    def end(self, exchange: Exchange, delivered: bool) -> None:
        """Counts what became of a request (called by the server)."""
        assert isinstance(exchange, _Exchange)
        if exchange.holds_slot:
            self.stats.in_flight -= 1
        if delivered and exchange.request_hash and exchange.wire.status == 200:
            self.stats.answered += 1
            self.stats.last_reply = time.time()
            if exchange.plain:
                self._satisfied.add(exchange.request_hash)

    def _take(self, call: FakeCall, let_in: bool) -> _Exchange:
        stats, settings = self.stats, self.settings
        if stats.calls + 1 == settings.outage_after:
            self._outage = asyncio.create_task(self.go_down(settings.outage))
        if stats.in_flight >= (settings.slots or 1 << 30):
            self._count(call, "")
            return self._refuse(call, too_many(call, settings.retry_after))
        if not let_in:
            self._count(call, "")
            return self._refuse(call, error(call, 401, "Incorrect API key provided.", "authentication_error"))
        task = recognise(call.last_user_text)
        fault = self._fault_of(call, task)
        self._count(call, fault.name if fault else "")
        stats.judging += task is not None
        wire = self._answer(call, task, fault)
        delay = self._delay(wire)
        stats.in_flight += 1
        stats.peak = max(stats.peak, stats.in_flight)
        stats.latency_sum += delay
        self._record(call, wire, fault.name if fault else "")
        return _Exchange(wire, delay, call.request_hash, holds_slot=True, plain=fault is None)

    def _refuse(self, call: FakeCall, wire: Wire) -> _Exchange:
        self._record(call, wire, "")
        return _Exchange(wire, _NO_DELAY, call.request_hash)

    def _delay(self, wire: Wire) -> float:
        if wire.wait is not None:
            return wire.wait
        return self.settings.latency if wire.status < 400 else _NO_DELAY

    def _count(self, call: FakeCall, fault: str) -> None:
        stats = self.stats
        stats.first_call = stats.first_call or time.time()
        stats.calls += 1
        stats.by_model[call.model] += 1
        stats.duplicates += call.seen_before > 0
        stats.asked_again += call.request_hash in self._satisfied
        self._seen[call.request_hash] = call.seen_before + 1
        if fault:
            stats.by_fault[fault] += 1

    def _record(self, call: FakeCall, wire: Wire, fault: str) -> None:
        self.stats.by_status[wire.status] += 1
        if self._log is not None:
            self._log.write(call.request_hash, wire.status, fault, call.model)

    def _answer(self, call: FakeCall, task: JudgeTask | None, fault: Fault | None) -> Wire:
        content = self._content(call, task)
        if isinstance(content, Wire):
            return content
        if fault is not None:
            made = fault.make(Meeting(call, content, task, self.settings))
            if isinstance(made, Wire):
                return made
            content = made
        return encode(call, content)

    def _content(self, call: FakeCall, task: JudgeTask | None) -> Content | Wire:
        said = self._reply(call) if task is None or self._judges_too else None
        if said is None:
            return Content(self._default_text(call, task))
        return Content(said) if isinstance(said, str) else said

    def _default_text(self, call: FakeCall, task: JudgeTask | None) -> str:
        """What is said where no script says anything: verdicts to a judging prompt, else an answer."""
        if task is None:
            text = ANSWERS[int(call.request_hash[:4], 16) % len(ANSWERS)]
            return signed(text, call.model) if call.model in self._profiles else text
        settings = self.settings
        chances = flat(task, settings.hit_probability, settings.veto_probability)
        if not settings.profiles:
            return verdict_text(task, draw(task, chances, str(settings.seed)))
        # Judges of different names are different judges: so one endpoint serves many runs.
        return verdict_text(task, self._profiles.hits(task, chances, f"{settings.seed}/{call.model}"))

    def _fault_of(self, call: FakeCall, task: JudgeTask | None) -> Fault | None:
        chooser = self._choosers.get(call.model)
        if chooser is None and call.model.startswith(MODEL_PREFIX):
            chooser = self._named(call.model)
        return (chooser or self._general).choose(call, task)

    def _named(self, model: str) -> FaultChooser:
        try:
            chooser = self._chooser(model.removeprefix(MODEL_PREFIX))
        except UsageError:
            chooser = self._chooser("unknown_model")
        self._choosers[model] = chooser
        return chooser

    def _chooser(self, plan: FaultPlan | str) -> FaultChooser:
        return FaultChooser(FaultPlan.parse(plan) if isinstance(plan, str) else plan, self.settings.seed)

    def _let_in(self, request: RawRequest) -> bool:
        if self.settings.key is None:
            return True
        headers = request.headers()
        given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        return given == self.settings.key


def _as_script(replies: Replies) -> Callable[[FakeCall], str | Content | Wire | None]:
    if replies is None:
        return lambda call: None
    if callable(replies):
        return replies
    texts: Iterator[str] = itertools.cycle([replies] if isinstance(replies, str) else replies)
    return lambda call: next(texts)


def _no_route(request: RawRequest) -> Wire:
    message = f"no route for {request.method} {request.path}"
    return Wire(404, dump({"error": {"message": message, "type": "not_found_error"}}))


def _bad_request() -> Wire:
    message = "the body is no JSON object with a model"
    return Wire(400, dump({"error": {"message": message, "type": "invalid_request_error"}}))
