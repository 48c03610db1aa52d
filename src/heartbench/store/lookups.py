"""Many keys at once: what the store has under them. Unknown keys are not in the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, column, select, union
from sqlalchemy.engine import Connection

from heartbench.records import FailureKind, Side, Usage
from heartbench.store.dialect import select_from_index
from heartbench.store.packing import (
    unpack_hits,
    unpack_mapping,
    unpack_reasons,
    unpack_text,
    unpack_values,
)
from heartbench.store.results import AnswerHead, StoredAnswer, StoredCall, StoredFailure, StoredVerdict
from heartbench.store.schema import ANSWERS, CALLS, FAILURES, RUN_ANSWERS, RUN_VERDICTS, VERDICTS, Found

_CHUNK = 5000
"""Keys in one query; SQLite takes 32,766 parameters."""

_TRACES = union(
    *(select(table.c.key).where(table.c.key == bindparam("key")) for table in (VERDICTS, FAILURES, CALLS))
)


def answer_heads(connection: Connection, keys: Iterable[str]) -> dict[str, AnswerHead]:
    """Hash and age of answers."""
    columns = (ANSWERS.c.key, ANSWERS.c.text_hash, ANSWERS.c.created_at)
    found = _by_key(connection, select_from_index("answer_heads", *columns), column("key"), keys)
    return {key: AnswerHead(text_hash, created_at) for key, text_hash, created_at in found}


def answers(connection: Connection, keys: Iterable[str]) -> dict[str, StoredAnswer]:
    """Answers with their texts."""
    return {row.key: stored_answer(row) for row in _by_key(connection, select(ANSWERS), ANSWERS.c.key, keys)}


def verdict_ages(connection: Connection, keys: Iterable[str]) -> dict[str, float]:
    """When verdicts were committed."""
    query = select_from_index("verdict_heads", VERDICTS.c.key, VERDICTS.c.created_at)
    return dict(_by_key(connection, query, column("key"), keys))


def failures(connection: Connection, keys: Iterable[str]) -> dict[str, tuple[StoredFailure, ...]]:
    """Every failed round, oldest first."""
    found: dict[str, list[StoredFailure]] = {}
    query = select(FAILURES).order_by(FAILURES.c.key, FAILURES.c.round)
    for row in _by_key(connection, query, FAILURES.c.key, keys):
        found.setdefault(row.key, []).append(stored_failure(row))
    return {key: tuple(rounds) for key, rounds in found.items()}


def calls(connection: Connection, keys: Iterable[str]) -> dict[str, tuple[StoredCall, ...]]:
    """Calls of keys that are owed, in their order, of all rounds."""
    found: dict[str, list[StoredCall]] = {}
    for row in _by_key(connection, select(CALLS).order_by(CALLS.c.key, CALLS.c.id), CALLS.c.key, keys):
        found.setdefault(row.key, []).append(_stored_call(row))
    return {key: tuple(calls) for key, calls in found.items()}


def touched(connection: Connection, keys: Iterable[str]) -> frozenset[str]:
    """Those of a few keys for which there is a verdict, a failure or a call; quicker than asking for each."""
    found = (row.key for key in keys for row in connection.execute(_TRACES, {"key": key}))
    return frozenset(found)


def answered(connection: Connection, run_id: int, side: Side, number: int) -> bool:
    """Whether a run has any answer of a candidate, or any verdict of a judge."""
    links, things = (RUN_ANSWERS, ANSWERS) if side == "candidate" else (RUN_VERDICTS, VERDICTS)
    column = links.c.candidate_no if side == "candidate" else links.c.judge_no
    query = select(links.c.key).join(things, things.c.key == links.c.key)
    chosen = query.where(links.c.run_id == run_id, column == number)
    return connection.execute(chosen.limit(1)).first() is not None


def stored_answer(row: Found) -> StoredAnswer:
    """A row of the answers."""
    return StoredAnswer(row.key, unpack_text(row.text), unpack_text(row.raw), row.text_hash, row.created_at)


def stored_verdict(row: Found) -> StoredVerdict:
    """A row of the verdicts."""
    values = unpack_values(row.raw_values) or ()
    return StoredVerdict(row.key, unpack_hits(row.hits), unpack_reasons(row.reasons), values, row.created_at)


def stored_failure(row: Found) -> StoredFailure:
    """A row of the failures."""
    return StoredFailure(
        key=row.key,
        side=row.side,
        round=row.round,
        kind=FailureKind(row.kind),
        message=unpack_text(row.message),
        raw=unpack_text(row.raw),
        attempts=row.attempts,
        raw_values=unpack_values(row.raw_values),
        created_at=row.created_at,
    )


def _stored_call(row: Found) -> StoredCall:
    raw = unpack_text(row.raw)
    return StoredCall(
        key=row.key,
        side=row.side,
        part=row.part,
        round=row.round,
        attempt=row.attempt,
        target=unpack_text(row.target),
        address=unpack_text(row.address),
        status=row.status,
        raw=raw,
        text=raw if row.text is None else unpack_text(row.text),
        finish_reason=unpack_text(row.finish_reason),
        message=unpack_text(row.message),
        http_status=row.http_status,
        usage=Usage(row.input_tokens, row.output_tokens, row.cached_input_tokens, row.cache_write_tokens),
        latency=row.latency or 0.0,
        cost=row.cost,
        retries=row.retries or 0,
        sent=unpack_mapping(row.sent),
        created_at=row.created_at,
    )


def _by_key(
    connection: Connection, query: Select[Any], key: ColumnElement[Any], keys: Iterable[str]
) -> Iterator[Found]:
    """Rows of ``query`` whose key is among ``keys``, which are asked for in sorted chunks."""
    wanted = sorted(set(keys))
    chosen = query.where(key.in_(bindparam("keys", expanding=True)))
    for start in range(0, len(wanted), _CHUNK):
        yield from connection.execute(chosen, {"keys": wanted[start : start + _CHUNK]})
