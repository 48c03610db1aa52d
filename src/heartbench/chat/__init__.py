"""Talking to models: wire dialects, retry, limits and prices."""

from heartbench.chat.addresses import mask_url, normalise_base_url
from heartbench.chat.callables import CallableAsker, call_function
from heartbench.chat.client import ChatClient, NotSent
from heartbench.chat.lanes import LaneLimits, LaneState
from heartbench.chat.limits import ClientLimits
from heartbench.chat.observing import Notice, Observer
from heartbench.chat.offline import offline_answer
from heartbench.chat.pricing import price
from heartbench.chat.probing import ProbeResult, probe

__all__ = [
    "CallableAsker",
    "ChatClient",
    "ClientLimits",
    "LaneLimits",
    "LaneState",
    "NotSent",
    "Notice",
    "Observer",
    "ProbeResult",
    "call_function",
    "mask_url",
    "normalise_base_url",
    "offline_answer",
    "price",
    "probe",
]
