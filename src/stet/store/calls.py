"""Calls: a `started` row before, a `done` or `failed` row after, and the meter between them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from stet.domain.budget import Budget, Usage
from stet.errors import BudgetExhausted, IntegrityError, StoreError
from stet.ports import CallRecord
from stet.store.database import Database, append, run_row, save_run
from stet.store.meter import Meter
from stet.store.rows import Cell, json_text, parsed, storable, time_text
from stet.store.schema import CALLS

_OF_RUN = sa.select(CALLS).where(CALLS.c.run == sa.bindparam("run")).order_by(CALLS.c.number)
_OF_KEY = _OF_RUN.where(CALLS.c.key == sa.bindparam("key"))
_ANSWERED = (
    sa.select(CALLS.c.run)
    .where(
        CALLS.c.key == sa.bindparam("key"),
        CALLS.c.kind == sa.bindparam("kind"),
        CALLS.c.state == "done",
        CALLS.c.purged.is_(None),
        CALLS.c.ended_at >= sa.bindparam("since"),
    )
    .order_by(CALLS.c.ended_at.desc(), CALLS.c.run)
    .limit(1)
)

_AFTER = CALLS.alias("after")
_OPEN = _OF_RUN.where(
    CALLS.c.state == "started",
    ~sa.exists().where(
        _AFTER.c.key == CALLS.c.key,
        _AFTER.c.run == CALLS.c.run,
        sa.or_(
            _AFTER.c.attempt > CALLS.c.attempt,
            (_AFTER.c.attempt == CALLS.c.attempt) & (_AFTER.c.state != "started"),
        ),
    ),
)

_PURGED = "{}"
"""Stands where the words of a request were."""


class Calls:
    """The store's CallStore."""

    database: Database

    def begin(self, run: str, call: CallRecord, limits: Budget) -> CallRecord:
        """See `ports.CallStore.begin`."""
        with self.database.writing() as connection:
            row = run_row(connection, run, lock=True)
            earlier = _merged(connection.execute(_OF_KEY, {"run": run, "key": call.key}).mappings().all())
            finished = next((known for known in earlier if known.state == "done"), None)
            if finished is not None:
                return finished
            meter = parsed(Meter, row.used).add(call.charged)
            exceeded = limits.first_exceeded(meter.usage())
            if exceeded is not None:
                raise BudgetExhausted(exceeded, allowed=str(getattr(limits, exceeded)))
            attempt = max((known.attempt for known in earlier), default=0) + 1
            started = call.model_copy(
                update={
                    "attempt": attempt,
                    "state": "started",
                    "response": None,
                    "error": None,
                    "ended_at": None,
                }
            )
            row = append(connection, row, "calls", _cells(started))
            save_run(connection, replace(row, used=json_text(meter), updated_at=time_text(call.started_at)))
            return started

    def end(self, run: str, call: CallRecord) -> None:
        """See `ports.CallStore.end`."""
        if call.state not in {"done", "failed"} or call.ended_at is None:
            msg = f"a call ends as done or failed, at a time; not as {call.state}"
            raise ValueError(msg)
        with self.database.writing() as connection:
            row = run_row(connection, run, lock=True)
            known = _merged(connection.execute(_OF_KEY, {"run": run, "key": call.key}).mappings().all())
            open_one = next((k for k in known if k.attempt == call.attempt and k.state == "started"), None)
            if open_one is None:
                raise StoreError(f"attempt {call.attempt} of call {call.key} of run {run} is not under way")
            meter = parsed(Meter, row.used).subtract(open_one.charged).add(call.charged)
            row = append(connection, row, "calls", {**_cells(call), "request": None}, call.response)
            save_run(connection, replace(row, used=json_text(meter), updated_at=time_text(call.ended_at)))

    def calls(self, run: str) -> tuple[CallRecord, ...]:
        """See `ports.CallStore.calls`."""
        with self.database.reading() as connection:
            run_row(connection, run)
            return _merged(connection.execute(_OF_RUN, {"run": run}).mappings().all())

    def open_calls(self, run: str) -> tuple[CallRecord, ...]:
        """See `ports.CallStore.open_calls`; nothing is read of the others but their keys and states."""
        with self.database.reading() as connection:
            run_row(connection, run)
            return _merged(connection.execute(_OPEN, {"run": run}).mappings().all())

    def recent(self, kind: str, key: str, since: datetime | None) -> CallRecord | None:
        """See `ports.CallStore.recent`. Times compare as text: they are all written in UTC and in one form."""
        at = "" if since is None else time_text(since)
        with self.database.reading() as connection:
            run = connection.execute(_ANSWERED, {"key": key, "kind": storable(kind), "since": at}).scalar()
            if run is None:
                return None
            attempts = _merged(connection.execute(_OF_KEY, {"run": run, "key": key}).mappings().all())
            return next((known for known in attempts if known.state == "done"), None)

    def used(self, run: str) -> Usage:
        """See `ports.CallStore.used`."""
        with self.database.reading() as connection:
            return parsed(Meter, run_row(connection, run).used).usage()


def _cells(call: CallRecord) -> dict[str, Cell]:
    return {
        "key": call.key,
        "kind": storable(call.kind),
        "attempt": call.attempt,
        "state": call.state,
        "request": storable(call.request),
        "response": None if call.response is None else storable(call.response),
        "error": None if call.error is None else storable(call.error),
        "charged": json_text(call.charged),
        "started_at": time_text(call.started_at),
        "ended_at": None if call.ended_at is None else time_text(call.ended_at),
    }


def _merged(rows: Sequence[sa.RowMapping]) -> tuple[CallRecord, ...]:
    """One record an attempt, in order of the start: its last state, with the request of its first row."""
    records: dict[tuple[str, int], CallRecord] = {}
    for row in rows:
        key = (row["key"], row["attempt"])
        request = row["request"] if row["purged"] is None else _PURGED
        if request is None:
            if key not in records:
                raise IntegrityError(f"a call of run {row['run']} has an end and no beginning ({row['key']})")
            request = records[key].request
        records[key] = CallRecord.model_validate(
            {
                **{name: row[name] for name in ("kind", "key", "attempt", "state", "response", "error")},
                "request": request,
                "charged": parsed(Usage, row["charged"]),
                "started_at": row["started_at"],
                "ended_at": row["ended_at"],
            }
        )
    return tuple(records.values())
