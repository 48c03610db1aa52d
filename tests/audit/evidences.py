"""Made-up evidence for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heartbench.audit import Evidence, Marking, Replies
from heartbench.records import (
    LABEL_KINDS,
    Criterion,
    LabelKind,
    LabelledAnswer,
    Question,
    Turn,
)
from heartbench.scoring import ABILITY_IDS
from heartbench.store.rows import Participant

RUBRIC = (
    *(Criterion(name, 3, f"AI做到{name}", name) for name in ABILITY_IDS),
    Criterion("言语表达", -3, "AI说教", "verbal_expression"),
    Criterion("其他", None, "AI扮演用户", None),
)
Decide = Callable[[LabelledAnswer], Sequence[bool]]


def question(number: int) -> Question:
    # Dialogues without a run of five characters in common.
    text = "".join(chr(0x4E00 + number * 40 + step) for step in range(40))
    return Question(f"q{number}", (Turn("A", text),), RUBRIC, "normal", "个人成长", "人格与自我")


def label(number: int, kind: LabelKind) -> LabelledAnswer:
    """Best replies get every bonus, others every second or third; each marker errs on another one."""
    step = {"best": 1, "flawed": 2, "plain": 3}[kind]
    bonuses = [(number + place) % step == 0 for place in range(len(ABILITY_IDS))]
    hits = (*bonuses, kind == "flawed" and number % 2 == 0, False)
    first = (*bonuses[:-2], not bonuses[-2], *hits[-3:])
    second = (*bonuses[:-1], not bonuses[-1], *hits[-2:])
    reasons = tuple("因为" if hit else "" for hit in hits)
    return LabelledAnswer(f"q{number}", kind, "", f"{kind} {number}", hits, first, second, reasons)


def nothing_paid() -> Replies:
    return Replies(0, 0, {}, 0, 0, 0, 0.0, 0)


def evidence(decide: Decide, questions: int = 30, target: str = "some-model") -> Evidence:
    """What a judge that decides so makes of three replies to each question."""
    asked = [question(number) for number in range(questions)]
    labels = [(item, label(number, kind)) for number, item in enumerate(asked) for kind in LABEL_KINDS]
    return Evidence(
        judge=Participant(target, "print", "model", target, "http://127.0.0.1", "", {}),
        protocol="native-v1",
        mode="joint",
        runs=("judge-check-1",),
        questions=tuple(asked),
        labels="0123456789" * 4,
        markings=tuple(Marking(own, item, tuple(decide(own))) for item, own in labels),
        reused=0,
        asked=dict.fromkeys(LABEL_KINDS, questions),
        failures=(),
        replies=nothing_paid(),
    )
