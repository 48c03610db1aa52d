"""Everything a report needs to know about one run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

from sqlalchemy import Column, Select, Table, func, select
from sqlalchemy.engine import Connection

from heartbench.records import QuestionSet, Side
from heartbench.store import lookups
from heartbench.store.lookups import stored_answer, stored_verdict
from heartbench.store.results import (
    AnswerCell,
    ResultPlace,
    RunResults,
    StoredFailure,
    StoredRun,
    VerdictCell,
)
from heartbench.store.schema import ANSWERS, CALLS, RUN_ANSWERS, RUN_VERDICTS, VERDICTS, Found
from heartbench.store.totals import CallSums

_BLOCK = 200
"""Cells read at once."""

Cell = TypeVar("Cell")
Place = tuple[int, int, int]


def results(connection: Connection, run: StoredRun, questions: QuestionSet) -> RunResults:
    """Read a run inside one transaction, which must last as long as its places are read."""
    sums, earlier = CallSums(), CallSums()
    for links, side in _LINKS:
        for call in _calls(connection, run, links, side):
            (earlier if call.created_at < run.started_at else sums).add(call)
    places = _Places(connection, run, len(questions.questions))
    return RunResults(run, questions, places, sums.totals(), earlier.totals())


@dataclass(frozen=True, slots=True)
class _Places(Iterable[ResultPlace]):
    """The places of a run, read anew by every loop."""

    connection: Connection
    run: StoredRun
    questions: int

    def __iter__(self) -> Iterator[ResultPlace]:
        spec = self.run.spec
        answers = _InOrder(_answer_cells(self.connection, self.run))
        verdicts = _InOrder(_verdict_cells(self.connection, self.run))
        for place in product(range(len(spec.candidates)), range(self.questions), range(spec.samples)):
            answer = [cell for _, cell in answers.at(place)]
            yield ResultPlace(
                *place,
                answer[0] if answer else None,
                {(key[3], key[4]): cell for key, cell in verdicts.at(place)},
            )


class _InOrder(Generic[Cell]):
    """Takes cells from a stream that is in the order of its keys."""

    def __init__(self, cells: Iterator[tuple[tuple[int, ...], Cell]]) -> None:
        self._cells = cells
        self._next = next(cells, None)

    def at(self, place: Place) -> Iterator[tuple[tuple[int, ...], Cell]]:
        """The cells whose keys begin with ``place``; places are asked for in order."""
        while self._next is not None and self._next[0][:3] == place:
            yield self._next
            self._next = next(self._cells, None)


def _answer_cells(connection: Connection, run: StoredRun) -> Iterator[tuple[tuple[int, ...], AnswerCell]]:
    for row, failure in _cells(connection, run, RUN_ANSWERS, ANSWERS):
        answer = None if row.key is None else stored_answer(row)
        reused = answer is not None and answer.created_at < run.started_at
        yield tuple(row[:3]), AnswerCell(row.linked, answer, failure, reused)


def _verdict_cells(connection: Connection, run: StoredRun) -> Iterator[tuple[tuple[int, ...], VerdictCell]]:
    for row, failure in _cells(connection, run, RUN_VERDICTS, VERDICTS):
        verdict = None if row.key is None else stored_verdict(row)
        reused = verdict is not None and verdict.created_at < run.started_at
        yield tuple(row[:5]), VerdictCell(row.linked, verdict, failure, reused)


def _cells(
    connection: Connection, run: StoredRun, links: Table, table: Table
) -> Iterator[tuple[Found, StoredFailure | None]]:
    """The links of a run in their order, each with its row of ``table``, else its latest failure."""
    query = _cell_query(run, links, table)
    for rows in connection.execute(query).partitions(_BLOCK):
        missing = [row.linked for row in rows if row.key is None]
        failures = lookups.failures(connection, missing) if missing else {}
        for row in rows:
            yield row, failures[row.linked][-1] if row.linked in failures else None


def _cell_query(run: StoredRun, links: Table, table: Table) -> Select[Any]:
    places = [column for column in links.c if column.name not in ("run_id", "key")]
    joined = links.outerjoin(table, table.c.key == links.c.key)
    own = [column for column in table.c if column.name not in {place.name for place in places}]
    query = select(*places, links.c.key.label("linked"), *own).select_from(joined)
    return query.where(links.c.run_id == run.id).order_by(*links.primary_key.columns)


_LINKS: tuple[tuple[Table, Side], ...] = ((RUN_ANSWERS, "candidate"), (RUN_VERDICTS, "judge"))


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
    return connection.execute(query)
