"""From entries to a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.records import QuestionSet, Rule
from heartbench.reporting.comparison.records import Comparison, Contender
from heartbench.reporting.entries import Entry, Place, aligned, offline_notes
from heartbench.reporting.estimates import clusters_of
from heartbench.reporting.summary import Note
from heartbench.scoring import scores_of, silent_row
from heartbench.statistics import Floats, Pair, PairedComparison, Settings, compare


@dataclass(frozen=True)
class Compared:
    """A comparison, and what is needed to look for its changes."""

    comparison: Comparison
    questions: QuestionSet
    """That all were asked; the rows of ``paired`` are theirs."""
    paired: PairedComparison


def compared(entries: Sequence[Entry], rule: Rule, settings: Settings) -> Compared:
    """Compares two or more entries of one measure."""
    questions, rows = aligned(entries)
    paired = compare(rows, clusters_of(questions.questions), settings)
    place = entries[0].place
    common = [questions.questions[number] for number in paired.common]
    comparison = Comparison(
        contenders=tuple(
            _contender(entry, matrix, number, paired)
            for number, (entry, matrix) in enumerate(zip(entries, paired.matrices, strict=True))
        ),
        judge=place.judge,
        protocol=place.run.spec.protocol,
        mode=place.run.spec.mode,
        rule=rule,
        question_set=questions.name,
        asked=len(questions.questions),
        common=len(paired.common),
        clusters=paired.clusters,
        baseline=scores_of([silent_row(question, rule) for question in common]),
        pairs=paired.pairs,
        changes={},
        gate=None,
        notes=tuple(_notes(entries, paired, len(questions.questions))),
        settings=settings,
    )
    return Compared(comparison, questions, paired)


def _contender(entry: Entry, matrix: Floats, number: int, paired: PairedComparison) -> Contender:
    return Contender(
        label=entry.label,
        run=entry.place.run.name,
        candidate=entry.place.candidate,
        scores=scores_of(matrix[list(paired.common)]),
        intervals=paired.intervals[number],
        own=entry.scores,
        coverage=entry.coverage,
        reuse=entry.reuse,
        mean_characters=entry.mean_characters,
    )


def _notes(entries: Sequence[Entry], paired: PairedComparison, asked: int) -> Iterator[Note]:
    yield from offline_notes(entries)
    if len({entry.questions.fingerprint for entry in entries}) > 1:
        yield Note("comparison.note_other_questions", {"count": asked})
    if len(paired.common) < asked:
        counts = tuple(f"{entry.label} {entry.scores.scored}/{entry.scores.asked}" for entry in entries)
        yield Note("comparison.note_coverage", {"count": len(paired.common), "scored": counts})
    for entry in entries:
        if entry.coverage.pending:
            yield Note("comparison.note_unfinished", {"label": entry.label, "run": entry.place.run.name})
        if entry.reuse.reused:
            yield Note("comparison.note_reused", _reuse(entry))
    if len({(own.place.run.spec.samples, own.place.run.spec.repeats) for own in entries}) > 1:
        yield Note("comparison.note_samples")


def _reuse(entry: Entry) -> dict[str, object]:
    return {"label": entry.label, "count": entry.reuse.reused, "total": entry.reuse.total}


def most_changed(found: Compared, pair: Pair, count: int) -> list[int]:
    """The questions (their indices) whose scores differ most, those that lost most first among equals."""
    first, second = (_question_scores(found.paired.matrices[number]) for number in (pair.first, pair.second))
    order = sorted(
        found.paired.common, key=lambda number: (-abs(second[number] - first[number]), second[number])
    )
    return [number for number in order[:count] if abs(second[number] - first[number]) > 1e-9]


def question_score(matrix: Floats, number: int) -> float:
    """The score of one question."""
    return float(_question_scores(matrix)[number])


def _question_scores(matrix: Floats) -> Floats:
    there = ~np.isnan(matrix)
    sums: Floats = np.where(there, matrix, 0.0).sum(axis=1)
    means: Floats = sums / np.maximum(there.sum(axis=1), 1)
    return means


def wanted_answers(found: Compared, entries: Sequence[Entry], count: int) -> dict[Place, set[str]]:
    """Which answers the changes need: the content hashes of their questions, by place."""
    wanted: dict[Place, set[str]] = {entry.place: set() for entry in entries}
    for pair in found.paired.pairs:
        if pair.first == 0:
            for number in most_changed(found, pair, count):
                for end in (pair.first, pair.second):
                    wanted[entries[end].place].add(found.questions.questions[number].content_hash)
    return wanted
