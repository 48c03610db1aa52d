"""What the system and Python's own parsers say, in the language of the sentence it stands in.

They speak English alone. What is known here is translated; all else is quoted as it is.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Mapping, Sequence

from heartbench.language.phrases import Phrase

_SYSTEM: Mapping[int, str] = {
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.ENOENT: "not_there",
    errno.ENOTDIR: "no_folder",
    errno.EISDIR: "folder",
    errno.EEXIST: "exists",
    errno.EROFS: "read_only",
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "quota",
    errno.ENAMETOOLONG: "name_too_long",
    errno.ELOOP: "links",
    errno.EIO: "disk",
    errno.EMFILE: "too_many_open",
    errno.ENFILE: "too_many_open",
    errno.EADDRINUSE: "address_taken",
    errno.EADDRNOTAVAIL: "address_not_ours",
    errno.ECONNREFUSED: "refused",
    errno.ECONNRESET: "reset",
    errno.ENETUNREACH: "network",
    errno.EHOSTUNREACH: "network",
    errno.ETIMEDOUT: "timed_out",
}

_JSON: Sequence[tuple[str, str]] = (
    (r"Expecting value", "json_value"),
    (r"Expecting property name", "json_name"),
    (r"Expecting '(?P<mark>[,:])' delimiter", "json_mark"),
    (r"Unterminated string", "json_open"),
    (r"Invalid control character", "json_control"),
    (r"Invalid \\", "json_escape"),
    (r"Illegal trailing comma", "json_comma"),
    (r"Extra data", "json_more"),
)

_TOML: Sequence[tuple[str, str]] = (
    (r"Expected '=' after a key", "toml_equals"),
    (r"Invalid value", "toml_value"),
    (r"Unterminated string", "json_open"),
    (r"Unescaped|Escaped|Invalid hex", "json_escape"),
    (r"Expected newline or end", "toml_line"),
    (r"Invalid (?:statement|initial)", "toml_statement"),
    (r"Cannot declare|Cannot redefine|Cannot overwrite|Cannot mutate|Duplicate", "toml_twice"),
    (r"Unclosed|Expected '\]", "toml_bracket"),
    (r"Invalid date", "toml_date"),
    (r"Illegal|Found invalid", "json_control"),
)
_WIRE: Sequence[tuple[str, str]] = (
    (r"Server disconnected", "closed"),
    (r"Response payload is not completed|.*(?:TransferEncoding|ContentLength|Payload)Error", "cut"),
    (r".*Name or service not known|.*nodename nor servname|.*No address associated", "no_host"),
    (r".*Temporary failure in name resolution", "no_resolver"),
)
_INNARDS = re.compile(r" ssl:(?:<[^<>]*>|\w+)")
"""``ssl:<ssl.SSLContext object at 0x…>``: of no use to anybody."""
_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def system_reason(error: OSError) -> Phrase | str:
    """Why the system refused."""
    name = _SYSTEM.get(error.errno) if error.errno is not None else None
    return Phrase(f"foreign.{name}") if name else error.strerror or str(error)


def wire_reason(error: BaseException) -> Phrase | str:
    """What a connection failed of; ``error`` is one of the system or of an HTTP client."""
    cause = getattr(error, "os_error", error)
    if isinstance(cause, OSError) and cause.errno in _SYSTEM:
        return system_reason(cause)
    # The text of a response error ends with the whole URL, which may hold a secret; its message does not.
    said = str(getattr(error, "message", "") or error) or type(error).__name__
    return _known(_INNARDS.sub("", said), _WIRE)


def json_reason(error: BaseException) -> Phrase | str:
    """Why a text is no JSON, with its column."""
    if isinstance(error, RecursionError):
        return Phrase("foreign.json_deep")
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    return Phrase("foreign.at_column", {"what": _known(error.msg, _JSON), "column": error.colno})


def toml_reason(error: ValueError) -> Phrase | str:
    """Why a text is no TOML, with its line and column."""
    said = str(error)
    place = _TOML_PLACE.search(said)
    what = _known(_TOML_PLACE.sub("", said), _TOML)
    if place is None:
        return what
    if place.group(1) is None:
        return Phrase("foreign.at_end", {"what": what})
    return Phrase("foreign.at_line", {"what": what, "line": place.group(1), "column": place.group(2)})


def _known(said: str, table: Sequence[tuple[str, str]]) -> Phrase | str:
    for pattern, name in table:
        found = re.match(pattern, said)
        if found:
            return Phrase(f"foreign.{name}", found.groupdict())
    return said
