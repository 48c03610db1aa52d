"""A run's results with all their cells at hand: tests read single ones."""

from __future__ import annotations

from dataclasses import dataclass

from heartbench.store import AnswerCell, RunResults, Store, VerdictCell


@dataclass(frozen=True)
class WholeRun:
    """Results, and their cells by place."""

    results: RunResults
    answers: dict[tuple[int, int, int], AnswerCell]
    verdicts: dict[tuple[int, int, int, int, int], VerdictCell]


def whole_run(store: Store, name: str = "run") -> WholeRun:
    """Everything that the store knows of a run."""
    with store.results(store.run(name)) as results:
        places = [(place.candidate_no, place.question_no, place.sample, place) for place in results.places]
    answers = {tuple(key): place.answer for *key, place in places if place.answer is not None}
    verdicts = {(*key, *unit): cell for *key, place in places for unit, cell in place.verdicts.items()}
    return WholeRun(results, answers, verdicts)  # type: ignore[arg-type]
