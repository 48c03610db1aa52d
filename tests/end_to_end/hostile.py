"""Runs among a sick and a well endpoint, and what the store knows of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from chat.wire import QUICK
from evaluation.world import Notes, question_set, run
from heartbench.chat import ClientLimits
from heartbench.evaluation import RunReport
from heartbench.records import (
    Candidate,
    Credential,
    Dialect,
    Endpoint,
    Judge,
    ModelSettings,
    ModelTarget,
    RunSpec,
)
from heartbench.store import Store, StoredAnswer, StoredFailure
from store.whole import whole_run

QUESTIONS = 3
BOUNDS = replace(QUICK, lanes=replace(QUICK.lanes, patience=0.15, first_patience=0.15))
"""The bounds of the client, far shorter than the product's own, which take minutes."""


def shorten(monkeypatch: pytest.MonkeyPatch, bounds: ClientLimits = BOUNDS) -> None:
    """Let every run of this test have these bounds."""

    def quick(concurrency: int | None = None) -> ClientLimits:
        return replace(bounds, concurrency=concurrency)

    monkeypatch.setattr("heartbench.evaluation.run.ClientLimits", quick)


@dataclass(frozen=True)
class Wiring:
    """How a target is reached."""

    dialect: Dialect = "openai"
    settings: ModelSettings = field(default_factory=ModelSettings)
    total_timeout: float = 5.0
    key: str = ""

    def target(self, url: str, model: str) -> ModelTarget:
        key = Credential("test", self.key) if self.key else None
        where = Endpoint("fake", url, self.dialect, key, total_timeout=self.total_timeout)
        return ModelTarget(where, model, self.settings)


@dataclass(frozen=True)
class Cast:
    """Who takes part: labels and models, at the sick or the well endpoint."""

    candidates: tuple[Candidate, ...]
    judges: tuple[Judge, ...]

    def spec(self, **more: object) -> RunSpec:
        base = RunSpec("r", question_set(QUESTIONS), self.candidates, self.judges)
        return replace(base, **more)  # type: ignore[arg-type]


def cast(side: str, sick: str, well: str, wiring: Wiring) -> Cast:
    """The model ``bad`` of one side, its neighbour at the same address, and healthy ones elsewhere."""
    targets = [
        ("bad", wiring.target(sick, "bad")),
        ("neighbour", wiring.target(sick, "good")),
        ("elsewhere", wiring.target(well, "well")),
    ]
    if side == "candidate":
        judge = Judge("j", ModelTarget(Endpoint("fake", well), "judge"))
        return Cast(tuple(Candidate(label, target) for label, target in targets), (judge,))
    candidate = Candidate("c", ModelTarget(Endpoint("fake", well), "candidate"))
    return Cast((candidate,), tuple(Judge(label, target) for label, target in targets))


@dataclass(frozen=True)
class Place:
    """One answer or verdict that was asked for, as the store knows it."""

    there: bool
    """Whether there is an answer or a verdict."""
    text: str
    """Of the answer."""
    raw: str
    """What is kept of a failure, or of an answer that differs from its text."""
    kind: str
    """Of the failure; empty where there is none."""
    side: str
    message: str
    calls: int
    """Committed."""


@dataclass(frozen=True)
class Outcome:
    """A run that is over."""

    report: RunReport
    notes: Notes
    places: dict[str, list[Place]]
    """By label of the candidate or judge, on the side that was asked for."""


async def play(path: Path, spec: RunSpec, side: str) -> Outcome:
    """Run it and read what became of the side's places."""
    notes = Notes()
    report = await run(path, spec, notes)
    return Outcome(report, notes, places_of(path, spec, side))


def places_of(path: Path, spec: RunSpec, side: str) -> dict[str, list[Place]]:
    """Every place of the side, by label, in the order of the questions."""
    with closing(sqlite3.connect(path)) as connection:
        calls = dict(connection.execute("SELECT key, count(*) FROM calls GROUP BY key").fetchall())
    with Store.open(path) as store:
        whole = whole_run(store, spec.name)
        texts = {cell.key: cell.answer for cell in whole.answers.values() if cell.answer is not None}
    found: dict[str, list[Place]] = {}
    if side == "candidate":
        for (candidate, _, _), cell in sorted(whole.answers.items()):
            answer = texts.get(cell.key)
            place = _place(answer is not None, answer, cell.failure, calls.get(cell.key, 0))
            found.setdefault(spec.candidates[candidate].label, []).append(place)
        return found
    for (_, _, _, judge, _), verdict in sorted(whole.verdicts.items()):
        place = _place(verdict.verdict is not None, None, verdict.failure, calls.get(verdict.key, 0))
        found.setdefault(spec.judges[judge].label, []).append(place)
    return found


def _place(there: bool, answer: StoredAnswer | None, failure: StoredFailure | None, calls: int) -> Place:
    text = answer.text if answer is not None else ""
    if there or failure is None:
        return Place(there, text, answer.raw if answer is not None else "", "", "", "", calls)
    return Place(there, text, failure.raw, failure.kind.value, failure.side, failure.message, calls)
