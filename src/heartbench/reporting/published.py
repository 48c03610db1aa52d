"""The results that were published for the official questions, as reference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

JUDGE = "claude-sonnet-4.5"
"""Who judged them."""
QUESTIONS = "8157874fb16349e9d73737f1eb45bf7592790b7b"
"""Fingerprint of the questions they were made on: the official set at its pinned commit."""


@dataclass(frozen=True, slots=True)
class PublishedResult:
    """One row of the published table."""

    model: str
    overall: float
    """As printed, two decimals: the mean of the ability scores before they were rounded."""
    abilities: Mapping[str, float]
    """Ability id → score on all questions, one decimal."""
    abilities_hard: Mapping[str, float]
    """The same on the hard questions."""


@cache
def published_results() -> tuple[PublishedResult, ...]:
    """All rows, best first. Source: the HeartBench technical report (arXiv 2512.21849), Figures 4 and 5."""
    source = resources.files("heartbench.reporting").joinpath("published.json")
    return tuple(PublishedResult(**row) for row in json.loads(source.read_text("utf-8"))["models"])
