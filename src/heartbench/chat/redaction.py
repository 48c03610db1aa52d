"""Keeps keys out of everything that is shown or stored."""

from __future__ import annotations

from urllib.parse import quote

_SHORTEST = 5
"""Shorter placeholders (``none``, ``x``) are no secrets, and replacing them would garble texts."""
_SHORTEST_IN_REPLIES = 16
"""In a reply only what cannot be an ordinary word is replaced."""
_MASK = "***"


class Redactor:
    """Replaces every secret it has been told of; one per client."""

    def __init__(self) -> None:
        self._secrets: list[str] = []
        self._long: list[str] = []

    def learn(self, secret: str) -> None:
        """Take a secret in, also as it is written in JSON and in URLs."""
        if len(secret) < _SHORTEST:
            return
        for form in (secret, secret.replace("/", "\\/"), quote(secret, safe="")):
            if form not in self._secrets:
                self._secrets.append(form)
        self._secrets.sort(key=len, reverse=True)
        self._long = [form for form in self._secrets if len(form) >= _SHORTEST_IN_REPLIES]

    def clean(self, text: str) -> str:
        """The text of an error with secrets replaced."""
        for secret in self._secrets:
            if secret in text:
                text = text.replace(secret, _MASK)
        return text

    def clean_reply(self, text: str) -> str:
        """The text of a reply with secrets replaced, were an endpoint to echo them."""
        for secret in self._long:
            if secret in text:
                text = text.replace(secret, _MASK)
        return text
