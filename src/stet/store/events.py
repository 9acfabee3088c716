"""Events: appended, numbered from 1, never changed."""

import json
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from stet.domain.events import EVENT, Event, PageRead, Stamped
from stet.domain.evidence import Source
from stet.store.database import Database, append, run_row, save_run
from stet.store.rows import json_text, time_text
from stet.store.schema import EVENTS

_AFTER = (
    sa.select(EVENTS.c.number, EVENTS.c.at, EVENTS.c.event)
    .where(EVENTS.c.run == sa.bindparam("run"), EVENTS.c.number > sa.bindparam("after"))
    .order_by(EVENTS.c.number)
)
_READ = sa.select(EVENTS.c.event).where(EVENTS.c.kind == "page_read").order_by(EVENTS.c.at.desc())


class Events:
    """The store's EventStore."""

    database: Database

    def append(self, run: str, event: Event, at: datetime) -> Stamped:
        """See `ports.EventStore.append`."""
        text, when = json_text(event), time_text(at)
        with self.database.writing() as connection:
            row = run_row(connection, run, lock=True)
            row = append(connection, row, "events", {"at": when, "kind": event.kind, "event": text}, text)
            save_run(connection, replace(row, updated_at=when))
        return Stamped(number=row.events, at=datetime.fromisoformat(when), event=event)

    def events(self, run: str, after: int = 0) -> tuple[Stamped, ...]:
        """See `ports.EventStore.events`."""
        with self.database.reading() as connection:
            run_row(connection, run)
            rows = connection.execute(_AFTER, {"run": run, "after": after}).all()
            return tuple(
                Stamped(
                    number=number,
                    at=datetime.fromisoformat(at),
                    event=EVENT.validate_python(json.loads(event)),
                )
                for number, at, event in rows
            )

    def sources_read(self) -> tuple[Source, ...]:
        """The sources that any run read, newest first; their ids are those that each run gave them."""
        with self.database.reading() as connection:
            rows = connection.execute(_READ).scalars().all()
        events = (EVENT.validate_python(json.loads(row)) for row in rows)
        return tuple(event.source for event in events if isinstance(event, PageRead))
