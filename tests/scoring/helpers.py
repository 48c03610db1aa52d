"""Rubrics and questions for the tests of this room."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from heartbench.records import Criterion
from heartbench.taxonomy import ABILITIES, ability_of

ABILITY_NAMES = {ability.id: ability.zh for ability in ABILITIES}


def criterion(dimension: str, weight: float | None) -> Criterion:
    found = ability_of(dimension)
    return Criterion(dimension, weight, "…", found.id if found else None)


def rubric_of(rows: Sequence[Mapping[str, Any]]) -> tuple[Criterion, ...]:
    return tuple(criterion(row["dimension"], row["score"]) for row in rows)


def upstream(shared: Path) -> dict[str, dict[str, Any]]:
    lines = (shared / "upstream" / "question_all.jsonl").read_text("utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line.strip()]
    return {row["question_id"]: row for row in rows}


abilities = st.sampled_from([ability.zh for ability in ABILITIES[:5]])
weights = st.one_of(st.integers(-20, 20), st.integers(-80, 80).map(lambda quarters: quarters / 4))
criteria = st.one_of(
    st.builds(criterion, abilities, weights),
    st.builds(criterion, st.just("其他"), st.one_of(st.none(), st.integers(-5, 5))),
)


@st.composite
def marked(draw: st.DrawFn) -> tuple[tuple[Criterion, ...], tuple[bool, ...]]:
    rubric = draw(st.lists(criteria, min_size=1, max_size=12))
    hits = draw(st.lists(st.booleans(), min_size=len(rubric), max_size=len(rubric)))
    return tuple(rubric), tuple(hits)
