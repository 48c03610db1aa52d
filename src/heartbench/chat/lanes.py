"""Lanes: who may call now, who waits, who has to stop."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

from heartbench.chat.backoff import backoff
from heartbench.chat.pace import Pace
from heartbench.chat.windows import Meter, Output
from heartbench.records import CallFailure

_CALM = 10
"""After so many calls served, the next refusal counts as the first again."""
_DEAD_CONNECTIONS = 3
_DEAD_CALLS = 8


@dataclass(frozen=True, slots=True)
class LaneLimits:
    """How a lane paces itself; all times in seconds."""

    start: int = 16
    most: int = 256
    first_pause: float = 0.25
    """After the first refusal that names no time; doubling with each further one."""
    longest_pause: float = 60.0
    """A Retry-After above ``patience`` is cut to this: the endpoint is asked again meanwhile."""
    patience: float = 300.0
    """A lane that was not served for so long is given up."""
    first_patience: float = 60.0
    """The same for a lane that was never served: an address may be wrong."""
    outage_pause: float = 1.0
    longest_outage_pause: float = 8.0
    refused_patience: float = 10.0
    """The same where nothing listens at the address and nothing was ever heard from it."""
    host_patience: float = 0.5
    """The same where no host of that name exists: time for a second try."""
    first_quiet: float = 15.0
    """A lane that waits is spoken of once, again after so long, then after twice as long each time."""


@dataclass(frozen=True, slots=True)
class LaneState:
    """A lane, for progress displays."""

    limit: int
    in_flight: int
    paused_until: float | None
    """Unix time, None while it does not wait."""
    stopped: CallFailure | None
    """Why it answers no more, None while it does."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A lane has begun to wait."""

    seconds: float
    asked: float | None
    """Seconds the endpoint asked for."""
    outage: bool


@dataclass
class EndpointState:
    """What the lanes of one endpoint share."""

    meter: Meter = field(default_factory=Meter)
    heard: bool = False
    """Whether anything was answered, be it an error."""
    served: bool = False
    """Whether it ever did what it was asked."""
    stopped: CallFailure | None = None
    lanes: list[Lane] = field(default_factory=list)

    def stop(self, failure: CallFailure) -> None:
        """No further call."""
        self.stopped = self.stopped or failure
        for lane in self.lanes:
            lane.stop(failure)


class Lane:
    """One model at one endpoint."""

    def __init__(self, endpoint: EndpointState, limits: LaneLimits) -> None:
        self.endpoint = endpoint
        self.limits = limits
        self.pace = Pace(limits.start, limits.most)
        self.meter = Meter()
        self.output = Output()
        self.in_flight = 0
        self.sending = 0
        self.paused_until = 0.0
        """On the event loop's clock."""
        self.stopped: CallFailure | None = endpoint.stopped
        self.served = 0
        """How often the endpoint did what it was asked."""
        self.refused_requests = 0
        self.fold_system = False
        """Whether the model takes no system role."""
        self.sick_since: float | None = None
        self._gone = asyncio.Event()
        self._waiters: deque[asyncio.Future[None]] = deque()
        self._probing = False
        self._strikes = 0
        self._calm = 0
        self._broken = 0
        self._outages = 0
        self._quiet = limits.first_quiet
        self._quiet_until = 0.0
        endpoint.lanes.append(self)

    @property
    def allowed(self) -> int:
        """Calls that may be in flight now; a lane whose endpoint is down sends one at a time."""
        return 1 if self._probing else self.pace.limit

    @property
    def probing(self) -> bool:
        """Whether nobody answers at the endpoint, so that one call at a time tries."""
        return self._probing

    @property
    def is_open(self) -> bool:
        """Whether those who hold a place may call: the lane neither waits nor was cut meanwhile."""
        return self.in_flight <= self.allowed and not self.is_paused()

    def is_paused(self) -> bool:
        """Whether it waits."""
        return self.paused_until > 0 and self.paused_until > asyncio.get_running_loop().time()

    async def enter(self, again: bool = False) -> None:
        """Take a place, or return at once where the lane has stopped; ``again`` goes to the front."""
        if self.in_flight < self.allowed and not self._waiters and not self.is_paused():
            self.in_flight += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if again:
            self._waiters.appendleft(turn)
        else:
            self._waiters.append(turn)
        self._pump()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Give the place back."""
        self.in_flight -= 1
        self._pump()

    def _pump(self) -> None:
        if not self._waiters or self.is_paused():
            return
        while self._waiters and (self.in_flight < self.allowed or self.stopped):
            turn = self._waiters.popleft()
            if not turn.done():
                self.in_flight += 1
                turn.set_result(None)

    def stop(self, failure: CallFailure) -> None:
        """No further call; everyone who waits goes on to hear why."""
        self.stopped = self.stopped or failure
        self.paused_until = 0.0
        self._gone.set()
        self._pump()

    async def rest(self, seconds: float) -> None:
        """Wait, but no longer than the lane lives."""
        try:
            async with asyncio.timeout(seconds):
                await self._gone.wait()
        except TimeoutError:
            return

    def alive(self) -> bool:
        """The endpoint answered; whether it had been down."""
        was_down, self._probing = self._probing, False
        if was_down:
            self._quiet, self._quiet_until = self.limits.first_quiet, 0.0
        self.sick_since = None
        self._broken = self._outages = 0
        return was_down

    def accept(self, crowd: int) -> None:
        """A call was served."""
        self.served += 1
        self.endpoint.heard = self.endpoint.served = True
        self._calm += 1
        if self._calm >= _CALM:
            self._strikes = 0
        # A call sent before a pause says nothing about what is accepted after it.
        if not self.paused_until or not self.is_paused():
            self.pace.accept(crowd)

    def refuse(self, crowd: int, asked: float | None) -> Pause | None:
        """The endpoint asks to wait; the pause that begins, None where there is none or one goes on.

        A refusal by chance that names no time concerns the one call alone.
        """
        now = asyncio.get_running_loop().time()
        fresh = not self.is_paused()
        telling = self.pace.refuse(crowd, self.sending, fresh)
        self._mark_sick(now)
        sane = asked if asked is not None and asked <= self.limits.patience else None
        if not telling and asked is None:
            return None
        if fresh and telling:
            self._strikes += 1
            self._calm = 0
        own = backoff(max(0, self._strikes - 1), self.limits.first_pause, self.limits.longest_pause)
        seconds = max(own, sane) if sane is not None else own if asked is None else self.limits.longest_pause
        self._pause(now, seconds)
        return Pause(seconds, asked, False) if fresh else None

    def fail(self, enough: int, patience: float) -> Pause | None:
        """A call broke on its way; the pause that begins once ``enough`` in a row did.

        The last pause ends when ``patience`` does, for one more try.
        """
        now = asyncio.get_running_loop().time()
        self._mark_sick(now)
        self._broken += 1
        if not self._probing and self._broken < enough:
            return None
        self._probing = True
        if self.is_paused():
            return None
        seconds = backoff(self._outages, self.limits.outage_pause, self.limits.longest_outage_pause)
        self._outages += 1
        left = (self.sick_since or now) + patience - now
        seconds = min(seconds, left) if left > 0 else seconds
        self._pause(now, seconds)
        return Pause(seconds, None, True)

    def enough(self, connection: bool) -> int:
        """So many calls that broke in a row say that nobody is there."""
        return _DEAD_CONNECTIONS if connection else max(_DEAD_CALLS, self.pace.limit)

    def may_speak(self) -> bool:
        """Whether it is time to say that the lane waits: at first, then ever less often."""
        now = asyncio.get_running_loop().time()
        if now < self._quiet_until:
            return False
        self._quiet_until = now + self._quiet
        self._quiet *= 2
        return True

    def waited_beyond(self, patience: float) -> float | None:
        """Seconds since anything was served, once they are more than ``patience``."""
        if self.sick_since is None:
            return None
        waited = asyncio.get_running_loop().time() - self.sick_since
        return waited if waited > patience else None

    def _mark_sick(self, now: float) -> None:
        if self.sick_since is None:
            self.sick_since = now

    def _pause(self, now: float, seconds: float) -> None:
        until = now + seconds
        if until > self.paused_until:
            self.paused_until = until
            asyncio.get_running_loop().call_at(until + 1e-4, self._pump)
