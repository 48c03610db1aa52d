"""What differs from database to database, in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlalchemy import Dialect, Engine, Table, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.dml import Insert

WRITES = "heartbench_writes"
"""Execution option of a connection whose transactions write: they take the lock when they begin."""

SERIAL_KEY = "INTEGER PRIMARY KEY"
CLUSTERED = "WITHOUT ROWID"
"""Rows lie in the order of their primary key."""

_CACHE_KIB = 16_000


def configure(engine: Engine, wait: float) -> None:
    """Set up every connection of ``engine``; ``wait`` seconds is the most a lock is waited for."""

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        assert isinstance(connection, sqlite3.Connection)
        # Without this the driver begins transactions by itself, and never IMMEDIATE ones.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def use_write_ahead_log(connection: Connection) -> None:
    """Let readers and the writer work side by side; kept by the file itself."""
    if connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() != "wal":
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")


def insert_or_ignore(table: Table) -> Insert:
    """An insert that leaves a row be whose primary key is there: the first one wins."""
    return sqlite.insert(table).on_conflict_do_nothing()


def insert_or_replace(table: Table, columns: Sequence[str]) -> Insert:
    """An insert that gives a row whose primary key is there new values in ``columns``."""
    statement = sqlite.insert(table)
    new = {name: statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=new)


def prepared(statement: Insert, columns: Sequence[str], dialect: Dialect) -> str:
    """The SQL text of an insert that takes the values of ``columns`` by position."""
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    return str(compiled)
