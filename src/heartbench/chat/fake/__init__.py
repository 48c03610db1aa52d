"""The fake endpoint: answers like a model provider, fails on demand, counts what it saw.

Part of the product, for tests of pipelines that talk to models. In this process::

    async with FakeEndpoint(FakeSettings(latency=0.1)) as fake:
        ...  # ask fake.url

or as a process of its own: ``python -m heartbench.chat.fake --port 0 --latency 1``.
"""

from heartbench.chat.fake.calls import FakeCall
from heartbench.chat.fake.content import Content, Wire
from heartbench.chat.fake.endpoint import FakeEndpoint
from heartbench.chat.fake.faults import FAULTS, Fault
from heartbench.chat.fake.model import FakeModel
from heartbench.chat.fake.plan import FaultPlan
from heartbench.chat.fake.process import FakeProcess
from heartbench.chat.fake.settings import FakeSettings, Replies
from heartbench.chat.fake.stats import FakeStats

__all__ = [
    "FAULTS",
    "Content",
    "FakeCall",
    "FakeEndpoint",
    "FakeModel",
    "FakeProcess",
    "FakeSettings",
    "FakeStats",
    "Fault",
    "FaultPlan",
    "Replies",
    "Wire",
]
