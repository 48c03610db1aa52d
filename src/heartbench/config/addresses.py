"""Base URLs: what is accepted, and how one is shown to people."""

from __future__ import annotations

from urllib.parse import SplitResult, parse_qsl, urlsplit, urlunsplit

from heartbench.config.secrets import MASK
from heartbench.errors import ConfigError

_SECRET_WORDS = ("key", "token", "secret", "passw", "pwd", "sig", "credential")


def _split(address: str, place: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        usable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable, parts = False, SplitResult("", "", "", "", "")
    if not usable or parts.scheme not in {"http", "https"} or any(mark.isspace() for mark in address):
        raise ConfigError("config.address_invalid", address=mask_address(address), place=place)
    return parts


def _is_secret(name: str) -> bool:
    lowered = name.lower()
    return any(word in lowered for word in _SECRET_WORDS)


def mask_user(address: str) -> str:
    """The address with user and password replaced, also where a password holds a slash."""
    head, mark, tail = address.partition("//")
    if not mark:
        head, tail = "", address
    authority, slash, path = tail.partition("/")
    if "@" in authority:
        return f"{head}{mark}{MASK}@{authority.rpartition('@')[2]}{slash}{path}"
    _, colon, port = authority.rpartition(":")
    if colon and not port.isdigit() and not authority.endswith("]") and "@" in path:
        return f"{head}{mark}{MASK}@{path.rpartition('@')[2]}"
    return address


def mask_address(address: str) -> str:
    """The address as it may be shown: user, password and secret query values replaced.

    Works on any text, also on one that is no address.
    """
    masked = mask_user(address.strip())
    before, question, query = masked.partition("?")
    if not question:
        return masked
    pairs = (pair.partition("=") for pair in query.split("&"))
    shown = (
        f"{name}={MASK}" if _is_secret(name) else f"{name}{equals}{value}" for name, equals, value in pairs
    )
    return f"{before}?{'&'.join(shown)}"


def check_address(address: str, place: str) -> str:
    """The address without surrounding blanks, if it is a plain http(s) URL.

    ``place`` says where it was written, for the message. Raises ConfigError for anything else,
    and for a user, password or key inside the URL: those would end in logs and records.
    """
    address = address.strip()
    parts = _split(address, place)
    secret = any(_is_secret(name) for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    if parts.username is not None or parts.password is not None or secret:
        raise ConfigError("config.address_with_secret", address=mask_address(address), place=place)
    return urlunsplit(parts._replace(fragment=""))


def host_of(address: str) -> str:
    """The host of an accepted address, in lower case."""
    return urlsplit(address).hostname or ""
