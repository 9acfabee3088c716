"""What raw access to the database can do, and how it is found."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.errors import IntegrityError, NotFound, StetError, StoreError
from stet.store import open_store, verify_chain
from stet.store.rows import RUN_COLUMNS, RunRow
from stet.store.sql import SqlStore

TABLES = ("runs", "calls", "events", "reviews", "pages", "run_pages")
Fill = Callable[[SqlStore], str]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, fill: Fill) -> tuple[bytes, str]:
    """The bytes of a store whose triggers are gone, as somebody with the file can make it; and its run."""
    path = tmp_path_factory.mktemp("template") / "store.db"
    with open_store(str(path)) as store:
        run = fill(store)
    raw = sqlite3.connect(path, isolation_level=None)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    raw.close()
    return path.read_bytes(), run


@pytest.fixture(scope="module")
def tamper(
    template: tuple[bytes, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Callable[[sqlite3.Connection], None]], str]:
    """Do something to a fresh copy of the store; returns what the audit then says."""
    folder = tmp_path_factory.mktemp("tampered")

    def with_copy(change: Callable[[sqlite3.Connection], None]) -> str:
        path = folder / f"{len(list(folder.iterdir()))}.db"
        path.write_bytes(template[0])
        raw = sqlite3.connect(path, isolation_level=None)
        change(raw)
        raw.close()
        with open_store(str(path)) as store, pytest.raises(IntegrityError) as caught:
            verify_chain(store, template[1])
        path.write_bytes(b"")
        return str(caught.value)

    return with_copy


Tamper = Callable[[Callable[[sqlite3.Connection], None]], str]


def flip(raw: sqlite3.Connection, choice: random.Random) -> None:
    """Change one bit of one cell of one row (or fill a cell that was empty)."""
    table = choice.choice(TABLES)
    column = choice.choice([row[1] for row in raw.execute(f"PRAGMA table_info({table})")])
    (rowid,) = choice.choice(raw.execute(f"SELECT rowid FROM {table}").fetchall())
    query = f"SELECT typeof({column}), CAST({column} AS BLOB) FROM {table} WHERE rowid = ?"
    kind, cell = raw.execute(query, (rowid,)).fetchone()
    if kind == "null":
        kind, cell = "text", b"x"
    else:
        at = choice.randrange(len(cell))
        bit = 1 << choice.randrange(3 if kind == "integer" else 8)  # an integer keeps its last digits
        cell = cell[:at] + bytes([cell[at] ^ bit]) + cell[at + 1 :]
    value = {"text": "CAST(? AS TEXT)", "integer": "CAST(CAST(? AS TEXT) AS INTEGER)", "blob": "?"}[kind]
    try:
        raw.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = ?", (cell, rowid))
    except sqlite3.IntegrityError:
        # The changed key is another row's, which the database refuses by itself: take another cell.
        flip(raw, choice)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_flipped_byte_of_any_row_is_found(tamper: Tamper, seed: int):
    assert tamper(lambda raw: flip(raw, random.Random(seed)))


def test_what_was_written_holds(store: SqlStore, fill: Fill):
    verify_chain(store, fill(store))
    with pytest.raises(NotFound):
        verify_chain(store, "r-none")


def test_the_first_row_that_does_not_hold_is_named(tamper: Tamper):
    def change(raw: sqlite3.Connection) -> None:
        raw.execute("UPDATE events SET at = 'x' WHERE number IN (2, 3)")

    assert "row 2 of the events" in tamper(change)
    undecodable = "UPDATE calls SET request = CAST(x'ff' AS TEXT) WHERE number = 3"
    assert "row 3 of the calls" in tamper(lambda raw: raw.execute(undecodable) and None)


@pytest.mark.parametrize("table", ["calls", "events", "reviews"])
@pytest.mark.parametrize("which", ["number = (SELECT max(number) FROM {})", "number = 1", "1"])
def test_rows_lost_from_a_chain_are_found(tamper: Tamper, table: str, which: str):
    change = f"DELETE FROM {table} WHERE {which.format(table)}"
    assert table in tamper(lambda raw: raw.execute(change) and None)


@pytest.mark.parametrize("table", ["pages", "run_pages"])
def test_lost_pages_are_found(tamper: Tamper, table: str):
    assert "page" in tamper(lambda raw: raw.execute(f"DELETE FROM {table} WHERE rowid = 1") and None)


def test_an_added_row_is_found(tamper: Tamper):
    def change(raw: sqlite3.Connection) -> None:
        raw.execute("INSERT INTO events SELECT run, number + 10, at, kind, event, prev, hash FROM events")

    assert "does not count" in tamper(change)


def test_a_run_whose_row_is_gone_is_found(tamper: Tamper):
    assert "its own row is gone" in tamper(lambda raw: raw.execute("DELETE FROM runs") and None)


def test_a_total_that_the_calls_do_not_make_is_found(tamper: Tamper):
    def change(raw: sqlite3.Connection) -> None:
        raw.execute("UPDATE runs SET used = replace(used, '\"searches\":4', '\"searches\":1')")
        row = RunRow(*raw.execute(f"SELECT {', '.join(RUN_COLUMNS)} FROM runs").fetchone())
        assert '"searches":1' in row.used
        raw.execute("UPDATE runs SET seal = ?", (row.seal(),))

    assert "charged" in tamper(change)


def test_a_damaged_file_is_an_error_of_ours(tmp_path: Path, template: tuple[bytes, str]):
    """Whatever becomes of the file, nothing but our own errors comes out of the store."""
    content, run = template
    found = 0
    for seed in range(40):
        choice = random.Random(seed)
        damaged = bytearray(content)
        start = choice.randrange(100, len(damaged) - 4096)
        damaged[start : start + 4096] = choice.randbytes(4096)
        path = tmp_path / f"{seed}.db"
        path.write_bytes(damaged)
        try:
            with open_store(str(path)) as store:
                verify_chain(store, run)
                store.run(run)
                store.events(run)
                store.calls(run)
        except StetError:
            found += 1
    assert found > 10  # the rest fell into free space or indexes


@pytest.mark.parametrize("table", ["calls", "events", "reviews"])
@pytest.mark.parametrize("change", ["UPDATE {} SET prev = 'x'", "DELETE FROM {}"])
def test_the_database_itself_refuses_changes(store: SqlStore, fill: Fill, table: str, change: str):
    run = fill(store)
    with pytest.raises(StoreError, match="append-only"), store.database.writing() as connection:
        connection.execute(sa.text(change.format(table)))
    verify_chain(store, run)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM runs",
        "UPDATE runs SET spec = 'x'",
        "UPDATE runs SET id = 'x'",
        "DELETE FROM pages",
        "UPDATE pages SET page = 'x'",
        "INSERT OR REPLACE INTO events SELECT run, number, 'x', kind, event, prev, hash FROM events",
        "TRUNCATE calls",
    ],
)
def test_the_database_guards_runs_and_pages(store: SqlStore, fill: Fill, change: str):
    run = fill(store)
    with pytest.raises(StoreError), store.database.writing() as connection:
        connection.execute(sa.text(change))
    verify_chain(store, run)
