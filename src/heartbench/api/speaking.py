"""Errors of the Python API say their sentence: a notebook shows what happened and what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from heartbench.errors import HeartBenchError, UsageError
from heartbench.language import resolve_language, text, variant


@contextmanager
def spoken() -> Iterator[None]:
    """Gives every error that passes its sentence, in the language of HEARTBENCH_LANG or the locale."""
    try:
        yield
    except HeartBenchError as error:
        language = resolve_language()
        error.sentence = text(variant(error.code, "python", language), language, **error.fields)
        raise


def check_no_loop(name: str) -> None:
    """Raises UsageError ``api.running_loop`` where an event loop runs: ``name`` would have to wait in it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    with spoken():
        raise UsageError("api.running_loop", name=name)
