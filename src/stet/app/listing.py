"""Runs as they are listed: schema `stet.runs/1`, the same on the command line and over a network."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.domain.run import RunStatus
from stet.ports import RunRecord
from stet.saved import is_accepted, waiting_for

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

SCHEMA = "stet.runs/1"
_UNFINISHED = {RunStatus.RUNNING, RunStatus.INTERRUPTED}


class OpenCall(Value):
    """An outside call that was begun and has no end yet: what was asked of whom, and since when."""

    call: str
    since: datetime


class ListedRun(Value):
    """Where a run is, and what it used so far."""

    run: str
    question: str
    status: RunStatus
    outcome: str | None
    accepted: bool
    level: str
    engine: str
    profile: str
    documents: tuple[str, ...]
    today: date
    created_at: datetime
    updated_at: datetime
    used: Usage
    events: int
    waiting_for: tuple[OpenCall, ...] = ()


class RunList(Value):
    """Runs, newest first."""

    schema_: Literal["stet.runs/1"] = Field(default=SCHEMA, alias="schema")
    runs: tuple[ListedRun, ...]

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


def listed(store: "SqlStore", records: Sequence[RunRecord]) -> RunList:
    """These runs as they are listed."""
    return RunList(runs=tuple(_row(store, record) for record in records))


def _row(store: "SqlStore", record: RunRecord) -> ListedRun:
    spec = record.spec
    calls = waiting_for(store, record.id) if record.status in _UNFINISHED else ()
    ruled = spec.require_review is not None
    return ListedRun(
        run=record.id,
        question=spec.question,
        status=record.status,
        outcome=record.outcome,
        accepted=is_accepted(store, record.id, record.status, record.outcome, ruled=ruled),
        level=spec.level.value,
        engine=spec.engine,
        profile=spec.profile,
        documents=spec.documents,
        today=spec.today,
        created_at=record.created_at,
        updated_at=record.updated_at,
        used=record.used,
        events=record.events,
        waiting_for=tuple(OpenCall(call=call.call, since=call.since) for call in calls),
    )
