"""The client: asks models, and never raises for what endpoints do."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from heartbench import language
from heartbench.chat.backoff import backoff
from heartbench.chat.bodies import Exchange, read_exchange, without_secrets
from heartbench.chat.lanes import EndpointState, Lane, LaneState
from heartbench.chat.limits import ClientLimits
from heartbench.chat.observing import Observer
from heartbench.chat.redaction import Redactor
from heartbench.chat.reporter import Reporter
from heartbench.chat.routes import Route, Shape, destination_of
from heartbench.chat.slots import Slots
from heartbench.chat.transport import Transport
from heartbench.chat.trouble import Remedy, Spoken, Trouble
from heartbench.chat.windows import Reservation, input_estimate
from heartbench.config.secrets import secrets_of
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

_TRIES_IN_FRONT = 2


@dataclass(slots=True)
class _Call:
    """One ask on its way."""

    route: Route
    messages: Sequence[Message]
    shape: Shape
    body: bytes = b""
    tries: int = 0
    failures: int = 0
    few: int = 0
    refusals: int = 0
    served_before: int = 0
    reservation: Reservation | None = None


class NotSent(Exception):
    """Raised for a call that was never sent, because the client sends nothing more."""


class ChatClient:
    """Asks models over the wire; one per run, used as an async context manager.

    ``observer`` hears of lanes that wait or stop; ``speak`` is the language of messages; ``on_failed`` is
    called for every request that brought no reply, also for those that are sent again.
    """

    def __init__(
        self,
        limits: ClientLimits | None = None,
        observer: Observer | None = None,
        speak: language.Language = "en",
        on_failed: Callable[[], None] | None = None,
    ) -> None:
        self._limits = limits or ClientLimits()
        self._on_failed = on_failed
        self.redactor = Redactor(secrets_of(os.environ))
        """What no message and no stored text may hold."""
        self._reporter = Reporter(self.redactor, observer, speak)
        self._transport = Transport()
        self._slots = Slots(self._limits.process)
        self._endpoints: dict[tuple[object, ...], EndpointState] = {}
        self._lanes: dict[tuple[object, ...], Lane] = {}
        self._routes: dict[int, Route] = {}
        self._unusable: dict[int, tuple[ModelTarget, CallFailure]] = {}
        self._holds = False

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
        CancelledError passes through. A lane that has stopped answers at once with the
        failure that stopped it. Raises NotSent for a call whose turn comes after :meth:`hold`.
        """
        route = self._route(target)
        if isinstance(route, CallFailure):
            return route
        call = _Call(route, messages, route.shape)
        while isinstance(outcome := await self._try(call), float):
            if outcome > 0:
                await route.lane.rest(outcome)
        # The place is free by now: whoever waits for it sends before this reply is worked on.
        await asyncio.sleep(0)
        return outcome

    def hold(self) -> None:
        """Send nothing more; what is in flight may end."""
        self._holds = True

    @property
    def in_flight(self) -> int:
        """Calls that are sent and not answered yet."""
        return sum(lane.sending for lane in self._lanes.values())

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
        # Routes are found by identity, which is quick; they keep their target, so no id is used twice.
        route = self._routes.get(id(target))
        if route is not None:
            return route
        known = self._unusable.get(id(target))
        if known is not None:
            return known[1]
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
        destination = destination_of(target, self.redactor)
        key = endpoint.credential.key if endpoint.credential else destination.headers.get("Authorization")
        place = (endpoint.dialect, str(destination.url), key)
        shared = self._endpoints.setdefault(place, EndpointState())
        shared.meter.tighten(endpoint.requests_per_minute, endpoint.tokens_per_minute)
        lane = self._lanes.get((*place, target.model))
        if lane is None:
            lane = self._lanes[(*place, target.model)] = Lane(shared, self._limits.lane)
        lane.meter.tighten(settings.requests_per_minute, settings.tokens_per_minute)
        return Route(target, destination, lane)

    async def _try(self, call: _Call) -> CallOutcome | float:
        """One attempt: an outcome, or the seconds to wait before the next."""
        lane = call.route.lane
        # Written before its turn comes, so that a freed place is used at once.
        self._write(call)
        stopped = await self._admit(call)
        if stopped is not None:
            return stopped
        try:
            if self._holds:
                raise NotSent
            self._write(call)
            lane.sending += 1
            try:
                crowd = lane.sending
                exchange = await self._transport.post(call.route.destination, call.body)
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
        # A call that fails again and again goes to the back, so that it cannot block the others.
        again, reserved = 0 < call.tries <= _TRIES_IN_FRONT, not route.measures
        while route.stopped is None:
            await lane.enter(again)
            try:
                if not reserved:
                    await self._reserve(call)
                    reserved = True
                await self._slots.enter(lane)
            except BaseException:
                lane.leave()
                raise
            if route.stopped is None and lane.is_open:
                return None
            self._slots.leave(lane)
            lane.leave()
            again = True
        return route.stopped

    def _write(self, call: _Call) -> None:
        shape = call.route.shape
        if not call.body or call.shape is not shape:
            call.shape = shape
            call.body = call.route.body(shape, call.messages)

    async def _reserve(self, call: _Call) -> None:
        lane = call.route.lane
        most = call.route.target.settings.max_tokens
        tokens = input_estimate(call.messages) + (most if most is not None else lane.output.guess())
        meters = [meter for meter in (lane.meter, lane.endpoint.meter) if meter.measures]
        call.reservation = Reservation(meters, tokens)
        await call.reservation.take()

    def _judge(self, call: _Call, crowd: int, exchange: Exchange | Trouble) -> CallOutcome | float:
        """What an attempt means for the call and for its lane."""
        route = call.route
        call.tries += 1
        if isinstance(exchange, Trouble):
            return self._remedy(call, crowd, exchange)
        route.lane.endpoint.heard = True
        asked = route.asked(call.shape, call.messages)
        result = read_exchange(exchange, route.dialect, asked)
        if isinstance(result, Spoken):
            return self._reply(call, crowd, result, exchange.latency)
        result = read_exchange(without_secrets(exchange, self.redactor), route.dialect, asked)
        assert isinstance(result, Trouble)
        if result.code == "chat.web_page" and route.lane.served:
            # The address was right a moment ago: some gateway is in trouble.
            result = replace(result, kind=FailureKind.TRANSPORT, remedy=Remedy.RETRY)
        return self._remedy(call, crowd, result)

    def _reply(self, call: _Call, crowd: int, spoken: Spoken, latency: float) -> Reply:
        route, usage = call.route, spoken.usage
        self._served(call, crowd)
        if call.reservation is not None:
            call.reservation.settle(usage, True)
            if usage.output_tokens is not None:
                route.lane.output.add(usage.output_tokens)
        text = self.redactor.clean_reply(spoken.text)
        raw = text if spoken.raw is spoken.text else self.redactor.clean_reply(spoken.raw)
        cost = None if usage is UNKNOWN_USAGE else route.price(usage)
        sent = route.sent(call.shape, call.messages)
        return Reply(text, raw, spoken.finish_reason, usage, latency, sent, call.tries - 1, cost)

    def _served(self, call: _Call, crowd: int) -> None:
        lane = call.route.lane
        if lane.sick_since is not None and lane.alive():
            self._reporter.back(call.route)
        lane.accept(crowd)

    def _remedy(self, call: _Call, crowd: int, trouble: Trouble) -> CallOutcome | float:
        if call.reservation is not None:
            call.reservation.settle(trouble.usage, trouble.paid)
        if trouble.paid:
            self._served(call, crowd)
        elif self._on_failed is not None:
            self._on_failed()
        match trouble.remedy:
            case Remedy.WAIT:
                return self._wait(call, crowd, trouble)
            case Remedy.RETRY | Remedy.RETRY_FEW | Remedy.RECONNECT:
                return self._retry(call, trouble)
        if call.route.lane.alive():
            self._reporter.back(call.route)
        return 0.0 if self._reshape(call, trouble.remedy) else self._end(call, trouble)

    def _reshape(self, call: _Call, remedy: Remedy) -> bool:
        """Leave out what the model does not take; whether that may help."""
        route = call.route
        if remedy is Remedy.FOLD_SYSTEM and not call.shape.fold:
            if not route.lane.fold_system:
                route.lane.fold_system = True
                self._reporter.folds(route)
            return True
        if remedy is Remedy.DROP_STREAM_OPTIONS:
            route.plain_stream = True
            return True
        return False

    def _wait(self, call: _Call, crowd: int, trouble: Trouble) -> CallOutcome | float:
        lane = call.route.lane
        pause = lane.refuse(crowd, trouble.retry_after)
        waited = lane.waited_beyond(lane.limits.patience)
        if waited is not None:
            return self._give_up(call, trouble, waited)
        if pause is not None:
            self._reporter.paused(call.route, pause, trouble)
        call.refusals += lane.served > call.served_before
        call.served_before = lane.served
        if call.refusals >= self._limits.refusals:
            return self._end(call, trouble)
        # A lane that goes on would have the call back at once.
        return (
            0.0
            if lane.is_paused()
            else backoff(call.refusals, self._limits.first_backoff, lane.limits.longest_pause)
        )

    def _retry(self, call: _Call, trouble: Trouble) -> CallOutcome | float:
        lane, limits = call.route.lane, self._limits
        patience = _patience(lane, trouble)
        pause = None if trouble.paid else lane.fail(_enough(lane, trouble), patience)
        waited = lane.waited_beyond(patience) if lane.probing else None
        if waited is not None:
            return self._give_up(call, trouble, waited)
        if pause is not None:
            self._reporter.paused(call.route, pause, trouble)
        few = trouble.remedy is Remedy.RETRY_FEW
        call.few += few
        # While nobody is there, the lane's patience bounds the tries, and no call's own count.
        call.failures += few or not lane.probing
        if call.failures >= limits.attempts or call.few >= limits.few:
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
        if trouble.code == "chat.refused_request" and not lane.served:
            lane.refused_requests += 1
            if lane.refused_requests >= self._limits.refused_requests:
                trouble = replace(trouble, remedy=Remedy.STOP_LANE)
        sent = route.sent(call.shape, call.messages)
        failure = self._reporter.failure(route, trouble, sent, call.tries - 1)
        already = route.stopped
        if trouble.remedy is Remedy.STOP_ENDPOINT:
            lane.endpoint.stop(failure)
        elif trouble.remedy is Remedy.STOP_LANE:
            lane.stop(failure)
        elif trouble.remedy is Remedy.STOP_ROUTE:
            route.stop = route.stop or failure
        if failure.stops != "call" and already is None:
            self._reporter.stopped(route, failure)
        return failure


def _looks_wrong(lane: Lane, trouble: Trouble) -> bool:
    """Whether the address rather than the moment is to blame: nothing was ever heard from there."""
    return not lane.endpoint.heard and trouble.code in ("chat.host_unknown", "chat.connection_refused")


def _enough(lane: Lane, trouble: Trouble) -> int:
    return 1 if _looks_wrong(lane, trouble) else lane.enough(trouble.remedy is Remedy.RECONNECT)


def _patience(lane: Lane, trouble: Trouble) -> float:
    """How long a lane that broke off is asked again: an endpoint that served before may come back."""
    limits = lane.limits
    if lane.endpoint.served:
        return limits.patience
    if not _looks_wrong(lane, trouble):
        return limits.first_patience
    return limits.host_patience if trouble.code == "chat.host_unknown" else limits.refused_patience
