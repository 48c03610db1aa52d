"""Runs side by side: what can be compared stands in one group, and nothing else does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.records import Question, Rule
from heartbench.reporting.estimates import clusters_of
from heartbench.reporting.html.collecting import Agreement, RunData
from heartbench.reporting.summarise import ranks
from heartbench.reporting.summary import ALL, Answering, RankedBy, Standing, Stratum
from heartbench.scoring import Scores
from heartbench.statistics import (
    TOTALS,
    Floats,
    Interval,
    Ranking,
    Undefined,
    rank_intervals,
    replicates,
)
from heartbench.store.rows import Participant

MEASURES: tuple[RankedBy, ...] = ("overall", "question_mean")


@dataclass(frozen=True, slots=True)
class Key:
    """What must be equal for two scores to be compared."""

    questions: str
    """Fingerprint."""
    judge: str
    """Fingerprint."""
    protocol: str
    judging_hash: str
    mode: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Entry:
    """One candidate of one run, under the judge of its group."""

    label: str
    """Unique within the group: where two runs have one label, the run stands behind it."""
    data: RunData
    standing: Standing
    judge_no: int

    @property
    def number(self) -> int:
        """Index of the candidate in its run."""
        return self.standing.candidate_no

    @property
    def answering(self) -> Answering:
        """How it did as an answerer."""
        return self.data.summary.answering[self.number]

    @property
    def rows(self) -> Floats:
        """[questions x 15]."""
        return self.data.tally.units[self.number][self.judge_no].rows

    @property
    def lengths(self) -> Floats:
        """[questions]: characters of its answers."""
        found: Floats = self.data.lengths[self.number]
        return found

    @property
    def agreement(self) -> Agreement:
        """Of the repeats of the judge."""
        return self.data.agreement[self.number][self.judge_no]

    def score(self, measure: RankedBy, stratum: Stratum = ALL) -> float | None:
        """A total of a part of the questions."""
        scores = self.standing.scores[stratum]
        return scores.overall if measure == "overall" else scores.question_mean

    def interval(self, measure: RankedBy, stratum: Stratum = ALL) -> Interval | Undefined:
        """Its interval."""
        found = self.standing.intervals[stratum]
        return found.overall if measure == "overall" else found.question_mean


@dataclass(frozen=True, slots=True)
class Group:
    """Candidates that can be compared, best first."""

    key: Key
    judge: Participant
    question_set: str
    questions: tuple[Question, ...]
    strata: Mapping[Stratum, tuple[int, ...]]
    baseline: Mapping[Stratum, Scores]
    entries: tuple[Entry, ...]
    ranks: tuple[int | None, ...]
    """1, 2, 2, 4; None where the score that ranks is not defined."""
    ranked_by: RankedBy | None
    ranking: Ranking | Undefined
    """Intervals of the ranks, of the entries that have one, in their order."""
    runs: tuple[RunData, ...]

    @property
    def measure(self) -> RankedBy:
        """The total that ranks."""
        return self.ranked_by or "question_mean"


def grouped(runs: Sequence[RunData]) -> tuple[Group, ...]:
    """The groups of several runs, in the order of the runs; a run without a judge has none."""
    found: dict[Key, list[tuple[RunData, int]]] = {}
    for data in runs:
        for judge in range(len(data.summary.judgements)):
            found.setdefault(_key(data, judge), []).append((data, judge))
    return tuple(_group(key, members) for key, members in found.items())


def _key(data: RunData, judge: int) -> Key:
    spec = data.summary.run.spec
    own = spec.judges[judge].fingerprint
    return Key(spec.questions, own, spec.protocol, spec.judging_hash, spec.mode, data.summary.rule)


def _group(key: Key, members: Sequence[tuple[RunData, int]]) -> Group:
    summary = members[0][0].summary
    entries = list(_entries(members))
    ranked_by = next(
        (name for name in MEASURES if any(item.score(name) is not None for item in entries)), None
    )
    ranking = ranks([item.score(ranked_by) if ranked_by else None for item in entries])
    order = sorted(range(len(entries)), key=lambda i: (ranking[i] is None, ranking[i], i))
    ordered = [entries[number] for number in order]
    return Group(
        key=key,
        judge=summary.judgements[members[0][1]].judge,
        question_set=summary.question_set,
        questions=summary.questions,
        strata=summary.strata,
        baseline=summary.baseline,
        entries=tuple(ordered),
        ranks=tuple(ranking[number] for number in order),
        ranked_by=ranked_by,
        ranking=_rank_intervals(ordered, ranked_by, summary.questions),
        runs=tuple(dict.fromkeys(data for data, _ in members)),
    )


def _entries(members: Sequence[tuple[RunData, int]]) -> Iterator[Entry]:
    labels = Counter(
        standing.candidate.label
        for data, judge in members
        for standing in data.summary.judgements[judge].standings
    )
    for data, judge in members:
        for standing in data.summary.judgements[judge].standings:
            label = standing.candidate.label
            name = label if labels[label] == 1 else f"{label} ({data.summary.run.name})"
            yield Entry(name, data, standing, judge)


def _rank_intervals(
    entries: Sequence[Entry], measure: RankedBy | None, questions: Sequence[Question]
) -> Ranking | Undefined:
    """Of the entries that have a rank; where one of them has no interval, why."""
    there = [item for item in entries if measure is not None and item.score(measure) is not None]
    if measure is None or not there:
        return Undefined("no_score")
    for item in there:
        bounds = item.interval(measure)
        if isinstance(bounds, Undefined):
            return bounds
    column = TOTALS[measure]
    settings = there[0].data.summary.settings
    found = replicates([item.rows for item in there], clusters_of(questions), settings)
    scores = [item.score(measure) or 0.0 for item in there]
    return rank_intervals(scores, [item.values[:, column] for item in found], settings.confidence)


def question_scores(entry: Entry) -> Floats:
    """[questions]: mean over the abilities of each question; NaN where there is no score."""
    there = ~np.isnan(entry.rows)
    count = there.sum(axis=1)
    sums = np.where(there, entry.rows, 0.0).sum(axis=1)
    return np.divide(sums, count, out=np.full(len(sums), np.nan), where=count > 0)
