"""Every error that leaves a room of HeartBench.

::

    HeartBenchError
    ├── UsageError ............ what was asked for cannot be done as asked (exit 2)
    │   ├── ConfigError ....... heartbench.toml or the environment holds something wrong
    │   ├── TargetError ....... a candidate or judge cannot be understood
    │   ├── CredentialError ... no address or key was found, or they come from two sources
    │   ├── RunError .......... the name of a run cannot be used (taken, owned, unknown)
    │   └── ProtocolError ..... a protocol or mode is unknown, or its prompts are not there
    ├── DataError ............. a question set or a file of answers cannot be used (exit 2)
    ├── StoreError ............ the database cannot be used as it is (exit 2)
    ├── EndpointError ......... an address or model answers in a way that no retry mends
    └── GateError ............. a gate says no (exit 1)

An error carries a ``code`` and fields, no prose: :mod:`heartbench.language` turns them into
one sentence that says what happened and what to do, in Chinese or English. What a single
call or reply did wrong is no exception but a :class:`heartbench.records.Failure`.
"""

from __future__ import annotations

from typing import ClassVar


class HeartBenchError(Exception):
    """Raised never itself; catch it to catch every error of this package."""

    exit_code: ClassVar[int] = 2

    def __init__(self, code: str, **fields: object) -> None:
        self.code = code
        self.fields = fields
        self.sentence = ""
        """What it says to people, where a room above has given it words."""
        super().__init__(code, fields)

    def __str__(self) -> str:
        if self.sentence:
            return self.sentence
        details = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}({details})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.fields)


def _rebuild(kind: type[HeartBenchError], code: str, fields: dict[str, object]) -> HeartBenchError:
    return kind(code, **fields)


class UsageError(HeartBenchError):
    """Raised when what was asked for cannot be done as asked."""


class ConfigError(UsageError):
    """Raised when heartbench.toml or the environment holds something wrong."""


class TargetError(UsageError):
    """Raised when a candidate or judge cannot be understood."""


class CredentialError(UsageError):
    """Raised when no address or key was found, or they come from two sources."""


class RunError(UsageError):
    """Raised when the name of a run cannot be used: taken, owned by a process, or unknown."""


class ProtocolError(UsageError):
    """Raised when a protocol or mode is unknown, or its prompts have not been imported."""


class DataError(HeartBenchError):
    """Raised when a question set or a file of answers cannot be used."""


class StoreError(HeartBenchError):
    """Raised when the database cannot be used as it is."""


class EndpointError(HeartBenchError):
    """Raised when an address or model answers in a way that no retry mends."""


class GateError(HeartBenchError):
    """Raised when a gate says no."""

    exit_code: ClassVar[int] = 1
