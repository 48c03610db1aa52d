"""Runs made up for the tests of this room."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from heartbench.records import Criterion, Difficulty, FailureKind, Question, QuestionSet, Side, Turn
from heartbench.store.results import (
    AnswerCell,
    CallTotals,
    ResultPlace,
    RunResults,
    StoredAnswer,
    StoredFailure,
    StoredRun,
    StoredVerdict,
    VerdictCell,
)
from heartbench.store.rows import Participant, ParticipantKind, RunRow, RunStatus
from heartbench.taxonomy import ABILITIES, PRIMARY_SCENES, SCENES

STARTED = 1_800_000_000.0

AnswerCellKey = tuple[int, int, int]
VerdictCellKey = tuple[int, int, int, int, int]
Hits = tuple[bool, ...]
Outcome = Hits | FailureKind | StoredVerdict | StoredFailure | None
"""Hits, or a kind of failure, or a whole cell; None: still owed."""


def failure(kind: FailureKind, side: Side, **more: object) -> StoredFailure:
    found = StoredFailure("k" * 40, side, 1, kind, "went wrong", "raw", 3, None, STARTED + 2)
    return replace(found, **more)  # type: ignore[arg-type]


def question(
    name: str, abilities: Sequence[str], difficulty: Difficulty = "hard", scene: int = 0
) -> Question:
    by_id = {item.id: item for item in ABILITIES}
    rubric = [Criterion(by_id[item].zh, 3, f"{item}…", item) for item in abilities]
    rubric.append(Criterion("其他", None, "扮演用户", None))
    secondary = next(item for item in SCENES if item.primary == PRIMARY_SCENES[scene][0])
    places = (PRIMARY_SCENES[scene][0], secondary.zh)
    return Question(name, (Turn("A", "最近好累"),), tuple(rubric), difficulty, *places)


def participant(label: str, kind: ParticipantKind = "model") -> Participant:
    return Participant(label, "f" * 40, kind, f"target of {label}", "https://models.example/v1")


def answer_cell(key: AnswerCellKey, outcome: str | StoredFailure | None, age: float = -1) -> AnswerCell:
    name = "answer-" + "-".join(map(str, key))
    if isinstance(outcome, str):
        stored = StoredAnswer(name, outcome, "", f"hash of {outcome}"[:40], STARTED - age)
        return AnswerCell(name, stored, None, age > 0)
    return AnswerCell(name, None, outcome, False)


def verdict_cell(key: VerdictCellKey, outcome: Outcome, age: float = -2) -> VerdictCell:
    name = "verdict-" + "-".join(map(str, key))
    if isinstance(outcome, FailureKind):
        outcome = failure(outcome, "judge")
    if isinstance(outcome, tuple):
        reasons = tuple(f"reason {number}" for number in range(len(outcome)))
        outcome = StoredVerdict(name, outcome, reasons, tuple(int(hit) for hit in outcome), STARTED - age)
    if isinstance(outcome, StoredVerdict):
        return VerdictCell(name, outcome, None, age > 0)
    return VerdictCell(name, None, outcome, False)


@dataclass
class RunMaker:
    """Makes RunResults; everything not said is answered, and judged as a hit on every bonus."""

    questions: Sequence[Question]
    candidates: Sequence[Participant] = (participant("model-a"),)
    judges: Sequence[Participant] = (participant("judge-x"),)
    samples: int = 1
    repeats: int = 1
    name: str = "run-1"
    protocol: str = "native-v1"
    status: RunStatus = "done"
    answers: Mapping[AnswerCellKey, str | StoredFailure | None] = field(default_factory=dict)
    verdicts: Mapping[VerdictCellKey, Outcome] = field(default_factory=dict)
    calls: tuple[CallTotals, ...] = ()
    earlier_calls: tuple[CallTotals, ...] = ()
    ages: Mapping[AnswerCellKey, float] = field(default_factory=dict)
    """Seconds before the run began at which answers, and the verdicts on them, were made."""
    started_at: float = STARTED
    hits: Callable[[VerdictCellKey, Question], Outcome] | None = None

    def make(self) -> RunResults:
        questions = QuestionSet("made up", tuple(self.questions))
        spec = RunRow(
            self.name,
            "r" * 40,
            questions.fingerprint,
            tuple(self.candidates),
            tuple(self.judges),
            self.protocol,
            "joint",
            self.samples,
            self.repeats,
            version="0.1.0",
        )
        return RunResults(
            run=StoredRun(1, spec, self.status, self.started_at, self.started_at, self.started_at + 60, None),
            questions=questions,
            places=[self._place(key) for key in self._answer_keys()],
            calls=self.calls,
            earlier_calls=self.earlier_calls,
        )

    def _answer_keys(self) -> list[AnswerCellKey]:
        return [
            (candidate, number, sample)
            for candidate in range(len(self.candidates))
            for number in range(len(self.questions))
            for sample in range(self.samples)
        ]

    def _place(self, key: AnswerCellKey) -> ResultPlace:
        age = self.ages.get(key, -1.0)
        answer = answer_cell(key, self.answers.get(key, "我在听。"), age)
        verdicts = {
            (judge, repeat): verdict_cell((*key, judge, repeat), self._outcome((*key, judge, repeat)), age)
            for judge in range(len(self.judges))
            for repeat in range(self.repeats)
            if answer.answer is not None
        }
        return ResultPlace(*key, answer, verdicts)

    def _outcome(self, key: VerdictCellKey) -> Outcome:
        own = self.questions[key[1]]
        if key in self.verdicts:
            return self.verdicts[key]
        if self.hits is not None:
            return self.hits(key, own)
        return tuple((item.weight or 0) > 0 for item in own.rubric)


def full_set(copies: int = 1) -> list[Question]:
    """Questions that have every ability, hard and normal, in several scenes."""
    names = [item.id for item in ABILITIES]
    return [
        question(f"q{number}", names[number % 3 :: 3], "hard" if number % 2 else "normal", number % 5)
        for number in range(6 * copies)
    ]


def random_hits(seed: int) -> Callable[[VerdictCellKey, Question], Outcome]:
    def hits(key: VerdictCellKey, own: Question) -> Outcome:
        source = random.Random(f"{seed}-{key}")
        return tuple(not item.is_veto and source.random() < 0.6 for item in own.rubric)

    return hits


def totals(side: Side, number: int = 0, **more: object) -> CallTotals:
    found = CallTotals(
        side, number, "model", 6, {"reply": 6}, 1, 6000, 900, 0, 0, 0.0123, 0, 1.5, 1.2, 3.0, STARTED, STARTED
    )
    return replace(found, **more)  # type: ignore[arg-type]
