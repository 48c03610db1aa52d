"""Rules of a blueprint that look at one question alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from heartbench.dataset.blueprint_facts import Blueprint
from heartbench.dataset.findings import Finding
from heartbench.dataset.overlap import dialogue_text
from heartbench.records import Criterion, Question, QuestionSet
from heartbench.taxonomy import ABILITY_BY_ID, SCENE_BY_NAME, VETO_DIMENSION

_ID = re.compile(r"(?![0-9]{6})[A-Za-z0-9]{6}")
_PERSONAL = {
    "phone": re.compile(r"(?<![0-9])1[3-9][0-9](?:[ -]?[0-9]{4}){2}(?![0-9])"),
    "landline": re.compile(r"(?<![0-9])0[0-9]{2,3}[ -][0-9]{7,8}(?![0-9])"),
    "long_number": re.compile(r"(?<![0-9])[0-9]{15,19}X?(?![0-9])", re.I),
    "email": re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\.[A-Za-z]{2,}"),
    "address": re.compile(r"(?:https?://|www\.)", re.I),
    "handle": re.compile(
        r"(?:QQ|微信号?|微博|抖音号?|小红书号?|vx|wx)\s*(?:号|id)?\s*[:：是]?\s*[A-Za-z0-9_-]{5,}"
        r"|(?<![A-Za-z0-9.])@[A-Za-z0-9_\u4e00-\u9fff]{2,}",
        re.I,
    ),
}
_HAN = "\u3400-\u9fff"
_HALF_WIDTH = re.compile(rf"(?<=[{_HAN}])[,;:!?()]|[,;!?()](?=[{_HAN}])")
_OTHER_QUOTES = re.compile('["“”‘’＂]')


def findings(questions: QuestionSet, blueprint: Blueprint) -> Iterator[Finding]:
    """Departures of each question, in the order of the set."""
    for question in questions.questions:
        for rule in _RULES:
            yield from rule(question, blueprint)


def personal_data(text: str) -> Iterator[tuple[str, str]]:
    """What looks like personal data: name of the pattern and the words, the first of each pattern."""
    for kind, pattern in _PERSONAL.items():
        found = pattern.search(text)
        if found:
            yield kind, found[0]


def _finding(question: Question, rule: str, **fields: object) -> Finding:
    return Finding(rule, question.question_id, fields, "error")


def _form(question: Question, _: Blueprint) -> Iterator[Finding]:
    if not _ID.fullmatch(question.question_id):
        yield _finding(question, "id_form")
    if not question.difficulty:
        yield _finding(question, "no_own_difficulty")
    scene = SCENE_BY_NAME.get(question.secondary_scene)
    if scene is None or scene.primary != question.primary_scene:
        yield _finding(
            question, "scene_form", primary=question.primary_scene, secondary=question.secondary_scene
        )
    for item in question.rubric:
        expected = VETO_DIMENSION if item.ability is None else ABILITY_BY_ID[item.ability].zh
        if item.dimension != expected:
            yield _finding(question, "dimension_form", dimension=item.dimension, expected=expected)


def _vetoes(question: Question, _: Blueprint) -> Iterator[Finding]:
    weights = [item.weight for item in question.rubric if item.is_veto]
    if weights != [None]:
        yield _finding(question, "veto_form", count=len(weights))


def _rubric(question: Question, blueprint: Blueprint) -> Iterator[Finding]:
    scored = [item for item in question.rubric if not item.is_veto]
    if not blueprint.criteria.holds(len(scored)):
        yield _finding(question, "criteria_count", count=len(scored))
    bonuses = sum((item.weight or 0) > 0 for item in scored)
    if bonuses > blueprint.most_bonuses:
        yield _finding(question, "too_many_bonuses", count=bonuses)
    abilities = len({item.ability for item in scored})
    if abilities < blueprint.least_abilities:
        yield _finding(question, "too_few_abilities", count=abilities)
    for item in scored:
        if not _weight_fits(item, blueprint):
            yield _finding(question, "weight_form", weight=item.weight)


def _weight_fits(item: Criterion, blueprint: Blueprint) -> bool:
    weight = item.weight
    whole = isinstance(weight, int)
    return whole and (blueprint.bonus.holds(weight or 0) or blueprint.penalty.holds(weight or 0))


def _dialogue(question: Question, blueprint: Blueprint) -> Iterator[Finding]:
    roles = [turn.role for turn in question.dialogue]
    if len(roles) not in blueprint.turns:
        yield _finding(question, "turn_count", count=len(roles))
    if any(role != "AB"[number % 2] for number, role in enumerate(roles)):
        yield _finding(question, "role_order")
    length = len(dialogue_text(question))
    if not blueprint.characters.holds(length):
        yield _finding(question, "dialogue_length", count=length)
    contents = Counter(turn.content.strip() for turn in question.dialogue)
    if len(contents) < len(roles):
        yield _finding(question, "repeated_turn")


def _texts(question: Question) -> Iterator[str]:
    yield from (turn.content for turn in question.dialogue)
    yield from (item.text for item in question.rubric)


def _personal(question: Question, _: Blueprint) -> Iterator[Finding]:
    for text in _texts(question):
        for kind, found in personal_data(text):
            yield _finding(question, "personal_data", kind=kind, found=found)


def _marks(question: Question, _: Blueprint) -> Iterator[Finding]:
    for number, item in enumerate(question.rubric, start=1):
        if _OTHER_QUOTES.search(item.text):
            yield _finding(question, "quote_form", number=number)
        if _HALF_WIDTH.search(item.text):
            yield _finding(question, "half_width", number=number)


_RULES: tuple[Callable[[Question, Blueprint], Iterator[Finding]], ...] = (
    _form,
    _vetoes,
    _rubric,
    _dialogue,
    _personal,
    _marks,
)
