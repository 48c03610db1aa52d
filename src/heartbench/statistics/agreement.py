"""Agreement of a judge's marks with reference marks, hit or miss, with intervals over clusters of questions.

Sources: Cohen (1960) for kappa, Gwet (2008) for AC1; balanced F1 is the mean of the F1 of hits and the F1
of misses. Of several raters: :mod:`heartbench.statistics.raters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from heartbench.statistics.clusters import Labels, numbered
from heartbench.statistics.intervals import Interval, percentile
from heartbench.statistics.measures import Floats
from heartbench.statistics.resampling import DEFAULT, MOST_LOST, Settings
from heartbench.statistics.undefined import Undefined

LEAST_MARKS = 20
"""With fewer reference hits or fewer reference misses, a measure that needs them says "too few"."""

LEAST_CLUSTERS = 20
"""Fewer make no interval: those of 10 clusters held the truth in 87 % of simulated cases."""

_CELLS = 300_000
"""A block of resamples has about so many weights."""

Bools = NDArray[np.bool_]
AgreementMeasure = Literal["percent", "kappa", "ac1", "balanced_f1", "sensitivity", "specificity"]
AGREEMENT_MEASURES: tuple[AgreementMeasure, ...] = get_args(AgreementMeasure)


@dataclass(frozen=True, eq=False)
class Marks:
    """What two sides said of the same criteria, one item per criterion of one answer."""

    judged: Bools
    """[items] whether the judge says hit."""
    reference: Bools
    """[items] whether the reference does."""
    clusters: Labels
    """[items] cluster of the item's question, numbered as one likes."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and where it lies."""

    value: float | Undefined
    """Percent, F1, sensitivity and specificity: 0 to 1; kappa and AC1: -1 to 1."""
    interval: Interval | Undefined


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a judge agrees with a reference on some items."""

    items: int
    positives: int
    """Hits of the reference."""
    judged_positives: int
    """Hits of the judge."""
    measures: Mapping[AgreementMeasure, Estimate]

    @property
    def prevalence(self) -> float | None:
        """Share of the items that the reference calls hits; None without items."""
        return self.positives / self.items if self.items else None


def agreements(marks: Marks, parts: Sequence[Bools], settings: Settings = DEFAULT) -> tuple[Agreement, ...]:
    """Agreement on each of the ``parts`` (masks [items]), all from the same resamples of clusters.

    Measures that need reference hits (misses) want 20 of them; intervals want 20 clusters, and marks that
    vary: where all resamples give one value, none is given. Where a resample leaves a measure without a
    value, it is left out; over 1 % of those, and the interval is withheld.
    """
    clusters = numbered(marks.clusters)
    sums = np.zeros((int(clusters.max(initial=-1)) + 1, len(parts), 4))
    columns = np.where(marks.judged, np.where(marks.reference, 0, 1), np.where(marks.reference, 2, 3))
    for number, part in enumerate(parts):
        np.add.at(sums[:, number], (clusters[part], columns[part]), 1.0)
    found = _resampled(sums, settings)
    return tuple(
        _agreement(sums[:, number], found[:, number] if found is not None else None, settings)
        for number in range(len(parts))
    )


def _resampled(sums: Floats, settings: Settings) -> Floats | None:
    """[resamples, parts, 4]: counts of every resample of the clusters."""
    clusters, parts, _ = sums.shape
    if clusters < LEAST_CLUSTERS or not settings.resamples:
        return None
    flat = sums.reshape(clusters, parts * 4)
    found = np.concatenate([block @ flat for block in _weights(clusters, settings)])
    return found.reshape(settings.resamples, parts, 4)


def _weights(clusters: int, settings: Settings) -> Iterator[Floats]:
    """[rows, clusters] at a time: how often each cluster was drawn."""
    random = np.random.default_rng(settings.seed)
    rows = max(1, _CELLS // clusters)
    for start in range(0, settings.resamples, rows):
        count = min(rows, settings.resamples - start)
        picks = random.integers(0, clusters, (count, clusters))
        picks += (np.arange(count) * clusters)[:, None]
        yield np.bincount(picks.ravel(), minlength=picks.size).reshape(picks.shape).astype(np.float64)


def _agreement(sums: Floats, found: Floats | None, settings: Settings) -> Agreement:
    counts = sums.sum(axis=0)
    clusters = int(sums.any(axis=1).sum())
    both, judge_alone, reference_alone, _ = (int(count) for count in counts)
    estimates = {
        name: _estimate(name, counts, _Replicates(found, clusters), settings) for name in AGREEMENT_MEASURES
    }
    return Agreement(int(counts.sum()), both + reference_alone, both + judge_alone, estimates)


@dataclass(frozen=True, slots=True)
class _Replicates:
    counts: Floats | None
    """[resamples, 4]"""
    clusters: int
    """Clusters that hold any of the items."""


def _estimate(
    name: AgreementMeasure, counts: Floats, replicates: _Replicates, settings: Settings
) -> Estimate:
    problem = _too_few(name, counts)
    if problem is None:
        value = float(_FORMULAS[name](counts))
        problem = Undefined("unanimous") if np.isnan(value) else None
    if problem is not None:
        return Estimate(problem, problem)
    return Estimate(value, _interval(name, replicates, settings))


def _interval(name: AgreementMeasure, replicates: _Replicates, settings: Settings) -> Interval | Undefined:
    if replicates.clusters < LEAST_CLUSTERS:
        fields = {"count": replicates.clusters, "least": LEAST_CLUSTERS}
        return Undefined("too_few_clusters", fields)
    if replicates.counts is None:
        return Undefined("left_out")
    values = _FORMULAS[name](replicates.counts)
    lost = float(np.isnan(values).mean())
    if lost > MOST_LOST:
        return Undefined("resamples_undefined", {"percent": round(100.0 * lost, 1)})
    if np.nanmax(values) - np.nanmin(values) < 1e-12:
        return Undefined("no_variation")
    return percentile(values, settings.confidence)


def _too_few(name: AgreementMeasure, counts: Floats) -> Undefined | None:
    positives, negatives = int(counts[0] + counts[2]), int(counts[1] + counts[3])
    if positives + negatives == 0:
        return Undefined("no_marks")
    needed = {"sensitivity": (positives,), "specificity": (negatives,)}
    if min(needed.get(name, (positives, negatives))) >= LEAST_MARKS:
        return None
    fields = {"positives": positives, "negatives": negatives, "least": LEAST_MARKS}
    return Undefined("too_few_marks", fields)


def _ratio(part: Floats, whole: Floats) -> Floats:
    """``part / whole``, NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def _corrected(observed: Floats, by_chance: Floats) -> Floats:
    """What is left of the agreement beyond chance, relative to what there could be."""
    # Chance of 1 up to rounding leaves nothing to divide by: both sides always say the same.
    room = np.where(1.0 - by_chance > 1e-12, 1.0 - by_chance, 0.0)
    return _ratio(observed - by_chance, room)


def _rates(counts: Floats) -> tuple[Floats, Floats, Floats]:
    """Share of equal marks, of the judge's hits, and of the reference's."""
    both, judge, reference, neither = np.moveaxis(counts, -1, 0)
    total = counts.sum(axis=-1)
    return _ratio(both + neither, total), _ratio(both + judge, total), _ratio(both + reference, total)


def percent_agreement(counts: Floats) -> Floats:
    """Share of equal marks, 0 to 1, of counts [..., 4]: both hit, judge alone, reference alone, both miss."""
    return _rates(counts)[0]


def cohen_kappa(counts: Floats) -> Floats:
    """Cohen's kappa, -1 to 1, of the same counts; NaN where both sides always say the same one thing."""
    observed, judge, reference = _rates(counts)
    return _corrected(observed, judge * reference + (1.0 - judge) * (1.0 - reference))


def gwet_ac1(counts: Floats) -> Floats:
    """Gwet's AC1, -1 to 1, of the same counts."""
    observed, judge, reference = _rates(counts)
    mean = (judge + reference) / 2.0
    return _corrected(observed, 2.0 * mean * (1.0 - mean))


def balanced_f1(counts: Floats) -> Floats:
    """Mean of the F1 of hits and the F1 of misses, 0 to 1; NaN where one of them is said by nobody."""
    both, judge, reference, neither = np.moveaxis(counts, -1, 0)
    of_hits = _ratio(2.0 * both, 2.0 * both + judge + reference)
    of_misses = _ratio(2.0 * neither, 2.0 * neither + judge + reference)
    return (of_hits + of_misses) / 2.0


def sensitivity(counts: Floats) -> Floats:
    """Share of the reference's hits that the judge calls hits, 0 to 1."""
    return _ratio(counts[..., 0], counts[..., 0] + counts[..., 2])


def specificity(counts: Floats) -> Floats:
    """Share of the reference's misses that the judge calls misses, 0 to 1."""
    return _ratio(counts[..., 3], counts[..., 1] + counts[..., 3])


_FORMULAS: Mapping[AgreementMeasure, Callable[[Floats], Floats]] = {
    "percent": percent_agreement,
    "kappa": cohen_kappa,
    "ac1": gwet_ac1,
    "balanced_f1": balanced_f1,
    "sensitivity": sensitivity,
    "specificity": specificity,
}
