"""What changed most between two candidates: questions with both answers, and the criteria they differ on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from heartbench.records import Question, Rule
from heartbench.reporting.comparison.build import Compared, most_changed, question_score
from heartbench.reporting.comparison.records import Change, Comparison, CriterionChange
from heartbench.reporting.entries import Entry, Place
from heartbench.reporting.scored import scored_places
from heartbench.statistics import Pair
from heartbench.store.results import RunResults, StoredVerdict


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer and one verdict on it."""

    answer: str
    verdict: StoredVerdict | None
    """None where rule ``released`` scored a list that is no verdict."""


Answers = Mapping[tuple[Place, str], Judged]
"""By place and content hash of the question."""


def answers_of(
    results: RunResults, wanted: Mapping[Place, Collection[str]], rule: Rule
) -> dict[tuple[Place, str], Judged]:
    """The first scored answer of a run to each question that is wanted."""
    questions = results.questions.questions
    by_candidate: dict[int, list[Place]] = {}
    for place in wanted:
        if place.run.id == results.run.id:
            by_candidate.setdefault(place.candidate_no, []).append(place)
    found: dict[tuple[Place, str], Judged] = {}
    for scored in scored_places(results, rule):
        for place in by_candidate.get(scored.candidate_no, ()):
            key = (place, questions[scored.question_no].content_hash)
            if key in found or key[1] not in wanted[place]:
                continue
            for unit in scored.units:
                if unit.judge_no == place.judge_no and unit.score is not None:
                    assert scored.answer is not None
                    assert scored.answer.answer is not None
                    assert unit.cell is not None
                    found[key] = Judged(scored.answer.answer.text, unit.cell.verdict)
                    break
    return found


def with_changes(found: Compared, entries: Sequence[Entry], answers: Answers, count: int) -> Comparison:
    """The comparison with the changes of every pair that has the first candidate in it; none for 0."""
    changes = {
        (pair.first, pair.second): tuple(
            _change(found, pair, number, [entries[end].place for end in (pair.first, pair.second)], answers)
            for number in most_changed(found, pair, count)
        )
        for pair in found.paired.pairs
        if pair.first == 0 and count
    }
    return replace(found.comparison, changes=changes)


def _change(found: Compared, pair: Pair, number: int, places: Sequence[Place], answers: Answers) -> Change:
    question = found.questions.questions[number]
    first, second = (answers[place, question.content_hash] for place in places)
    return Change(
        question_id=question.question_id,
        scores=(
            question_score(found.paired.matrices[pair.first], number),
            question_score(found.paired.matrices[pair.second], number),
        ),
        last_words=question.dialogue[-1].content if question.dialogue else "",
        answers=(first.answer, second.answer),
        criteria=_criteria(question, first.verdict, second.verdict),
    )


def _criteria(
    question: Question, first: StoredVerdict | None, second: StoredVerdict | None
) -> tuple[CriterionChange, ...]:
    if first is None or second is None:
        return ()
    return tuple(
        CriterionChange(
            ability=item.ability,
            weight=item.weight,
            text=item.text,
            hits=(first.hits[number], second.hits[number]),
            reasons=(_reason(first, number), _reason(second, number)),
        )
        for number, item in enumerate(question.rubric)
        if first.hits[number] != second.hits[number]
    )


def _reason(verdict: StoredVerdict, number: int) -> str:
    return verdict.reasons[number] if number < len(verdict.reasons) else ""
