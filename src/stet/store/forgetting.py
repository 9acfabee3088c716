"""What goes when its time is over: pages, the words of calls, whole runs; and the record of it."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from stet.domain.base import content_id, value_id
from stet.domain.events import Event, PageId, Purged
from stet.domain.keeping import Forgotten, Left, Why
from stet.domain.run import RunStatus
from stet.errors import StoreError
from stet.store.database import Database, append, run_row, save_run
from stet.store.rows import Cell, RunRow, json_text, link, named_pages, time_text
from stet.store.schema import CALLS, FORGOTTEN, PAGES, RUN_PAGES, RUNS

SILENT = timedelta(days=2)
"""A run that has said nothing for so long was killed: no call may take longer than a day."""

LOG_BEGINS = content_id("forgotten")
"""What the log's first row follows."""

_BODIES = ("request", "response", "error")
_KEPT = ("number", "key", "kind", "attempt", "state", "charged", "started_at", "ended_at", "purged", "hash")
_CALLS = sa.select(CALLS).where(CALLS.c.run == sa.bindparam("of")).order_by(CALLS.c.number)
_PURGE = (
    sa.update(CALLS)
    .where(CALLS.c.run == sa.bindparam("of"), CALLS.c.number == sa.bindparam("at"))
    .values(request=None, response=None, error=None, purged=sa.bindparam("ids"))
)
_KEEPS = sa.select(RUN_PAGES.c.sha256, RUN_PAGES.c.text_sha256).where(
    RUN_PAGES.c.run == sa.bindparam("of"), RUN_PAGES.c.purged == 0
)
_COUNTS = tuple(
    sa.select(sa.func.count()).select_from(table).where(table.c.run == sa.bindparam("of"), kept)
    for table, kept in ((RUN_PAGES, RUN_PAGES.c.purged == 0), (CALLS, CALLS.c.purged.is_(None)))
)
_LAST = sa.select(FORGOTTEN.c.number, FORGOTTEN.c.hash).order_by(FORGOTTEN.c.number.desc()).limit(1)
_LOG = sa.select(FORGOTTEN).order_by(FORGOTTEN.c.number)


class Keeps(NamedTuple):
    """What a run still keeps: saved pages, and rows of calls with their words."""

    pages: int
    calls: int


class Forgetting:
    """The store's part for keeping and forgetting."""

    database: Database

    def keeps(self, run: str) -> Keeps:
        """What a run still keeps, by its full id; nothing where there is no such run."""
        with self.database.reading() as connection:
            return Keeps(*(connection.execute(count, {"of": run}).scalar_one() for count in _COUNTS))

    def purge_pages(self, run: str, at: datetime) -> int:
        """Let a run's saved pages go, by its full id; how many. Those that other runs keep stay in the store.

        Raises:
            NotFound: no such run
            StoreError: it is under way, or the store cannot be written
        """
        with self.database.writing() as connection:
            row = _idle(run_row(connection, run, lock=True))
            kept = sorted(connection.execute(_KEEPS, {"of": run}).all())
            if not kept:
                return 0
            connection.execute(sa.update(RUN_PAGES).where(RUN_PAGES.c.run == run).values(purged=1))
            pages = tuple(PageId(sha256=sha256, text_sha256=text) for sha256, text in kept)
            _record(connection, row, Purged(what="pages", pages=pages), at)
            drop_orphans(connection, at)
            return len(pages)

    def purge_calls(self, run: str, at: datetime) -> int:
        """Let the words of a run's requests, answers and errors go, by its full id; of how many rows.

        Keys, kinds, times, charges and the content ids of the words stay.

        Raises:
            NotFound: no such run
            StoreError: it is under way, or the store cannot be written
        """
        with self.database.writing() as connection:
            row = _idle(run_row(connection, run, lock=True))
            rows = [dict(found) for found in connection.execute(_CALLS, {"of": run}).mappings()]
            whole = [found for found in rows if found["purged"] is None]
            if not whole:
                return 0
            connection.execute(sa.update(RUNS).where(RUNS.c.id == run).values(deleting=2))
            named: set[tuple[str, str]] = set()
            for found in whole:
                named.update(named_pages(found["response"]))
                found["purged"] = _ids(found)
                connection.execute(_PURGE, {"of": run, "at": found["number"], "ids": found["purged"]})
            connection.execute(sa.update(RUNS).where(RUNS.c.id == run).values(deleting=0))
            pages = tuple(PageId(sha256=sha256, text_sha256=text) for sha256, text in sorted(named))
            _record(
                connection, row, Purged(what="calls", calls=len(whole), pages=pages, left=left_of(rows)), at
            )
            return len(whole)

    def sweep(self, at: datetime) -> int:
        """Delete saved pages that no run keeps, and clear what SQLite has aside of its file; how many went.

        None goes while a run is under way: it may have saved one that it has yet to name.
        """
        with self.database.writing() as connection:
            gone = drop_orphans(connection, at)
        if self.database.engine.dialect.name == "sqlite":
            raw = self.database.engine.raw_connection()
            try:
                # Deleted words are overwritten in the file; the write-ahead log may hold them still.
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                raw.close()
        return gone

    def forgotten(self) -> tuple[Forgotten, ...]:
        """The runs that were deleted, oldest deletion first."""
        with self.database.reading() as connection:
            return tuple(forgotten_of(dict(row)) for row in connection.execute(_LOG).mappings())


def forgotten_of(row: Mapping[str, object]) -> Forgotten:
    """A row of the log as a value."""
    named = {name: row[name] for name in ("run", "at", "why")}
    return Forgotten.model_validate({**named, "left": json.loads(str(row["left"]))})


def log_deletion(connection: sa.Connection, row: RunRow, why: Why, at: datetime) -> None:
    """Append a deleted run to the log, in the transaction that deletes it."""
    if connection.dialect.name == "postgresql":  # SQLite has locked the file already
        connection.execute(sa.text("LOCK TABLE forgotten IN EXCLUSIVE MODE"))
    last = connection.execute(_LAST).one_or_none()
    left = Left.model_validate({name: getattr(row, name) for name in Left.model_fields})
    cells: dict[str, Cell] = {
        "number": last[0] + 1 if last else 1,
        "run": row.id,
        "at": time_text(at),
        "why": why,
        "left": json_text(left),
    }
    prev = last[1] if last else LOG_BEGINS
    connection.execute(sa.insert(FORGOTTEN), {**cells, "prev": prev, "hash": link(prev, cells)})


def drop_orphans(connection: sa.Connection, at: datetime) -> int:
    """Delete pages that no run keeps, unless a run is under way; how many went."""
    alive = time_text(at - SILENT)
    under_way = sa.select(RUNS.c.id).where(
        RUNS.c.status == RunStatus.RUNNING.value, RUNS.c.updated_at >= alive
    )
    if connection.execute(under_way.limit(1)).first() is not None:
        return 0
    kept = sa.exists().where(
        RUN_PAGES.c.sha256 == PAGES.c.sha256,
        RUN_PAGES.c.text_sha256 == PAGES.c.text_sha256,
        RUN_PAGES.c.purged == 0,
    )
    return connection.execute(sa.delete(PAGES).where(~kept)).rowcount


def left_of(rows: Iterable[Mapping[str, object]]) -> str:
    """The content id of what is left of purged rows of calls, in their order."""
    return value_id([[row[name] for name in _KEPT] for row in rows if row["purged"] is not None])


def _ids(row: Mapping[str, str | None]) -> str:
    return json_text({name: content_id(body) for name in _BODIES if (body := row[name]) is not None})


def _idle(row: RunRow) -> RunRow:
    if row.status == RunStatus.RUNNING.value:
        raise StoreError(f"run {row.id} is under way", hint="nothing of a run under way is let go")
    return row


def _record(connection: sa.Connection, row: RunRow, event: Event, at: datetime) -> None:
    """Append the event. The run does not become younger by it."""
    text = json_text(event)
    cells: dict[str, Cell] = {"at": time_text(at), "kind": event.kind, "event": text}
    save_run(connection, append(connection, row, "events", cells, text))
