from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, event, inspect

from heartbench.store import Store
from heartbench.store.migrations import LATEST, STEPS, migrate
from heartbench.store.schema import METADATA
from store.samples import answer, run


def make(path: Path, version: int) -> sqlite3.Connection:
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrate(connection, version)
    engine.dispose()
    return sqlite3.connect(path)


@pytest.mark.parametrize("version", range(1, LATEST + 1))
def test_every_older_schema_becomes_the_newest(path: Path, version: int) -> None:
    make(path, version).close()
    with Store.open(path) as store:
        store.begin_run(run())
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version FROM heartbench_schema").fetchall() == [(LATEST,)]


def test_what_the_oldest_tables_hold_is_still_there(path: Path) -> None:
    connection = make(path, 2)
    row = answer(1)
    with connection:
        connection.execute(
            "INSERT INTO answers VALUES (?, ?, ?, 'd', 'p', 'c', 1, 0, ?, '')",
            (row.key, row.created_at, row.text_hash, row.text),
        )
    connection.close()
    with Store.open(path) as store:
        assert store.answer_texts([row.key])[row.key].text == row.text


def test_the_migrated_tables_are_those_the_code_knows(path: Path) -> None:
    Store.open(path).close()
    inspector = inspect(create_engine(f"sqlite:///{path}"))
    assert sorted(inspector.get_table_names()) == sorted(METADATA.tables)
    for table in METADATA.tables.values():
        found = inspector.get_columns(table.name)
        assert [item["name"] for item in found] == [column.name for column in table.columns]
        assert [str(item["type"]) for item in found] == [_type(column.type) for column in table.columns]
        keys = inspector.get_pk_constraint(table.name)["constrained_columns"]
        assert keys == [column.name for column in table.primary_key.columns]


def _type(kind: object) -> str:
    return str(kind).replace("DOUBLE", "REAL")


def test_opening_again_changes_nothing(path: Path) -> None:
    Store.open(path).close()
    before = path.read_bytes()
    Store.open(path).close()
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_schema_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(path, 1).close()

    def break_down(connection: object) -> None:
        STEPS[1](connection)  # type: ignore[arg-type]
        raise RuntimeError("power cut")

    monkeypatch.setattr("heartbench.store.migrations.STEPS", (STEPS[0], break_down, *STEPS[2:]))
    with pytest.raises(RuntimeError):
        Store.open(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version FROM heartbench_schema").fetchall() == [(1,)]
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'answers'").fetchall()
    assert tables == []


def test_keys_are_looked_up_in_an_index_alone(store: Store) -> None:
    asked: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    store.answers(["a"])
    store.verdicts(["a"])
    event.remove(Engine, "before_cursor_execute", listen)
    look_ups = [statement for statement in asked if statement.startswith("SELECT")]
    with sqlite3.connect(store.path) as connection:
        plans = [connection.execute(f"EXPLAIN QUERY PLAN {text}", ("a",)).fetchall() for text in look_ups]
    assert ["COVERING INDEX" in plan[0][3] for plan in plans] == [True, True]
