"""The store: cache, resume and record of every run, in one database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy.engine import Connection

from heartbench.errors import StoreError
from heartbench.records import QuestionSet, Side
from heartbench.store import lookups, questions, reading, runs
from heartbench.store.database import Database, open_database
from heartbench.store.results import (
    AnswerHead,
    Edition,
    RunHandle,
    RunResults,
    StoredAnswer,
    StoredCall,
    StoredFailure,
    StoredRun,
)
from heartbench.store.rows import EditionKind, Row, RunAnswerRow, RunRow, RunStatus, RunVerdictRow
from heartbench.store.runs import HEARTBEAT_SECONDS, Owner
from heartbench.store.statements import Statements, Values, encode
from heartbench.store.writer import Writer

WAIT_SECONDS = 15.0


class Store:
    """An open store. Made by :meth:`open`; use it as a context manager.

    Every method raises StoreError where the database cannot be used: ``store.unwritable``,
    ``store.full``, ``store.io``, ``store.locked``, ``store.corrupt``.
    """

    def __init__(self, database: Database, heartbeat: float) -> None:
        self._database = database
        self._heartbeat = heartbeat
        self._writer: Writer | None = None
        self._owned: Mapping[int, str] = {}
        # What was put last is mostly what is asked for next: a large set need not stand in memory twice.
        self._known_questions: QuestionSet | None = None

    @classmethod
    def open(
        cls,
        location: Path | str,
        *,
        create: bool = True,
        wait: float = WAIT_SECONDS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> Store:
        """Open the store at ``location`` (a path, or ``sqlite:///path``) and migrate it.

        ``wait``: seconds that a lock of another program is waited for; ``heartbeat``: seconds
        between two signs of life of the runs this process owns.

        Raises StoreError: ``store.missing`` and ``store.empty`` (with ``create=False``), ``store.folder``,
        ``store.unwritable``, ``store.not_ours``, ``store.corrupt``, ``store.newer``,
        ``store.locked``, ``store.unsupported``.
        """
        return cls(open_database(location, create=create, wait=wait), heartbeat)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._database.path

    def close(self) -> None:
        """Write what is waiting, give the runs back that are still owned as interrupted, close."""
        if self._writer is not None:
            self._writer.close()
        try:
            for run_id in self._owned:
                self.finish_run(run_id, "interrupted")
        except StoreError:
            # Nothing more can be said to this database; an owner whose process is gone is taken over.
            pass
        finally:
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def put_questions(self, questions_: QuestionSet) -> None:
        """Keep a question set, so that a report needs no file."""
        with self._database.writing() as connection:
            self._known_questions = questions.put(connection, questions_)

    def question_set(self, fingerprint: str) -> QuestionSet:
        """A set that was put. Raises StoreError ``store.no_questions``."""
        with self._database.reading() as connection:
            return questions.get(connection, fingerprint)

    def edition(self, kind: EditionKind, scope: str) -> Edition:
        """The current edition of a scope (any text the caller chooses)."""
        with self._database.reading() as connection:
            return questions.current_edition(connection, kind, scope)

    def answers(self, keys: Iterable[str]) -> dict[str, AnswerHead]:
        """Which of ``keys`` have an answer, its hash and when it was committed."""
        with self._database.reading() as connection:
            return lookups.answer_heads(connection, keys)

    def answer_texts(self, keys: Iterable[str]) -> dict[str, StoredAnswer]:
        """The answers under ``keys``, with their texts."""
        with self._database.reading() as connection:
            return lookups.answers(connection, keys)

    def verdicts(self, keys: Iterable[str]) -> dict[str, float]:
        """Which of ``keys`` have a verdict, and when it was committed."""
        with self._database.reading() as connection:
            return lookups.verdict_ages(connection, keys)

    def failures(self, keys: Iterable[str]) -> dict[str, tuple[StoredFailure, ...]]:
        """The failed rounds of ``keys``, oldest first."""
        with self._database.reading() as connection:
            return lookups.failures(connection, keys)

    def calls(self, keys: Iterable[str]) -> dict[str, tuple[StoredCall, ...]]:
        """The calls made so far for each of ``keys``, of all its rounds; meant for keys that are owed."""
        with self._database.reading() as connection:
            return lookups.calls(connection, keys)

    def touched(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of a few keys under which a verdict, a failure or a call was ever committed."""
        with self._database.reading() as connection:
            return lookups.touched(connection, keys)

    def answered(self, run_id: int, side: Side, number: int) -> bool:
        """Whether a run has any answer of its candidate, or any verdict of its judge, of that number."""
        with self._database.reading() as connection:
            return lookups.answered(connection, run_id, side, number)

    def begin_run(self, run: RunRow, owner: Owner | None = None) -> RunHandle:
        """Begin a run, or go on with it, as its only owner (by default, this process).

        Raises RunError: ``run.differs`` where the name stands for another run, ``run.owned``
        where a living process has it.
        """
        owner = owner or Owner.here()
        with self._database.writing() as connection:
            run_id, before = runs.begin(connection, run, owner)
            stored = runs.run_named(connection, run.name)
        self._owned = {**self._owned, run_id: owner.token}
        self.writer()
        return RunHandle(stored, before)

    def finish_run(self, run_id: int, status: RunStatus) -> None:
        """Say how a run ended and give it back."""
        token = self._owned[run_id]
        # The heart must forget it first: a run that was given back is not lost.
        self._owned = {key: value for key, value in self._owned.items() if key != run_id}
        with self._database.writing() as connection:
            runs.finish(connection, run_id, status, token)

    def runs(self) -> tuple[StoredRun, ...]:
        """Every run, oldest first."""
        with self._database.reading() as connection:
            return runs.all_runs(connection)

    def run(self, name: str) -> StoredRun:
        """The run of that name. Raises RunError ``run.unknown``."""
        with self._database.reading() as connection:
            return runs.run_named(connection, name)

    def link_answers(self, rows: Iterable[RunAnswerRow]) -> None:
        """Put answers into the cells of a run; verdicts on another answer leave the cell."""
        self._link(rows)

    def link_verdicts(self, rows: Iterable[RunVerdictRow]) -> None:
        """Put verdicts into the cells of a run."""
        self._link(rows)

    @contextmanager
    def results(self, run: StoredRun) -> Iterator[RunResults]:
        """Everything a report says about a run, from one moment of the store: that of entering."""
        with self._database.reading() as connection:
            known = self._known_questions
            if known is None or known.fingerprint != run.spec.questions:
                known = questions.get(connection, run.spec.questions)
            yield reading.results(connection, run, known)

    def writer(self) -> Writer:
        """The one writer of this store in this process; it starts with the first call."""
        if self._writer is None:
            self._writer = Writer(self._database, self._beat, self._heartbeat)
        return self._writer

    def _link(self, rows: Iterable[Row]) -> None:
        encoded: dict[type[Row], list[Values]] = {}
        for kind, values in map(encode, rows):
            encoded.setdefault(kind, []).append(values)
        with self._database.writing() as connection:
            self._statements.execute(connection, encoded)

    @cached_property
    def _statements(self) -> Statements:
        return Statements.prepare(self._database.engine.dialect)

    def _beat(self, connection: Connection) -> None:
        owned = self._owned
        for token in set(owned.values()):
            runs.beat(connection, frozenset(key for key, value in owned.items() if value == token), token)
