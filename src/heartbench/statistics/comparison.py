"""Paired differences between candidates on the questions that all of them have a score for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from heartbench.scoring import ABILITY_IDS, question_shares
from heartbench.statistics.clusters import Labels, cluster_sums, numbered
from heartbench.statistics.distributions import normal_below
from heartbench.statistics.intervals import (
    Interval,
    Intervals,
    intervals_of,
    standard_error,
    too_few,
)
from heartbench.statistics.measures import (
    ABILITY_SLICE,
    CATEGORY_IDS,
    CATEGORY_SLICE,
    COUNT,
    OVERALL,
    QUESTION_MEAN,
    Floats,
    Total,
    stacked,
)
from heartbench.statistics.resampling import DEFAULT, Replicates, Settings, replicates
from heartbench.statistics.testing import SignTest, holm, sign_flip
from heartbench.statistics.undefined import Undefined

DETECTABLE = 2.80
"""A true difference of so many standard errors is found in 80 % of all cases, at the level of 5 %."""

_SCALE = (-100.0, 100.0)


@dataclass(frozen=True, slots=True)
class Difference:
    """One mean of the second candidate less the same mean of the first."""

    value: float | Undefined
    """-100 to 100."""
    interval: Interval | Undefined
    test: SignTest | Undefined
    questions: int
    """Common questions under it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The second candidate against the first, on the common questions."""

    first: int
    """Index of the candidate."""
    second: int
    overall: Difference
    """Its p is corrected over all pairs."""
    question_mean: Difference
    """Exploratory, as the categories are."""
    categories: Mapping[str, Difference]
    abilities: Mapping[str, Difference]
    """Their p are corrected over the abilities of this pair."""
    standard_errors: Mapping[Total, float | Undefined]
    """Paired, of the two totals."""
    detectable: Mapping[Total, float | Undefined]
    """The true difference of each total that such a comparison finds in 80 % of all cases."""
    variance_shares: Mapping[str, float] | Undefined
    """Ability → its share of the variance of the overall difference; they sum to 1, one may be negative."""


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """All candidates on their common questions."""

    common: tuple[int, ...]
    """Indices of the questions that every candidate has a score for."""
    clusters: int
    """Groups of near-duplicates among them."""
    matrices: tuple[Floats, ...]
    """By candidate [questions x 15]; NaN outside the common questions."""
    intervals: tuple[Intervals, ...]
    """By candidate, on the common questions."""
    pairs: tuple[Pair, ...]
    """Each of the candidates with each later one."""
    settings: Settings


def compare(matrices: Sequence[Floats], labels: Labels, settings: Settings = DEFAULT) -> PairedComparison:
    """Compares candidates [questions x 15] pair by pair; ``labels``: the cluster of each question."""
    there = np.logical_and.reduce([~np.isnan(matrix).all(axis=1) for matrix in matrices])
    both = np.logical_and.reduce([~np.isnan(matrix) for matrix in matrices])
    common = tuple(int(number) for number in np.flatnonzero(there))
    own = [np.where(both, matrix, np.nan)[there] for matrix in matrices]
    groups = numbered(labels[there])
    found = replicates(own, groups, settings) or (None,) * len(own)
    ends = list(combinations(range(len(own)), 2))
    differences = [own[second] - own[first] for first, second in ends]
    tests = _tests(differences, groups, settings)
    pairs = []
    for (first, second), matrix, own_tests in zip(ends, differences, tests, strict=True):
        less = _less(found[second], found[first])
        bounds = intervals_of(matrix, less, groups, settings, _SCALE)
        pairs.append(_pair((first, second), matrix, groups, own_tests, bounds))
    return PairedComparison(
        common=common,
        clusters=int(groups.max(initial=-1)) + 1,
        matrices=tuple(np.where(both & there[:, None], matrix, np.nan) for matrix in matrices),
        intervals=tuple(
            intervals_of(matrix, one, groups, settings, (0.0, 100.0))
            for matrix, one in zip(own, found, strict=True)
        ),
        pairs=tuple(_corrected_overall(pairs)),
        settings=settings,
    )


def false_alarm_rate(margin: float, error: float) -> float:
    """How often a system that is as good comes out below ``margin`` by chance, given the paired error."""
    if error == 0.0:
        return float(margin > 0)
    return normal_below(margin / error)


def _less(second: Replicates | None, first: Replicates | None) -> Replicates | None:
    if second is None or first is None:
        return None
    return replace(second, values=second.values - first.values, lost=np.maximum(second.lost, first.lost))


def _tests(
    differences: Sequence[Floats], labels: Labels, settings: Settings
) -> list[tuple[SignTest | Undefined, ...]]:
    """[pairs][22]: all from the same flips."""
    if not differences:
        return []
    if not len(labels):
        return [(Undefined("no_score"),) * COUNT for _ in differences]
    parts = np.concatenate([stacked(question_shares(matrix)) for matrix in differences], axis=1)
    flat = sign_flip(np.nan_to_num(parts), labels, settings)
    return [
        tuple(too_few(matrix, column, labels) or flat[number * COUNT + column] for column in range(COUNT))
        for number, matrix in enumerate(differences)
    ]


def _pair(
    ends: tuple[int, int],
    matrix: Floats,
    labels: Labels,
    tests: Sequence[SignTest | Undefined],
    bounds: Intervals,
) -> Pair:
    values = stacked(question_shares(matrix)).sum(axis=0)
    counts = [*(~np.isnan(matrix)).sum(axis=0)] + [len(matrix)] * (COUNT - len(ABILITY_IDS))

    def difference(column: int, interval: Interval | Undefined, test: SignTest | Undefined) -> Difference:
        value = float(values[column])
        defined = not math.isnan(value) and len(matrix) > 0
        return Difference(value if defined else Undefined("no_score"), interval, test, int(counts[column]))

    family = _corrected(tests[ABILITY_SLICE])
    errors: dict[Total, float | Undefined] = {
        "overall": standard_error(matrix, "overall", labels),
        "question_mean": standard_error(matrix, "question_mean", labels),
    }
    return Pair(
        first=ends[0],
        second=ends[1],
        overall=difference(OVERALL, bounds.overall, tests[OVERALL]),
        question_mean=difference(QUESTION_MEAN, bounds.question_mean, tests[QUESTION_MEAN]),
        categories={
            name: difference(column, bounds.categories[name], tests[column])
            for column, name in enumerate(CATEGORY_IDS, CATEGORY_SLICE.start)
        },
        abilities={
            name: difference(column, bounds.abilities[name], family[column])
            for column, name in enumerate(ABILITY_IDS)
        },
        standard_errors=errors,
        detectable={
            name: error if isinstance(error, Undefined) else DETECTABLE * error
            for name, error in errors.items()
        },
        variance_shares=variance_shares(matrix, labels),
    )


def variance_shares(matrix: Floats, labels: Labels) -> Mapping[str, float] | Undefined:
    """Each ability's share of the variance of the overall mean of ``matrix``, to first order, by cluster."""
    problem = too_few(matrix, OVERALL, labels)
    if problem is not None:
        return problem
    shares = question_shares(matrix, centred=True)
    total = cluster_sums(shares.overall, labels)
    own = cluster_sums(shares.abilities, labels) / len(ABILITY_IDS)
    whole = float(total @ total)
    if whole <= 0.0:
        return Undefined("no_variation")
    return dict(zip(ABILITY_IDS, (total @ own / whole).tolist(), strict=True))


def _corrected(tests: Sequence[SignTest | Undefined]) -> list[SignTest | Undefined]:
    """One family: those that could be made are corrected for each other."""
    made = [item for item in tests if isinstance(item, SignTest)]
    adjusted = iter(holm([item.p for item in made]))
    return [replace(item, adjusted=next(adjusted)) if isinstance(item, SignTest) else item for item in tests]


def _corrected_overall(pairs: Sequence[Pair]) -> list[Pair]:
    tests = _corrected([pair.overall.test for pair in pairs])
    return [
        replace(pair, overall=replace(pair.overall, test=test))
        for pair, test in zip(pairs, tests, strict=True)
    ]
