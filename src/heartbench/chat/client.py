"""The client: asks models, and never raises for what endpoints do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType

from heartbench import language
from heartbench.chat.backoff import backoff
from heartbench.chat.bodies import Exchange, read_exchange
from heartbench.chat.lanes import EndpointState, Lane, LaneLimits, LaneState
from heartbench.chat.observing import Observer
from heartbench.chat.redaction import Redactor
from heartbench.chat.reporter import Reporter
from heartbench.chat.routes import Route, destination_of
from heartbench.chat.slots import Slots
from heartbench.chat.transport import Transport
from heartbench.chat.trouble import Remedy, Spoken, Trouble
from heartbench.chat.windows import Reservation, input_estimate
from heartbench.errors import EndpointError
from heartbench.records import (
    UNKNOWN_USAGE,
    CallFailure,
    CallOutcome,
    FailureKind,
    Message,
    ModelTarget,
    Reply,
)

_FEW = 3
_REFUSALS = 12
"""A call that is turned away so often, while others are served, is turned away for its own sake."""
_REFUSED_REQUESTS = 5
"""So many plain refusals of the request, and none served: the lane stops."""
_RESET = frozenset({Remedy.FOLD_SYSTEM, Remedy.DROP_STREAM_OPTIONS})


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """Bounds of one client; times in seconds."""

    concurrency: int | None = None
    """Most calls in flight, and where each lane starts; None: 256 in all, each lane starts at 16."""
    attempts: int = 8
    """Most times one call is sent."""
    first_backoff: float = 0.5
    longest_backoff: float = 16.0
    lane: LaneLimits = field(default_factory=LaneLimits)
    """``start`` and ``most`` in it count only where ``concurrency`` is not given."""

    @property
    def process(self) -> int:
        """Most calls in flight in this client."""
        return self.concurrency or self.lane.most


@dataclass(slots=True)
class _Call:
    """One ask on its way."""

    route: Route
    messages: Sequence[Message]
    body: bytes
    tries: int = 0
    failures: int = 0
    few: int = 0
    refusals: int = 0
    served_before: int = 0
    folded: bool = False
    reservation: Reservation | None = None


class ChatClient:
    """Asks models over the wire; one per run, used as an async context manager.

    ``observer`` hears of lanes that wait or stop; ``speak`` is the language of messages.
    """

    def __init__(
        self,
        limits: ClientLimits | None = None,
        observer: Observer | None = None,
        speak: language.Language = "en",
    ) -> None:
        self._limits = limits or ClientLimits()
        self._redactor = Redactor()
        self._reporter = Reporter(self._redactor, observer, speak)
        self._transport = Transport()
        self._slots = Slots(self._limits.process)
        self._endpoints: dict[tuple[object, ...], EndpointState] = {}
        self._lanes: dict[tuple[object, ...], Lane] = {}
        self._routes: dict[int, Route] = {}
        self._unusable: dict[int, tuple[ModelTarget, CallFailure]] = {}

    async def __aenter__(self) -> ChatClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def ask(self, target: ModelTarget, messages: Sequence[Message]) -> CallOutcome:
        """Ask a model once, with as many tries as that takes.

        Returns a Reply or a CallFailure, and raises for nothing that endpoints do;
        CancelledError passes through and leaves no trace. A lane that has stopped answers at
        once with the failure that stopped it.
        """
        route = self._route(target)
        if isinstance(route, CallFailure):
            return route
        call = _Call(route, messages, b"")
        while True:
            outcome = await self._try(call)
            if type(outcome) is not float:
                assert isinstance(outcome, Reply | CallFailure)
                return outcome
            if outcome > 0:
                await route.lane.rest(outcome)

    def lane_state(self, target: ModelTarget) -> LaneState:
        """How the lane of a target stands; a target never asked has an idle lane."""
        route = self._route(target)
        if isinstance(route, CallFailure):
            return LaneState(0, 0, None, route)
        lane = route.lane
        wait = lane.paused_until - time.monotonic()
        until = time.time() + wait if wait > 0 else None
        return LaneState(lane.allowed, lane.sending, until, route.stopped)

    def _route(self, target: ModelTarget) -> Route | CallFailure:
        route = self._routes.get(id(target))
        if route is not None:
            return route
        known = self._unusable.get(id(target))
        if known is not None:
            return known[1]
        # Routes are found by identity, which is quick; they keep their target, so no id is used twice.
        try:
            route = self._new_route(target)
        except EndpointError as error:
            failure = self._reporter.unusable(error)
            self._unusable[id(target)] = (target, failure)
            return failure
        self._routes[id(target)] = route
        return route

    def _new_route(self, target: ModelTarget) -> Route:
        endpoint, settings = target.endpoint, target.settings
        destination = destination_of(target, self._redactor)
        key = endpoint.credential.key if endpoint.credential else destination.headers.get("Authorization")
        place = (endpoint.dialect, str(destination.url), key)
        shared = self._endpoints.setdefault(place, EndpointState())
        shared.meter.tighten(endpoint.requests_per_minute, endpoint.tokens_per_minute)
        lane = self._lanes.get((*place, target.model))
        if lane is None:
            lane = self._lanes[(*place, target.model)] = Lane(shared, self._lane_limits())
        lane.meter.tighten(settings.requests_per_minute, settings.tokens_per_minute)
        return Route(target, destination, lane)

    def _lane_limits(self) -> LaneLimits:
        from dataclasses import replace

        given = self._limits.concurrency
        return replace(self._limits.lane, start=given, most=given) if given else self._limits.lane

    async def _try(self, call: _Call) -> CallOutcome | float:
        """One attempt: an outcome, or the seconds to wait before the next."""
        route, lane = call.route, call.route.lane
        stopped = await self._admit(call)
        if stopped is not None:
            return stopped
        try:
            if not call.body or call.folded != lane.fold_system:
                call.folded = lane.fold_system
                call.body = route.body(call.messages)
            lane.sending += 1
            crowd = lane.sending
            try:
                exchange = await self._transport.post(route.destination, call.body)
                return self._judge(call, crowd, exchange)
            finally:
                lane.sending -= 1
        finally:
            self._slots.leave(lane)
            lane.leave()

    async def _admit(self, call: _Call) -> CallFailure | None:
        """Wait for a place in the lane, the minute and the process, in this order; None once held.

        Whoever finds its lane waiting when its turn comes lets others have the process slot.
        """
        route, lane = call.route, call.route.lane
        loop = asyncio.get_running_loop()
        again = call.tries > 0
        reserved = not route.measures
        while True:
            if route.stopped is not None:
                return route.stopped
            await lane.enter(again)
            try:
                if not reserved:
                    await self._reserve(call)
                    reserved = True
                await self._slots.enter(lane)
            except BaseException:
                lane.leave()
                raise
            if route.stopped is None and lane.paused_until <= loop.time() and lane.in_flight <= lane.allowed:
                return None
            self._slots.leave(lane)
            lane.leave()
            again = True

    async def _reserve(self, call: _Call) -> None:
        lane = call.route.lane
        most = call.route.target.settings.max_tokens
        tokens = input_estimate(call.messages) + (most if most is not None else lane.output.guess())
        meters = [meter for meter in (lane.meter, lane.endpoint.meter) if meter.measures]
        call.reservation = Reservation(meters, tokens)
        await call.reservation.take()

    def _judge(self, call: _Call, crowd: int, exchange: Exchange | Trouble) -> CallOutcome | float:
        """What an attempt means for the call and for its lane."""
        route, lane = call.route, call.route.lane
        call.tries += 1
        if type(exchange) is Exchange:
            result = read_exchange(exchange, route.dialect, route.asked(call.messages))
            if type(result) is Spoken:
                return self._reply(call, crowd, result, exchange.latency)
        else:
            result = exchange
        assert isinstance(result, Trouble)
        if call.reservation is not None:
            call.reservation.settle(result.usage, result.paid)
        if result.paid:
            lane.accept(crowd, asyncio.get_running_loop().time())
        return self._remedy(call, crowd, result)

    def _reply(self, call: _Call, crowd: int, spoken: Spoken, latency: float) -> Reply:
        route, lane, usage = call.route, call.route.lane, spoken.usage
        if lane.sick_since is not None and lane.alive():
            self._reporter.back(route)
        lane.accept(crowd, asyncio.get_running_loop().time())
        if call.reservation is not None:
            call.reservation.settle(usage, True)
            if usage.output_tokens is not None:
                lane.output.add(usage.output_tokens)
        clean = self._redactor.clean_reply
        text = clean(spoken.text)
        raw = text if spoken.raw is spoken.text else clean(spoken.raw)
        cost = None if usage is UNKNOWN_USAGE else route.price(usage)
        sent = route.sent(call.messages)
        return Reply(text, raw, spoken.finish_reason, usage, latency, sent, call.tries - 1, cost)

    def _remedy(self, call: _Call, crowd: int, trouble: Trouble) -> CallOutcome | float:
        match trouble.remedy:
            case Remedy.WAIT:
                return self._wait(call, crowd, trouble)
            case Remedy.RETRY | Remedy.RETRY_FEW | Remedy.RECONNECT:
                return self._retry(call, trouble)
        if call.route.lane.alive():
            self._reporter.back(call.route)
        match trouble.remedy:
            case Remedy.FOLD_SYSTEM if not call.folded:
                if not call.route.lane.fold_system:
                    call.route.lane.fold_system = True
                    self._reporter.folds(call.route)
                return 0.0
            case Remedy.DROP_STREAM_OPTIONS:
                call.route.drop_stream_options()
                call.body = b""
                return 0.0
        return self._end(call, trouble)

    def _wait(self, call: _Call, crowd: int, trouble: Trouble) -> CallOutcome | float:
        lane = call.route.lane
        pause = lane.refuse(crowd, trouble.retry_after)
        waited = lane.waited_too_long()
        if waited is not None:
            return self._give_up(call, trouble, waited)
        if pause is not None:
            self._reporter.paused(call.route, pause, trouble)
        call.refusals += lane.served > call.served_before
        call.served_before = lane.served
        return self._end(call, trouble) if call.refusals >= _REFUSALS else 0.0

    def _retry(self, call: _Call, trouble: Trouble) -> CallOutcome | float:
        lane, limits = call.route.lane, self._limits
        pause = None
        if not trouble.paid:
            pause = lane.fail(trouble.remedy is Remedy.RECONNECT)
            patience = 10.0 if trouble.code == "chat.host_unknown" and not lane.served else None
            waited = lane.waited_too_long(patience) if lane.probing else None
            if waited is not None:
                return self._give_up(call, trouble, waited)
        if pause is not None:
            self._reporter.paused(call.route, pause, trouble)
        call.few += trouble.remedy is Remedy.RETRY_FEW
        # While nobody is there, the lane's patience bounds the tries, and no call's own count.
        call.failures += not lane.probing or trouble.remedy is Remedy.RETRY_FEW
        if call.failures >= limits.attempts or call.few >= _FEW:
            return self._end(call, trouble)
        if lane.probing:
            return 0.0
        return backoff(max(0, call.failures - 1), limits.first_backoff, limits.longest_backoff)

    def _give_up(self, call: _Call, trouble: Trouble, waited: float) -> CallFailure:
        failure = self._reporter.given_up(call.route, trouble, waited, call.tries - 1)
        call.route.lane.stop(failure)
        return failure

    def _end(self, call: _Call, trouble: Trouble) -> CallFailure:
        """The failure of a call, and the stop of all that could only meet the same."""
        route, lane = call.route, call.route.lane
        failure = self._reporter.failure(route, trouble, call.messages, call.tries - 1)
        if trouble.remedy is Remedy.STOP_ENDPOINT:
            lane.endpoint.stop(failure)
        elif trouble.remedy is Remedy.STOP_LANE:
            lane.stop(failure)
        elif trouble.remedy is Remedy.STOP_ROUTE:
            route.stop = failure
        if failure.stops != "call":
            self._reporter.stopped(route, failure)
        return failure
