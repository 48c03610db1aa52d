"""What is worked out once for a target, so that a call costs little."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

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
        self._fields = fixed_fields(target)
        added = "stream_options" in self._fields
        given = (
            "stream_options" in target.settings.parameters or "stream_options" in target.settings.extra_body
        )
        self._own_stream_options = added and not given
        self._sent: dict[bool, Mapping[str, object]] = {}

    @property
    def stopped(self) -> CallFailure | None:
        """Why no call is sent any more, None while they are."""
        return self.lane.stopped or self.stop

    def drop_stream_options(self) -> None:
        """Never again ask for usage in streams."""
        self._fields.pop("stream_options", None)
        self._own_stream_options = False
        self._sent.clear()

    def asked(self, messages: Sequence[Message]) -> Asked:
        """What the meaning of an error may depend on."""
        system = not self.lane.fold_system and any(item.role == "system" for item in messages)
        return Asked(self._fields.keys() - {"model", "messages"}, system, self._own_stream_options)

    def body(self, messages: Sequence[Message]) -> bytes:
        """The request's body."""
        turns = folded(messages) if self.lane.fold_system else messages
        part = openai_messages(turns) if self.dialect == "openai" else anthropic_messages(turns)
        whole = {**self._fields, **part}
        try:
            return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
        except UnicodeEncodeError:
            # A lone surrogate exists in JSON only as an escape.
            return json.dumps(whole, separators=(",", ":")).encode()

    def sent(self, messages: Sequence[Message]) -> Mapping[str, object]:
        """The fields without the messages, and whether the system text was folded: one object per case."""
        fold = self.lane.fold_system and any(item.role == "system" for item in messages)
        known = self._sent.get(fold)
        if known is None:
            known = MappingProxyType({**self._fields, "system_folded": True} if fold else dict(self._fields))
            self._sent[fold] = known
        return known


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
        headers["Authorization"] = embedded.header
    headers.update(auth_headers(target))
    url = normalise_base_url(endpoint.base_url, endpoint.dialect)
    proxy = proxy_for(url)
    if proxy is not None:
        redactor.learn(proxy.secret)
    timeout = aiohttp.ClientTimeout(
        total=endpoint.total_timeout, connect=endpoint.connect_timeout, sock_connect=endpoint.connect_timeout
    )
    return Destination(URL(url), headers, timeout, proxy)
