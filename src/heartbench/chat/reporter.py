"""Turns troubles into failures and notices: the one place where the client finds words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

from heartbench import language
from heartbench.chat.lanes import Pause
from heartbench.chat.observing import Notice, Observer
from heartbench.chat.redaction import Redactor
from heartbench.chat.routes import Route
from heartbench.chat.trouble import Remedy, Trouble
from heartbench.errors import EndpointError
from heartbench.records import UNKNOWN_USAGE, CallFailure, FailureKind

_LONGEST = 500
_WORTH_SAYING = 3.0
"""Shorter pauses are everyday business."""

_REACH: Mapping[Remedy, Literal["call", "lane", "endpoint"]] = {
    Remedy.STOP_ROUTE: "lane",
    Remedy.STOP_LANE: "lane",
    Remedy.STOP_ENDPOINT: "endpoint",
}


class Reporter:
    """Words failures in one language and tells the observer."""

    def __init__(self, redactor: Redactor, observer: Observer | None, speak: language.Language) -> None:
        self._redactor = redactor
        self._observer = observer
        self._speak = speak

    def failure(
        self, route: Route, trouble: Trouble, sent: Mapping[str, object], retries: int
    ) -> CallFailure:
        """A trouble that ended a call."""
        usage = trouble.usage
        return CallFailure(
            trouble.kind,
            self._words(trouble.code, self._fields(route, trouble)),
            self._redactor.clean(trouble.raw),
            trouble.status,
            _REACH.get(trouble.remedy, "call"),
            trouble.paid,
            usage,
            trouble.latency,
            sent,
            retries,
            None if usage is UNKNOWN_USAGE else route.price(usage),
        )

    def unusable(self, error: EndpointError) -> CallFailure:
        """An address that cannot even be tried."""
        message = self._words(error.code, error.fields)
        return CallFailure(FailureKind.BAD_RESPONSE, message, stops="endpoint")

    def given_up(self, route: Route, trouble: Trouble, waited: float, retries: int) -> CallFailure:
        """The end of a lane's patience."""
        last = self._words(trouble.code, self._fields(route, trouble))
        fields = {**self._fields(route, trouble), "last": last, "waited": round(waited)}
        self._tell("chat.lane_given_up", route, fields)
        message = self._words("chat.lane_given_up", fields)
        raw = self._redactor.clean(trouble.raw)
        return CallFailure(
            trouble.kind, message, raw, trouble.status, "lane", latency=trouble.latency, retries=retries
        )

    def paused(self, route: Route, pause: Pause, trouble: Trouble) -> None:
        """A pause that is long enough to be wondered at, and was not spoken of lately."""
        fields = {**self._fields(route, trouble), "seconds": max(1, round(pause.seconds))}
        if pause.asked is not None and pause.asked > pause.seconds + 1:
            limits = route.lane.limits
            fields["asked"], fields["patience"] = round(pause.asked), round(limits.patience)
            code = "chat.long_retry_after"
        elif pause.outage:
            # An answer with an error status is an answer.
            code = "chat.lane_down" if trouble.status is None else "chat.lane_failing"
        elif pause.seconds >= _WORTH_SAYING:
            code = "chat.lane_paused"
        else:
            return
        if route.lane.may_speak():
            self._tell(code, route, fields)

    def back(self, route: Route) -> None:
        """The endpoint answers again."""
        self._tell("chat.lane_back", route, self._place(route))

    def folds(self, route: Route) -> None:
        """The system text goes into the user turn from now on."""
        self._tell("chat.system_folded", route, self._place(route))

    def stopped(self, route: Route, failure: CallFailure) -> None:
        """A lane or an endpoint will not be asked again."""
        code = "chat.endpoint_stopped" if failure.stops == "endpoint" else "chat.lane_stopped"
        self._tell(code, route, {**self._place(route), "reason": failure.message})

    def _place(self, route: Route) -> dict[str, object]:
        return {"address": route.address, "model": route.target.model}

    def _fields(self, route: Route, trouble: Trouble) -> dict[str, object]:
        detail = trouble.detail or ""
        status = "" if trouble.status is None else trouble.status
        return {**self._place(route), "detail": detail, "status": status, **trouble.fields}

    def _words(self, code: str, fields: Mapping[str, object]) -> str:
        sentence = language.text(code, self._speak, **fields)
        line = " ".join(self._redactor.clean(sentence).split())
        return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"

    def _tell(self, code: str, route: Route, fields: Mapping[str, object]) -> None:
        if self._observer is None:
            return
        clean = {
            name: self._redactor.clean(value) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        # A display that fails must cost no paid call.
        with suppress(Exception):
            self._observer.notice(Notice(code, route.address, route.target.model, clean))
