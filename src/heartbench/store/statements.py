"""From rows to inserts: what the writer executes, prepared once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from sqlalchemy import Dialect, Table
from sqlalchemy.engine import Connection
from sqlalchemy.sql.dml import Insert

from heartbench.store import schema
from heartbench.store.dialect import insert_or_ignore, insert_or_replace, prepared
from heartbench.store.packing import (
    pack_hits,
    pack_mapping,
    pack_reasons,
    pack_text,
    pack_values,
)
from heartbench.store.rows import (
    AnswerRow,
    CallRow,
    FailureRow,
    Row,
    RunAnswerRow,
    RunVerdictRow,
    VerdictRow,
)

Values = tuple[object, ...]
Encoded = tuple[type[Row], Values]

_LARGEST = 2**63 - 1

_STALE_VERDICTS = """
    DELETE FROM run_verdicts WHERE run_id = ? AND candidate_no = ? AND question_no = ? AND sample = ?
    AND EXISTS (SELECT 1 FROM run_answers AS a WHERE a.run_id = run_verdicts.run_id
    AND a.candidate_no = run_verdicts.candidate_no AND a.question_no = run_verdicts.question_no
    AND a.sample = run_verdicts.sample AND a.key <> ?)
"""
"""The links to verdicts on an answer that gives its cell to another one."""


@dataclass(frozen=True, slots=True)
class Statements:
    """The SQL text for each kind of row."""

    inserts: Mapping[type[Row], str]
    stale_verdicts: str

    @classmethod
    def prepare(cls, dialect: Dialect) -> Statements:
        """Compile everything once for a dialect."""
        texts = {
            kind: prepared(statement, _columns(statement.table), dialect)
            for kind, statement in _inserts().items()
        }
        return cls(MappingProxyType(texts), _STALE_VERDICTS)

    def execute(self, connection: Connection, rows: Mapping[type[Row], list[Values]]) -> int:
        """Insert ``rows``; returns how many answers were new."""
        new_answers = 0
        if RunAnswerRow in rows:
            connection.exec_driver_sql(self.stale_verdicts, rows[RunAnswerRow])
        for kind, values in rows.items():
            result = connection.exec_driver_sql(self.inserts[kind], values)
            if kind is AnswerRow:
                new_answers = result.rowcount
        return new_answers


def encode(row: Row) -> Encoded:
    """A row as its table takes it. Raises TypeError or ValueError for what no column can hold."""
    kind = type(row)
    return kind, _ENCODERS[kind](row)


def _inserts() -> dict[type[Row], Insert]:
    return {
        CallRow: schema.CALLS.insert(),
        AnswerRow: insert_or_ignore(schema.ANSWERS),
        VerdictRow: insert_or_ignore(schema.VERDICTS),
        FailureRow: insert_or_ignore(schema.FAILURES),
        RunAnswerRow: insert_or_replace(schema.RUN_ANSWERS, ["key"]),
        RunVerdictRow: insert_or_replace(schema.RUN_VERDICTS, ["key"]),
    }


def _columns(table: object) -> list[str]:
    assert isinstance(table, Table)
    return [column.name for column in table.columns if column.name != "id"]


def _count(number: int | None) -> int | None:
    """Counts come from endpoints, which may say anything; a column holds 64 bits."""
    return number if number is not None and 0 <= number <= _LARGEST else None


def _call(row: CallRow) -> Values:
    usage = row.usage
    return (
        row.key,
        row.side,
        row.part,
        row.round,
        row.attempt,
        row.status,
        row.created_at,
        pack_text(row.target),
        pack_text(row.address),
        row.retries,
        row.latency,
        row.cost,
        _count(usage.input_tokens),
        _count(usage.output_tokens),
        _count(usage.cached_input_tokens),
        _count(usage.cache_write_tokens),
        row.http_status,
        pack_text(row.finish_reason),
        pack_text(row.message),
        pack_mapping(row.sent),
        pack_text(row.raw),
        None if row.text is None else pack_text(row.text),
    )


def _answer(row: AnswerRow) -> Values:
    return (
        row.key,
        row.created_at,
        row.text_hash,
        row.dialogue_hash,
        row.prompt_hash,
        row.candidate,
        row.edition,
        row.sample,
        pack_text(row.text),
        pack_text(row.raw),
    )


def _verdict(row: VerdictRow) -> Values:
    return (
        row.key,
        row.created_at,
        row.text_hash,
        row.dialogue_hash,
        row.judging_hash,
        row.judge,
        row.mode,
        row.edition,
        row.repeat,
        pack_hits(row.hits),
        pack_values(row.raw_values),
        pack_reasons(row.reasons),
    )


def _failure(row: FailureRow) -> Values:
    return (
        row.key,
        row.round,
        row.side,
        row.kind.value,
        row.created_at,
        row.attempts,
        pack_text(row.message),
        pack_values(row.raw_values),
        pack_text(row.raw),
    )


def _run_answer(row: RunAnswerRow) -> Values:
    return row.run_id, row.candidate_no, row.question_no, row.sample, row.key


def _run_verdict(row: RunVerdictRow) -> Values:
    cell = (row.run_id, row.candidate_no, row.question_no, row.sample)
    return (*cell, row.judge_no, row.repeat, row.key)


_ENCODERS = cast(
    "Mapping[type[Row], Callable[[Row], Values]]",
    MappingProxyType(
        {
            CallRow: _call,
            AnswerRow: _answer,
            VerdictRow: _verdict,
            FailureRow: _failure,
            RunAnswerRow: _run_answer,
            RunVerdictRow: _run_verdict,
        }
    ),
)
