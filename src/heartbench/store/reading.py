"""Everything a report needs to know about one run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Column, Table, and_, exists, func, not_, select
from sqlalchemy.engine import Connection

from heartbench.records import Side
from heartbench.store import questions
from heartbench.store.lookups import stored_answer, stored_failure, stored_verdict
from heartbench.store.results import (
    AnswerCell,
    AnswerCellKey,
    Reuse,
    RunResults,
    StoredFailure,
    StoredRun,
    VerdictCell,
    VerdictCellKey,
)
from heartbench.store.schema import ANSWERS, CALLS, FAILURES, RUN_ANSWERS, RUN_VERDICTS, VERDICTS, Found
from heartbench.store.totals import call_totals

Thing = TypeVar("Thing")


def results(connection: Connection, run: StoredRun) -> RunResults:
    """Read a run inside one transaction."""
    answers = _answer_cells(connection, run)
    verdicts = _verdict_cells(connection, run)
    calls = [
        *_calls(connection, run, RUN_ANSWERS, "candidate"),
        *_calls(connection, run, RUN_VERDICTS, "judge"),
    ]
    return RunResults(
        run=run,
        questions=questions.get(connection, run.spec.questions),
        answers=answers,
        verdicts=verdicts,
        calls=call_totals(call for call in calls if call.created_at >= run.started_at),
        earlier_calls=call_totals(call for call in calls if call.created_at < run.started_at),
        answer_reuse=_answer_reuse(run, answers),
        verdict_reuse=_verdict_reuse(run, verdicts),
    )


def _answer_cells(connection: Connection, run: StoredRun) -> dict[AnswerCellKey, AnswerCell]:
    found = _things(connection, run, RUN_ANSWERS, ANSWERS, stored_answer)
    failed = _last_failures(connection, run, RUN_ANSWERS, ANSWERS)
    cells: dict[AnswerCellKey, AnswerCell] = {}
    for *cell, key in _links(connection, run, RUN_ANSWERS):
        answer = found.get(key)
        reused = answer is not None and answer.created_at < run.started_at
        candidate_no, question_no, sample = cell
        cells[candidate_no, question_no, sample] = AnswerCell(key, answer, failed.get(key), reused)
    return cells


def _verdict_cells(connection: Connection, run: StoredRun) -> dict[VerdictCellKey, VerdictCell]:
    found = _things(connection, run, RUN_VERDICTS, VERDICTS, stored_verdict)
    failed = _last_failures(connection, run, RUN_VERDICTS, VERDICTS)
    cells: dict[VerdictCellKey, VerdictCell] = {}
    for *cell, key in _links(connection, run, RUN_VERDICTS):
        verdict = found.get(key)
        reused = verdict is not None and verdict.created_at < run.started_at
        candidate_no, question_no, sample, judge_no, repeat = cell
        place = (candidate_no, question_no, sample, judge_no, repeat)
        cells[place] = VerdictCell(key, verdict, failed.get(key), reused)
    return cells


def _links(connection: Connection, run: StoredRun, links: Table) -> Iterable[Found]:
    columns = [column for column in links.c if column.name != "run_id"]
    query = select(*columns).where(links.c.run_id == run.id)
    return connection.execute(query.order_by(*links.primary_key.columns))


def _keys(run: StoredRun, links: Table) -> Any:
    return select(links.c.key).where(links.c.run_id == run.id)


def _things(
    connection: Connection, run: StoredRun, links: Table, table: Table, stored: Callable[[Found], Thing]
) -> Mapping[str, Thing]:
    query = select(table).where(table.c.key.in_(_keys(run, links)))
    return {row.key: stored(row) for row in connection.execute(query)}


def _last_failures(
    connection: Connection, run: StoredRun, links: Table, table: Table
) -> Mapping[str, StoredFailure]:
    """The latest failure of each key that has nothing in ``table``."""
    made = exists().where(table.c.key == FAILURES.c.key)
    query = select(FAILURES).where(and_(FAILURES.c.key.in_(_keys(run, links)), not_(made)))
    found = connection.execute(query.order_by(FAILURES.c.round))
    return {row.key: stored_failure(row) for row in found}


def _calls(connection: Connection, run: StoredRun, links: Table, side: Side) -> Iterable[Found]:
    """The calls of a run's keys, each once, with the number of the first who shares it."""
    number: Column[Any] = links.c.candidate_no if side == "candidate" else links.c.judge_no
    firsts = (
        select(links.c.key, func.min(number).label("number"))
        .where(links.c.run_id == run.id)
        .group_by(links.c.key)
        .subquery()
    )
    columns = (
        firsts.c.number,
        CALLS.c.side,
        CALLS.c.target,
        CALLS.c.status,
        CALLS.c.created_at,
        CALLS.c.retries,
        CALLS.c.latency,
        CALLS.c.cost,
        CALLS.c.input_tokens,
        CALLS.c.output_tokens,
        CALLS.c.cached_input_tokens,
    )
    query = select(*columns).select_from(firsts.join(CALLS, CALLS.c.key == firsts.c.key))
    return connection.execute(query).all()


def _answer_reuse(run: StoredRun, cells: Mapping[AnswerCellKey, AnswerCell]) -> tuple[Reuse, ...]:
    ages: list[list[float]] = [[] for _ in run.spec.candidates]
    for (candidate_no, *_), cell in cells.items():
        if cell.answer is not None:
            ages[candidate_no].append(cell.answer.created_at)
    return tuple(_reuse(run, moments) for moments in ages)


def _verdict_reuse(run: StoredRun, cells: Mapping[VerdictCellKey, VerdictCell]) -> tuple[Reuse, ...]:
    ages: list[list[float]] = [[] for _ in run.spec.judges]
    for (_, _, _, judge_no, _), cell in cells.items():
        if cell.verdict is not None:
            ages[judge_no].append(cell.verdict.created_at)
    return tuple(_reuse(run, moments) for moments in ages)


def _reuse(run: StoredRun, moments: list[float]) -> Reuse:
    old = [moment for moment in moments if moment < run.started_at]
    return Reuse(len(old), len(moments), min(old, default=None), max(old, default=None))
