"""The words a run is asked for with: the same on the command line and as keywords in Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypedDict

from heartbench.errors import UsageError
from heartbench.records import (
    Candidate,
    CandidateFunction,
    Judge,
    QuestionSet,
    RetryFailed,
    Rule,
)

Model = str | CandidateFunction | Candidate
"""A target as written for ``-m``, a Python callable, or a finished record."""
Models = Model | Sequence[Model] | Mapping[str, Model]
"""A mapping gives each one its name in tables."""
Answers = str | Path | Mapping[str, "str | Sequence[str]"] | Sequence[Mapping[str, object]]
"""A file of answers; or question id → text (or its samples' texts); or rows as such a file has them."""
Spelling = Callable[[str], str]
"""How a word is spelled where it was given, for messages."""


class ReportWords(TypedDict, total=False):
    """Where results are and how they are scored. None or left out: heartbench.toml, else the default."""

    store: str | Path | None
    """The database (``heartbench.db``)."""
    results: str | Path | None
    """Folder of reports; in Python, files are written only where it is given."""
    rule: Rule | None
    """``paper`` or ``released``."""
    config: str | Path | None
    """The configuration file (heartbench.toml in the current folder, where there is one)."""


class AskingWords(TypedDict, total=False):
    """Where models are reached, and how a judge is asked."""

    base_url: str | None
    """Address of the candidates, and of judges that have none of their own."""
    api_key: str | None
    """Its key; only in Python."""
    api_key_env: str | None
    """The variable that holds its key."""
    judge_base_url: str | None
    judge_api_key: str | None
    judge_api_key_env: str | None
    limit: int | None
    protocol: str | None
    prompt_fields: Mapping[str, str] | None
    """Name in an imported prompt → ``dialogue``, ``rubric`` or ``answer``, where that is not found out."""
    mode: str | None
    retry_failed: RetryFailed | None
    concurrency: int | None


class JudgingWords(ReportWords, AskingWords, total=False):
    """What running and scoring share."""

    judge: str | Judge | Sequence[str | Judge] | None
    """Targets or records; without any, that of heartbench.toml, else the default judge."""
    dataset: str | Path | QuestionSet | None
    """``builtin``, ``official``, a file, or questions in hand."""
    difficulty: Literal["all", "hard", "normal"] | None
    repeats: int | None
    revision: str | None
    fresh: str | Sequence[str] | None
    """``answers``, ``verdicts`` or both."""
    name: str | None
    """Of the run; without one, an unfinished run of the same content goes on."""


class RunWords(JudgingWords, total=False):
    """What :func:`heartbench.evaluate` and ``heartbench run`` take."""

    models: Models | None
    """Without any, the candidates that heartbench.toml declares."""
    system_prompt: str | Path | None
    """Of every model that brings none of its own: the text, or a path to its file."""
    samples: int | None
    answers_only: bool | None
    """Answer, and judge later."""


class ScoreWords(JudgingWords, total=False):
    """What :func:`heartbench.score` and ``heartbench score`` take."""

    model_name: str | None
    """Name of the system that gave the answers."""


class CompareWords(ReportWords, total=False):
    """What :func:`heartbench.compare` and ``heartbench compare`` take."""

    judge: str | None
    """Label of the judge, where several judged."""
    changes: int | None
    """So many questions that changed most are shown for each candidate (5)."""
    fail_below: float | None
    """Margin of the gate in points, such as -1.0: a candidate that falls behind the first by more fails."""
    gate: Literal["interval", "point"] | None
    """What is held against the margin: the interval's upper end (the default), or the difference itself."""
    allow_reused: bool | None
    """Let the gate take a candidate without a revision whose answers were all reused."""


class LeaderboardWords(ReportWords, total=False):
    """What :func:`heartbench.leaderboard` and ``heartbench leaderboard`` take."""

    dataset: str | None
    """Name of the question set, or the beginning of its fingerprint."""
    judge: str | None
    """Label of the judge."""
    protocol: str | None
    mode: str | None


class CheckWords(AskingWords, total=False):
    """What :func:`heartbench.check_judge` and ``heartbench judge check`` take.

    ``limit`` is a number of questions; each has two or three labelled answers.
    """

    store: str | Path | None
    config: str | Path | None
    fresh: bool | None
    """Mark anew although the store has verdicts."""


FRESH = ("answers", "verdicts")


def python_spelling(word: str) -> str:
    """As a keyword."""
    return word


def option_spelling(word: str) -> str:
    """As an option of the command line."""
    return f"--{word.replace('_', '-')}"


_TEXT = ("name", "base_url", "api_key", "api_key_env", "model_name", "protocol", "mode", "revision")
_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys((*_TEXT, "judge_base_url", "judge_api_key", "judge_api_key_env"), (str,)),
    **dict.fromkeys(("store", "results", "config", "system_prompt"), (str, Path)),
    "answers_only": (bool,),
    "prompt_fields": (Mapping,),
    "dataset": (str, Path, QuestionSet),
}
"""Of words whose value is taken as it is; the others are checked as if they stood in heartbench.toml."""


def check_words(words: Mapping[str, object], known: Collection[str]) -> None:
    """Refuses words that nobody would read, and values of another kind.

    Raises UsageError ``api.word_unknown`` and ``api.word_kind``.
    """
    for word, value in words.items():
        if value is not None and not isinstance(value, _KINDS.get(word, (object,))):
            # The value stays out of the sentence: it might be a key.
            raise UsageError("api.word_kind", word=word, kind=type(value).__name__)
        if word not in known:
            close = get_close_matches(word, known, n=1) or sorted(known)
            raise UsageError("api.word_unknown", word=word, known=tuple(close))


def fresh_of(words: JudgingWords) -> tuple[str, ...]:
    """What is made anew. Raises UsageError ``api.fresh_unknown``."""
    given: object = words.get("fresh") or ()
    if not isinstance(given, str | list | tuple | set | frozenset):
        raise UsageError("api.fresh_unknown", value=given, known=tuple(FRESH))
    found = (given,) if isinstance(given, str) else tuple(given)
    for item in found:
        if item not in FRESH:
            raise UsageError("api.fresh_unknown", value=item, known=tuple(FRESH))
    return found
