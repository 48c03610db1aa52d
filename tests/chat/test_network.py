from __future__ import annotations

import errno
import socket

import pytest

from heartbench.chat.network import has_route


class Unreachable:
    """A socket of a machine without a network."""

    def __init__(self, family: int, kind: int) -> None:
        self.family = family

    def __enter__(self) -> Unreachable:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def connect(self, address: tuple[str, int]) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")


class OnlyNewer(Unreachable):
    """A socket of a machine with IPv6 alone."""

    def connect(self, address: tuple[str, int]) -> None:
        if self.family == socket.AF_INET:
            super().connect(address)


@pytest.mark.parametrize(("kind", "found"), [(Unreachable, False), (OnlyNewer, True)])
def test_one_way_out_is_enough(monkeypatch: pytest.MonkeyPatch, kind: type, found: bool) -> None:
    monkeypatch.setattr(socket, "socket", kind)
    assert has_route() is found
