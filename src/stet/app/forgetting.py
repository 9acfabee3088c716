"""Which stored runs are past their time, and letting go of what is."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from stet.config import Retention
from stet.domain.run import RunStatus
from stet.ports import RunRecord

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

What = Literal["pages", "calls", "run"]
_AT_ONCE = 200


class Due(NamedTuple):
    """Something of a run whose time is over: `number` of saved pages, rows of calls, or the run itself."""

    run: RunRecord
    what: What
    number: int


def due(store: "SqlStore", retention: Retention, now: datetime) -> tuple[Due, ...]:
    """What is past its time, counted from the last step of its run; nothing of a run that is under way."""
    if retention == Retention():
        return ()
    return tuple(
        found
        for record in _runs(store)
        if record.status is not RunStatus.RUNNING
        for found in _of_run(store, record, retention, now)
    )


def let_go(store: "SqlStore", found: Due, now: datetime) -> int:
    """Let it go, for good; how much there was of it.

    Raises:
        StoreError: its run is under way by now, or the store cannot be written
    """
    match found.what:
        case "run":
            store.delete_run(found.run.id, now, "retention")
            return 1
        case "pages":
            return store.purge_pages(found.run.id, now)
        case "calls":
            return store.purge_calls(found.run.id, now)


def _of_run(store: "SqlStore", record: RunRecord, retention: Retention, now: datetime) -> Iterator[Due]:
    age = now - record.updated_at

    def over(name: str) -> bool:
        kept = retention.after(name)
        return kept is not None and age > timedelta(seconds=kept)

    if over("runs"):
        yield Due(record, "run", 1)
        return
    keeps = store.keeps(record.id)
    if over("pages") and keeps.pages:
        yield Due(record, "pages", keeps.pages)
    if over("calls") and keeps.calls:
        yield Due(record, "calls", keeps.calls)


def _runs(store: "SqlStore") -> Iterator[RunRecord]:
    last: str | None = None
    while records := store.list_runs(_AT_ONCE, before=last):
        yield from records
        last = records[-1].id
