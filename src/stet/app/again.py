"""A stored run, made again from its journal: nothing is asked outside, and nothing is written."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from stet.app.doors import Nowhere, Place, embed_of, frozen_of
from stet.app.request import profile_in
from stet.confidence.profile import Profile
from stet.domain.events import (
    Event,
    Finished,
    Given,
    Noted,
    PageFailed,
    Planned,
    Searched,
    SearchFailed,
    Stamped,
)
from stet.domain.report import Report
from stet.domain.run import RunSpec, RunStatus
from stet.errors import IntegrityError, NotFound, ReplayMiss
from stet.journal import REPLAY, Journal, Recorder
from stet.ports import Answer, EventStore, RunRecord, SearchRequest
from stet.report.json import to_json
from stet.research.run import research
from stet.research.tools import Chain, Tools
from stet.saved import refuse_purged, report_of

if TYPE_CHECKING:
    from stet.app.app import App
    from stet.store.sql import SqlStore


async def made_again(app: "App", store: "SqlStore", record: RunRecord) -> Report:
    """The report of a run that is done, made again.

    Raises:
        NotFound: the run is not done, or let go of what it is made from
        ReplayMiss, IntegrityError: it does not come out as it did
    """
    if record.status is not RunStatus.DONE:
        raise NotFound(f"run {record.id} is not done", hint=f"go on with it: stet ask --resume {record.id}")
    refuse_purged(store, record.id)
    stored, spec = report_of(store, record.id), record.spec
    place = Place(app, store, record.id, spec, Recorder(_Past(store), record.id, app.clock))
    report = await research(_tools(place, stored), record.id, spec)
    if to_json(report) != to_json(stored):
        raise IntegrityError(f"run {record.id}: its report is another one when it is made again")
    return report


class _Past:
    """The events of a run, to which none is added."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def append(self, run: str, event: Event, at: datetime) -> Stamped:
        """Refuse.

        Raises:
            IntegrityError: always: whatever is new did not happen then
        """
        raise IntegrityError(f"run {run} did not say then what it says now ({event.kind})")

    def events(self, run: str, after: int = 0) -> tuple[Stamped, ...]:
        """See `stet.ports.EventStore`."""
        return self._store.events(run, after)


class _Named:
    """A provider that answers from the journal alone, by its name."""

    usd = Decimal(0)

    def __init__(self, name: str) -> None:
        self.name = name

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`.

        Raises:
            ReplayMiss: always
        """
        raise ReplayMiss(f"{self.name} was not asked for “{request.text}” then")


def _tools(place: Place, stored: Report) -> Tools:
    spec = place.spec
    events = tuple(stamped.event for stamped in place.store.events(place.run))
    journal = Journal(place.store, place.run, spec.budget, place.app.clock, mode=REPLAY)
    profile = profile_in(spec)
    given = next((event.documents for event in events if isinstance(event, Given)), ())
    tools = Tools(
        searches=_searches(spec, profile),
        fetch=Nowhere(),
        engine=place.app.engine(place, journal, recorded=True),
        journal=journal,
        recorder=place.recorder,
        pages=place.store,
        profile=profile,
        clock=place.app.clock,
        budget=spec.budget,
        today=spec.today,
        level=spec.level,
        before=_before(events),
        given=given,
        embed=embed_of(spec),
        frozen=frozen_of(place),
        usage=stored.usage,
    )
    if spec.web is None:
        return tools
    return replace(tools, exclude_sites=spec.web.exclude_sites, since=spec.web.since, lang=spec.web.lang)


def _searches(spec: RunSpec, profile: Profile) -> tuple[Chain, ...]:
    from stet.app.web import scopes_of

    documents = (Chain((_Named("documents"),)),) if spec.documents else ()
    if spec.web is None:
        return documents
    scopes = scopes_of(spec.web, profile)
    return (*documents, *(Chain(tuple(_Named(n) for n in chain), scopes) for chain in spec.web.chains))


def _before(events: tuple[Event, ...]) -> tuple[PageFailed | Noted, ...]:
    """What was known before the first round: between the plan and the first search."""
    start = next((n for n, event in enumerate(events) if isinstance(event, Planned)), len(events))
    found: list[PageFailed | Noted] = []
    for event in events[start + 1 :]:
        if isinstance(event, Searched | SearchFailed | Finished):
            break
        # What else is noted there, such as a split that was not taken, the run notes again by itself.
        if (isinstance(event, Noted) and event.code == "corpus") or (
            isinstance(event, PageFailed) and event.round == 0
        ):
            found.append(event)
    return tuple(found)
