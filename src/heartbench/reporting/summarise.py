"""From a scored run to its :class:`~heartbench.reporting.summary.Summary`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from heartbench.records import FailureKind, Question, Rule, Side
from heartbench.reporting.notes import notes_of
from heartbench.reporting.scored import ScoredRun, score_run
from heartbench.reporting.summary import (
    ALL,
    HARD,
    NORMAL,
    Answering,
    CallLine,
    Coverage,
    FailureCount,
    FailureLine,
    Judgement,
    RankedBy,
    Standing,
    Stratum,
    Summary,
)
from heartbench.scoring import Row, Scores, scores_of_parts, silent_row
from heartbench.store.results import CallTotals, RunResults
from heartbench.taxonomy import PRIMARY_SCENES, SCENES

Strata = Mapping[Stratum, tuple[int, ...]]


def summarise(results: RunResults, rule: Rule = "paper") -> Summary:
    """Everything a report says about one run by one rule."""
    return summarise_scored(score_run(results, rule))


def summarise_scored(scored: ScoredRun) -> Summary:
    """The same for a run whose verdicts have been scored already."""
    results = scored.results
    spec = results.run.spec
    questions = results.questions.questions
    strata = strata_of(questions)
    baseline = _by_stratum([silent_row(question, scored.rule) for question in questions], strata)
    judgements = tuple(_judgement(scored, number, strata) for number in range(len(spec.judges)))
    answering = tuple(_answering(results, number) for number in range(len(spec.candidates)))
    calls = (*_calls(results, results.calls, False), *_calls(results, results.earlier_calls, True))
    return Summary(
        run=results.run,
        rule=scored.rule,
        question_set=results.questions.name,
        questions=questions,
        strata=strata,
        baseline=baseline,
        answering=answering,
        judgements=judgements,
        calls=calls,
        failures=tuple(_failure_lines(results)),
        notes=notes_of(results, scored.rule, baseline, judgements),
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


def _by_stratum(rows: Sequence[Row], strata: Strata) -> dict[Stratum, Scores]:
    return dict(zip(strata, scores_of_parts(rows, list(strata.values())), strict=True))


@dataclass(frozen=True, slots=True)
class _Counts:
    coverage: Coverage
    failures: tuple[FailureCount, ...]
    vetoed: int


def _judgement(scored: ScoredRun, judge: int, strata: Strata) -> Judgement:
    spec = scored.results.run.spec
    numbers = range(len(spec.candidates))
    rows = [scored.rows(number, judge) for number in numbers]
    scores = [_by_stratum(found, strata) for found in rows]
    counts = [_counts(scored, number, judge) for number in numbers]
    covered = [
        (_scored_places(found), item.coverage.scored) for found, item in zip(rows, counts, strict=True)
    ]
    common_of = _common(rows) if len(set(covered)) > 1 else None
    common = [scores_of_parts(found, [common_of])[0] if common_of is not None else None for found in rows]
    ranked_by = _ranked_by([found[ALL] for found in scores])
    ranking = ranks([getattr(found[ALL], ranked_by) if ranked_by else None for found in scores])
    standings = [
        Standing(
            candidate_no=number,
            candidate=spec.candidates[number],
            rank=ranking[number],
            scores=scores[number],
            lower=_by_stratum(scored.lower_rows(number, judge), strata),
            coverage=counts[number].coverage,
            failures=counts[number].failures,
            vetoed=counts[number].vetoed,
            common=common[number],
        )
        for number in numbers
    ]
    standings.sort(key=lambda item: (item.rank is None, item.rank, item.candidate_no))
    return Judgement(
        judge_no=judge,
        judge=spec.judges[judge],
        standings=tuple(standings),
        ranked_by=ranked_by,
        reuse=scored.results.verdict_reuse[judge],
        common_questions=None if common_of is None else len(common_of),
    )


def _scored_places(rows: Iterable[Row]) -> frozenset[int]:
    return frozenset(number for number, row in enumerate(rows) if not all(map(isnan, row)))


def _common(rows: Sequence[Sequence[Row]]) -> list[int]:
    return sorted(frozenset.intersection(*(_scored_places(found) for found in rows)))


def _ranked_by(scores: Sequence[Scores]) -> RankedBy | None:
    """Full overall scores rank; a mean of k of 15 never does, the question mean only where none is full."""
    if any(item.overall is not None for item in scores):
        return "overall"
    return "question_mean" if any(item.question_mean is not None for item in scores) else None


def _counts(scored: ScoredRun, candidate: int, judge: int) -> _Counts:
    asked = pending = have = from_raw = vetoed = 0
    kinds: Counter[tuple[Side, FailureKind]] = Counter()
    for question in range(len(scored.results.questions.questions)):
        for _, repeat, unit in scored.units(candidate, judge, question):
            asked += 1
            failure = unit.failure
            # An answer that failed is one failure, however many verdicts on it were wanted.
            if failure is not None and (failure.side == "judge" or repeat == 0):
                kinds[failure.side, failure.kind] += 1
            if unit.score is not None:
                have += 1
                vetoed += unit.score.vetoed
                from_raw += unit.cell is not None and unit.cell.verdict is None
            elif failure is None and (unit.cell is None or unit.cell.verdict is None):
                pending += 1
    return _Counts(Coverage(have, asked, pending, from_raw), _failure_counts(kinds), vetoed)


def _failure_counts(kinds: Counter[tuple[Side, FailureKind]]) -> tuple[FailureCount, ...]:
    return tuple(FailureCount(side, kind, count) for (side, kind), count in sorted(kinds.items()))


def _answering(results: RunResults, candidate: int) -> Answering:
    spec = results.run.spec
    asked = len(results.questions.questions) * spec.samples
    cells = [cell for key, cell in results.answers.items() if key[0] == candidate]
    lengths = [len(cell.answer.text) for cell in cells if cell.answer is not None]
    kinds = Counter((cell.failure.side, cell.failure.kind) for cell in cells if cell.failure is not None)
    return Answering(
        candidate=spec.candidates[candidate],
        asked=asked,
        answered=len(lengths),
        pending=asked - len(lengths) - kinds.total(),
        failures=_failure_counts(kinds),
        mean_characters=sum(lengths) / len(lengths) if lengths else None,
        reuse=results.answer_reuse[candidate],
    )


def _calls(results: RunResults, totals: Sequence[CallTotals], earlier: bool) -> Iterable[CallLine]:
    spec = results.run.spec
    for item in totals:
        participants = spec.candidates if item.side == "candidate" else spec.judges
        yield CallLine(participants[item.number], item, earlier)


def _failure_lines(results: RunResults) -> Iterable[FailureLine]:
    spec, questions = results.run.spec, results.questions.questions
    for (candidate, question, sample), answer in sorted(results.answers.items()):
        if answer.failure is not None:
            label = spec.candidates[candidate].label
            yield FailureLine(questions[question].question_id, label, "", sample, 0, answer.failure)
    for (candidate, question, sample, judge, repeat), cell in sorted(results.verdicts.items()):
        if cell.failure is not None:
            labels = spec.candidates[candidate].label, spec.judges[judge].label
            yield FailureLine(questions[question].question_id, *labels, sample, repeat, cell.failure)
