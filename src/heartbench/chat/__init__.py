"""Talking to models: wire dialects, retry, limits and prices."""

from heartbench.chat.addresses import mask_url, normalise_base_url
from heartbench.chat.client import ChatClient
from heartbench.chat.lanes import LaneLimits, LaneState
from heartbench.chat.limits import ClientLimits
from heartbench.chat.observing import Notice, Observer
from heartbench.chat.pricing import price

__all__ = [
    "ChatClient",
    "ClientLimits",
    "LaneLimits",
    "LaneState",
    "Notice",
    "Observer",
    "mask_url",
    "normalise_base_url",
    "price",
]
