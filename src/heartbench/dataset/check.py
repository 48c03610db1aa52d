"""What may be wrong with a question set that can be read all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from heartbench.dataset.answers import AnswerFile
from heartbench.dataset.findings import Finding, Severity
from heartbench.dataset.manipulation import check_manipulation
from heartbench.dataset.questions import LoadedQuestions, read_questions
from heartbench.records import Question, QuestionSet
from heartbench.taxonomy import ABILITY_BY_ID, PRIMARY_SCENES, SCENE_BY_NAME

_IDS_SHOWN = 20

_PRIMARY = frozenset(zh for zh, _ in PRIMARY_SCENES)


def check(source: Path | LoadedQuestions | QuestionSet) -> tuple[Finding, ...]:
    """Findings about a set, question by question in its order, those on the whole set last.

    Raises DataError as :func:`heartbench.dataset.read_questions` where a path cannot be read.
    """
    loaded = read_questions(source) if isinstance(source, Path) else source
    questions = loaded.questions if isinstance(loaded, LoadedQuestions) else loaded
    first = loaded.findings if isinstance(loaded, LoadedQuestions) else ()
    every = questions.questions
    own = (finding for question in every for rule in _QUESTION_RULES for finding in rule(question))
    whole = (finding for rule in _SET_RULES for finding in rule(every))
    return (*first, *own, *whole)


def check_answers(found: AnswerFile) -> tuple[Finding, ...]:
    """Findings about a file of answers: how it was read, whose answers it lacks, which address the judge."""
    lists = []
    if found.missing:
        lists.append(Finding("answers_missing", fields=_counted(found.missing)))
    if found.unknown:
        lists.append(Finding("answers_unknown", fields=_counted(found.unknown)))
    if found.doubled:
        lists.append(Finding("answers_doubled", fields=_counted(found.doubled), severity="note"))
    return (*found.notices, *lists, *check_manipulation(found.answers))


def _counted(ids: Sequence[str]) -> dict[str, object]:
    more = ("…",) if len(ids) > _IDS_SHOWN else ()
    return {"count": len(ids), "ids": (*ids[:_IDS_SHOWN], *more)}


def _finding(question: Question, rule: str, severity: Severity = "warning", **fields: object) -> Finding:
    return Finding(rule, question.question_id, fields, severity)


def _scenes(question: Question) -> Iterator[Finding]:
    primary, secondary = question.primary_scene, question.secondary_scene
    if not primary and not secondary:
        yield _finding(question, "empty_scene")
        return
    if primary not in _PRIMARY:
        yield _finding(question, "unknown_scene", scene=primary)
    scene = SCENE_BY_NAME.get(secondary)
    if scene is None:
        yield _finding(question, "unknown_scene", scene=secondary)
    elif scene.primary != primary:
        yield _finding(question, "scene_mismatch", scene=secondary, primary=primary, expected=scene.primary)


def _vetoes(question: Question) -> Iterator[Finding]:
    weights = [item.weight for item in question.rubric if item.is_veto]
    if not weights:
        yield _finding(question, "no_veto")
    if len(weights) > 1:
        yield _finding(question, "several_vetoes", count=len(weights))
    for weight in weights:
        if weight is not None:
            yield _finding(question, "veto_weight", "note", weight=weight)
    if len(weights) == len(question.rubric):
        yield _finding(question, "no_ability", "error")


def _roles(question: Question) -> Iterator[Finding]:
    roles = [turn.role for turn in question.dialogue]
    if roles[0] == "B":
        yield _finding(question, "starts_with_b")
    if roles[-1] == "B":
        yield _finding(question, "ends_with_b", "error")
    same = [number for number, pair in enumerate(pairwise(roles), 1) if pair[0] == pair[1]]
    if same:
        yield _finding(question, "same_role", turns=tuple(f"{number}-{number + 1}" for number in same))


def _texts(question: Question) -> Iterator[Finding]:
    texts = [*(turn.content for turn in question.dialogue), *(item.text for item in question.rubric)]
    damaged = sum(_is_damaged(text) for text in texts)
    if damaged:
        yield _finding(question, "damaged_text", count=damaged)
    empty = sum(not text.strip() for text in texts)
    if empty:
        yield _finding(question, "empty_text", "error", count=empty)


def _is_damaged(text: str) -> bool:
    # A lone surrogate is half a character, as a cut in UTF-16 leaves it.
    return "\ufffd" in text or any("\ud800" <= character <= "\udfff" for character in text)


def _criteria(question: Question) -> Iterator[Finding]:
    counts = Counter((item.ability, item.text) for item in question.rubric)
    doubled = sum(count - 1 for count in counts.values())
    if doubled:
        yield _finding(question, "doubled_criterion", count=doubled)
    zero = sum(item.weight == 0 for item in question.rubric)
    if zero:
        yield _finding(question, "zero_weight", count=zero)
    for item in question.rubric:
        if item.ability is not None and item.dimension != ABILITY_BY_ID[item.ability].zh:
            expected = ABILITY_BY_ID[item.ability].zh
            yield _finding(question, "alias", "note", dimension=item.dimension, ability=expected)


_QUESTION_RULES: tuple[Callable[[Question], Iterator[Finding]], ...] = (
    _scenes,
    _vetoes,
    _roles,
    _texts,
    _criteria,
)


def _difficulty(questions: Sequence[Question]) -> Iterator[Finding]:
    without = [question for question in questions if not question.difficulty]
    if without and len(without) == len(questions):
        yield Finding("no_difficulty", fields={"count": len(without)})
        return
    yield from (_finding(question, "difficulty_missing") for question in without)


def _ascii_quotes(questions: Sequence[Question]) -> Iterator[Finding]:
    counts = [sum(item.text.count('"') for item in question.rubric) for question in questions]
    if any(counts):
        fields = {"count": sum(counts), "questions": sum(map(bool, counts))}
        yield Finding("ascii_quotes", fields=fields, severity="note")


def _same_dialogues(questions: Sequence[Question]) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for question in questions:
        other = first.setdefault(question.dialogue_hash, question.question_id)
        if other != question.question_id:
            yield _finding(question, "same_dialogue", other=other)


def _ids_by_case(questions: Sequence[Question]) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for question in questions:
        other = first.setdefault(question.question_id.casefold(), question.question_id)
        if other != question.question_id:
            yield _finding(question, "id_case", other=other)


_SET_RULES: tuple[Callable[[Sequence[Question]], Iterator[Finding]], ...] = (
    _difficulty,
    _ascii_quotes,
    _same_dialogues,
    _ids_by_case,
)
