"""Several runs made up, as the entries of a comparison or leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heartbench.records import Question, Rule, Turn
from heartbench.reporting.entries import Entry, Place, entries_of, labels_of, places_of
from heartbench.statistics import Settings
from heartbench.store.results import RunResults

from .runs import full_set

FEW = Settings(seed=5, resamples=400)


def apart(questions: Sequence[Question]) -> list[Question]:
    """The same questions, with dialogues of which no two are near-duplicates."""
    return [
        replace(own, question_id=f"q{number}", dialogue=(Turn("A", _dialogue(number)),))
        for number, own in enumerate(questions)
    ]


def _dialogue(number: int) -> str:
    return "".join(chr(0x4E00 + 10 * number + step) for step in range(8))


def some(copies: int = 8) -> list[Question]:
    """Questions of all abilities; 16 of each where there are 8 copies."""
    return apart(full_set(copies))


def numbered(*runs: RunResults) -> list[RunResults]:
    """The runs with ids of their own, one begun after the other."""
    return [
        replace(item, run=replace(item.run, id=number, started_at=item.run.started_at + number))
        for number, item in enumerate(runs, start=1)
    ]


def entries(
    runs: Sequence[RunResults], places: Sequence[Place] | None = None, rule: Rule = "paper"
) -> list[Entry]:
    """All candidates of the runs, or those at ``places``."""
    wanted = places_of([item.run for item in runs]) if places is None else places
    labels = dict(zip(wanted, labels_of(wanted), strict=True))
    found = {entry.place: entry for item in runs for entry in entries_of(item, labels, rule)}
    return [found[place] for place in wanted]
