"""Does the store still say what was written? Every hash of a run, derived again."""

import json
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager

import sqlalchemy as sa
import sqlalchemy.exc as sx

from stet.domain.base import content_id
from stet.domain.budget import Usage
from stet.domain.events import Purged
from stet.errors import IntegrityError, NotFound
from stet.store.database import run_row
from stet.store.faults import undecodable
from stet.store.forgetting import LOG_BEGINS, left_of
from stet.store.meter import Meter
from stet.store.pages import unpacked
from stet.store.rows import Cell, RunRow, link, named_pages, page_seal, parsed
from stet.store.schema import CHAINS, FORGOTTEN, PAGES, RUN_PAGES, RUNS
from stet.store.sql import SqlStore

_SEAL = sa.select(RUNS.c.seal, RUNS.c.deleting).where(RUNS.c.id == sa.bindparam("run"))
_NAMED = sa.select(RUN_PAGES.c.sha256, RUN_PAGES.c.text_sha256, RUN_PAGES.c.purged).where(
    RUN_PAGES.c.run == sa.bindparam("run")
)
_LOG = sa.select(FORGOTTEN).order_by(FORGOTTEN.c.number)
_PAGE = sa.select(PAGES).where(
    PAGES.c.sha256 == sa.bindparam("sha256"), PAGES.c.text_sha256 == sa.bindparam("text_sha256")
)
_LINK = {
    name: sa.select(table).where(table.c.run == sa.bindparam("run"), table.c.number == sa.bindparam("number"))
    for name, table in CHAINS.items()
}
_COUNT = {
    name: sa.select(sa.func.count()).select_from(table).where(table.c.run == sa.bindparam("run"))
    for name, table in CHAINS.items()
}


def verify(store: SqlStore, run: str) -> None:
    """See `stet.store.verify_chain`."""
    with store.database.reading(frozen=True) as connection:
        row = _run_holds(connection, run)
        named: set[tuple[str, str]] = set()
        charged: dict[tuple[Cell, Cell], Usage] = {}
        purged: list[dict[str, Cell]] = []
        for cells, where in _chain(connection, row, "calls"):
            if cells.get("purged") is not None:
                purged.append(cells)
            _charge(charged, cells, where)
            named.update(named_pages(_text(cells["response"])))
        meter = Meter()
        for usage in charged.values():
            meter = meter.add(usage)
        if parsed(Meter, row.used) != meter:
            raise IntegrityError(f"run {run}: what its calls were charged is not what the run says was used")
        gone = _Gone()
        for cells, where in _chain(connection, row, "events"):
            text = _text(cells["event"])
            if json.loads(text or "{}").get("kind") != cells["kind"]:
                raise IntegrityError(f"{where}: its kind is not that of its event")
            named.update(named_pages(text))
            if cells["kind"] == "purged":
                gone.read(text or "", where)
        if gone.left != (left_of(purged) if purged else None):
            raise IntegrityError(f"run {run}: what is left of its purged calls is not what its events say")
        for _ in _chain(connection, row, "reviews"):
            pass
        _pages_hold(connection, run, named, gone.pages)
        _log_holds(connection)


class _Gone:
    """What the events of a run say was let go."""

    def __init__(self) -> None:
        self.pages: set[tuple[str, str]] = set()
        self.left: str | None = None

    def read(self, text: str, where: str) -> None:
        with _naming(where):
            event = parsed(Purged, text)
        if event.what == "pages":
            self.pages.update((page.sha256, page.text_sha256) for page in event.pages)
        else:
            self.left = event.left


def _run_holds(connection: sa.Connection, run: str) -> RunRow:
    where = f"run {run}"
    with _naming(where):
        try:
            row = run_row(connection, run)
        except NotFound:
            if any(connection.execute(count, {"run": run}).scalar_one() for count in _COUNT.values()):
                raise IntegrityError(f"{where}: its own row is gone while its rows remain") from None
            raise
        seal, deleting = connection.execute(_SEAL, {"run": run}).one()
        if deleting != 0 or seal != row.seal():
            raise IntegrityError(f"{where}: its own row is not what was written")
        if content_id(row.spec) != row.spec_sha256:
            raise IntegrityError(f"{where}: its spec is not the one it was made with")
    return row


def _chain(connection: sa.Connection, row: RunRow, chain: str) -> Iterator[tuple[dict[str, Cell], str]]:
    """The rows of a chain that hold, each with its name; raises at the first that does not.

    One row a query: a damaged row then has a number, even when the database cannot decode it.
    """
    head = row.spec_sha256
    length: int = getattr(row, chain)
    for number in range(1, length + 1):
        where = f"row {number} of the {chain} of run {row.id}"
        with _naming(where):
            found = (
                connection.execute(_LINK[chain], {"run": row.id, "number": number}).mappings().one_or_none()
            )
            if found is None:
                raise IntegrityError(f"{where} is gone")
            cells = dict(found)
            prev, own = cells.pop("prev"), cells.pop("hash")
            # What a purged row was hashed over is gone: it holds its place, and an event answers for the rest of it.
            purged = cells.pop("purged", None)
            if prev != head or (purged is None and own != link(head, cells)):
                raise IntegrityError(f"{where} is not what was written")
        head = own
        yield ({**cells, "purged": purged, "hash": own} if purged is not None else cells), where
    if head != getattr(row, f"{chain}_head"):
        raise IntegrityError(f"the {chain} of run {row.id} do not end where the run says")
    if connection.execute(_COUNT[chain], {"run": row.id}).scalar_one() != length:
        raise IntegrityError(f"the {chain} of run {row.id} have rows that the run does not count")


def _charge(charged: dict[tuple[Cell, Cell], Usage], cells: Mapping[str, Cell], where: str) -> None:
    """Keep what each attempt was charged last; an end must have a start, and only one end."""
    attempt, started = (cells["key"], cells["attempt"]), cells["state"] == "started"
    if started == (attempt in charged):
        raise IntegrityError(f"{where} does not follow from the rows before it")
    with _naming(where):
        charged[attempt] = parsed(Usage, str(cells["charged"]))


def _pages_hold(
    connection: sa.Connection, run: str, named: set[tuple[str, str]], gone: set[tuple[str, str]]
) -> None:
    """Every page that is named, but for those that the run's events let go, which other runs may still keep."""
    with _naming(f"the list of pages of run {run}"):
        listed = {(row[0], row[1]): row[2] for row in connection.execute(_NAMED, {"run": run})}
    if listed != {page: int(page in gone) for page in named}:
        raise IntegrityError(f"the list of pages of run {run} is not what its calls and events name")
    for sha256, text_sha256 in sorted(named):
        where = f"page {sha256} with the text {text_sha256}"
        with _naming(where):
            ids = {"sha256": sha256, "text_sha256": text_sha256}
            row = connection.execute(_PAGE, ids).mappings().one_or_none()
            if row is None and (sha256, text_sha256) in gone:
                continue
            if row is None:
                raise IntegrityError(f"{where}, named by run {run}, is not saved")
            if row["seal"] != page_seal(dict(row)):
                raise IntegrityError(f"{where} is not what was written")
            unpacked(row["raw"], sha256)
            unpacked(row["text"], text_sha256)


def _log_holds(connection: sa.Connection) -> None:
    """The log of deleted runs: every row as it was written, none missing between the first and the last."""
    head = LOG_BEGINS
    with _naming("the log of deleted runs"):
        rows = [dict(row) for row in connection.execute(_LOG).mappings()]
    for number, cells in enumerate(rows, start=1):
        prev, own = cells.pop("prev"), cells.pop("hash")
        if cells["number"] != number or prev != head or own != link(head, cells):
            raise IntegrityError(f"row {number} of the log of deleted runs is not what was written")
        head = own


def _text(cell: Cell) -> str | None:
    return cell if isinstance(cell, str) else None


@contextmanager
def _naming(where: str) -> Generator[None]:
    """Name the row in what goes wrong when its cells cannot be read or are not of their type."""
    try:
        yield
    except (sx.OperationalError, TypeError, ValueError, UnicodeError) as error:
        if isinstance(error, sx.OperationalError) and not undecodable(error):
            raise
        raise IntegrityError(f"{where} cannot be read any more") from error
