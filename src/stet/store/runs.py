"""Runs: made, listed, ended, deleted."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import sqlalchemy as sa

from stet.domain.base import content_id
from stet.domain.keeping import Why
from stet.domain.run import RunSpec, RunStatus
from stet.errors import NotFound
from stet.ports import RunRecord
from stet.store.database import Database, run_row, save_run
from stet.store.forgetting import drop_orphans, log_deletion
from stet.store.meter import Meter
from stet.store.rows import RunRow, json_text, new_run_id, parsed, storable, time_text
from stet.store.schema import CALLS, EVENTS, FORGOTTEN, REVIEWS, RUN_PAGES, RUNS, TOKEN_RUNS

_LISTED = (
    RUNS.c.id,
    RUNS.c.spec,
    RUNS.c.status,
    RUNS.c.outcome,
    RUNS.c.created_at,
    RUNS.c.updated_at,
    RUNS.c.used,
    RUNS.c.events,
)
_DELETED = sa.select(FORGOTTEN.c.at, FORGOTTEN.c.why).where(FORGOTTEN.c.run == sa.bindparam("run"))
_HINT = "see the runs with: stet runs"


class Runs:
    """The store's RunStore, and what `stet runs` needs."""

    database: Database

    def create(self, spec: RunSpec, at: datetime) -> str:
        """See `ports.RunStore.create`."""
        text, when = json_text(spec), time_text(at)
        spec_sha256 = content_id(text)
        with self.database.writing() as connection:
            run = new_run_id(at)
            while connection.execute(sa.select(RUNS.c.id).where(RUNS.c.id == run)).first() is not None:
                run = new_run_id(at)
            row = RunRow(
                id=run,
                question=storable(spec.question),
                spec=text,
                spec_sha256=spec_sha256,
                status=RunStatus.RUNNING.value,
                outcome=None,
                created_at=when,
                updated_at=when,
                used=json_text(Meter()),
                calls=0,
                # All chains begin at the spec: a chain cannot be moved under another question.
                calls_head=spec_sha256,
                events=0,
                events_head=spec_sha256,
                reviews=0,
                reviews_head=spec_sha256,
            )
            connection.execute(sa.insert(RUNS), {**row.cells(), "seal": row.seal()})
        return run

    def run(self, run: str) -> RunRecord:
        """See `ports.RunStore.run`."""
        wanted = run.strip().lower()
        same_start = sa.func.substr(RUNS.c.id, 1, len(wanted)) == wanted
        statement = sa.select(*_LISTED).where(same_start).order_by(RUNS.c.id).limit(4)
        with self.database.reading() as connection:
            rows: Sequence[sa.RowMapping] = connection.execute(statement).mappings().all() if wanted else []
            exact = [row for row in rows if row["id"] == wanted]
            if len(exact or rows) == 1:
                return _record((exact or rows)[0])
            gone = connection.execute(_DELETED, {"run": wanted}).mappings().first()
        if not rows:
            deleted = f"; it was deleted on {gone['at'][:10]} ({gone['why']})" if gone else ""
            raise NotFound(f"no run {run}{deleted}", hint=_HINT)
        ids = ", ".join(row["id"] for row in rows[:3]) + (", …" if len(rows) > 3 else "")
        raise NotFound(f"{run} is the beginning of more than one run: {ids}", hint="give more of the id")

    def list_runs(
        self,
        limit: int = 20,
        *,
        before: str | None = None,
        search: str | None = None,
        owner: str | None = None,
    ) -> tuple[RunRecord, ...]:
        """Runs, newest first: those older than `before`, with `search` in the question (in any case).

        With `owner` only those that were started with the token of this id.
        """
        statement = sa.select(*_LISTED).order_by(RUNS.c.created_at.desc(), RUNS.c.id.desc()).limit(limit)
        with self.database.reading() as connection:
            if before is not None:
                edge = run_row(connection, before)
                older = sa.tuple_(RUNS.c.created_at, RUNS.c.id) < sa.tuple_(
                    sa.literal(edge.created_at), sa.literal(edge.id)
                )
                statement = statement.where(older)
            if owner is not None:
                theirs = sa.select(TOKEN_RUNS.c.run).where(
                    TOKEN_RUNS.c.token == owner, TOKEN_RUNS.c.run.is_not(None)
                )
                statement = statement.where(RUNS.c.id.in_(theirs))
            if search:
                # SQLite's own lower() knows ASCII only; opening.py gives it Python's.
                sqlite = connection.dialect.name == "sqlite"
                fold = sa.func.stet_fold if sqlite else sa.func.lower
                wanted = storable(search.casefold() if sqlite else search.lower())
                statement = statement.where(fold(RUNS.c.question).contains(wanted, autoescape=True))
            return tuple(_record(row) for row in connection.execute(statement).mappings())

    def update_run(self, run: str, status: RunStatus, outcome: str | None, at: datetime) -> None:
        """Say where a run is, by its full id.

        Raises:
            NotFound: no such run
        """
        with self.database.writing() as connection:
            row = run_row(connection, run, lock=True)
            save_run(connection, replace(row, status=status.value, outcome=outcome, updated_at=time_text(at)))

    def delete_run(self, run: str, at: datetime | None = None, why: Why = "asked") -> None:
        """Delete a run by its full id: its calls, events and reviews, and pages that no run keeps any more.

        The log of deleted runs says so, with the time `at` (None: now). While another run is under way pages stay: it
        may have saved one that it has yet to name. They go with the next deletion.

        Raises:
            NotFound: no such run
        """
        at = datetime.now(UTC) if at is None else at
        with self.database.writing() as connection:
            log_deletion(connection, run_row(connection, run, lock=True), why, at)
            # The triggers let the rows of a run go only while this is set, which no other transaction sees.
            connection.execute(sa.update(RUNS).where(RUNS.c.id == run).values(deleting=1))
            for table in (CALLS, EVENTS, REVIEWS, RUN_PAGES):
                connection.execute(sa.delete(table).where(table.c.run == run))
            connection.execute(sa.delete(RUNS).where(RUNS.c.id == run))
            drop_orphans(connection, at)


def _record(row: sa.RowMapping) -> RunRecord:
    return RunRecord(
        id=row["id"],
        spec=parsed(RunSpec, row["spec"]),
        status=RunStatus(row["status"]),
        outcome=row["outcome"],
        created_at=datetime.fromisoformat(row["created_at"]),
        updated_at=datetime.fromisoformat(row["updated_at"]),
        used=parsed(Meter, row["used"]).usage(),
        events=row["events"],
    )
