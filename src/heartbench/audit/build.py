"""From what a judge marked to how it agrees with the labels, beside yardsticks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heartbench.audit.records import (
    POLARITIES,
    YARDSTICKS,
    Effect,
    Evidence,
    JudgeCheck,
    Marking,
    Polarity,
    Yardstick,
)
from heartbench.records import LABEL_KINDS, Criterion, LabelKind
from heartbench.reporting.estimates import clusters_of
from heartbench.scoring import ABILITY_IDS, EMPTY_ROW, score_row, score_verdict, scores_of
from heartbench.statistics import (
    DEFAULT,
    Agreement,
    Floats,
    Labels,
    Marks,
    Settings,
    agreements,
    compare,
)
from heartbench.statistics.agreement import Bools

WRITERS = re.compile(r"(?<![a-z])(?:claude|opus|sonnet|haiku)(?![a-z])")
"""Names of the model family that helped to write and mark the labelled answers (see the data card)."""

Names = NDArray[np.str_]
MarksOf = Callable[[Marking], Sequence[bool]]


@dataclass(frozen=True, eq=False)
class _Criteria:
    """Every criterion of every labelled answer that was marked, in the order of the markings."""

    kinds: Names
    signs: Names
    abilities: Names
    """Ability id; empty for a veto."""
    clusters: Labels
    settled: Bools
    """Hit or miss by the labels."""


def checked(evidence: Evidence, settings: Settings = DEFAULT) -> JudgeCheck:
    """All figures of a check; intervals resample clusters of questions, all parts the same resamples."""
    labels = clusters_of(evidence.questions)
    numbers = {item.question_id: number for number, item in enumerate(evidence.questions)}
    every = _criteria(evidence.markings, numbers, labels)
    headline = every.kinds != "best"
    parts = [
        *(every.kinds == kind for kind in LABEL_KINDS),
        *(headline & (every.signs == sign) for sign in POLARITIES),
        *(headline & (every.abilities == ability) for ability in ABILITY_IDS),
    ]
    judged = _column(evidence.markings, lambda item: item.hits)
    found = iter(agreements(Marks(judged, every.settled, every.clusters), parts, settings))
    return JudgeCheck(
        evidence=evidence,
        self_consistency=of_the_writers(evidence.judge.target),
        kinds={kind: next(found) for kind in LABEL_KINDS},
        polarities={sign: next(found) for sign in POLARITIES},
        abilities={ability: next(found) for ability in ABILITY_IDS},
        yardsticks=_yardsticks(evidence.markings, every, settings),
        effects=tuple(_effects(evidence.markings, numbers, labels, settings)),
        clusters=int(labels.max(initial=-1)) + 1,
        settings=settings,
    )


def of_the_writers(model: str) -> bool:
    """Whether a model's name says that it is of the writers' family."""
    return WRITERS.search(model.lower()) is not None


def polarity(criterion: Criterion) -> Polarity:
    """Which way a hit counts."""
    if criterion.is_veto:
        return "veto"
    return "bonus" if (criterion.weight or 0) > 0 else "penalty"


def _criteria(markings: Sequence[Marking], numbers: Mapping[str, int], labels: Labels) -> _Criteria:
    lines = [(item, line) for item in markings for line in item.question.rubric]
    return _Criteria(
        kinds=np.array([item.label.kind for item, _ in lines], dtype=np.str_),
        signs=np.array([polarity(line) for _, line in lines], dtype=np.str_),
        abilities=np.array([line.ability or "" for _, line in lines], dtype=np.str_),
        clusters=labels[[numbers[item.question.question_id] for item, _ in lines]],
        settled=_column(markings, lambda item: item.label.hits),
    )


def _column(markings: Sequence[Marking], marks: MarksOf) -> Bools:
    return np.array([mark for item in markings for mark in marks(item)], dtype=np.bool_)


def _yardsticks(
    markings: Sequence[Marking], every: _Criteria, settings: Settings
) -> Mapping[Yardstick, Mapping[LabelKind, Agreement]]:
    second = _column(markings, lambda item: item.label.second)
    sides: Mapping[Yardstick, Marks] = {
        "second_marker": Marks(second, _column(markings, lambda item: item.label.first), every.clusters),
        "halo": Marks(_column(markings, halo_marks), every.settled, every.clusters),
        "base_rate": Marks(_base_rate(every), every.settled, every.clusters),
    }
    parts = [every.kinds == kind for kind in LABEL_KINDS]
    return {
        name: dict(zip(LABEL_KINDS, agreements(sides[name], parts, settings), strict=True))
        for name in YARDSTICKS
    }


def halo_marks(marking: Marking) -> Sequence[bool]:
    """What a judge marks that is taken in by the impression of a whole reply.

    All bonuses for the best replies, first person alone for the others, no penalty.
    """
    best = marking.label.kind == "best"
    return [
        polarity(line) == "bonus" and (best or line.ability == "first_person")
        for line in marking.question.rubric
    ]


def _base_rate(every: _Criteria) -> Bools:
    """What a judge marks that reads no reply: a hit where criteria of that ability and sign mostly are."""
    found = np.zeros(len(every.settled), dtype=np.bool_)
    for sign in POLARITIES:
        for ability in (*ABILITY_IDS, ""):
            own = (every.signs == sign) & (every.abilities == ability)
            if own.any():
                found[own] = every.settled[own].mean() > 0.5
    return found


def _effects(
    markings: Sequence[Marking], numbers: Mapping[str, int], labels: Labels, settings: Settings
) -> Iterator[Effect]:
    for kind in LABEL_KINDS:
        own = [item for item in markings if item.label.kind == kind]
        by_labels = _matrix(own, lambda item: item.label.hits, numbers)
        by_judge = _matrix(own, lambda item: item.hits, numbers)
        pair = compare([by_labels, by_judge], labels, settings).pairs[0]
        sides = scores_of(by_labels), scores_of(by_judge)
        yield Effect(kind, "overall", sides[0].overall, sides[1].overall, pair.overall)
        means = sides[0].question_mean, sides[1].question_mean
        yield Effect(kind, "question_mean", *means, pair.question_mean)


def _matrix(markings: Sequence[Marking], marks: MarksOf, numbers: Mapping[str, int]) -> Floats:
    """[questions x 15] scores by rule ``paper``, NaN where there is none."""
    found: Floats = np.tile(np.array(EMPTY_ROW), (len(numbers), 1))
    for item in markings:
        score = score_verdict(item.question.rubric, list(marks(item)), "paper")
        found[numbers[item.question.question_id]] = score_row(score)
    return found
