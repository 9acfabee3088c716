"""The store: every door of `ports.Store` on one database."""

from typing import Self

from stet.domain.events import PageRead
from stet.errors import NotFound
from stet.store.calls import Calls
from stet.store.costs import Charges
from stet.store.database import Database
from stet.store.events import Events
from stet.store.forgetting import Forgetting
from stet.store.owners import Owners
from stet.store.pages import Pages
from stet.store.reviews import Reviews
from stet.store.runs import Runs
from stet.store.tokens import Tokens


class SqlStore(Runs, Calls, Events, Pages, Reviews, Forgetting, Charges, Tokens, Owners):
    """Runs, calls, events and pages in SQLite or PostgreSQL; safe to share between threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; the store opens them again when it is used again."""
        self.database.close()

    def source_text(self, run: str, source: str) -> str:
        """The saved text of a run's source, by its id (`S3`).

        Raises:
            NotFound: the run read no such source
        """
        for stamped in self.events(run):
            event = stamped.event
            if isinstance(event, PageRead) and event.source.id == source:
                return self.page(event.source.sha256, event.source.text_sha256).text
        raise NotFound(f"run {run} has no source {source}", hint=f"see its sources with: stet show {run}")
