"""What the audit of a run rests on: its events, what of its evidence is there still, and its quotes in it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from stet._version import __version__
from stet.confidence.profile import Profile
from stet.confidence.sites import registrable_domain
from stet.domain.claims import Check, Claim
from stet.domain.events import (
    Claimed,
    Decided,
    Drafted,
    Event,
    Finished,
    Judged,
    PageRead,
    Planned,
    Purged,
    Selected,
    Started,
)
from stet.domain.evidence import Page, Passage, Source
from stet.domain.question import Plan
from stet.domain.run import RunSpec
from stet.errors import IntegrityError, NotFound
from stet.ports import Evidence
from stet.research.sources import fetched_pages

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

E = TypeVar("E", bound=Event)


class Past:
    """The events of a run, and how to say that one of them does not hold."""

    def __init__(self, run: str, spec: RunSpec, events: tuple[Event, ...]) -> None:
        self.run, self.spec, self.events = run, spec, events
        self.profile = Profile.model_validate_json(spec.profile_json)
        for event in events:
            if isinstance(event, Started) and event.spec != spec:
                raise self.fault("the question and settings it began with", "are not those of the run")

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E | None:
        """The last event of a kind, or None."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def last_draft(self) -> Drafted | None:
        """The draft of the last ledger; one that was kept on the way to it is not the report's."""
        decided = max((n for n, event in enumerate(self.events) if isinstance(event, Decided)), default=0)
        return next((event for event in reversed(self.events[decided:]) if isinstance(event, Drafted)), None)

    def votes(self) -> dict[str, Check]:
        """What the judge said of the last claims; nothing where it was not asked."""
        claimed = max((n for n, event in enumerate(self.events) if isinstance(event, Claimed)), default=0)
        given = [vote for e in self.events[claimed:] if isinstance(e, Judged) for vote in e.votes]
        return {vote.claim: vote.check for vote in given}

    def plan(self) -> Plan:
        """The plan that the run followed."""
        planned = self.last(Planned)
        if planned is None:
            raise self.fault("the plan", "is not among the events")
        return planned.plan

    def fault(self, what: str, how: str) -> IntegrityError:
        """An error that names what does not hold."""
        other = self.spec.version != __version__
        hint = (
            f"the run was made by version {self.spec.version}, this is {__version__}: audit it with that one"
        )
        return IntegrityError(f"run {self.run}: {what} {how}", hint=hint if other else None)


class Held(NamedTuple):
    """What was read and is there still: the evidence, the sources whose text is `gone`, the calls without words."""

    evidence: Evidence
    gone: frozenset[str]
    calls_gone: int

    @property
    def whole(self) -> bool:
        """Whether claims can be checked again."""
        return not self.gone and not self.calls_gone


def gathered(store: "SqlStore", past: Past, purged: frozenset[tuple[str, str]]) -> Held:
    """What was read, from the events and the saved pages; `purged` are the pages that the run let go.

    Raises:
        IntegrityError: a page, a fetch or a passage is not there that should be
    """
    sources: list[Source] = []
    pages: dict[str, Page] = {}
    gone: set[str] = set()
    answers = fetched_pages(store.calls(past.run))
    calls_gone = sum(event.calls for event in past.all(Purged))
    for event in past.all(PageRead):
        source = event.source
        sources.append(source)
        try:
            saved = store.page(source.sha256, source.text_sha256)
        except NotFound as error:
            if (source.sha256, source.text_sha256) not in purged:
                raise past.fault(f"the saved page of {source.id}", "is gone") from error
            gone.add(source.id)
            continue
        answer = answers.get((source.sha256, source.text_sha256, source.path or source.url))
        if answer is None and not calls_gone:
            raise past.fault(f"the fetch of {source.id}", "is not among the calls")
        page = (answer or saved).model_copy(update={"text": saved.text, "full_text": saved.full_text})
        if answer is not None:
            _source_holds(past, source, page)
        pages[source.id] = page
    selected = _selected(past, pages, gone)
    return Held(Evidence(sources=tuple(sources), pages=pages, selected=selected), frozenset(gone), calls_gone)


def _selected(past: Past, pages: Mapping[str, Page], gone: set[str]) -> dict[str, tuple[Passage, ...]]:
    selected: dict[str, tuple[Passage, ...]] = {}
    for event in past.all(Selected):
        selected[event.topic] = event.passages
        for passage in event.passages:
            page = pages.get(passage.source)
            stands = page is not None and 0 <= passage.start <= passage.end <= len(page.text)
            if not stands and passage.source not in gone:
                raise past.fault(f"passage {passage.id} of {passage.source}", "is no part of a saved text")
    return selected


def _source_holds(past: Past, source: Source, page: Page) -> None:
    """A source's kind and weight come from the profile alone, its site from its address."""
    kind, authority = past.profile.classify(page.address)[:2]
    site = registrable_domain(page.address) if page.address else None
    for name, written, again in (
        ("kind", source.kind, kind),
        ("authority", source.authority, authority),
        ("site", source.site, site),
        ("date", source.published_at, page.published_at),
    ):
        if written != again:
            raise past.fault(f"the {name} of {source.id}", f"was written as {written} and is {again}")


def quotes_hold(past: Past, held: Held) -> tuple[int, int]:
    """Find every quote again, in the claims, the ledger and the report; how many, and how many in texts that are gone.

    Raises:
        IntegrityError: one does not stand where it should
    """
    found: set[tuple[str, int, int, str]] = set()
    lost: set[tuple[str, int, int, str]] = set()
    places: list[tuple[str, Sequence[Claim]]] = [
        *(("among the claims", event.claims) for event in past.all(Claimed)),
        *(("in the ledger", event.ledger) for event in past.all(Decided)),
        *(("in the report", event.report.claims) for event in past.all(Finished)),
    ]
    for where, claims in places:
        for claim in claims:
            for quote in claim.quotes:
                place = (quote.source, quote.start, quote.end, claim.key)
                if quote.source in held.gone:
                    lost.add(place)
                    continue
                page = held.evidence.pages.get(quote.source)
                if page is None or page.text[quote.start : quote.end] != quote.exact or not quote.exact:
                    raise past.fault(
                        f"a quote of {claim.key} {where}",
                        f"is not what stands in {quote.source} at {quote.start}–{quote.end}",
                    )
                found.add(place)
    return len(found), len(lost)
