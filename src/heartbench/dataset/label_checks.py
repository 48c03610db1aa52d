"""Whether labelled answers keep what is promised of them: kinds, bands by rule ``paper``, marks, reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from heartbench.dataset.blueprint_questions import personal_data
from heartbench.dataset.findings import Finding, Severity
from heartbench.records import FLAWS, PLAYS_USER, LabelledAnswer, LabelledAnswers, Question, QuestionSet
from heartbench.scoring import score_verdict
from heartbench.statistics import Settings, Undefined
from heartbench.statistics.agreement import Marks, agreements
from heartbench.taxonomy import ABILITIES

LONGEST_BEST = 250
"""Characters."""
BEST_ABOVE = 80.0
FLAWED_FROM, FLAWED_TO = 15.0, 75.0
LEAST_GAP = 20.0
LOW, HIGH, LEAST_AT_EITHER_END = 35.0, 60.0, 50
"""So many flawed replies are to score below and above."""
MOST_OF_ONE_FLAW = 1 / 6
PLAYING_USER = 15
PLAIN = 150
_NO_RESAMPLES = Settings(resamples=0)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A labelled answer whose marks fit its question."""

    answer: LabelledAnswer
    question: Question
    score: float
    """By rule ``paper`` on the settled marks."""


def check_labels(questions: QuestionSet, labels: LabelledAnswers) -> tuple[Finding, ...]:
    """All departures, answer by answer, then those of the whole; last, as notes, how the two markings differ.

    A departure has the severity ``error`` and names its rule and, where it is one reply's, the question.
    """
    known = {question.question_id: question for question in questions.questions}
    broken: list[Finding] = []
    scored: list[_Scored] = []
    for answer in labels.answers:
        faults = list(_form(answer, known.get(answer.question_id)))
        broken += faults
        if not faults:
            question = known[answer.question_id]
            value = score_verdict(question.rubric, answer.hits, "paper").question_score
            scored.append(_Scored(answer, question, value or 0.0))
    own = (finding for item in scored for rule in _REPLY_RULES for finding in rule(item))
    whole = (finding for rule in _SET_RULES for finding in rule(questions, scored))
    return (*broken, *own, *whole, *_differences(scored))


def _finding(answer: LabelledAnswer, rule: str, **fields: object) -> Finding:
    return Finding(rule, answer.question_id, {"kind": answer.kind, **fields}, "error")


def _whole(rule: str, severity: Severity = "error", **fields: object) -> Finding:
    return Finding(rule, fields=fields, severity=severity)


def _form(answer: LabelledAnswer, question: Question | None) -> Iterator[Finding]:
    """What makes marks unreadable."""
    if question is None:
        yield _finding(answer, "label_unknown")
        return
    wanted = len(question.rubric)
    marks = (answer.hits, answer.first, answer.second, answer.reasons)
    if any(len(item) != wanted for item in marks):
        yield _finding(answer, "label_length", expected=wanted)
    if not answer.response.strip():
        yield _finding(answer, "label_empty")


def _bands(item: _Scored) -> Iterator[Finding]:
    answer, value = item.answer, round(item.score, 1)
    if answer.kind == "best" and item.score <= BEST_ABOVE:
        yield _finding(answer, "label_band", score=value, band=f"> {BEST_ABOVE:.0f}")
    if answer.kind == "flawed" and answer.style != PLAYS_USER and not FLAWED_FROM <= item.score <= FLAWED_TO:
        yield _finding(answer, "label_band", score=value, band=f"{FLAWED_FROM:.0f}–{FLAWED_TO:.0f}")
    if answer.kind == "best" and len(answer.response) > LONGEST_BEST:
        yield _finding(answer, "label_too_long", length=len(answer.response), most=LONGEST_BEST)


def _style(item: _Scored) -> Iterator[Finding]:
    answer = item.answer
    fits = answer.style in (*FLAWS, PLAYS_USER) if answer.kind == "flawed" else not answer.style
    if not fits:
        yield _finding(answer, "label_style", style=answer.style)
    vetoed = any(hit for hit, line in zip(answer.hits, item.question.rubric, strict=True) if line.is_veto)
    if answer.kind != "plain" and vetoed != (answer.style == PLAYS_USER):
        yield _finding(answer, "label_veto", style=answer.style or answer.kind)


def _marks(item: _Scored) -> Iterator[Finding]:
    """Where both markers agree, nothing was left to settle: a reply is rewritten, never marked again."""
    answer = item.answer
    both = zip(answer.hits, answer.first, answer.second, strict=True)
    again = sum(one == other != settled for settled, one, other in both)
    if again:
        yield _finding(answer, "label_settled", count=again)
    without = sum(hit and not reason.strip() for hit, reason in zip(answer.hits, answer.reasons, strict=True))
    if without:
        yield _finding(answer, "label_reason", count=without)


def _personal(item: _Scored) -> Iterator[Finding]:
    for pattern, found in personal_data(item.answer.response):
        yield _finding(item.answer, "label_personal", pattern=pattern, found=found)


_REPLY_RULES: tuple[Callable[[_Scored], Iterator[Finding]], ...] = (_bands, _style, _marks, _personal)


def _counts(questions: QuestionSet, scored: list[_Scored]) -> Iterator[Finding]:
    for kind in ("best", "flawed"):
        there = {item.answer.question_id for item in scored if item.answer.kind == kind}
        for question in questions.questions:
            if question.question_id not in there:
                yield Finding("label_missing", question.question_id, {"kind": kind}, "error")
    plain = sum(item.answer.kind == "plain" for item in scored)
    if plain != PLAIN:
        yield _whole("label_plain_count", count=plain, expected=PLAIN)


def _strata(questions: QuestionSet, scored: list[_Scored]) -> Iterator[Finding]:
    """Plain replies stand for each scene and difficulty by its share of the questions, to within two."""

    def place(question: Question) -> tuple[str, str]:
        return question.primary_scene, question.difficulty

    plain = [item for item in scored if item.answer.kind == "plain"]
    have = Counter(place(item.question) for item in plain)
    for stratum, count in Counter(map(place, questions.questions)).items():
        share = count * len(plain) / len(questions.questions)
        if abs(have[stratum] - share) > 2.0:
            scene, difficulty = stratum
            yield _whole(
                "label_strata",
                scene=scene,
                difficulty=difficulty,
                count=have[stratum],
                expected=round(share, 1),
            )


def _gaps(_: QuestionSet, scored: list[_Scored]) -> Iterator[Finding]:
    best = {item.answer.question_id: item.score for item in scored if item.answer.kind == "best"}
    for item in scored:
        above = best.get(item.answer.question_id)
        flawed = item.answer.kind == "flawed" and item.answer.style != PLAYS_USER
        if flawed and above is not None and above - item.score < LEAST_GAP:
            yield _finding(item.answer, "label_gap", gap=round(above - item.score, 1), least=LEAST_GAP)


def _spread(_: QuestionSet, scored: list[_Scored]) -> Iterator[Finding]:
    flawed = [item for item in scored if item.answer.kind == "flawed"]
    banded = [item.score for item in flawed if item.answer.style != PLAYS_USER]
    ends = {
        f"< {LOW:.0f}": sum(value < LOW for value in banded),
        f"> {HIGH:.0f}": sum(value > HIGH for value in banded),
    }
    for band, count in ends.items():
        if count < LEAST_AT_EITHER_END:
            yield _whole("label_spread", band=band, count=count, least=LEAST_AT_EITHER_END)
    styles = Counter(item.answer.style for item in flawed)
    for style in FLAWS:
        if not styles[style]:
            yield _whole("label_style_missing", style=style)
        elif styles[style] > MOST_OF_ONE_FLAW * len(flawed):
            yield _whole("label_style_share", style=style, count=styles[style], total=len(flawed))
    if styles[PLAYS_USER] != PLAYING_USER:
        yield _whole("label_veto_count", count=styles[PLAYS_USER], expected=PLAYING_USER)


def _repeats(_: QuestionSet, scored: list[_Scored]) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for item in scored:
        other = first.setdefault("".join(item.answer.response.split()), item.answer.question_id)
        if other != item.answer.question_id:
            yield _finding(item.answer, "label_repeated", other=other)


_SET_RULES: tuple[Callable[[QuestionSet, list[_Scored]], Iterator[Finding]], ...] = (
    _counts,
    _strata,
    _gaps,
    _spread,
    _repeats,
)


@dataclass(frozen=True, slots=True)
class MarkerAgreement:
    """How the two markings of some criteria differ."""

    marks: int
    differing: int
    kappa: float | Undefined


def marker_agreement(questions: QuestionSet, labels: LabelledAnswers) -> Mapping[str, MarkerAgreement]:
    """By ability id, then ``veto`` and ``all``: what differs between the markings before they were settled.

    The marks of every reply must fit its question.
    """
    known = {question.question_id: question for question in questions.questions}
    names = [line.ability or "veto" for answer in labels.answers for line in known[answer.question_id].rubric]
    first = np.array([mark for answer in labels.answers for mark in answer.first], dtype=np.bool_)
    second = np.array([mark for answer in labels.answers for mark in answer.second], dtype=np.bool_)
    groups = [*(item.id for item in ABILITIES), "veto"]
    parts = [np.array([name == group for name in names], dtype=np.bool_) for group in groups]
    parts.append(np.ones(len(names), dtype=np.bool_))
    marks = Marks(second, first, np.arange(len(names)))
    found = agreements(marks, parts, _NO_RESAMPLES)
    return {
        group: MarkerAgreement(
            item.items, int((first[part] != second[part]).sum()), item.measures["kappa"].value
        )
        for group, part, item in zip([*groups, "all"], parts, found, strict=True)
    }


def _differences(scored: list[_Scored]) -> Iterator[Finding]:
    if not scored:
        return
    questions = QuestionSet("", tuple({item.answer.question_id: item.question for item in scored}.values()))
    labels = LabelledAnswers(tuple(item.answer for item in scored))
    for group, found in marker_agreement(questions, labels).items():
        fields = {"group": group, "marks": found.marks, "differing": found.differing}
        if isinstance(found.kappa, Undefined):
            yield _whole("label_differences_bare", "note", **fields)
        else:
            percent = round(100.0 * found.differing / found.marks, 1)
            yield _whole("label_differences", "note", **fields, percent=percent, kappa=f"{found.kappa:.2f}")
