"""From a run that was added up to its :class:`~heartbench.reporting.summary.Summary`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heartbench.records import Question, Rule
from heartbench.reporting.estimates import clusters_of, intervals_by_stratum
from heartbench.reporting.notes import notes_of
from heartbench.reporting.scored import scored_places
from heartbench.reporting.summary import (
    ALL,
    HARD,
    NORMAL,
    Answering,
    CallLine,
    Judgement,
    RankedBy,
    Standing,
    Stratum,
    Summary,
)
from heartbench.reporting.tally import Floats, Tally, failure_counts
from heartbench.scoring import Row, Scores, scores_of_parts, silent_row, silent_under
from heartbench.statistics import DEFAULT, LEAST_QUESTIONS, Labels, Settings, variance_parts
from heartbench.store.results import CallTotals, RunResults
from heartbench.taxonomy import PRIMARY_SCENES, SCENES

Strata = Mapping[Stratum, tuple[int, ...]]


def summarise(results: RunResults, rule: Rule = "paper", settings: Settings = DEFAULT) -> Summary:
    """Everything a report says about one run by one rule; ``settings`` are those of its intervals."""
    tally = Tally(results, rule)
    for place in scored_places(results, rule):
        tally.add(place)
    tally.close()
    return summarise_tally(tally, settings)


def summarise_tally(tally: Tally, settings: Settings = DEFAULT) -> Summary:
    """The same for a run that was added up already."""
    results = tally.results
    spec = results.run.spec
    questions = results.questions.questions
    strata = strata_of(questions)
    silent = np.array([silent_row(question, tally.rule) for question in questions]).reshape(-1, 15)
    baseline = _by_stratum(silent, strata)
    labels = clusters_of(questions) if settings.resamples else np.arange(len(questions))
    estimates = _Estimates(strata, labels, settings, silent)
    judgements = tuple(_judgement(tally, number, estimates) for number in range(len(spec.judges)))
    answering = tuple(_answering(tally, number) for number in range(len(spec.candidates)))
    calls = (*_calls(results, results.calls, False), *_calls(results, results.earlier_calls, True))
    return Summary(
        run=results.run,
        rule=tally.rule,
        question_set=results.questions.name,
        questions=questions,
        strata=strata,
        baseline=baseline,
        answering=answering,
        judgements=judgements,
        calls=calls,
        failures=tally.failures,
        flags=tally.flags,
        notes=notes_of(tally, baseline, judgements),
        settings=settings,
        clusters=int(labels.max(initial=-1)) + 1,
    )


def strata_of(questions: Sequence[Question]) -> Strata:
    """The parts of a question set that have any question, in the order of the taxonomy."""
    found: dict[Stratum, list[int]] = {ALL: [], HARD: [], NORMAL: [], Stratum("difficulty"): []}
    found |= {Stratum("primary_scene", name): [] for name, _ in PRIMARY_SCENES}
    found |= {Stratum("secondary_scene", scene.zh): [] for scene in SCENES}
    for number, question in enumerate(questions):
        places = (
            ALL,
            Stratum("difficulty", question.difficulty),
            Stratum("primary_scene", question.primary_scene),
            Stratum("secondary_scene", question.secondary_scene),
        )
        for place in places:
            found.setdefault(place, []).append(number)
    return {stratum: tuple(numbers) for stratum, numbers in found.items() if numbers or stratum == ALL}


def ranks(values: Sequence[float | None]) -> list[int | None]:
    """Standard competition ranks, highest first: 90, 80, 80, 70 get 1, 2, 2, 4. None stays unranked.

    Scores that agree to nine digits are tied: further digits are rounding.
    """
    rounded = [None if value is None else round(value, 9) for value in values]
    known = [value for value in rounded if value is not None]
    return [None if value is None else 1 + sum(other > value for other in known) for value in rounded]


def _by_stratum(rows: Sequence[Row] | Floats, strata: Strata) -> dict[Stratum, Scores]:
    return dict(zip(strata, scores_of_parts(rows, list(strata.values())), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Estimates:
    """What all judges' tables are made with."""

    strata: Strata
    labels: Labels
    settings: Settings
    silent: Floats
    """[questions x 15]: the silent baseline of each question."""


def _judgement(tally: Tally, judge: int, made: _Estimates) -> Judgement:
    spec, strata = tally.results.run.spec, made.strata
    units = [of_candidate[judge] for of_candidate in tally.units]
    scores = [_by_stratum(unit.rows, strata) for unit in units]
    there = [~np.isnan(unit.rows).all(axis=1) for unit in units]
    covered = {(found.tobytes(), unit.coverage.scored) for found, unit in zip(there, units, strict=True)}
    common_of = np.flatnonzero(np.logical_and.reduce(there)).tolist() if len(covered) > 1 else None
    common = [scores_of_parts(unit.rows, [common_of])[0] if common_of is not None else None for unit in units]
    ranked_by = _ranked_by([found[ALL] for found in scores])
    ranking = ranks([_ranking_value(found[ALL], ranked_by) for found in scores])
    bounds = intervals_by_stratum([unit.rows for unit in units], strata, made.labels, made.settings)
    standings = [
        Standing(
            candidate_no=number,
            candidate=spec.candidates[number],
            rank=ranking[number],
            scores=scores[number],
            floor=_by_stratum(silent_under(made.silent, unit.rows), strata),
            lower=_by_stratum(unit.lower, strata),
            coverage=unit.coverage,
            failures=failure_counts(unit.kinds),
            vetoed=unit.vetoed,
            intervals=bounds[number],
            variance=variance_parts(unit.question_scores),
            common=common[number],
        )
        for number, unit in enumerate(units)
    ]
    standings.sort(key=lambda item: (item.rank is None, item.rank, item.candidate_no))
    return Judgement(
        judge_no=judge,
        judge=spec.judges[judge],
        standings=tuple(standings),
        ranked_by=ranked_by,
        reuse=tally.verdict_ages[judge].reuse(),
        common_questions=None if common_of is None else len(common_of),
    )


def _ranked_by(scores: Sequence[Scores]) -> RankedBy | None:
    """Overall scores rank where every ability has 5 questions, as on leaderboards; else question means do."""
    if any(_supports_overall(item) for item in scores):
        return "overall"
    return "question_mean" if any(item.question_mean is not None for item in scores) else None


def _supports_overall(scores: Scores) -> bool:
    return min(scores.counts.values()) >= LEAST_QUESTIONS


def _ranking_value(scores: Scores, by: RankedBy | None) -> float | None:
    """What ranks; an overall score with too little under an ability never stands beside full ones."""
    if by == "overall":
        return scores.overall if _supports_overall(scores) else None
    return scores.question_mean


def _answering(tally: Tally, candidate: int) -> Answering:
    results, found = tally.results, tally.answers[candidate]
    asked = len(results.questions.questions) * results.run.spec.samples
    return Answering(
        candidate=results.run.spec.candidates[candidate],
        asked=asked,
        answered=found.answered,
        pending=asked - found.answered - found.kinds.total(),
        failures=failure_counts(found.kinds),
        mean_characters=found.characters / found.answered if found.answered else None,
        reuse=found.ages.reuse(),
    )


def _calls(results: RunResults, totals: Sequence[CallTotals], earlier: bool) -> Iterable[CallLine]:
    spec = results.run.spec
    for item in totals:
        participants = spec.candidates if item.side == "candidate" else spec.judges
        yield CallLine(participants[item.number], item, earlier)
