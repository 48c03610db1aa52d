"""What a run tells while it goes on."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(slots=True)
class Tally:
    """Counts of one stage (answers or verdicts) of a run."""

    total: int = 0
    """All that the run consists of, as far as known; verdicts of answers still owed included."""
    reused: int = 0
    """There before this invocation."""
    done: int = 0
    """Made in this invocation."""
    failed: int = 0
    """Failures of this invocation."""
    kept_failed: int = 0
    """Failures of earlier invocations that were not tried again."""
    unasked: int = 0
    """Not asked because the lane was stopped, the answer is missing, or the run was interrupted."""


@dataclass(slots=True)
class Progress:
    """The state of a run; the loop changes it in place, observers only read it."""

    answers: Tally = field(default_factory=Tally)
    verdicts: Tally = field(default_factory=Tally)
    calls: int = 0
    """Paid calls committed in this invocation."""
    failed_requests: int = 0
    """Requests of this invocation that brought no reply; those that were sent again too."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars, of the calls whose price is known."""
    unpriced_calls: int = 0
    """Calls whose price is not known."""


class Observer(Protocol):
    """Whoever wants to know how a run goes. Both methods must return at once."""

    def on_progress(self, progress: Progress) -> None:
        """Called after every change of the counts."""

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Called for what a person should know: a text's key and its fields."""


@dataclass(frozen=True, slots=True)
class CalmObserver:
    """Hands on what a run tells: a display that fails must cost no reply that is paid for."""

    observer: Observer

    def on_progress(self, progress: Progress) -> None:
        """Hand the counts on; what the observer raises is dropped."""
        with suppress(Exception):
            self.observer.on_progress(progress)

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Hand the notice on; what the observer raises is dropped."""
        with suppress(Exception):
            self.observer.on_notice(key, fields)


class SilentObserver:
    """Hears nothing."""

    def on_progress(self, progress: Progress) -> None:
        """Nothing is shown."""

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Nothing is shown."""
