"""One database file: opening it, transactions on it, and its faults as typed errors."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from heartbench.errors import StoreError
from heartbench.store import dialect
from heartbench.store.migrations import LATEST, migrate, version_of

_MAGIC = b"SQLite format 3\0"
_PAUSE = 0.05

_CODES = {
    sqlite3.SQLITE_BUSY: "store.locked",
    sqlite3.SQLITE_LOCKED: "store.locked",
    sqlite3.SQLITE_FULL: "store.full",
    sqlite3.SQLITE_READONLY: "store.unwritable",
    sqlite3.SQLITE_CANTOPEN: "store.unwritable",
    sqlite3.SQLITE_PERM: "store.unwritable",
    sqlite3.SQLITE_CORRUPT: "store.corrupt",
    sqlite3.SQLITE_NOTADB: "store.corrupt",
    sqlite3.SQLITE_IOERR: "store.io",
}


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; each thread takes connections of its own from ``engine``."""

    engine: Engine
    path: Path

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the store. Raises StoreError."""
        with self.faults(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; it commits at the end of the block. Raises StoreError."""
        with self.faults(), self.writer_connection() as connection, connection.begin():
            yield connection

    def writer_connection(self) -> Connection:
        """A connection whose transactions write."""
        return self.engine.connect().execution_options(**{dialect.BEGIN: dialect.WRITING})

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn what the database refuses into a StoreError; slips of ours pass through."""
        try:
            yield
        except DBAPIError as error:
            code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code not in _CODES:
                raise
            raise StoreError(_CODES[code], path=str(self.path)) from error

    def identity(self) -> tuple[int, int] | None:
        """Which file stands at the path now (device, inode); None where there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def open_database(location: Path | str, *, create: bool, wait: float) -> Database:
    """Open ``location``, make it where it is missing, bring its schema up to date.

    Raises StoreError: ``store.missing``, ``store.empty``, ``store.folder``, ``store.unwritable``,
    ``store.not_ours``, ``store.corrupt``, ``store.newer``, ``store.locked``, ``store.unsupported``.
    """
    path = _path_of(location)
    _check_file(path, create=create)
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": wait})
    dialect.configure(engine, wait)
    database = Database(engine, path)
    try:
        _patiently(lambda: _prepare(database), wait)
    except BaseException:
        database.close()
        raise
    return database


def _path_of(location: Path | str) -> Path:
    if isinstance(location, str) and "://" in location:
        return _path_in_url(location)
    return Path(os.path.abspath(Path(location).expanduser()))  # noqa: PTH100 - keeps symbolic links


def _path_in_url(location: str) -> Path:
    scheme, _, _ = location.partition("://")
    # The rest may hold a password.
    refusal = StoreError("store.unsupported", location=f"{scheme}://…")
    try:
        url = make_url(location)
    except ArgumentError as error:
        raise refusal from error
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise refusal
    return _path_of(Path(str(url.database)))


def _check_file(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreError("store.folder", path=str(path))
    if not path.exists():
        if not create:
            raise StoreError("store.missing", path=str(path))
        _make_folder(path.parent)
    # The write-ahead log stands beside the file, so the folder must be writable too.
    for needed in (path, path.parent):
        if needed.exists() and not os.access(needed, os.R_OK | os.W_OK):
            raise StoreError("store.unwritable", path=str(needed))
    if path.exists():
        _check_head(path, create=create)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store.unwritable", path=str(folder)) from error


def _check_head(path: Path, *, create: bool) -> None:
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        if not create:
            raise StoreError("store.empty", path=str(path))
        return
    if not head.startswith(_MAGIC[: len(head)]):
        raise StoreError("store.not_ours", path=str(path))
    if len(head) < 100:
        raise StoreError("store.corrupt", path=str(path))


def _patiently(action: Callable[[], None], wait: float) -> None:
    """Try until ``wait`` seconds are over: some locks do not wait by themselves."""
    deadline = time.monotonic() + wait
    while True:
        try:
            return action()
        except StoreError as error:
            if error.code != "store.locked" or time.monotonic() >= deadline:
                raise
        time.sleep(_PAUSE)


def _prepare(database: Database) -> None:
    with database.reading() as connection:
        version = _checked_version(database, connection)
    with database.faults(), database.engine.connect() as connection:
        dialect.use_write_ahead_log(connection.execution_options(**{dialect.BEGIN: dialect.OUTSIDE}))
    if version < LATEST:
        with database.writing() as connection:
            # Another process may have migrated, or put something else there, in between.
            _checked_version(database, connection)
            migrate(connection)


def _checked_version(database: Database, connection: Connection) -> int:
    version = version_of(connection)
    if version is None:
        raise StoreError("store.not_ours", path=str(database.path))
    if version > LATEST:
        raise StoreError("store.newer", path=str(database.path), version=version, known=LATEST)
    return version
