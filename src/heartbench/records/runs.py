"""What a run is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from heartbench.records.hashing import digest
from heartbench.records.questions import QuestionSet
from heartbench.records.targets import Candidate, FileTarget, Judge

Rule = Literal["paper", "released"]
RULES: tuple[Rule, ...] = ("paper", "released")

MOST_TIMES = 1_000
"""Most samples of a question and most repeats of a verdict: beyond, it is a slip of the keyboard."""

RetryFailed = Literal["default", "all", "none"]

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """The two prompts of the protocol ``official``, from a user's checkout."""

    answering: str
    judging: str
    origin: str
    """Where they were read from, for people."""
    fields: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    """A name used in them → ``dialogue``, ``rubric`` or ``answer``, where it is not understood by itself."""


def _texts_of(candidate: Candidate) -> list[str]:
    """Answers made elsewhere are part of what a run consists of: another file is another run."""
    if not isinstance(candidate.target, FileTarget):
        return []
    found = sorted(candidate.target.answers.items())
    return [digest("answers", [[key, [item.text for item in answers]] for key, answers in found])]


@dataclass(frozen=True)
class RunSpec:
    """A named set: questions x candidates x judges x samples x repeats, and how to ask."""

    name: str
    questions: QuestionSet
    candidates: tuple[Candidate, ...]
    judges: tuple[Judge, ...]
    """Empty: answer only."""
    protocol: str = "native-v1"
    mode: str = "joint"
    """Canonical mode string."""
    official_prompts: PromptTexts | None = None
    samples: int = 1
    repeats: int = 1
    fresh_answers: bool = False
    fresh_verdicts: bool = False
    retry_failed: RetryFailed = "default"
    concurrency: int | None = None
    """Most calls in flight in this process; None leaves it to the lanes."""
    attempts: int | None = None
    """Most times one call is sent when the network or the server fails; None leaves it to the client."""

    @property
    def fingerprint(self) -> str:
        """Covers what the run consists of, not how fast it goes: the same name must mean the same run."""
        return digest(
            "run",
            [
                self.questions.fingerprint,
                [[item.label, item.fingerprint, *_texts_of(item)] for item in self.candidates],
                [[item.label, item.fingerprint] for item in self.judges],
                self.protocol,
                self.mode,
                self.samples,
                self.repeats,
            ],
        )
