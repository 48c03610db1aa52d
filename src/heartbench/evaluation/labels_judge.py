"""The judge ``labels``: replays the markings that come with the built-in set's labelled answers.

It decides nothing: an answer that is no labelled one, word for word, gets a failure. For the labelled
answers its scores are those of the authors' markings.
"""

from __future__ import annotations

from collections.abc import Callable

from heartbench.language import Language, text
from heartbench.records import Failure, FailureKind, LabelledAnswers, Question, QuestionSet, Verdict


def replay_of(
    questions: QuestionSet, labels: LabelledAnswers, speak: Language
) -> Callable[[Question, str], Verdict | Failure]:
    """Looks up the marks of an answer to one of ``questions``; ``speak``: the language of failures.

    A question that was changed since (another rubric, another dialogue) has no marks.
    """
    contents = {question.question_id: question.content_hash for question in questions.questions}
    marks = {
        (contents[item.question_id], item.response): Verdict(item.hits, item.reasons)
        for item in labels.answers
        if item.question_id in contents
    }
    known = frozenset(contents.values())

    def decide(question: Question, answer: str) -> Verdict | Failure:
        found = marks.get((question.content_hash, answer))
        if found is not None:
            return found
        code = "unmarked_answer" if question.content_hash in known else "unmarked_question"
        return Failure(FailureKind.UNMARKED, "judge", text(f"evaluation.{code}", speak))

    return decide
