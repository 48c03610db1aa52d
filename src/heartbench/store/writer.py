"""One thread writes: it commits at once, and gathers what arrives while it commits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from sqlalchemy import select
from sqlalchemy.engine import Connection

from heartbench.errors import HeartBenchError, StoreError
from heartbench.store.database import Database
from heartbench.store.rows import AnswerRow, Row
from heartbench.store.schema import ANSWERS
from heartbench.store.statements import Encoded, Statements, Values, encode

Losers = frozenset[str]
Beat = Callable[[Connection], None]

_LARGEST_GROUP = 1000
_GAP = 0.01
"""Seconds between two groups: a commit after a quiet moment goes at once, a stream is gathered."""
_TEXT_HASH = 2
"""Where an encoded answer holds the hash of its text."""


@dataclass(slots=True)
class _Waiting:
    """The rows of one commit, who waits for it, and how it ended."""

    rows: Sequence[Encoded]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Losers]
    outcome: Losers | Exception = frozenset()

    def resolve(self) -> None:
        if self.future.done():
            return
        if isinstance(self.outcome, Exception):
            self.future.set_exception(_own(self.outcome))
        else:
            self.future.set_result(self.outcome)


class Writer:
    """The writer of a process. Made by :meth:`Store.writer`.

    Each :meth:`commit` is atomic. The first failure of the database ends it: every waiting
    commit and all later ones raise the same error, for what cannot be kept must not be paid for.
    """

    def __init__(self, database: Database, beat: Beat, every: float) -> None:
        self._database = database
        self._beat = beat
        self._every = every
        self._statements = Statements.prepare(database.engine.dialect)
        self._file = database.identity()
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._guard = threading.Lock()
        self._failed: Exception | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="heartbench-writer", daemon=True)
        self._thread.start()

    async def commit(self, *rows: Row) -> Losers:
        """Write ``rows`` in one transaction and return once it is committed.

        Returns the keys of those AnswerRows that came second: under their key another process
        had committed another text before, and that one stays. A cancelled caller gives up
        waiting; its rows are written all the same.

        Raises StoreError (``store.full``, ``store.locked``, ``store.moved``, …), and RunError
        ``run.lost`` where another process took the run over.
        """
        loop = asyncio.get_running_loop()
        waiting = _Waiting([encode(row) for row in rows], loop, loop.create_future())
        with self._guard:
            self._check_open()
            self._queue.put(waiting)
        return await waiting.future

    def close(self) -> None:
        """Write what is waiting and end the thread."""
        with self._guard:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _check_open(self) -> None:
        if self._failed is not None:
            raise _own(self._failed)
        if self._closed:
            raise StoreError("store.closed", path=str(self._database.path))

    def _run(self) -> None:
        try:
            with self._database.faults(), self._database.writer_connection() as connection:
                self._serve(connection)
        except Exception as error:
            # Whatever it was, nobody may wait for a thread that is gone.
            self._fail(error)
            self._refuse()

    def _serve(self, connection: Connection) -> None:
        next_beat = time.monotonic() + self._every
        next_group = 0.0
        going = True
        while going:
            group, going = self._gather(next_beat - time.monotonic(), next_group)
            if group:
                self._write(connection, group)
                _wake(group)
                next_group = time.monotonic() + _GAP
            if time.monotonic() >= next_beat:
                self._keep_alive(connection)
                next_beat = time.monotonic() + self._every

    def _gather(self, timeout: float, not_before: float = 0.0) -> tuple[list[_Waiting], bool]:
        """All that waits, at least one commit unless ``timeout`` seconds pass; False at the end."""
        group: list[_Waiting] = []
        try:
            waiting = self._queue.get(timeout=max(0.0, timeout))
            if waiting is not None and (pause := not_before - time.monotonic()) > 0:
                time.sleep(pause)
            while waiting is not None:
                group.append(waiting)
                if len(group) >= _LARGEST_GROUP:
                    return group, True
                waiting = self._queue.get_nowait()
        except Empty:
            return group, True
        return group, False

    def _write(self, connection: Connection, group: Sequence[_Waiting]) -> None:
        """Commit ``group``; where one commit's rows are refused, that one alone fails."""
        try:
            self._transact(connection, group)
        except HeartBenchError as error:
            self._fail(error)
            for waiting in group:
                waiting.outcome = error
        except Exception as error:
            if len(group) == 1:
                group[0].outcome = error
                return
            for waiting in group:
                self._write(connection, [waiting])

    def _transact(self, connection: Connection, group: Sequence[_Waiting]) -> None:
        if self._failed is not None:
            raise self._failed
        if self._database.identity() != self._file:
            raise StoreError("store.moved", path=str(self._database.path))
        rows: dict[type[Row], list[Values]] = {}
        for waiting in group:
            for kind, values in waiting.rows:
                rows.setdefault(kind, []).append(values)
        with self._database.faults(), connection.begin():
            new = self._statements.execute(connection, rows)
            answers = rows.get(AnswerRow, [])
            if new < len(answers):
                _tell_losers(connection, group, answers)

    def _keep_alive(self, connection: Connection) -> None:
        if self._failed is not None:
            return
        try:
            with self._database.faults():
                self._beat(connection)
        except HeartBenchError as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        with self._guard:
            self._failed = self._failed or error

    def _refuse(self) -> None:
        """Answer what still waits after a failure that ended the thread."""
        assert self._failed is not None
        while group := self._gather(0)[0]:
            for waiting in group:
                waiting.outcome = self._failed
            _wake(group)


def _tell_losers(connection: Connection, group: Iterable[_Waiting], answers: Sequence[Values]) -> None:
    keys = [str(values[0]) for values in answers]
    query = select(ANSWERS.c.key, ANSWERS.c.text_hash).where(ANSWERS.c.key.in_(keys))
    kept: Mapping[object, object] = {row.key: row.text_hash for row in connection.execute(query)}
    for waiting in group:
        waiting.outcome = frozenset(
            str(values[0])
            for kind, values in waiting.rows
            if kind is AnswerRow and kept[values[0]] != values[_TEXT_HASH]
        )


def _own(error: Exception) -> Exception:
    """A copy for each who waits: a shared one would collect the tracebacks of all."""
    return copy(error) if isinstance(error, HeartBenchError) else error


def _wake(group: Iterable[_Waiting]) -> None:
    """Resolve the futures, waking each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in group:
        by_loop.setdefault(waiting.loop, []).append(waiting)
    for loop, waitings in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve, waitings)
        except RuntimeError:
            # The loop was closed in the meantime: nobody waits there any more.
            continue


def _resolve(group: Iterable[_Waiting]) -> None:
    for waiting in group:
        waiting.resolve()
