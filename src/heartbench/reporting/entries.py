"""Candidates of the store as entries of a comparison: who was measured how, by whom, on which questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from heartbench.errors import RunError, UsageError
from heartbench.records import QuestionSet, Rule
from heartbench.reporting.notes import offline_note
from heartbench.reporting.scored import scored_places
from heartbench.reporting.summary import Coverage, Note, Reuse
from heartbench.reporting.tally import Tally
from heartbench.scoring import EMPTY_ROW, Scores, scores_of
from heartbench.statistics import Floats
from heartbench.store.results import RunResults, StoredRun
from heartbench.store.rows import Participant


@dataclass(frozen=True, slots=True)
class Measure:
    """How something was measured. Results of different measures are never mixed."""

    judge: str
    """Fingerprint of the judge."""
    protocol: str
    answering_hash: str
    judging_hash: str
    mode: str


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One candidate of one run under one of its judges; each is itself, and may be a key."""

    run: StoredRun
    candidate_no: int
    judge_no: int

    @property
    def candidate(self) -> Participant:
        """Who was measured."""
        return self.run.spec.candidates[self.candidate_no]

    @property
    def judge(self) -> Participant:
        """Who judged."""
        return self.run.spec.judges[self.judge_no]

    @property
    def measure(self) -> Measure:
        """How it was measured."""
        spec = self.run.spec
        return Measure(
            self.judge.fingerprint, spec.protocol, spec.answering_hash, spec.judging_hash, spec.mode
        )

    @property
    def full_name(self) -> str:
        """Tells it apart from one of the same label in another run."""
        return f"{self.run.name}/{self.candidate.label}"


@dataclass(frozen=True)
class Entry:
    """One candidate with its scores by one rule."""

    place: Place
    label: str
    """Its name in tables; unique among the entries."""
    questions: QuestionSet
    rows: Floats
    """[questions x 15], NaN where there is no score."""
    scores: Scores
    coverage: Coverage
    reuse: Reuse
    """Of its answers."""
    mean_characters: float | None


def places_of(runs: Sequence[StoredRun], judge: str | None = None) -> list[Place]:
    """Every candidate of every run under every judge, oldest first; ``judge`` keeps those of that label."""
    return [
        Place(run, candidate, number)
        for run in sorted(runs, key=lambda item: (item.started_at, item.id))
        for number, by in enumerate(run.spec.judges)
        for candidate in range(len(run.spec.candidates))
        if judge is None or judge == by.label
    ]


def chosen_places(runs: Sequence[StoredRun], names: Sequence[str], judge: str | None) -> list[Place]:
    """The places of several candidates, each named by its label or ``run/label``, by one measure.

    A label alone means its latest run. Raises RunError ``comparison.unknown_candidate`` and
    ``comparison.unknown_judge``, UsageError ``comparison.mixed`` where no measure has all of them, and
    ``comparison.same`` where two names mean one.
    """
    places = places_of(runs, judge)
    if judge is not None and not places:
        known = sorted({item.label for run in runs for item in run.spec.judges})
        raise RunError("comparison.unknown_judge", judge=judge, known=tuple(known))
    found = [_named(places, name) for name in names]
    shared = set.intersection(*({place.measure for place in own} for own in found))
    if not shared:
        raise UsageError("comparison.mixed", names=tuple(names))
    # Places are in the order of their runs: the measure of the latest one is taken.
    latest = next(place.measure for place in reversed(found[-1]) if place.measure in shared)
    chosen = [next(place for place in reversed(own) if place.measure == latest) for own in found]
    keys = [(place.run.id, place.candidate_no) for place in chosen]
    if len(set(keys)) < len(keys):
        raise UsageError(
            "comparison.same", name=next(n for n, k in zip(names, keys, strict=True) if keys.count(k) > 1)
        )
    return chosen


def _named(places: Sequence[Place], name: str) -> list[Place]:
    found = [place for place in places if place.full_name == name]
    found = found or [place for place in places if place.candidate.label == name]
    if not found:
        known = sorted({place.candidate.label for place in places})
        close = get_close_matches(name, known, n=3) or known
        raise RunError("comparison.unknown_candidate", name=name, known=tuple(close))
    return found


def labels_of(places: Sequence[Place]) -> list[str]:
    """A name for each place: its label or, where several share one, with its run."""
    labels = [place.candidate.label for place in places]
    return [
        label if labels.count(label) == 1 else place.full_name
        for label, place in zip(labels, places, strict=True)
    ]


def runs_of(places: Collection[Place]) -> list[StoredRun]:
    """The runs that have to be read, each once."""
    return list({place.run.id: place.run for place in places}.values())


def entries_of(results: RunResults, labels: Mapping[Place, str], rule: Rule) -> Iterator[Entry]:
    """The entries of one run, from one pass over it; ``labels``: the places wanted, with their names."""
    tally = Tally(results, rule)
    wanted = {place.candidate_no for place in labels if place.run.id == results.run.id}
    for scored in scored_places(results, rule):
        if scored.candidate_no in wanted:
            tally.add(scored)
    tally.close()
    for place, label in labels.items():
        if place.run.id == results.run.id:
            yield entry_of(tally, place, label)


def entry_of(tally: Tally, place: Place, label: str) -> Entry:
    """The entry of one place of a run that was added up."""
    unit = tally.units[place.candidate_no][place.judge_no]
    answers = tally.answers[place.candidate_no]
    return Entry(
        place=place,
        label=label,
        questions=tally.results.questions,
        rows=unit.rows,
        scores=scores_of(unit.rows),
        coverage=unit.coverage,
        reuse=answers.ages.reuse(),
        mean_characters=answers.characters / answers.answered if answers.answered else None,
    )


def aligned(entries: Sequence[Entry]) -> tuple[QuestionSet, list[Floats]]:
    """The questions that all entries were asked, as the first has them, and everyone's rows of them."""
    asked = [
        {question.content_hash: number for number, question in enumerate(entry.questions.questions)}
        for entry in entries
    ]
    first = entries[0].questions
    shared = [own for own in first.questions if all(own.content_hash in known for known in asked)]
    rows = [
        np.asarray([entry.rows[known[own.content_hash]] for own in shared], dtype=np.float64).reshape(
            -1, len(EMPTY_ROW)
        )
        for entry, known in zip(entries, asked, strict=True)
    ]
    return QuestionSet(first.name, tuple(shared)), rows


def offline_notes(entries: Sequence[Entry]) -> Iterator[Note]:
    """What must be said where the judge, which all entries share, or a candidate is no model."""
    judge = entries[0].place.judge
    if judge.kind == "offline":
        yield Note(f"reporting.{offline_note(judge)}", {"judge": judge.label})
    scripted = tuple(entry.label for entry in entries if entry.place.candidate.kind == "offline")
    if scripted:
        yield Note("reporting.note_offline_candidates", {"candidates": scripted})
