"""Targets as people write them: ``[LABEL=]TARGET``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from heartbench.config.addresses import mask_address
from heartbench.errors import TargetError

TargetKind = Literal["model", "python", "offline", "file"]

_PREFIXES: dict[str, TargetKind] = {"python:": "python", "offline:": "offline", "file:": "file"}

OFFLINE_CANDIDATES = ("listener", "adviser", "silent")
"""Scripts."""
LABELS_JUDGE = "labels"
OFFLINE_JUDGES = ("rules", LABELS_JUDGE)


@dataclass(frozen=True, slots=True)
class WrittenTarget:
    """A target taken apart, nothing looked up yet."""

    kind: TargetKind
    value: str
    """Model name verbatim, import path, offline name or file path."""
    label: str = ""
    """Empty where none was written."""
    endpoint: str = ""
    """Name of the declared endpoint, for a model that was written as ``ENDPOINT/MODEL``."""


def _kind_of(text: str) -> tuple[TargetKind, str]:
    for prefix, kind in _PREFIXES.items():
        if text.startswith(prefix):
            return kind, text[len(prefix) :].strip()
    return "model", text


def _label_of(text: str) -> tuple[str, str]:
    """Label and rest; an equals sign behind a reserved prefix or inside a URL ends no label."""
    label, equals, rest = text.partition("=")
    if not equals or label.startswith(tuple(_PREFIXES)) or "://" in label:
        return "", text
    label, rest = label.strip(), rest.strip()
    if not label or not rest:
        raise TargetError("config.target_empty", target=text)
    return label, rest


def parse_target(text: str, endpoints: Collection[str] = ()) -> WrittenTarget:
    """Takes ``[LABEL=]TARGET`` apart; ``endpoints`` are the declared names.

    Raises TargetError where a part is empty or holds control characters.
    """
    text = text.strip()
    if not text.isprintable():
        raise TargetError("config.target_unprintable", target=ascii(text))
    label, rest = _label_of(text)
    kind, value = _kind_of(rest)
    if not value:
        raise TargetError("config.target_empty", target=text)
    if kind == "model" and "://" in value and mask_address(value) != value:
        raise TargetError("config.target_with_secret", target=mask_address(value))
    name, slash, model = value.partition("/")
    if kind != "model" or not slash or name not in endpoints:
        return WrittenTarget(kind, value, label)
    if not model:
        raise TargetError("config.target_empty", target=text)
    return WrittenTarget(kind, model, label, name)


def offline_name(value: str, known: tuple[str, ...]) -> str:
    """``value`` if it is one of ``known``. Raises TargetError otherwise."""
    if value not in known:
        raise TargetError("config.offline_unknown", name=value, known=tuple(known))
    return value
