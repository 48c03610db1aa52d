"""kill -9 at random moments: nothing committed is lost or asked for again, and the totals are the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from end_to_end.soak import FAULTS, PROTOCOLS, Outcome, Soak, go_through, official_home, read_store

KILLS = 10


@pytest.fixture(scope="module")
def home(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The official set, imported from a folder that is shaped like a checkout."""
    return official_home(shared / "upstream", tmp_path_factory.mktemp("official"))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_killed_run_ends_like_an_undisturbed_one(home: Path, tmp_path: Path, protocol: str) -> None:
    soak = Soak(tmp_path, home, protocol, KILLS)
    outcome = go_through(soak)
    assert outcome.kills == KILLS
    assert outcome.broken(KILLS * soak.in_flight) == []


def test_the_same_under_faults(home: Path, tmp_path: Path) -> None:
    """A small share of ``make soak``."""
    soak = Soak(tmp_path, home, "native-v1", 3, faults=FAULTS, shortest=0.8)
    outcome = go_through(soak)
    assert set(outcome.by_fault) == {"rate_limited", "http_500", "http_503", "reset", "malformed"}
    assert outcome.broken(3 * soak.in_flight) == []


def test_the_soak_sees_what_it_looks_for(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("CREATE TABLE calls (key, part, round, attempt, raw, created_at)")
        connection.execute("CREATE TABLE answers (key, text, created_at)")
        connection.execute("CREATE TABLE verdicts (key, hits, reasons, created_at)")
        connection.execute("CREATE TABLE failures (key, round, kind)")
        connection.execute("INSERT INTO answers VALUES ('a', 't', 5)")
        connection.executemany(
            "INSERT INTO calls VALUES (?, 0, 1, ?, 'r', ?)", [("a", 1, 5), ("a", 1, 5), ("a", 2, 6)]
        )
        connection.commit()
    outcome = Outcome(replies=9, same_totals=True)
    read_store(store, {("answers", "gone", "t"), ("answers", "a", "t")}, outcome)
    assert (outcome.lost, outcome.doubled, outcome.asked_again, outcome.committed) == (1, 1, 1, 3)
    assert len(outcome.broken(5)) == 4
    assert len(outcome.broken(6)) == 3
