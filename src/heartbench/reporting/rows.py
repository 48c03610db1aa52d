"""Answers, verdicts and scores as flat rows: the JSON lines and the CSV hold the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from heartbench.records import Criterion, Rule
from heartbench.reporting.scored import ScoredPlace, Unit
from heartbench.reporting.summary import Standing, Summary
from heartbench.scoring import Scores
from heartbench.statistics import Interval, Intervals, Undefined
from heartbench.store.results import RunResults, StoredFailure

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows that have most of their fields in common."""

    shared: Row
    own: Sequence[Row] = ({},)
    """What each row has beside the shared fields; one empty one: the shared fields are the row."""


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of rows."""

    name: str
    """Stem of the file."""
    fields: tuple[str, ...]
    """Columns of the CSV; every row has exactly these keys."""
    groups: Callable[[ScoredPlace], Iterator[RowGroup]]


_PLACE = ("run", "question_id", "difficulty", "primary_scene", "secondary_scene", "candidate", "sample")
_VERDICT_PLACE = (*_PLACE, "judge", "repeat")
_FAILURE = ("failure_side", "failure_kind", "failure_message", "failure_attempts")
_ANSWER_FIELDS = (
    *_PLACE,
    "status",
    "response",
    "characters",
    "raw",
    "flags",
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
    "low",
    "high",
    "interval",
    "scored",
    "asked",
)


def place_exports(results: RunResults, rule: Rule) -> tuple[Export, ...]:
    """What can be exported of each place of a run. Times are Unix seconds, samples and repeats count from 0.

    ``answers``: one row per answer asked for. ``verdicts``: one row per criterion of every verdict asked
    for, criteria from 1; ``hit`` is 1, 0 or null. ``scores``: one row per ability of every scored verdict.
    """
    rows = _Rows(results, rule)
    return (
        Export("answers", _ANSWER_FIELDS, rows.answers),
        Export("verdicts", _VERDICT_FIELDS, rows.verdicts),
        Export("scores", _SCORE_FIELDS, rows.scores),
    )


def total_rows(summary: Summary) -> tuple[tuple[str, ...], Iterator[RowGroup]]:
    """Columns and rows of the totals: one row per measure, stratum, candidate and judge, secondary scenes
    included; ``id`` names the ability or category."""
    return _TOTAL_FIELDS, (RowGroup(row) for row in _totals(summary))


class _Rows:
    """Makes the rows of one place."""

    def __init__(self, results: RunResults, rule: Rule) -> None:
        self._spec = results.run.spec
        self._questions = results.questions.questions
        self._rule = rule

    def answers(self, place: ScoredPlace) -> Iterator[RowGroup]:
        cell = place.answer
        answer, failure = (cell.answer, cell.failure) if cell else (None, None)
        row = {
            **self._place(place),
            "status": "answered" if answer else "failed" if failure else "pending",
            "response": answer.text if answer else None,
            "characters": len(answer.text) if answer else None,
            "raw": answer.raw if answer else failure.raw if failure else None,
            "flags": list(place.flags),
            **_failure(failure),
            "reused": cell.reused if cell else None,
            "created_at": answer.created_at if answer else failure.created_at if failure else None,
            "key": cell.key if cell else None,
        }
        yield RowGroup(row)

    def verdicts(self, place: ScoredPlace) -> Iterator[RowGroup]:
        rubric = self._questions[place.question_no].rubric
        for unit in place.units:
            verdict, failure = unit.cell.verdict if unit.cell else None, unit.failure
            shared = {
                **self._verdict_place(place, unit),
                "status": "judged" if verdict else "failed" if failure else "pending",
                **_failure(failure),
                "reused": unit.cell.reused if unit.cell else None,
                "created_at": verdict.created_at if verdict else failure.created_at if failure else None,
                "key": unit.cell.key if unit.cell else None,
            }
            yield RowGroup(shared, [_criterion(unit, number, item) for number, item in enumerate(rubric)])

    def scores(self, place: ScoredPlace) -> Iterator[RowGroup]:
        for unit in place.units:
            if unit.score is None:
                continue
            shared = {
                **self._verdict_place(place, unit),
                "rule": self._rule,
                "question_score": unit.score.question_score,
                "vetoed": unit.score.vetoed,
            }
            abilities = unit.score.abilities.items()
            own = [{"ability": name, "raw": found.raw, "score": found.score} for name, found in abilities]
            yield RowGroup(shared, own)

    def _place(self, place: ScoredPlace) -> dict[str, object]:
        question = self._questions[place.question_no]
        return {
            "run": self._spec.name,
            "question_id": question.question_id,
            "difficulty": question.difficulty,
            "primary_scene": question.primary_scene,
            "secondary_scene": question.secondary_scene,
            "candidate": self._spec.candidates[place.candidate_no].label,
            "sample": place.sample,
        }

    def _verdict_place(self, place: ScoredPlace, unit: Unit) -> dict[str, object]:
        judge = self._spec.judges[unit.judge_no].label
        return {**self._place(place), "judge": judge, "repeat": unit.repeat}


def _failure(failure: StoredFailure | None) -> dict[str, object]:
    if failure is None:
        return dict.fromkeys(_FAILURE)
    values = (failure.side, failure.kind.value, failure.message, failure.attempts)
    return dict(zip(_FAILURE, values, strict=True))


def _criterion(unit: Unit, index: int, item: Criterion) -> Row:
    verdict = unit.cell.verdict if unit.cell else None
    values = verdict.raw_values if verdict else unit.failure.raw_values if unit.failure else None
    return {
        "criterion": index + 1,
        "dimension": item.dimension,
        "ability": item.ability,
        "weight": item.weight,
        "content": item.text,
        "hit": int(verdict.hits[index]) if verdict else None,
        "raw_value": values[index] if values is not None and index < len(values) else None,
        "reason": verdict.reasons[index] if verdict and index < len(verdict.reasons) else None,
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
        lower, floor = _measures(standing.lower[stratum]), _measures(standing.floor[stratum])
        low = standing.low(stratum)
        bounds = _bounds(standing.intervals.get(stratum))
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
                **_interval(bounds.get((measure, name))),
                "scored": scores.counts[name] if measure == "ability" else scores.scored,
                "asked": summary.baseline[stratum].counts[name] if measure == "ability" else scores.asked,
            }


def _bounds(found: Intervals | None) -> dict[tuple[str, str], Interval | Undefined]:
    if found is None:
        return {}
    return {
        ("overall", ""): found.overall,
        ("question_mean", ""): found.question_mean,
        **{("category", name): value for name, value in found.categories.items()},
        **{("ability", name): value for name, value in found.abilities.items()},
    }


def _interval(found: Interval | Undefined | None) -> dict[str, object]:
    if isinstance(found, Interval):
        return {"low": found.low, "high": found.high, "interval": found.method}
    return {"low": None, "high": None, "interval": found.reason if found else None}


def _measures(scores: Scores) -> dict[tuple[str, str], float | None]:
    return {
        ("overall", ""): scores.overall,
        ("mean_of_k", ""): scores.mean_of_k,
        ("k", ""): scores.k,
        ("question_mean", ""): scores.question_mean,
        **{("category", name): value for name, value in scores.categories.items()},
        **{("ability", name): value for name, value in scores.abilities.items()},
    }
