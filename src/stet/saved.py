"""Stored runs, read again: their reports, the saved texts behind them, the run a person means, what one waits for."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from stet.domain.events import Finished, PageRead, Purged, Stamped
from stet.domain.people import PersonDecision
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import RunStatus
from stet.errors import NotFound
from stet.ports import CallRecord, CallStore, EventStore, RunRecord
from stet.report.people import joined

if TYPE_CHECKING:
    from stet.store.sql import SqlStore


def report_of(store: EventStore, run: str) -> Report:
    """The report of a run, by its full id.

    Raises:
        NotFound: the run has none (yet)
    """
    events = store.events(run)
    report = next((s.event.report for s in reversed(events) if isinstance(s.event, Finished)), None)
    if report is None:
        raise NotFound(f"run {run} has no report yet", hint=f"go on with it: stet ask --resume {run}")
    return report


def with_people(store: "SqlStore", report: Report) -> Report:
    """A report of a stored run as it is shown: with what people said of it, and accepted as `accepted` says."""
    return joined(report, store.decisions(report.run), store.run(report.run).spec.require_review)


def accepted(store: "SqlStore", run: str) -> bool:
    """Whether the report of a run, by its full id, is accepted.

    It was approved by its review and, where its spec has a rule for that, people agreed with its claims. A run without
    a report is not accepted.

    Raises:
        NotFound: no such run
    """
    record = store.run(run)
    return is_accepted(
        store, record.id, record.status, record.outcome, ruled=record.spec.require_review is not None
    )


def is_accepted(store: "SqlStore", run: str, status: RunStatus, outcome: str | None, *, ruled: bool) -> bool:
    """As `accepted`, of a run whose row is known: the report is read only where a rule asks people (`ruled`)."""
    approved = status is RunStatus.DONE and outcome == ReportOutcome.APPROVED
    if not approved or not ruled:
        return approved
    return with_people(store, report_of(store, run)).states.report_accepted


def decide(store: "SqlStore", run: str, decision: PersonDecision) -> Report:
    """Keep what a person said of a claim of a run, by its full id; the report as it is shown from now on.

    Raises:
        NotFound: the run has no report, or the report no such claim
        StoreError: the store cannot be written
    """
    report = report_of(store, run)
    if report.claim(decision.claim) is None:
        raise NotFound(f"run {run} has no claim {decision.claim[:20]}", hint=f"see them: stet review {run}")
    store.decide(run, decision)
    return with_people(store, report)


def chosen_run(store: "SqlStore", run: str | None) -> RunRecord:
    """The run with this id or unique prefix; without one, the newest that is done, else the newest.

    Raises:
        NotFound: none, or more than one
    """
    if run is not None:
        return store.run(run)
    newest = store.list_runs()
    if not newest:
        raise NotFound("there are no runs yet", hint='stet ask "your question" --docs FOLDER')
    return next((record for record in newest if record.status is RunStatus.DONE), newest[0])


def texts_of(store: "SqlStore", run: str) -> dict[str, str]:
    """The saved text of every source that a run read, by source id: what the offsets of quotes count in.

    A text that was let go, and that no other run keeps, is not among them.
    """
    events = store.events(run)
    gone = purged_pages(events)
    texts: dict[str, str] = {}
    for source in (s.event.source for s in events if isinstance(s.event, PageRead)):
        try:
            texts[source.id] = store.page(source.sha256, source.text_sha256).text
        except NotFound:
            if (source.sha256, source.text_sha256) not in gone:
                raise
    return texts


def purged_pages(events: Iterable[Stamped]) -> frozenset[tuple[str, str]]:
    """The content ids of the pages that a run let go."""
    purged = [s.event for s in events if isinstance(s.event, Purged)]
    return frozenset(
        (p.sha256, p.text_sha256) for event in purged if event.what == "pages" for p in event.pages
    )


def refuse_purged(store: EventStore, run: str) -> None:
    """See that nothing of a run, by its full id, was let go: it can be made again, or gone on with.

    Raises:
        NotFound: something was
    """
    purged = next((s for s in store.events(run) if isinstance(s.event, Purged)), None)
    if purged is not None:
        raise NotFound(
            f"run {run} let its saved pages or calls go on {purged.at.date()}, and cannot be made again",
            hint=f"see what still holds: stet audit {run}",
        )


class Waiting(NamedTuple):
    """An outside call that was begun and whose end nobody has written: what was asked of whom, and since when."""

    call: str
    since: datetime


def waiting_for(store: CallStore, run: str) -> tuple[Waiting, ...]:
    """What a run is waiting for, or was when it was killed: calls without an end, by their last attempt."""
    return tuple(Waiting(_asked(call), call.started_at) for call in store.open_calls(run))


def _asked(call: CallRecord) -> str:
    """Such as: fetch docs/a.md, or: search:documents “harbour toll”."""
    match json.loads(call.request):
        case {"text": str(text)}:
            return f"{call.kind} “{text}”"
        case {"path": str(place)} | {"url": str(place)}:
            return f"{call.kind} {place}"
        case _:
            return call.kind
