"""Transactions: how every part of the store reads and writes."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import sqlalchemy as sa

from stet.errors import NotFound
from stet.store.faults import explaining
from stet.store.rows import RUN_COLUMNS, Cell, RunRow, link, named_pages
from stet.store.schema import CHAINS, RUN_PAGES, RUNS

_COLUMNS = [RUNS.c[name] for name in RUN_COLUMNS]
_ONE_RUN = sa.select(*_COLUMNS).where(RUNS.c.id == sa.bindparam("run"))
# PostgreSQL locks the row until the transaction ends; SQLite has locked the file already and ignores this.
_LOCK_RUN = _ONE_RUN.with_for_update()
_NAMED = sa.select(RUN_PAGES.c.run).where(
    RUN_PAGES.c.run == sa.bindparam("run"),
    RUN_PAGES.c.sha256 == sa.bindparam("sha256"),
    RUN_PAGES.c.text_sha256 == sa.bindparam("text_sha256"),
)
_SAVE_RUN = (
    sa.update(RUNS)
    .where(RUNS.c.id == sa.bindparam("this"))
    .values(
        {
            name: sa.bindparam(f"new_{name}")
            for name in (
                "status",
                "outcome",
                "updated_at",
                "used",
                "calls",
                "calls_head",
                "events",
                "events_head",
                "reviews",
                "reviews_head",
                "seal",
            )
        }
    )
)
_INSERT = {name: sa.insert(table) for name, table in CHAINS.items()}
_INSERT_NAMED = sa.insert(RUN_PAGES)


class Database:
    """An engine, the name by which messages call it, and what is to be done once it is closed."""

    def __init__(self, engine: sa.Engine, name: str, closed: Callable[[], None] | None = None) -> None:
        self.engine = engine
        self.name = name
        self._closed = closed

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        closed, self._closed = self._closed, None
        if closed is not None:
            closed()

    @contextmanager
    def reading(self, *, frozen: bool = False) -> Generator[sa.Connection]:
        """A transaction that reads; with `frozen` all its reads see one state, however many there are."""
        with explaining(self.name), self.engine.connect() as connection:
            if frozen and connection.dialect.name == "postgresql":  # SQLite does so anyway
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Generator[sa.Connection]:
        """A transaction that writes all or nothing."""
        # The option is read by the "begin" listener in opening.py: SQLite must take the write lock at once,
        # since a reader that turns writer cannot wait for its turn.
        with (
            explaining(self.name),
            self.engine.connect().execution_options(stet_write=True) as connection,
            connection.begin(),
        ):
            yield connection


def run_row(connection: sa.Connection, run: str, *, lock: bool = False) -> RunRow:
    """The run's row, locked until the transaction ends where asked."""
    row = connection.execute(_LOCK_RUN if lock else _ONE_RUN, {"run": run}).one_or_none()
    if row is None:
        raise NotFound(f"no run {run}", hint="see the runs with: stet runs")
    return RunRow(*row)


def save_run(connection: sa.Connection, row: RunRow) -> None:
    """Write the run's row with its seal."""
    cells: dict[str, Cell] = {f"new_{name}": cell for name, cell in row.cells().items()}
    connection.execute(_SAVE_RUN, {**cells, "new_seal": row.seal(), "this": row.id})


def append(
    connection: sa.Connection,
    row: RunRow,
    chain: str,
    cells: Mapping[str, Cell],
    names_pages: str | None = None,
) -> RunRow:
    """Append a row to one of the run's chains and return the run's row with the new head, not yet saved.

    `cells` are the columns but for `run`, `number`, `prev` and `hash`; the pages that the JSON text
    `names_pages` names are noted.
    """
    number: int = getattr(row, chain) + 1
    prev: str = getattr(row, f"{chain}_head")
    fields: dict[str, Cell] = {"run": row.id, "number": number, **cells}
    head = link(prev, fields)
    connection.execute(_INSERT[chain], {**fields, "prev": prev, "hash": head})
    for sha256, text_sha256 in set(named_pages(names_pages)):
        named = {"run": row.id, "sha256": sha256, "text_sha256": text_sha256}
        if connection.execute(_NAMED, named).first() is None:
            connection.execute(_INSERT_NAMED, named)
    return replace(row, **{chain: number, f"{chain}_head": head})
