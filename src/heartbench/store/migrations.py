"""How the tables came to be: numbered steps, each applied once and never changed afterwards."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, inspect, select, update
from sqlalchemy.engine import Connection

from heartbench.store.dialect import CLUSTERED, SERIAL_KEY
from heartbench.store.schema import SCHEMA

Step = Callable[[Connection], None]


def _questions(connection: Connection) -> None:
    _execute(
        connection,
        "CREATE TABLE questions (content_hash TEXT NOT NULL PRIMARY KEY, content TEXT NOT NULL)",
        "CREATE TABLE question_sets (fingerprint TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL)",
        f"""CREATE TABLE question_set_items (
            fingerprint TEXT NOT NULL, question_no INTEGER NOT NULL, content_hash TEXT NOT NULL,
            PRIMARY KEY (fingerprint, question_no)) {CLUSTERED}""",
        f"""CREATE TABLE editions (
            kind TEXT NOT NULL, scope TEXT NOT NULL, number INTEGER NOT NULL,
            started_at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (kind, scope, number)) {CLUSTERED}""",
    )


def _calls_and_what_came_of_them(connection: Connection) -> None:
    _execute(
        connection,
        f"""CREATE TABLE calls (
            id {SERIAL_KEY}, key TEXT NOT NULL, side TEXT NOT NULL, part INTEGER NOT NULL,
            round INTEGER NOT NULL, attempt INTEGER NOT NULL, status TEXT NOT NULL,
            created_at DOUBLE PRECISION NOT NULL, target TEXT NOT NULL, address TEXT NOT NULL,
            retries INTEGER, latency DOUBLE PRECISION, cost DOUBLE PRECISION,
            input_tokens INTEGER, output_tokens INTEGER, cached_input_tokens INTEGER,
            cache_write_tokens INTEGER, http_status INTEGER, finish_reason TEXT NOT NULL,
            message TEXT NOT NULL, sent TEXT NOT NULL, raw TEXT NOT NULL, text TEXT)""",
        "CREATE INDEX calls_of_key ON calls (key)",
        """CREATE TABLE answers (
            key TEXT NOT NULL PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL,
            text_hash TEXT NOT NULL, dialogue_hash TEXT NOT NULL, prompt_hash TEXT NOT NULL,
            candidate TEXT NOT NULL, edition INTEGER NOT NULL, sample INTEGER NOT NULL,
            text TEXT NOT NULL, raw TEXT NOT NULL)""",
        """CREATE TABLE verdicts (
            key TEXT NOT NULL PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL,
            text_hash TEXT NOT NULL, dialogue_hash TEXT NOT NULL, judging_hash TEXT NOT NULL,
            judge TEXT NOT NULL, mode TEXT NOT NULL, edition INTEGER NOT NULL,
            repeat INTEGER NOT NULL, hits TEXT NOT NULL, raw_values TEXT NOT NULL,
            reasons TEXT NOT NULL)""",
        """CREATE TABLE failures (
            key TEXT NOT NULL, round INTEGER NOT NULL, side TEXT NOT NULL, kind TEXT NOT NULL,
            created_at DOUBLE PRECISION NOT NULL, attempts INTEGER NOT NULL, message TEXT NOT NULL,
            raw_values TEXT, raw TEXT NOT NULL, PRIMARY KEY (key, round))""",
    )


def _runs(connection: Connection) -> None:
    cell = "run_id INTEGER NOT NULL, candidate_no INTEGER NOT NULL, question_no INTEGER NOT NULL"
    _execute(
        connection,
        f"""CREATE TABLE runs (
            id {SERIAL_KEY}, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
            status TEXT NOT NULL, started_at DOUBLE PRECISION NOT NULL,
            begun_at DOUBLE PRECISION NOT NULL, finished_at DOUBLE PRECISION, spec TEXT NOT NULL)""",
        """CREATE TABLE run_owners (
            run_id INTEGER NOT NULL PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL,
            token TEXT NOT NULL, since DOUBLE PRECISION NOT NULL,
            heartbeat_at DOUBLE PRECISION NOT NULL)""",
        f"""CREATE TABLE run_answers (
            {cell}, sample INTEGER NOT NULL, key TEXT NOT NULL,
            PRIMARY KEY (run_id, candidate_no, question_no, sample)) {CLUSTERED}""",
        f"""CREATE TABLE run_verdicts (
            {cell}, sample INTEGER NOT NULL, judge_no INTEGER NOT NULL, repeat INTEGER NOT NULL,
            key TEXT NOT NULL,
            PRIMARY KEY (run_id, candidate_no, question_no, sample, judge_no, repeat)) {CLUSTERED}""",
    )


def _look_ups_without_rows(connection: Connection) -> None:
    """A look-up of 100,000 keys reads an index instead of 100,000 scattered rows."""
    _execute(
        connection,
        "CREATE INDEX answer_heads ON answers (key, created_at, text_hash)",
        "CREATE INDEX verdict_heads ON verdicts (key, created_at)",
    )


STEPS: tuple[Step, ...] = (_questions, _calls_and_what_came_of_them, _runs, _look_ups_without_rows)
"""Step n leads from version n - 1 to version n."""

LATEST = len(STEPS)


def version_of(connection: Connection) -> int | None:
    """The version of the schema: 0 for an empty database, None for one that is not ours."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    if SCHEMA.name not in tables:
        return None
    return connection.execute(select(SCHEMA.c.version)).scalar_one_or_none()


def migrate(connection: Connection, to: int = LATEST) -> None:
    """Apply the steps that are missing. ``connection`` is inside a transaction that writes."""
    version = version_of(connection)
    assert version is not None
    if version == 0:
        _execute(connection, "CREATE TABLE heartbench_schema (version INTEGER NOT NULL)")
        connection.execute(insert(SCHEMA).values(version=0))
    for step in STEPS[version:to]:
        step(connection)
    connection.execute(update(SCHEMA).values(version=max(version, to)))


def _execute(connection: Connection, *statements: str) -> None:
    for statement in statements:
        connection.exec_driver_sql(statement)
