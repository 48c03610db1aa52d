"""Fills a store with many verdicts in seconds, for tests and benchmarks of large stores."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from heartbench.store import Store

CRITERIA = 10
_REASON = "她说出了自己的难处，回答先接住了情绪，再慢慢问下去，没有急着给建议。"
_REASONS = json.dumps([_REASON] * CRITERIA, ensure_ascii=False)
_BATCH = 50_000


def verdict_key(number: int) -> str:
    """The key of the verdict with that number."""
    return hashlib.blake2b(b"verdict %d" % number, digest_size=20).hexdigest()


def fill(path: Path, verdicts: int, created_at: float = 1_700_000_000.0) -> None:
    """Make a store at ``path`` with so many verdicts of ten criteria, about 1.5 kB each."""
    Store.open(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    # Not in the order of their keys: rows lie as scattered as in a store that grew by runs.
    rows = ((verdict_key(number), created_at) for number in range(verdicts))
    for batch in _batches(rows):
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO verdicts (key, created_at, text_hash, dialogue_hash, judging_hash, judge,"
            " mode, edition, repeat, hits, raw_values, reasons)"
            " VALUES (?1, ?2, ?1, ?1, ?1, 'judge', 'joint', 1, 0, '1111100000',"
            f" '[1,1,1,1,1,0,0,0,0,0]', '{_REASONS}')",
            batch,
        )
        connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _batches(rows: Iterator[tuple[str, float]]) -> Iterator[list[tuple[str, float]]]:
    while batch := list(islice(rows, _BATCH)):
        yield batch
