"""Runs: what they consist of, which process owns them, and the links to their cells."""

from __future__ import annotations

import os
import platform
import secrets
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from heartbench.errors import RunError
from heartbench.store.packing import pack_json, pack_mapping, unpack_mapping
from heartbench.store.questions import current_edition, start_edition
from heartbench.store.results import RunOwner, StoredRun
from heartbench.store.rows import EditionKind, Participant, ParticipantKind, RunEdition, RunRow, RunStatus
from heartbench.store.schema import RUN_ANSWERS, RUN_OWNERS, RUN_VERDICTS, RUNS, Found

HEARTBEAT_SECONDS = 10.0
STALE_SECONDS = 60.0
"""An owner that was silent for so long is taken for dead."""

_PROCESS = secrets.token_hex(8)
"""Tells this process from an earlier one that had its number."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that wants a run for itself."""

    host: str
    pid: int
    token: str
    """Different for every process, also where host and pid are the same again."""

    @classmethod
    def here(cls) -> Owner:
        """This process."""
        return cls(platform.node(), os.getpid(), f"{_PROCESS}-{os.getpid()}")


def begin(connection: Connection, run: RunRow, owner: Owner) -> tuple[int, RunStatus | None]:
    """Make ``owner`` the owner of a run, new or begun before. Returns its id and how it had ended before.

    Its fresh editions start in the same transaction: a run that is refused starts none, and one that goes
    on works in those it began. Raises RunError ``run.differs`` and ``run.owned``.
    """
    now = time.time()
    found = connection.execute(select(RUNS).where(RUNS.c.name == run.name)).one_or_none()
    if found is None:
        run_id = _insert(connection, _with_editions(connection, run), now)
    elif found.fingerprint != run.fingerprint:
        raise RunError("run.differs", name=run.name)
    else:
        run_id = int(found.id)
        _check_owner(connection, run_id, run.name, owner, now)
        known = _unpack_run(found.spec)
        made = _with_editions(connection, run, None if found.status == "done" else known)
        _unlink_other_editions(connection, run_id, known, made)
        spec = _pack_run(made)
        begun = {"status": "running", "begun_at": now, "finished_at": None, "spec": spec}
        connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(begun))
    connection.execute(delete(RUN_OWNERS).where(RUN_OWNERS.c.run_id == run_id))
    mine = {"host": owner.host, "pid": owner.pid, "token": owner.token}
    connection.execute(insert(RUN_OWNERS).values(run_id=run_id, since=now, heartbeat_at=now, **mine))
    return run_id, None if found is None else found.status


def _unlink_other_editions(connection: Connection, run_id: int, before: RunRow, now: RunRow) -> None:
    """What lies in another edition is no part of the run any more: no report may show it as if it were."""
    changed = {item.kind for item in set(before.editions).symmetric_difference(now.editions)}
    for links, kinds in ((RUN_ANSWERS, {"answers"}), (RUN_VERDICTS, {"answers", "verdicts"})):
        if before.editions and changed & kinds:
            connection.execute(delete(links).where(links.c.run_id == run_id))


def _with_editions(connection: Connection, run: RunRow, known: RunRow | None = None) -> RunRow:
    """The run with the numbers of its editions: those of the unfinished run it goes on with, else now."""
    if known is not None and run.fresh and _scopes_of(run) == _scopes_of(known):
        return replace(run, editions=known.editions)
    numbered = []
    for item in run.editions:
        take = start_edition if item.fresh else current_edition
        numbered.append(replace(item, number=take(connection, item.kind, item.scope).number))
    return replace(run, editions=tuple(numbered))


def beat(connection: Connection, run_ids: frozenset[int], token: str) -> None:
    """Say that the owner is alive. Raises RunError ``run.lost`` where another one took over."""
    mine = (RUN_OWNERS.c.run_id.in_(run_ids)) & (RUN_OWNERS.c.token == token)
    with connection.begin():
        alive = connection.execute(update(RUN_OWNERS).where(mine).values(heartbeat_at=time.time())).rowcount
        if alive < len(run_ids):
            kept = connection.execute(select(RUN_OWNERS.c.run_id).where(mine)).scalars().all()
            lost = min(run_ids.difference(kept))
            raise RunError("run.lost", name=connection.execute(_name_of(lost)).scalar_one())


def finish(connection: Connection, run_id: int, status: RunStatus, token: str) -> None:
    """Give a run back with its status; nothing happens where another process took it over."""
    mine = (RUN_OWNERS.c.run_id == run_id) & (RUN_OWNERS.c.token == token)
    if connection.execute(delete(RUN_OWNERS).where(mine)).rowcount:
        ended = {"status": status, "finished_at": time.time()}
        connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(ended))


def all_runs(connection: Connection) -> tuple[StoredRun, ...]:
    """Every run, oldest first."""
    joined = RUNS.outerjoin(RUN_OWNERS, RUNS.c.id == RUN_OWNERS.c.run_id)
    query = select(RUNS, RUN_OWNERS).select_from(joined).order_by(RUNS.c.started_at, RUNS.c.id)
    return tuple(_stored(row) for row in connection.execute(query))


def run_named(connection: Connection, name: str) -> StoredRun:
    """The run of that name. Raises RunError ``run.unknown``."""
    for run in all_runs(connection):
        if run.name == name:
            return run
    raise RunError("run.unknown", name=name)


def _scopes_of(run: RunRow) -> list[tuple[EditionKind, str, bool]]:
    return [(item.kind, item.scope, item.fresh) for item in run.editions]


def _insert(connection: Connection, run: RunRow, now: float) -> int:
    values = {"name": run.name, "fingerprint": run.fingerprint, "spec": _pack_run(run)}
    times = {"status": "running", "started_at": now, "begun_at": now}
    return int(connection.execute(insert(RUNS).values(values | times).returning(RUNS.c.id)).scalar_one())


def _name_of(run_id: int) -> Any:
    return select(RUNS.c.name).where(RUNS.c.id == run_id)


def _check_owner(connection: Connection, run_id: int, name: str, owner: Owner, now: float) -> None:
    query = select(RUN_OWNERS).where(RUN_OWNERS.c.run_id == run_id)
    found = connection.execute(query).one_or_none()
    if found is None or _is_stale(found, owner, now):
        return
    raise RunError("run.owned", name=name, host=found.host, pid=found.pid, since=_clock(found.since))


def _is_stale(found: Found, owner: Owner, now: float) -> bool:
    if now - found.heartbeat_at > STALE_SECONDS:
        return True
    if found.host != owner.host:
        return False
    if found.pid == owner.pid:
        return bool(found.token != owner.token)
    return not _is_alive(found.pid)


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        # There, os.kill ends a process whatever the signal; silence has to tell.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and only waits to be collected; where there is no /proc, silence tells."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    # The name before the state may hold any character, parentheses too.
    return stat.rpartition(b")")[2].split()[:1] in ([b"Z"], [b"X"])


def _clock(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))


def _pack_run(run: RunRow) -> str:
    values = {name: getattr(run, name) for name in RunRow.__slots__}
    values["candidates"] = [_pack_participant(item) for item in run.candidates]
    values["judges"] = [_pack_participant(item) for item in run.judges]
    values["editions"] = [asdict(item) for item in run.editions]
    return pack_json(values)


def _pack_participant(item: Participant) -> dict[str, object]:
    values = {name: getattr(item, name) for name in Participant.__slots__}
    return values | {"settings": unpack_mapping(pack_mapping(item.settings))}


def _unpack_run(stored: str) -> RunRow:
    values = cast("dict[str, Any]", unpack_mapping(stored))
    for side in ("candidates", "judges"):
        values[side] = tuple(_unpack_participant(item) for item in values[side])
    values["editions"] = tuple(RunEdition(**item) for item in values.get("editions", ()))
    return RunRow(**values)


def _unpack_participant(values: Mapping[str, Any]) -> Participant:
    kind: ParticipantKind = values["kind"]
    return Participant(**{**values, "kind": kind})


def _stored(row: Found) -> StoredRun:
    owner = None
    if row.run_id is not None:
        owner = RunOwner(row.host, row.pid, row.since, row.heartbeat_at)
    status: RunStatus = row.status
    spec = _unpack_run(row.spec)
    return StoredRun(row.id, spec, status, row.started_at, row.begun_at, row.finished_at, owner)
