"""A run carried from one store to another: its rows as they are, so that every hash holds there too."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from stet.errors import IntegrityError, StoreError
from stet.store.pages import unpacked
from stet.store.rows import Cell, page_seal
from stet.store.schema import CALLS, EVENTS, PAGES, REVIEWS, RUN_PAGES, RUNS
from stet.store.sql import SqlStore

Row = Mapping[str, Cell]

TABLES = {table.name: table for table in (RUNS, CALLS, EVENTS, REVIEWS, RUN_PAGES)}
"""What belongs to one run, in the order in which it can be written."""

_ORDER = {
    "calls": ("number",),
    "events": ("number",),
    "reviews": ("number",),
    "run_pages": ("sha256", "text_sha256"),
}


class SavedPage(NamedTuple):
    """A saved page as it is carried: its ids, its values as JSON text, its bytes and texts."""

    sha256: str
    text_sha256: str
    page: str
    raw: bytes
    text: bytes
    full_text: bytes | None


def rows_of(store: SqlStore, run: str) -> dict[str, list[dict[str, Cell]]]:
    """Every row of a run, by table, by its full id."""
    with store.database.reading(frozen=True) as connection:
        return {name: _rows(connection, table, run) for name, table in TABLES.items()}


def pages_of(store: SqlStore, run: str) -> Iterator[SavedPage]:
    """The pages that a run keeps, in the order of their ids.

    Raises:
        IntegrityError: one is damaged
    """
    kept = sa.select(RUN_PAGES.c.sha256, RUN_PAGES.c.text_sha256).where(
        RUN_PAGES.c.run == run, RUN_PAGES.c.purged == 0
    )
    with store.database.reading() as connection:
        for sha256, text_sha256 in sorted((row[0], row[1]) for row in connection.execute(kept)):
            this = sa.select(PAGES).where(PAGES.c.sha256 == sha256, PAGES.c.text_sha256 == text_sha256)
            row = connection.execute(this).mappings().one_or_none()
            if row is None:
                raise IntegrityError(f"page {sha256} of run {run} is not saved")
            full = None if row["full_text"] is None else zlib.decompress(row["full_text"])
            raw, text = unpacked(row["raw"], sha256), unpacked(row["text"], text_sha256)
            yield SavedPage(sha256, text_sha256, row["page"], raw, text, full)


def put_rows(store: SqlStore, tables: Mapping[str, Sequence[Row]]) -> None:
    """Write the rows of a run into a store that does not have it; what they say is for an audit to doubt.

    Raises:
        StoreError: they are not rows of such tables
    """
    with store.database.writing() as connection:
        for name, table in TABLES.items():
            for row in tables.get(name, ()):
                _fits(table, row)
                connection.execute(sa.insert(table), dict(row))


def put_page(store: SqlStore, page: SavedPage) -> None:
    """Write a page; whether its content is what its ids name is for an audit to find out."""
    row: dict[str, Cell] = {
        "sha256": page.sha256,
        "text_sha256": page.text_sha256,
        "page": page.page,
        "raw": zlib.compress(page.raw),
        "text": zlib.compress(page.text),
        "full_text": None if page.full_text is None else zlib.compress(page.full_text),
    }
    with store.database.writing() as connection:
        connection.execute(sa.insert(PAGES), {**row, "seal": page_seal(row)})


def _rows(connection: sa.Connection, table: sa.Table, run: str) -> list[dict[str, Cell]]:
    mine = table.c.id if table is RUNS else table.c.run
    found = (
        sa.select(table).where(mine == run).order_by(*(table.c[name] for name in _ORDER.get(table.name, ())))
    )
    return [dict(row) for row in connection.execute(found).mappings()]


def _fits(table: sa.Table, row: Row) -> None:
    if set(row) != {column.name for column in table.columns}:
        raise StoreError(
            f"a row of {table.name} has other columns: it was written by another version of stet"
        )
    for column in table.columns:
        cell, kind = row[column.name], int if isinstance(column.type, sa.Integer) else str
        if not ((cell is None and column.nullable) or type(cell) is kind):
            raise StoreError(f"a row of {table.name} has something else than it should in {column.name}")
        if isinstance(cell, int) and not -(2**63) <= cell < 2**63:
            raise StoreError(f"a row of {table.name} has a number in {column.name} that no store holds")


def lines_of(rows: Sequence[Row]) -> bytes:
    """Rows as lines of JSON, their fields in order of name."""
    return b"".join(json.dumps(dict(row), sort_keys=True, ensure_ascii=True).encode() + b"\n" for row in rows)
