"""Errors of the Python API say their sentence: a notebook shows what happened and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heartbench.errors import HeartBenchError
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
