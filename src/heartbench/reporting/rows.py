"""Answers, verdicts and scores as flat rows: the JSON lines and the CSV hold the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from heartbench.records import Criterion, Question
from heartbench.reporting.scored import ScoredRun, Unit
from heartbench.reporting.summary import Standing, Summary, below
from heartbench.scoring import Scores
from heartbench.store.results import StoredFailure

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of rows."""

    name: str
    """Stem of the file."""
    fields: tuple[str, ...]
    """Columns of the CSV; every row has exactly these keys."""
    rows: Callable[[], Iterator[Row]]


_PLACE = ("run", "question_id", "difficulty", "primary_scene", "secondary_scene", "candidate", "sample")
_VERDICT_PLACE = (*_PLACE, "judge", "repeat")
_FAILURE = ("failure_side", "failure_kind", "failure_message", "failure_attempts")
_ANSWER_FIELDS = (
    *_PLACE,
    "status",
    "response",
    "characters",
    "raw",
    *_FAILURE,
    "reused",
    "created_at",
    "key",
)
_CRITERION = ("criterion", "dimension", "ability", "weight", "content")
_VERDICT_FIELDS = (
    *_VERDICT_PLACE,
    *_CRITERION,
    "status",
    "hit",
    "raw_value",
    "reason",
    *_FAILURE,
    "reused",
    "created_at",
    "key",
)
_SCORE_FIELDS = (*_VERDICT_PLACE, "rule", "ability", "raw", "score", "question_score", "vetoed")
_TOTAL_FIELDS = (
    "run",
    "rule",
    "judge",
    "candidate",
    "rank",
    "stratum_kind",
    "stratum",
    "measure",
    "id",
    "value",
    "lower_bound",
    "silent_baseline",
    "below_baseline",
    "scored",
    "asked",
)


def exports(scored: ScoredRun, summary: Summary) -> tuple[Export, ...]:
    """What can be exported of a run. Times are Unix seconds, samples and repeats count from 0.

    ``answers``: one row per answer asked for. ``verdicts``: one row per criterion of every verdict asked
    for, criteria from 1; ``hit`` is 1, 0 or null. ``scores``: one row per ability of every scored verdict.
    ``totals``: one row per measure, stratum, candidate and judge, secondary scenes included; ``id`` names
    the ability or category.
    """
    return (
        Export("answers", _ANSWER_FIELDS, lambda: _answers(scored)),
        Export("verdicts", _VERDICT_FIELDS, lambda: _verdicts(scored)),
        Export("scores", _SCORE_FIELDS, lambda: _scores(scored)),
        Export("totals", _TOTAL_FIELDS, lambda: _totals(summary)),
    )


def _place(scored: ScoredRun, candidate: int, question: Question, sample: int) -> dict[str, object]:
    spec = scored.results.run.spec
    return {
        "run": spec.name,
        "question_id": question.question_id,
        "difficulty": question.difficulty,
        "primary_scene": question.primary_scene,
        "secondary_scene": question.secondary_scene,
        "candidate": spec.candidates[candidate].label,
        "sample": sample,
    }


def _failure(failure: StoredFailure | None) -> dict[str, object]:
    if failure is None:
        return dict.fromkeys(_FAILURE)
    values = (failure.side, failure.kind.value, failure.message, failure.attempts)
    return dict(zip(_FAILURE, values, strict=True))


def _answers(scored: ScoredRun) -> Iterator[Row]:
    spec = scored.results.run.spec
    for candidate in range(len(spec.candidates)):
        for number, question in enumerate(scored.results.questions.questions):
            for sample in range(spec.samples):
                cell = scored.results.answers.get((candidate, number, sample))
                answer = cell.answer if cell else None
                failure = cell.failure if cell else None
                yield {
                    **_place(scored, candidate, question, sample),
                    "status": "answered" if answer else "failed" if failure else "pending",
                    "response": answer.text if answer else None,
                    "characters": len(answer.text) if answer else None,
                    "raw": answer.raw if answer else failure.raw if failure else None,
                    **_failure(failure),
                    "reused": cell.reused if cell else None,
                    "created_at": answer.created_at if answer else failure.created_at if failure else None,
                    "key": cell.key if cell else None,
                }


def verdict_units(scored: ScoredRun) -> Iterator[tuple[int, int, int, int, int, Unit]]:
    """(judge, candidate, question, sample, repeat, unit) for every verdict asked for."""
    spec = scored.results.run.spec
    for judge in range(len(spec.judges)):
        for candidate in range(len(spec.candidates)):
            for question in range(len(scored.results.questions.questions)):
                for sample, repeat, unit in scored.units(candidate, judge, question):
                    yield judge, candidate, question, sample, repeat, unit


def _verdicts(scored: ScoredRun) -> Iterator[Row]:
    spec, questions = scored.results.run.spec, scored.results.questions.questions
    for judge, candidate, number, sample, repeat, unit in verdict_units(scored):
        question = questions[number]
        verdict = unit.cell.verdict if unit.cell else None
        failure = unit.failure
        values = verdict.raw_values if verdict else failure.raw_values if failure else None
        shared = {
            **_place(scored, candidate, question, sample),
            "judge": spec.judges[judge].label,
            "repeat": repeat,
            "status": "judged" if verdict else "failed" if failure else "pending",
            **_failure(failure),
            "reused": unit.cell.reused if unit.cell else None,
            "created_at": verdict.created_at if verdict else failure.created_at if failure else None,
            "key": unit.cell.key if unit.cell else None,
        }
        for index, item in enumerate(question.rubric):
            yield {
                **shared,
                **_criterion(index, item),
                "hit": int(verdict.hits[index]) if verdict else None,
                "raw_value": values[index] if values is not None and index < len(values) else None,
                "reason": verdict.reasons[index] if verdict and index < len(verdict.reasons) else None,
            }


def _criterion(index: int, item: Criterion) -> dict[str, object]:
    values = (index + 1, item.dimension, item.ability, item.weight, item.text)
    return dict(zip(_CRITERION, values, strict=True))


def _scores(scored: ScoredRun) -> Iterator[Row]:
    spec, questions = scored.results.run.spec, scored.results.questions.questions
    for judge, candidate, number, sample, repeat, unit in verdict_units(scored):
        if unit.score is None:
            continue
        for ability, found in unit.score.abilities.items():
            yield {
                **_place(scored, candidate, questions[number], sample),
                "judge": spec.judges[judge].label,
                "repeat": repeat,
                "rule": scored.rule,
                "ability": ability,
                "raw": found.raw,
                "score": found.score,
                "question_score": unit.score.question_score,
                "vetoed": unit.score.vetoed,
            }


def _totals(summary: Summary) -> Iterator[Row]:
    for judgement in summary.judgements:
        for standing in judgement.standings:
            for row in _standing_totals(summary, standing):
                yield {
                    "run": summary.run.name,
                    "rule": summary.rule,
                    "judge": judgement.judge.label,
                    "candidate": standing.candidate.label,
                    "rank": standing.rank,
                    **row,
                }


def _standing_totals(summary: Summary, standing: Standing) -> Iterator[dict[str, object]]:
    for stratum, scores in standing.scores.items():
        lower, floor = _measures(standing.lower[stratum]), _measures(summary.baseline[stratum])
        low = below(scores, summary.baseline[stratum])
        for (measure, name), value in _measures(scores).items():
            yield {
                "stratum_kind": stratum.kind,
                "stratum": stratum.name,
                "measure": measure,
                "id": name,
                "value": value,
                "lower_bound": lower[measure, name],
                "silent_baseline": floor[measure, name],
                "below_baseline": (name or measure) in low,
                "scored": scores.counts[name] if measure == "ability" else scores.scored,
                "asked": summary.baseline[stratum].counts[name] if measure == "ability" else scores.asked,
            }


def _measures(scores: Scores) -> dict[tuple[str, str], float | None]:
    return {
        ("overall", ""): scores.overall,
        ("mean_of_k", ""): scores.mean_of_k,
        ("k", ""): scores.k,
        ("question_mean", ""): scores.question_mean,
        **{("category", name): value for name, value in scores.categories.items()},
        **{("ability", name): value for name, value in scores.abilities.items()},
    }
