"""Rules of a blueprint on what repeats: inside the set, from the standing list, from the public set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heartbench.dataset.blueprint_facts import Blueprint
from heartbench.dataset.findings import Finding
from heartbench.dataset.overlap import overlaps
from heartbench.records import Question, QuestionSet

Standing = Mapping[str, Sequence[str]]
"""Name of a standing criterion → its wordings."""

VETO = "veto"


def _finding(question: Question, rule: str, **fields: object) -> Finding:
    return Finding(rule, question.question_id, fields, "error")


def within(questions: QuestionSet, blueprint: Blueprint, standing: Standing) -> Iterator[Finding]:
    """Dialogues that are too alike, ids that differ by case alone, criteria that stand in two questions."""
    for first, second, share in overlaps(questions.questions):
        if share > blueprint.most_overlap:
            yield _finding(second, "too_alike", other=first.question_id, share=f"{share:.2f}")
    allowed = {wording for wordings in standing.values() for wording in wordings}
    ids: dict[str, str] = {}
    texts: dict[str, str] = {}
    for question in questions.questions:
        other = ids.setdefault(question.question_id.casefold(), question.question_id)
        if other != question.question_id:
            yield _finding(question, "id_not_apart", other=other)
        for item in question.rubric:
            user = texts.setdefault(item.text, question.question_id)
            if user != question.question_id and item.text not in allowed:
                yield _finding(question, "repeated_criterion", other=user, criterion=item.text[:40])


def standing(questions: QuestionSet, blueprint: Blueprint, wordings: Standing) -> Iterator[Finding]:
    """The share of standing criteria, matched exactly, and vetoes in words that are not on the list."""
    allowed = {wording for some in wordings.values() for wording in some}
    rows = [item for question in questions.questions for item in question.rubric]
    share = sum(item.text in allowed for item in rows) / len(rows)
    if share > blueprint.most_standing:
        most = f"{blueprint.most_standing:.0%}"
        yield Finding("standing_share", fields={"found": f"{share:.1%}", "most": most}, severity="error")
    for question in questions.questions:
        for item in question.rubric:
            if item.is_veto and item.text not in wordings.get(VETO, ()):
                yield _finding(question, "veto_wording")


def against_upstream(
    questions: QuestionSet, blueprint: Blueprint, upstream: QuestionSet
) -> Iterator[Finding]:
    """Ids, criteria and dialogues that come from the public set or close to it."""
    for own, theirs, share in overlaps(questions.questions, upstream.questions):
        if share > blueprint.most_overlap_upstream:
            yield _finding(own, "like_upstream", other=theirs.question_id, share=f"{share:.2f}")
    ids = {question.question_id for question in upstream.questions}
    texts = {item.text.strip() for question in upstream.questions for item in question.rubric}
    for question in questions.questions:
        if question.question_id in ids:
            yield _finding(question, "upstream_id")
        for number, item in enumerate(question.rubric, start=1):
            text = item.text.strip()
            if len(text) >= blueprint.shortest_own_criterion and text in texts:
                yield _finding(question, "upstream_criterion", number=number)
