"""Rules of a blueprint that count over the whole set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from heartbench.dataset.blueprint_facts import Blueprint, Range
from heartbench.dataset.findings import Finding
from heartbench.dataset.overlap import dialogue_text
from heartbench.dataset.statistics import AbilityCount, SetStatistics, statistics
from heartbench.records import QuestionSet
from heartbench.taxonomy import ABILITY_BY_ID, SCENES


def findings(questions: QuestionSet, blueprint: Blueprint) -> Iterator[Finding]:
    """Departures of the whole set."""
    counted = statistics(questions)
    yield from _sizes(counted, blueprint)
    yield from _scenes(questions, counted, blueprint)
    for category in counted.categories:
        for line in category.abilities:
            yield from _ability(line, blueprint)
    yield from _dialogues(questions, blueprint)
    yield from _bonuses(questions, blueprint)
    yield from _silence(counted, blueprint)


def _finding(rule: str, **fields: object) -> Finding:
    return Finding(rule, fields=fields, severity="error")


def _sizes(counted: SetStatistics, blueprint: Blueprint) -> Iterator[Finding]:
    if counted.questions != blueprint.questions:
        yield _finding("question_total", found=counted.questions, expected=blueprint.questions)
    if (counted.hard, counted.normal) != (blueprint.hard, blueprint.normal):
        yield _finding(
            "difficulty_total",
            hard=counted.hard,
            normal=counted.normal,
            expected_hard=blueprint.hard,
            expected_normal=blueprint.normal,
        )


def _scenes(questions: QuestionSet, counted: SetStatistics, blueprint: Blueprint) -> Iterator[Finding]:
    for line in counted.scenes:
        expected = blueprint.scenes.get(line.id, 0)
        if line.count != expected:
            yield _finding("scene_total", scene=line.id or "—", found=line.count, expected=expected)
        if line.id in blueprint.scenes and not line.hard:
            yield _finding("scene_without_hard", scene=line.id)
    inside = Counter(item.secondary_scene for item in questions.questions)
    for scene in SCENES:
        if inside[scene.zh] < blueprint.least_per_secondary:
            least = blueprint.least_per_secondary
            yield _finding("secondary_total", scene=scene.zh, found=inside[scene.zh], least=least)


def _ability(line: AbilityCount, blueprint: Blueprint) -> Iterator[Finding]:
    quota = blueprint.abilities[line.id]
    name = ABILITY_BY_ID[line.id].zh
    if line.count != quota.criteria:
        yield _finding("ability_criteria", ability=name, found=line.count, expected=quota.criteria)
    around = (
        ("ability_questions", line.questions, quota.questions),
        ("ability_questions_hard", line.questions_hard, quota.questions_hard),
        ("ability_penalties", line.penalties, quota.penalties),
    )
    for rule, found, expected in around:
        if not blueprint.around(expected).holds(found):
            yield _finding(rule, ability=name, found=found, expected=expected)


def _dialogues(questions: QuestionSet, blueprint: Blueprint) -> Iterator[Finding]:
    every = questions.questions
    turns = Counter(len(item.dialogue) for item in every)
    for number, bounds in blueprint.turn_shares.items():
        share = turns[number] / len(every)
        if not bounds.holds(share):
            yield _finding("turn_share", turns=number, found=f"{share:.0%}", bounds=_percents(bounds))
    mean = sum(len(dialogue_text(item)) for item in every) / len(every)
    if not blueprint.mean_characters.holds(mean):
        bounds = blueprint.mean_characters
        yield _finding("mean_length", found=round(mean), low=bounds.low, high=bounds.high)


def _percents(bounds: Range) -> str:
    return f"{bounds.low:.0%}–{bounds.high:.0%}"


def _bonuses(questions: QuestionSet, blueprint: Blueprint) -> Iterator[Finding]:
    weights = [item.weight or 0 for question in questions.questions for item in question.rubric]
    bonuses = [weight for weight in weights if weight > 0]
    share = sum(weight > blueprint.usual_bonus for weight in bonuses) / max(1, len(bonuses))
    if share > blueprint.most_rare_bonuses:
        yield _finding("rare_bonuses", found=f"{share:.1%}", most=f"{blueprint.most_rare_bonuses:.0%}")


def _silence(counted: SetStatistics, blueprint: Blueprint) -> Iterator[Finding]:
    overall = counted.baseline["all"].overall
    if overall is None or not blueprint.silent.holds(overall):
        found = "—" if overall is None else f"{overall:.2f}"
        yield _finding("silent_score", found=found, low=blueprint.silent.low, high=blueprint.silent.high)
