"""Whether this machine has a network at all."""

from __future__ import annotations

import socket

_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses kept for documentation (RFC 5737, RFC 3849): nobody is there."""


def has_route() -> bool:
    """Whether this machine knows a way to other networks. Nothing is sent."""
    return any(_knows_way(family, address) for family, address in _ELSEWHERE)


def _knows_way(family: socket.AddressFamily, address: str) -> bool:
    try:
        # Connecting a datagram socket only looks the way up.
        with socket.socket(family, socket.SOCK_DGRAM) as one:
            one.connect((address, 9))
    except OSError:
        return False
    return True
