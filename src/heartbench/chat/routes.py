"""What is worked out once for a target, so that a call costs little."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from heartbench.chat.addresses import embedded_credentials, mask_url, normalise_base_url, proxy_for
from heartbench.chat.classify import Asked
from heartbench.chat.dialects import (
    anthropic_messages,
    auth_headers,
    fixed_fields,
    folded,
    openai_messages,
)
from heartbench.chat.lanes import Lane
from heartbench.chat.pricing import Pricer, pricer
from heartbench.chat.redaction import Redactor
from heartbench.chat.transport import Destination
from heartbench.records import CallFailure, Message, ModelTarget


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to write a target's requests: what a model does not take has been left out of it."""

    fold: bool
    """Whether the system text goes into the user turn."""
    fields: Mapping[str, object]
    """All fields but the messages."""
    sent: Mapping[str, object]
    """``fields``, and the fold."""
    own_stream_options: bool


class Route:
    """One target, ready to be asked."""

    def __init__(self, target: ModelTarget, destination: Destination, lane: Lane) -> None:
        self.target = target
        self.destination = destination
        self.lane = lane
        self.address = mask_url(str(destination.url))
        self.dialect = target.endpoint.dialect
        self.price: Pricer = pricer(target)
        self.stop: CallFailure | None = None
        """Why nothing can succeed with these parameters."""
        self.measures = lane.meter.measures or lane.endpoint.meter.measures
        self.plain_stream = False
        """Whether streams are asked for without their usage."""
        self._shapes: dict[tuple[bool, bool], Shape] = {}

    @property
    def stopped(self) -> CallFailure | None:
        """Why no call is sent any more, None while they are."""
        return self.lane.stopped or self.stop

    @property
    def shape(self) -> Shape:
        """How requests are written now; one object per way."""
        key = (self.lane.fold_system, self.plain_stream)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = self._new_shape(*key)
        return shape

    def _new_shape(self, fold: bool, plain_stream: bool) -> Shape:
        settings = self.target.settings
        fields = fixed_fields(self.target)
        given = settings.parameters.keys() | settings.extra_body.keys()
        own = "stream_options" in fields and "stream_options" not in given
        if own and plain_stream:
            del fields["stream_options"]
        sent = {**fields, "system_folded": True} if fold else fields
        return Shape(fold, MappingProxyType(fields), MappingProxyType(sent), own and not plain_stream)

    def sent(self, shape: Shape, messages: Sequence[Message]) -> Mapping[str, object]:
        """The request's fields without the messages, and whether the system text was folded."""
        return shape.sent if not shape.fold or has_system(messages) else shape.fields

    def asked(self, shape: Shape, messages: Sequence[Message]) -> Asked:
        """What the meaning of an error may depend on."""
        names = shape.fields.keys() - {"model", "messages"}
        return Asked(names, not shape.fold and has_system(messages), shape.own_stream_options)

    def body(self, shape: Shape, messages: Sequence[Message]) -> bytes:
        """The request's body."""
        turns = folded(messages) if shape.fold else messages
        part = openai_messages(turns) if self.dialect == "openai" else anthropic_messages(turns)
        whole = {**shape.fields, **part}
        try:
            return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
        except UnicodeEncodeError:
            # A lone surrogate exists in JSON only as an escape.
            return json.dumps(whole, separators=(",", ":")).encode()


def has_system(messages: Sequence[Message]) -> bool:
    """Whether there is a system message."""
    return any(item.role == "system" for item in messages)


def destination_of(target: ModelTarget, redactor: Redactor) -> Destination:
    """Where a target's requests go; every secret on the way is learned first.

    Raises EndpointError for an address or a proxy that cannot be used.
    """
    endpoint = target.endpoint
    if endpoint.credential is not None:
        redactor.learn(endpoint.credential.key)
    embedded = embedded_credentials(endpoint.base_url)
    headers = {"Content-Type": "application/json"}
    if embedded is not None:
        redactor.learn(embedded.secret)
        redactor.learn(embedded.header.partition(" ")[2])
        headers["Authorization"] = embedded.header
    headers.update(auth_headers(target))
    url = normalise_base_url(endpoint.base_url, endpoint.dialect)
    # Some gateways want a code in the query: whole, it is nobody's ordinary word.
    redactor.learn(urlsplit(url).query)
    proxy = proxy_for(url)
    if proxy is not None:
        redactor.learn(proxy.secret)
    timeout = aiohttp.ClientTimeout(
        total=endpoint.total_timeout, connect=endpoint.connect_timeout, sock_connect=endpoint.connect_timeout
    )
    return Destination(URL(url), headers, timeout, proxy)
