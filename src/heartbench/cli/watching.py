"""Shows how a run goes: bars on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from heartbench.cli.session import Session
from heartbench.evaluation import Progress, Tally
from heartbench.language import Phrase
from heartbench.language.shown import shown
from heartbench.reporting import safe_console

REFRESHES_PER_SECOND = 4
PLAIN_SECONDS = 10.0
"""Between two plain lines."""
WINDOW_SECONDS = 30.0
"""The rate is that of the latest so many seconds."""


@dataclass(slots=True)
class Pace:
    """How fast answers and verdicts come in at present."""

    moments: deque[tuple[float, int]] = field(default_factory=deque)

    def rate(self, now: float, finished: int) -> float:
        """Results per second over the window; 0 before anything came in."""
        self.moments.append((now, finished))
        while len(self.moments) > 2 and now - self.moments[0][0] > WINDOW_SECONDS:
            self.moments.popleft()
        began, before = self.moments[0]
        return (finished - before) / (now - began) if now > began else 0.0


def finished_of(tally: Tally) -> int:
    """Results of this invocation, failures included."""
    return tally.done + tally.failed


def there_of(tally: Tally) -> int:
    """Results that are there, reused ones included: neither failures nor what was not asked."""
    return tally.done + tally.reused


def owed_of(tally: Tally) -> int:
    """What this invocation still has to do."""
    return max(tally.total - finished_of(tally) - tally.reused - tally.kept_failed - tally.unasked, 0)


def stranded_of(progress: Progress) -> int:
    """Verdicts that nobody owes any more, as their answers failed or were not asked for."""
    answers, verdicts = progress.answers, progress.verdicts
    if not answers.total:
        return 0
    lost = answers.failed + answers.kept_failed + answers.unasked
    return lost * verdicts.total // answers.total


def money(progress: Progress) -> Phrase:
    """What was paid in US dollars, as far as it is known."""
    if progress.unpriced_calls and not progress.cost:
        return Phrase("cli.progress_cost_unknown")
    kind = "progress_cost_partly" if progress.unpriced_calls else "progress_cost"
    return Phrase(f"cli.{kind}", {"known": f"{progress.cost:.2f}"})


def clock(seconds: float) -> str:
    """A span as ``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Watcher:
    """An observer of a run; what it shows is drawn by a thread of its own, never by the run."""

    def __init__(self, session: Session, console: Console | None = None) -> None:
        self._session = session
        self._console = console or safe_console(sys.stderr)
        self._progress = Progress()
        self._pace = Pace()
        self._live: Live | None = None
        self._began = time.monotonic()
        self._over = False

    def on_progress(self, progress: Progress) -> None:
        """Keeps hold of the counts; they are read when it is time to draw."""
        self._progress = progress

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Says a sentence without disturbing the bars."""
        sentence = self._session.sentence(key, fields)
        if self._live is None:
            self._session.tell(sentence)
        else:
            self._live.console.print(shown(sentence), markup=False, soft_wrap=True)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Shows the progress until the block ends."""
        self._began = time.monotonic()
        self._pace.rate(self._began, 0)
        if self._console.is_terminal:
            with self._bars():
                yield
        else:
            with self._lines():
                yield

    @contextmanager
    def _bars(self) -> Iterator[None]:
        live = Live(
            console=self._console, get_renderable=self._table, refresh_per_second=REFRESHES_PER_SECOND
        )
        with live:
            self._live = live
            try:
                yield
            finally:
                self._live = None
                # What is drawn last says how it was, not how long it would take.
                self._over = True

    @contextmanager
    def _lines(self) -> Iterator[None]:
        over = threading.Event()
        thread = threading.Thread(target=self._tell_now_and_then, args=(over,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            self._over = True
            if self._progress.answers.total or self._progress.verdicts.total:
                self._session.tell(self.line())

    def _tell_now_and_then(self, over: threading.Event) -> None:
        while not over.wait(PLAIN_SECONDS):
            self._session.tell(self.line())

    def line(self) -> str:
        """The state of the run in one plain line."""
        answers, verdicts = self._progress.answers, self._progress.verdicts
        return self._session.text(
            "progress_line",
            answers=there_of(answers),
            answers_total=answers.total,
            verdicts=there_of(verdicts),
            verdicts_total=verdicts.total,
            rest=self._rest(),
        )

    def _rest(self) -> str:
        """Rate, cost, failures, and time left or, at the end, taken."""
        progress = self._progress
        stages = (progress.answers, progress.verdicts)
        failed = sum(stage.failed + stage.kept_failed for stage in stages)
        missed = Phrase("cli.progress_failed", {"count": progress.failed_requests})
        finished = sum(map(finished_of, stages))
        now = time.monotonic()
        rate = self._pace.rate(now, finished)
        if self._over:
            rate = finished / max(now - self._began, 1.0)
        return self._session.text(
            "progress_rest",
            rate=f"{rate:.1f}",
            calls=progress.calls,
            failed=missed if progress.failed_requests else "",
            cost=money(progress),
            failures=failed,
            time=self._time(now, rate),
        )

    def _time(self, now: float, rate: float) -> Phrase:
        if self._over:
            return Phrase("cli.progress_took", {"time": clock(now - self._began)})
        progress = self._progress
        owed = owed_of(progress.answers) + max(owed_of(progress.verdicts) - stranded_of(progress), 0)
        left = clock(owed / rate) if rate > 0 else "—" if owed else clock(0)
        return Phrase("cli.progress_left", {"time": left})

    def _table(self) -> Table:
        grid = Table.grid(padding=(0, 1))
        for key, tally in (("answers", self._progress.answers), ("verdicts", self._progress.verdicts)):
            if not tally.total:
                continue
            counts = f"{there_of(tally)}/{tally.total}"
            bar = ProgressBar(total=tally.total, completed=tally.total - owed_of(tally), width=30)
            grid.add_row(self._session.text(f"progress_{key}"), bar, counts)
        outer = Table.grid()
        outer.add_row(grid)
        outer.add_row(self._rest())
        return outer
