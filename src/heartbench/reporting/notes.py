"""Which sentences must stand beside the figures of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heartbench.config import LABELS_JUDGE
from heartbench.records import Rule
from heartbench.reporting.summary import ALL, FlagLine, Judgement, Note, Stratum
from heartbench.reporting.tally import Tally
from heartbench.scoring import Scores
from heartbench.store.results import RunResults
from heartbench.store.rows import Participant


def notes_of(
    tally: Tally, baseline: Mapping[Stratum, Scores], judgements: Sequence[Judgement]
) -> tuple[Note, ...]:
    """The notes of a run, the weightiest first; texts are ``reporting.<key>``."""
    results = tally.results
    return (
        *_about_participants(results),
        *_about_flags(tally.flags),
        *_about_the_run(results, tally.rule),
        *_about_scores(judgements, baseline[ALL]),
        *_about_cost(results),
    )


def offline_note(judge: Participant) -> str:
    """Which sentence says that no model judged."""
    return "note_labels_judge" if judge.target == LABELS_JUDGE else "note_offline_judge"


def _about_participants(results: RunResults) -> Iterator[Note]:
    spec = results.run.spec
    for judge in spec.judges:
        if judge.kind == "offline":
            yield Note(offline_note(judge), {"judge": judge.label})
    scripted = [item.label for item in spec.candidates if item.kind == "offline"]
    if scripted:
        yield Note("note_offline_candidates", {"candidates": tuple(scripted)})


def _about_flags(flags: Sequence[FlagLine]) -> Iterator[Note]:
    if flags:
        labels = tuple(dict.fromkeys(line.candidate for line in flags))
        yield Note("note_flags", {"count": len(flags), "candidates": labels})


def _about_the_run(results: RunResults, rule: Rule) -> Iterator[Note]:
    run = results.run
    if run.status in {"running", "interrupted"}:
        yield Note("note_unfinished")
    if not run.spec.judges:
        yield Note("note_answers_only")
    if run.spec.protocol == "official":
        yield Note("note_official")
    if rule == "released":
        yield Note("note_released")


def _about_scores(judgements: Sequence[Judgement], baseline: Scores) -> Iterator[Note]:
    for item in judgements:
        name = {"judge": item.judge.label}
        if item.common_questions is not None:
            key = "note_coverage" if item.common_questions else "note_nothing_common"
            yield Note(key, {**name, "questions": item.common_questions})
        if any(standing.scores[ALL].overall is None for standing in item.standings):
            yield Note("note_mean_of_k", name)
        if item.ranked_by == "question_mean":
            yield Note("note_question_mean_ranks", name)
        low = [standing.candidate.label for standing in item.standings if "overall" in standing.low(ALL)]
        if low:
            yield Note("note_below", {**name, "candidates": tuple(low)})
        vetoed = sum(standing.vetoed for standing in item.standings)
        if vetoed:
            yield Note("note_vetoed", {**name, "count": vetoed})


def _about_cost(results: RunResults) -> Iterator[Note]:
    unknown = sum(item.cost_unknown for item in results.calls)
    if unknown:
        yield Note("note_cost_unknown", {"count": unknown})
