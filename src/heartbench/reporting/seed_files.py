"""The two result files of the original command line.

``question_score.jsonl``: the question's own row plus ``response``, ``score_detail`` (one value per
criterion), ``score_reason``, ``dimension_score`` (ability → score) and ``question_score``; ``sample`` and
``repeat`` where there are several, ``failure`` where there is no verdict, and then nulls.
``overall_score_results.jsonl``: one row per ability with ``dimension``, ``score`` and ``question_count``,
then the row ``OVERALL``.
"""

from __future__ import annotations

from collections.abc import Iterator

from heartbench.dataset import question_fields
from heartbench.records import Question, Rule
from heartbench.reporting.rows import Row
from heartbench.reporting.scored import ScoredPlace, Unit
from heartbench.reporting.summary import ALL, Standing
from heartbench.store.results import RunResults
from heartbench.taxonomy import ABILITIES, ABILITY_BY_ID


def question_rows(place: ScoredPlace, judge: int, results: RunResults, rule: Rule) -> Iterator[Row]:
    """The rows of ``question_score.jsonl`` for one answer under one judge."""
    spec = results.run.spec
    own = question_row(results.questions.questions[place.question_no])
    for unit in place.units:
        if unit.judge_no == judge:
            places = {"sample": place.sample} if spec.samples > 1 else {}
            places |= {"repeat": unit.repeat} if spec.repeats > 1 else {}
            yield {**own, **places, **_scored_fields(place, unit, rule)}


def overall_rows(standing: Standing) -> Iterator[Row]:
    """The rows of ``overall_score_results.jsonl``."""
    scores = standing.scores[ALL]
    for ability in ABILITIES:
        value, questions = scores.abilities[ability.id], scores.counts[ability.id]
        yield {"dimension": ability.zh, "score": value, "question_count": questions}
    yield {"dimension": "OVERALL", "score": scores.overall, "question_count": scores.scored}


def question_row(question: Question) -> dict[str, object]:
    """A question as the data files spell it, its difficulty also where it is not known."""
    return question_fields(question) | {"difficulty": question.difficulty}


def _scored_fields(place: ScoredPlace, unit: Unit, rule: Rule) -> dict[str, object]:
    answer = place.answer.answer if place.answer else None
    found: dict[str, object] = {"response": answer.text if answer else None}
    found["score_detail"], found["score_reason"] = _detail(unit, rule), _reason(unit)
    found["dimension_score"] = found["question_score"] = None
    if unit.score is not None:
        abilities = unit.score.abilities.items()
        found["dimension_score"] = {ABILITY_BY_ID[name].zh: item.score for name, item in abilities}
        found["question_score"] = unit.score.question_score
    if unit.failure is not None:
        failure = unit.failure
        found["failure"] = {"side": failure.side, "kind": failure.kind.value, "message": failure.message}
    return found


def _detail(unit: Unit, rule: Rule) -> list[object] | None:
    """What the rule scored: hits as 1 and 0, or the judge's own list under ``released``."""
    verdict = unit.cell.verdict if unit.cell else None
    if rule == "released" and unit.score is not None:
        raw = verdict.raw_values if verdict else unit.failure.raw_values if unit.failure else None
        if raw:
            return list(raw)
    return [int(hit) for hit in verdict.hits] if verdict else None


def _reason(unit: Unit) -> str | None:
    """The reasons of a verdict in one text, numbered where every criterion has its own."""
    verdict = unit.cell.verdict if unit.cell else None
    if verdict is None:
        return None
    given = [(number, reason) for number, reason in enumerate(verdict.reasons, 1) if reason]
    if len(given) == 1 and given[0][0] == 1:
        return given[0][1]
    return "\n".join(f"{number}. {reason}" for number, reason in given)
