"""Keeps keys out of everything that is shown or stored."""

from __future__ import annotations

from collections.abc import Iterable

from heartbench.config.secrets import MASK, SHORTEST_SECRET, written_forms

_SHORTEST_IN_REPLIES = 16
"""In a reply only what cannot be an ordinary word is replaced."""


class Redactor:
    """Replaces every secret it has been told of; one per client."""

    def __init__(self, others: Iterable[str] = ()) -> None:
        """``others`` are secrets of no call: they are looked for in errors and in what callables return."""
        self._secrets: list[str] = []
        self._in_replies: list[str] = []
        for secret in others:
            self._learn(secret)

    def learn(self, secret: str) -> None:
        """Take the secret of a call in, also as it is written in JSON, in URLs and in HTML."""
        self._learn(secret)
        if len(secret) >= _SHORTEST_IN_REPLIES:
            forms = (form for form in written_forms(secret) if form not in self._in_replies)
            self._in_replies = sorted([*self._in_replies, *forms], key=len, reverse=True)

    def _learn(self, secret: str) -> None:
        if len(secret) >= SHORTEST_SECRET:
            forms = (form for form in written_forms(secret) if form not in self._secrets)
            self._secrets = sorted([*self._secrets, *forms], key=len, reverse=True)

    def clean(self, text: str) -> str:
        """The text of an error with secrets replaced."""
        return _without(self._secrets, text)

    def clean_reply(self, text: str) -> str:
        """The text of a reply with the calls' secrets replaced, were an endpoint to echo them."""
        return _without(self._in_replies, text)

    def clean_returned(self, text: str) -> str:
        """The text that a callable returned, with every long secret replaced."""
        return _without([form for form in self._secrets if len(form) >= _SHORTEST_IN_REPLIES], text)


def _without(secrets: Iterable[str], text: str) -> str:
    for secret in secrets:
        if secret in text:
            text = text.replace(secret, MASK)
    return text
