from __future__ import annotations

from dataclasses import replace

from heartbench.evaluation.labels_judge import replay_of
from heartbench.language import text
from heartbench.records import (
    Criterion,
    Failure,
    FailureKind,
    LabelledAnswer,
    LabelledAnswers,
    Question,
    QuestionSet,
    Turn,
    Verdict,
)

RUBRIC = (Criterion("温暖", 3, "AI关心用户", "warmth"), Criterion("其他", None, "AI扮演用户", None))
QUESTION = Question("q1", (Turn("A", "今天下雨"),), RUBRIC)
HITS = (True, False)
LABEL = LabelledAnswer("q1", "best", "", "带伞了吗", HITS, HITS, HITS, ("「带伞」", ""))
DECIDE = replay_of(QuestionSet("set", (QUESTION,)), LabelledAnswers((LABEL,)), "en")


def test_a_labelled_answer_gets_its_marks_and_reasons() -> None:
    assert DECIDE(QUESTION, "带伞了吗") == Verdict(HITS, ("「带伞」", ""))


def test_another_answer_has_none() -> None:
    found = DECIDE(QUESTION, "带伞了吗？")
    expected = text("evaluation.unmarked_answer", "en")
    assert found == Failure(FailureKind.UNMARKED, "judge", expected)


def test_a_question_that_was_changed_has_none() -> None:
    changed = replace(QUESTION, rubric=(replace(RUBRIC[0], weight=4), RUBRIC[1]))
    found = DECIDE(changed, "带伞了吗")
    assert found == Failure(FailureKind.UNMARKED, "judge", text("evaluation.unmarked_question", "en"))
