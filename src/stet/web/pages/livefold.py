"""A run that goes on, as a page shows it: a fold over its events, so that who comes late sees what everybody sees."""

from collections.abc import Iterable

from stet.domain.claims import Claim, LedgerEntry
from stet.domain.events import (
    Assessed,
    Claimed,
    Decided,
    Drafted,
    Event,
    Failed,
    Given,
    Judged,
    Noted,
    PageFailed,
    PageRead,
    Planned,
    Reviewed,
    Searched,
    SearchFailed,
    Selected,
    Stamped,
    Started,
    Stopped,
)
from stet.domain.evidence import Source
from stet.domain.question import Plan
from stet.domain.report import ReportTopic, Section
from stet.domain.run import RunStatus
from stet.ports import RunRecord
from stet.report.clean import short
from stet.report.days import said
from stet.report.draft import ANSWER, parse
from stet.report.words import MOST_DETAIL, MOST_PLACE, MOST_TITLE, humanise
from stet.web.pages.livevalues import LiveClaim, LiveFailure, LiveRun, LiveSource, LiveTopic

_DOING = {
    "started": "Planning",
    "resumed": "Going on",
    "planned": "Searching",
    "stopped": "Weighing what was found",
    "claimed": "Checking claims",
    "judged": "Deciding on claims",
    "decided": "Writing",
    "drafted": "Reviewing the draft",
    "failed": "Ended with an error",
}
"""What is done after an event of a kind."""
_MOST_FAILURES = 100
"""Pages that could not be used, told one by one: a folder may hold thousands."""


def live_run(record: RunRecord, events: Iterable[Stamped], *, here: bool) -> LiveRun:
    """The run with these events; `here` says whether it goes on in this process."""
    fold = _Fold()
    number = 0
    for stamped in events:
        number = stamped.number
        fold.see(stamped.event)
    doing = fold.doing
    if record.status is RunStatus.INTERRUPTED and not here:
        doing = "Stopped"
    return LiveRun(
        run=record.id,
        question=record.spec.question,
        status=RunStatus.RUNNING if here else record.status,
        here=here,
        after=number,
        updated_at=record.updated_at,
        doing=doing,
        used=record.used,
        most=record.spec.budget,
        searches=fold.searches,
        documents=fold.documents,
        topics=fold.topics(),
        sources=tuple(map(_source, fold.sources)),
        failures=tuple(fold.failures[:_MOST_FAILURES]),
        failed=fold.failed,
        claims=fold.told_claims(),
        draft=fold.sections(),
        notes=tuple(fold.notes),
        error=fold.error,
    )


class _Fold:
    """What events came to."""

    def __init__(self) -> None:
        self.doing = "Reading the documents"
        self.searches = self.documents = self.failed = self.round = 0
        self.sources: list[Source] = []
        self.failures: list[LiveFailure] = []
        self.notes: list[str] = []
        self.error: str | None = None
        self._plan: Plan | None = None
        self._coverage: dict[str, ReportTopic] = {}
        self._claims: dict[str, Claim] = {}
        self._decided: dict[str, LedgerEntry] = {}
        self._votes: dict[str, int] = {}
        self._draft = ""

    def see(self, event: Event) -> None:
        """Take note of an event."""
        self.doing = self._next(event)
        match event:
            case Planned():
                self._plan = event.plan
            case Given():
                self.documents = len(event.documents)
            case Assessed():
                self._coverage = {topic.id: topic for topic in event.topics}
            case Drafted():
                self._draft = event.markdown
            case Noted():
                self.notes.append(short(f"{event.where or 'run'}: {said(event.message)}", MOST_DETAIL))
            case Failed():
                self.error = short(event.message, MOST_DETAIL)
            case Started():
                self.error = None
            case _:
                self._reading(event)
                self._deciding(event)

    def _reading(self, event: Event) -> None:
        match event:
            case Searched():
                self.searches, self.round = self.searches + 1, event.round
            case SearchFailed():
                self.searches += 1
                self.failures.append(_failure(f"{event.provider}: {event.query.text}", event.message))
            case PageRead():
                self.sources.append(event.source)
            case PageFailed():
                # What is known to be unreadable before the first round was no attempt.
                self.failed += event.round > 0
                why = f"{humanise(event.status.value)}: {event.reason}"
                self.failures.append(_failure(event.hit.path or event.hit.url, why))
            case _:
                pass

    def _deciding(self, event: Event) -> None:
        match event:
            case Claimed():
                self._claims = {claim.key: claim for claim in event.claims}
                self._decided = {
                    key: entry
                    for key, entry in self._decided.items()
                    if key in self._claims and self._claims[key].text == entry.text
                }
            case Judged():
                for vote in event.votes:
                    self._votes[vote.claim] = self._votes.get(vote.claim, 0) + 1
            case Decided():
                self._claims = {entry.key: entry for entry in event.ledger}
                self._decided = {entry.key: entry for entry in event.ledger}
            case _:
                pass

    def _next(self, event: Event) -> str:
        match event:
            case Searched() | SearchFailed() | PageRead() | PageFailed() if event.round > 0:
                return f"Round {event.round}, reading"
            case Selected():
                return f"Round {event.round}, weighing what was read"
            case Reviewed() if not event.review.approved and event.review.round == 1:
                return "Writing again"
            case Reviewed():
                return "Finishing"
            case Stopped(reason=reason) if reason not in {"coverage", "no_new_query", "no_progress"}:
                return f"Weighing what was found (the limit on {humanise(reason)} is reached)"
            case _:
                return _DOING.get(event.kind, self.doing)

    def topics(self) -> tuple[LiveTopic, ...]:
        """The plan, with what is known of each topic."""
        plan = self._plan
        if plan is None:
            return ()
        queries = {topic.id: [q.text for q in plan.queries if q.topic == topic.id] for topic in plan.topics}
        known = self._coverage
        return tuple(
            LiveTopic(
                id=topic.id,
                text=topic.text,
                queries=tuple(queries[topic.id]),
                covered=known[topic.id].covered if topic.id in known else None,
                missing=known[topic.id].gap if topic.id in known else None,
            )
            for topic in plan.topics
        )

    def told_claims(self) -> tuple[LiveClaim, ...]:
        """The claims, those that were decided with their decision."""
        return tuple(
            LiveClaim(
                key=key,
                text=claim.text,
                decision=self._decided[key].decision if key in self._decided else None,
                reason=self._decided[key].reason if key in self._decided else None,
                votes=self._votes.get(key, 0),
            )
            for key, claim in self._claims.items()
        )

    def sections(self) -> tuple[Section, ...]:
        """The last draft, as its writer handed it in."""
        if not self._draft:
            return ()
        draft = parse(self._draft, self._claims.keys())
        answer = (Section(heading=ANSWER, sentences=draft.answer),) if draft.answer else ()
        return (*answer, *draft.body)


def _source(source: Source) -> LiveSource:
    place = source.path or source.url
    return LiveSource(
        id=source.id,
        title=short(source.title or place, MOST_TITLE) or source.id,
        place=short(place, MOST_PLACE),
        published_at=source.published_at,
    )


def _failure(place: str, why: str) -> LiveFailure:
    return LiveFailure(place=short(place, MOST_PLACE), why=short(why, MOST_DETAIL))
