"""What the client tells while it works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth a line on the screen: ``language.text(code, language, **fields)``."""

    code: str
    """``chat.lane_paused``, ``chat.lane_given_up``, ``chat.lane_stopped``, ``chat.endpoint_stopped``, …"""
    address: str
    """Masked."""
    model: str
    fields: Mapping[str, object]
    """All fields of the sentence, ``address`` and ``model`` among them."""


class Observer(Protocol):
    """Whoever wants to hear of lanes that wait or stop."""

    def notice(self, notice: Notice) -> None:
        """Called from the event loop: quick, and what it raises is dropped."""
        ...
