"""What a run remembers: runs, calls, events and pages, in SQLite by default or PostgreSQL by URL.

Importing this package is cheap; SQLAlchemy comes with the first `open_store`, alembic only when a store is
made or brought up to date.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stet.store.sql import SqlStore


def open_store(url_or_path: str, *, wait: float = 10.0) -> "SqlStore":
    """Open a store, making or updating it where needed.

    Args:
        url_or_path: a file's path, `sqlite:///path`, or `postgresql+psycopg://…`.
        wait: seconds to wait for another process that is writing.

    Raises:
        StoreError: foreign, newer than this program, locked, read-only, full, or its driver is missing
    """
    from stet.store.opening import open_sql_store

    return open_sql_store(url_or_path, wait=wait)


def verify_chain(store: "SqlStore", run: str) -> None:
    """Re-derive every hash of a run (calls, events, reviews, heads, the pages they name) and of the log of deletions.

    Raises:
        IntegrityError: naming the first row that does not hold
        NotFound: no such run
    """
    from stet.store.audit import verify

    verify(store, run)
