"""Where a base URL leads, and how it is shown."""

from __future__ import annotations

import base64
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from heartbench.config.addresses import mask_user
from heartbench.errors import EndpointError
from heartbench.records import Dialect

_PATHS: Mapping[Dialect, str] = {"openai": "/chat/completions", "anthropic": "/messages"}


@dataclass(frozen=True, slots=True)
class Proxy:
    """The proxy that leads to an address, from the environment."""

    url: str = field(repr=False)
    """With its credentials, if any."""
    secret: str = field(default="", repr=False)
    """The password in ``url``, decoded; empty where there is none."""


def normalise_base_url(base_url: str, dialect: Dialect = "openai") -> str:
    """The URL that chat requests are posted to, without user name and password.

    A bare host gets ``/v1``; a path that ends in the chat path is kept; any other path is
    the user's word for the version part. A query stays (some providers want a version there).
    Raises EndpointError ``chat.address_invalid`` for what is no http(s) URL.
    """
    parts = _split(base_url)
    path = parts.path.rstrip("/")
    suffix = _PATHS[dialect]
    if not path.endswith(suffix):
        versioned = path if path and not _needs_version(path, dialect) else f"{path}/v1"
        path = f"{versioned}{suffix}"
    return urlunsplit((parts.scheme, _host_of(parts), path, parts.query, ""))


def _needs_version(path: str, dialect: Dialect) -> bool:
    """The anthropic base URL never holds the version, unless the user wrote it."""
    last = path.rsplit("/", 1)[-1]
    return dialect == "anthropic" and not (last[:1] == "v" and last[1:2].isdigit())


def _split(base_url: str) -> SplitResult:
    stripped = base_url.strip()
    try:
        parts = urlsplit(stripped)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or any(letter.isspace() for letter in stripped):
        raise EndpointError("chat.address_invalid", address=mask_url(stripped))
    return parts


def _host_of(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def mask_url(url: str) -> str:
    """The URL as it may be shown: user name, password and query values are replaced."""
    shown, question, _ = mask_user(url).partition("?")
    return f"{shown}?***" if question else shown


@dataclass(frozen=True, slots=True)
class EmbeddedCredentials:
    """User name and password written into a URL."""

    header: str = field(repr=False)
    """The value of the Authorization header."""
    secret: str = field(repr=False)
    """What must never be shown."""


def embedded_credentials(base_url: str) -> EmbeddedCredentials | None:
    """User name and password of a URL, None where it has none."""
    parts = _split(base_url)
    if parts.username is None:
        return None
    user, password = unquote(parts.username), unquote(parts.password or "")
    token = base64.b64encode(f"{user}:{password}".encode()).decode()
    return EmbeddedCredentials(f"Basic {token}", password or user)


def is_local(host: str) -> bool:
    """Whether a host is this machine, which no proxy can reach for us."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def proxy_for(url: str) -> Proxy | None:
    """The proxy the environment names for a URL; none for this machine and NO_PROXY hosts.

    The variable of the scheme goes before ALL_PROXY. Raises EndpointError
    ``chat.proxy_unsupported`` where the only proxy speaks something other than HTTP.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_local(host) or proxy_bypass(host):
        return None
    proxies = getproxies()
    named = [proxies[key] for key in (parts.scheme, "all") if proxies.get(key)]
    for proxy in named:
        address = proxy if "://" in proxy else f"http://{proxy}"
        if address.startswith(("http://", "https://")):
            return Proxy(address, unquote(urlsplit(address).password or ""))
    if named:
        raise EndpointError("chat.proxy_unsupported", proxy=mask_url(named[0]), address=mask_url(url))
    return None
