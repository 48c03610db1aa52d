"""Runs side by side: what can be compared stands in one group, and nothing else does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.records import Question
from heartbench.reporting.entries import Entry, entry_of, labels_of
from heartbench.reporting.html.collecting import Agreement, RunData
from heartbench.reporting.leaderboard import Group as Places
from heartbench.reporting.leaderboard import Leaderboard, groups_of, leaderboard_of
from heartbench.reporting.summary import ALL, Answering, RankedBy, Standing, Stratum
from heartbench.scoring import Scores
from heartbench.statistics import DEFAULT, Floats, Interval, Undefined
from heartbench.store.rows import Participant


@dataclass(frozen=True, slots=True)
class Contender:
    """One candidate of one run, under the judge of its group."""

    label: str
    """Unique within the group: where two runs have one label, the run stands in front of it."""
    data: RunData
    entry: Entry
    standing: Standing

    @property
    def number(self) -> int:
        """Index of the candidate in its run."""
        return self.standing.candidate_no

    @property
    def answering(self) -> Answering:
        """How it did as an answerer."""
        return self.data.summary.answering[self.number]

    @property
    def lengths(self) -> Floats:
        """[questions]: characters of its answers."""
        found: Floats = self.data.lengths[self.number]
        return found

    @property
    def agreement(self) -> Agreement:
        """Of the repeats of the judge."""
        return self.data.agreement[self.number][self.entry.place.judge_no]

    def score(self, measure: RankedBy, stratum: Stratum = ALL) -> float | None:
        """A total of a part of the questions."""
        scores = self.standing.scores[stratum]
        return scores.overall if measure == "overall" else scores.question_mean

    def interval(self, measure: RankedBy, stratum: Stratum = ALL) -> Interval | Undefined:
        """Its interval."""
        found = self.standing.intervals[stratum]
        return found.overall if measure == "overall" else found.question_mean

    def question_scores(self) -> Floats:
        """[questions]: mean over the abilities of each question; NaN where there is no score."""
        there = ~np.isnan(self.entry.rows)
        count = there.sum(axis=1)
        sums = np.where(there, self.entry.rows, 0.0).sum(axis=1)
        means: Floats = np.divide(sums, count, out=np.full(len(sums), np.nan), where=count > 0)
        return means


@dataclass(frozen=True, slots=True)
class Group:
    """Candidates that can be compared, best first."""

    leaderboard: Leaderboard
    contenders: tuple[Contender, ...]
    runs: tuple[RunData, ...]

    @property
    def judge(self) -> Participant:
        """Who judged all of them."""
        return self.leaderboard.judge

    @property
    def questions(self) -> tuple[Question, ...]:
        """What all of them were asked."""
        return self.runs[0].summary.questions

    @property
    def strata(self) -> Mapping[Stratum, tuple[int, ...]]:
        """The parts of the questions."""
        return self.runs[0].summary.strata

    @property
    def baseline(self) -> Mapping[Stratum, Scores]:
        """What an answer scores on which nothing is hit."""
        return self.runs[0].summary.baseline

    @property
    def measure(self) -> RankedBy:
        """The total that ranks; the question mean where none does."""
        return self.leaderboard.ranked_by or "question_mean"


def grouped(runs: Sequence[RunData]) -> tuple[Group, ...]:
    """The groups of several runs by one rule, that of the latest run first; without a judge, none."""
    by_run = {data.summary.run.id: data for data in runs}
    names = {data.summary.run.spec.questions: data.summary.question_set for data in runs}
    places = groups_of([data.summary.run for data in runs], names.__getitem__)
    return tuple(_group(item, by_run) for item in places)


def _group(places: Places, by_run: Mapping[int, RunData]) -> Group:
    entries = [
        entry_of(by_run[place.run.id].tally, place, label)
        for place, label in zip(places.places, labels_of(places.places), strict=True)
    ]
    runs = tuple(dict.fromkeys(by_run[entry.place.run.id] for entry in entries))
    found = leaderboard_of(entries, places, (), runs[0].summary.rule, DEFAULT, once=False)
    contenders = {entry.label: _contender(entry, by_run[entry.place.run.id]) for entry in entries}
    return Group(found, tuple(contenders[leader.label] for leader in found.leaders), runs)


def _contender(entry: Entry, data: RunData) -> Contender:
    standings = data.summary.judgements[entry.place.judge_no].standings
    own = next(item for item in standings if item.candidate_no == entry.place.candidate_no)
    return Contender(entry.label, data, entry, own)
