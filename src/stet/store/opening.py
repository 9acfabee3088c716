"""Opening a store: is it ours, is it current, who else is writing?"""

import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from stet.errors import StoreError
from stet.store.database import Database
from stet.store.faults import explaining
from stet.store.first_look import claim
from stet.store.schema import APPLICATION_ID, METADATA, REVISION, VERSION_TABLE
from stet.store.sql import SqlStore

_REVISION = sa.text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608
# alembic keeps what it is working on in its module: two threads making two stores would meet there.
_MIGRATING = threading.Lock()
_LOCK_KEY = APPLICATION_ID


def open_sql_store(url_or_path: str, *, wait: float) -> SqlStore:
    """See `stet.store.open_store`."""
    if "://" not in url_or_path:
        return _open_sqlite(Path(url_or_path), wait)
    try:
        url = sa.make_url(url_or_path)
    except (ArgumentError, ValueError) as error:
        raise StoreError("the store's URL cannot be read", hint=_URLS) from error
    match url.drivername:
        case "sqlite" if url.database:
            return _open_sqlite(Path(url.database), wait)
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return _open_postgres(url.set(drivername="postgresql+psycopg"), wait)
        case _:
            raise StoreError(f"{url.drivername}:// is not a store that stet knows", hint=_URLS)


_URLS = "give a file's path, sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE"


def _open_sqlite(path: Path, wait: float) -> SqlStore:
    path = path.expanduser().absolute()
    name = str(path)
    let_go = claim(path)
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    url = sa.URL.create("sqlite", database=name) if writable else _to_read(path)
    engine = sa.create_engine(url, connect_args={"timeout": wait})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return _current(Database(engine, name, let_go), wait, writable=writable)


def _to_read(path: Path) -> sa.URL:
    """A store in a place that cannot be written, opened to be read.

    A write-ahead log wants files beside the store even of a reader. Where none are there, nobody is writing
    and the file is all there is; where they are, SQLite reads them as they stand.
    """
    query = {"uri": "true", "mode": "ro"}
    if not any(path.with_name(f"{path.name}-{kind}").exists() for kind in ("wal", "shm")):
        query["immutable"] = "1"
    return sa.URL.create("sqlite", database=path.as_uri(), query=query)


def _set_up_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    raw: Any = connection
    # We say BEGIN ourselves: the driver's own habit is to begin late, and never IMMEDIATE.
    raw.isolation_level = None
    raw.execute("PRAGMA synchronous=FULL")
    raw.execute("PRAGMA foreign_keys=ON")
    # What is deleted is overwritten: forgetting is a promise.
    raw.execute("PRAGMA secure_delete=ON")
    raw.create_function("stet_fold", 1, str.casefold, deterministic=True)


def _begin_sqlite(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("stet_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _open_postgres(url: sa.URL, wait: float) -> SqlStore:
    name = url.render_as_string(hide_password=True)
    try:
        engine = sa.create_engine(
            url,
            pool_pre_ping=True,
            connect_args={"connect_timeout": max(2, int(wait)), "options": _options(url, wait)},
        )
    except ModuleNotFoundError as error:
        raise StoreError(
            "a PostgreSQL store needs psycopg, which is not installed",
            hint='install it with: python3 -m pip install "stet-research[postgres]"',
        ) from error
    return _current(Database(engine, name), wait)


def _options(url: sa.URL, wait: float) -> str:
    """The server's settings for a session; what the URL asks for comes first."""
    asked = url.query.get("options", "")
    return (
        f"{asked if isinstance(asked, str) else ' '.join(asked)} -c lock_timeout={int(wait * 1000)}".strip()
    )


def _current(database: Database, wait: float, *, writable: bool = True) -> SqlStore:
    """The store on this database, brought up to date; one that cannot be written must be so already."""
    try:
        revision = _revision(database)
        if revision != REVISION:
            _migrate(database, revision)
        if database.engine.dialect.name == "sqlite" and writable:
            _turn_to_wal(database, wait)
    except BaseException:
        database.close()
        raise
    return SqlStore(database)


def _revision(database: Database) -> str | None:
    """The revision the store is at, or None where there is no store yet."""
    with database.reading() as connection:
        return _revision_on(connection, database.name)


def _revision_on(connection: sa.Connection, name: str) -> str | None:
    if sa.inspect(connection).has_table(VERSION_TABLE):
        revision = connection.execute(_REVISION).scalar()
        if revision is not None:
            return str(revision)
    present = sorted(set(METADATA.tables) & set(sa.inspect(connection).get_table_names()))
    if present:
        raise StoreError(
            f"the database {name} has tables of another program ({', '.join(present)})",
            hint="choose another database; this one was not touched",
        )
    return None


def _migrate(database: Database, revision: str | None) -> None:
    """Bring the store to this program's revision, in one transaction that any other process waits for."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"the store {database.name} was written by a newer stet (its revision is {revision})",
            hint="upgrade stet: python3 -m pip install --upgrade stet-research",
        )
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK_KEY)))
        # Somebody else may have done it while we waited.
        if _revision_on(connection, database.name) != REVISION:
            config.attributes["connection"] = connection
            with _MIGRATING:
                command.upgrade(config, "head")


def _turn_to_wal(database: Database, wait: float) -> None:
    """Write-ahead logging, for good: readers and the writer do not stop each other.

    The change needs the file for itself and does not wait for it, so it is tried until `wait` is over. A file
    system without shared memory stays as it is, which is slower and as safe.
    """
    deadline = time.monotonic() + wait
    with explaining(database.name):
        raw = database.engine.raw_connection()
        try:
            cursor = raw.cursor()
            while True:
                try:
                    if cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                        cursor.execute("PRAGMA journal_mode=WAL")
                except sqlite3.OperationalError as error:
                    busy = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
                    if not busy or time.monotonic() > deadline:
                        raise
                    time.sleep(0.02)
                else:
                    return
        finally:
            raw.close()
