"""What must never be shown: keys in the environment, and the ways in which a secret is written."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote, urlsplit

MASK = "***"
SHORTEST_SECRET = 5
"""Shorter placeholders (``none``, ``x``) are no secrets, and replacing them would garble texts."""

_SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIALS")
_SHORTEST_VALUE = 8
_ESCAPED_IN_JSON = "<>&='\"+/"


def written_forms(secret: str) -> tuple[str, ...]:
    """A secret as it may stand in a text: plain, in JSON by several writers, in URLs, in HTML."""
    unicode_escapes = "".join(
        f"\\u{ord(character):04x}" if character in _ESCAPED_IN_JSON else character for character in secret
    )
    gson = "".join(f"\\u{ord(character):04x}" if character in "<>&='" else character for character in secret)
    escaped = html.escape(secret)
    forms = (
        secret,
        secret.replace("/", "\\/"),
        quote(secret, safe=""),
        quote(secret),
        escaped,
        escaped.replace("+", "&#43;"),
        gson,
        unicode_escapes,
    )
    return tuple(dict.fromkeys(forms))


def secrets_of(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The values of variables whose names end like those of keys, and passwords of addresses (proxies)."""
    found = [
        value.strip()
        for name, value in environ.items()
        if name.upper().endswith(_SECRET_NAMES) and len(value.strip()) >= _SHORTEST_VALUE
    ]
    found += [word for value in environ.values() if "://" in value for word in _password(value)]
    return tuple(dict.fromkeys(found))


def _password(address: str) -> tuple[str, ...]:
    try:
        password = urlsplit(address.strip()).password or ""
    except ValueError:
        return ()
    return tuple(form for form in {password, unquote(password)} if len(form) >= SHORTEST_SECRET)


def mask_secrets(text: str, secrets: Iterable[str]) -> str:
    """The text with every one of the secrets replaced, in whatever form it stands there."""
    for form in sorted((form for secret in secrets for form in written_forms(secret)), key=len, reverse=True):
        text = text.replace(form, MASK)
    return text
