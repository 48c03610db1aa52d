"""One run, read once: its summary and, in the short form that the page's browser takes, every text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from heartbench.records import Rule
from heartbench.reporting.escape import plain
from heartbench.reporting.scored import ScoredPlace, Unit, scored_places
from heartbench.reporting.summarise import summarise_tally
from heartbench.reporting.summary import Summary
from heartbench.reporting.tally import Tally
from heartbench.statistics import Floats
from heartbench.store.results import RunResults, StoredFailure

Json = dict[str, object]
Samples = list[list[Json]]
"""By question, then sample."""
Repeats = list[list[list[Json]]]
"""By question, sample, repeat."""


@dataclass
class Agreement:
    """How often two verdicts on one answer say the same of a criterion."""

    same: int = 0
    pairs: int = 0

    def add(self, units: Sequence[Unit]) -> None:
        """Count the verdicts on one answer."""
        hits = [unit.cell.verdict.hits for unit in units if unit.cell and unit.cell.verdict]
        for one, other in combinations(hits, 2):
            self.pairs += len(one)
            self.same += sum(a == b for a, b in zip(one, other, strict=True))

    @property
    def share(self) -> float | None:
        """0 to 1; None where no answer has two verdicts."""
        return self.same / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True, eq=False)
class RunData:
    """What the page needs of one run."""

    summary: Summary
    tally: Tally
    answers: tuple[Samples, ...]
    """By candidate. ``a`` text, or ``f`` kind of failure and ``m`` message, or nothing: still owed;
    ``g`` flags."""
    verdicts: tuple[tuple[Repeats, ...], ...]
    """By candidate, then judge. ``h`` hits as a string of 0 and 1 with ``r`` reasons, or ``f``, ``w`` (side)
    and ``m``, or nothing; ``s`` score, ``v`` vetoed."""
    agreement: tuple[tuple[Agreement, ...], ...]
    """By candidate, then judge."""
    lengths: Floats
    """[candidates x questions]: mean characters of the answers; NaN where there is none."""


def collect(results: RunResults, rule: Rule = "paper") -> RunData:
    """Reads a run from the store, place by place."""
    spec, count = results.run.spec, len(results.questions.questions)
    judges, candidates = len(spec.judges), len(spec.candidates)
    tally = Tally(results, rule)
    answers: list[Samples] = [[[] for _ in range(count)] for _ in range(candidates)]
    verdicts: list[list[Repeats]] = [
        [[[] for _ in range(count)] for _ in range(judges)] for _ in range(candidates)
    ]
    agreement = [[Agreement() for _ in range(judges)] for _ in range(candidates)]
    for place in scored_places(results, rule):
        tally.add(place)
        answers[place.candidate_no][place.question_no].append(_answer(place))
        for judge in range(judges):
            units = [unit for unit in place.units if unit.judge_no == judge]
            verdicts[place.candidate_no][judge][place.question_no].append([_verdict(unit) for unit in units])
            agreement[place.candidate_no][judge].add(units)
    tally.close()
    return RunData(
        summary=summarise_tally(tally),
        tally=tally,
        answers=tuple(answers),
        verdicts=tuple(map(tuple, verdicts)),
        agreement=tuple(map(tuple, agreement)),
        lengths=np.array([[_length(samples) for samples in own] for own in answers]).reshape(
            candidates, count
        ),
    )


def _answer(place: ScoredPlace) -> Json:
    cell = place.answer
    if cell is not None and cell.answer is not None:
        return {"a": cell.answer.text, "g": list(place.flags)} if place.flags else {"a": cell.answer.text}
    return _failure(cell.failure) if cell is not None and cell.failure is not None else {}


def _failure(failure: StoredFailure) -> Json:
    return {"f": failure.kind.value, "w": failure.side, "m": plain(failure.message[:500])}


def _verdict(unit: Unit) -> Json:
    found: Json = {}
    verdict = unit.cell.verdict if unit.cell is not None else None
    if verdict is not None:
        found = {"h": "".join("1" if hit else "0" for hit in verdict.hits), "r": list(verdict.reasons)}
    elif unit.failure is not None:
        found = _failure(unit.failure)
    if unit.score is not None and unit.score.question_score is not None:
        found["s"] = round(unit.score.question_score, 1)
        if unit.score.vetoed:
            found["v"] = 1
    return found


def _length(samples: Sequence[Json]) -> float:
    lengths = [len(str(sample["a"])) for sample in samples if "a" in sample]
    return sum(lengths) / len(lengths) if lengths else float("nan")
