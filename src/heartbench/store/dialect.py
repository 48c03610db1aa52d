"""What differs from database to database, in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, Dialect, Engine, Select, Table, column, event, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.dml import Insert

BEGIN = "heartbench_begin"
"""Execution option: how the transactions of a connection begin; by default, as readers."""

WRITING = "BEGIN IMMEDIATE"
"""Takes the lock at once, so that no transaction fails half-way for want of it."""

OUTSIDE = ""
"""No transaction, for what must be said outside of one."""

SERIAL_KEY = "INTEGER PRIMARY KEY"
CLUSTERED = "WITHOUT ROWID"
"""Rows lie in the order of their primary key."""

_CACHE_KIB = 2_000


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
        statement = connection.get_execution_options().get(BEGIN, "BEGIN")
        if statement != OUTSIDE:
            connection.exec_driver_sql(statement)


def use_write_ahead_log(connection: Connection) -> None:
    """Let readers and the writer work side by side; kept by the file itself."""
    if connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() != "wal":
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")


def select_from_index(index: str, *columns: Column[Any]) -> Select[Any]:
    """A query for ``columns`` of one table that reads nothing but the index that holds them.

    SQLite by itself takes the index of the key, and then fetches each row: on a cold disk,
    100,000 look-ups in a million verdicts took 7.5 seconds that way, and 1.2 this way.
    """
    source = text(f"{columns[0].table.name} INDEXED BY {index}")
    return select(*(column(item.name, item.type) for item in columns)).select_from(source)


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
