"""The report put together from what a run decided."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from stet.domain.claims import Conflict, Decision, LedgerEntry, Outcome
from stet.domain.events import Event, PageFailed, PageRead, PageSame, Searched, SearchFailed
from stet.domain.evidence import Hit, Source
from stet.domain.identity import normalise_url
from stet.domain.question import Plan
from stet.domain.report import (
    Gap,
    ListedSource,
    Report,
    ReportOutcome,
    ReportQuery,
    ReportTopic,
    ReportUsage,
    Review,
    ReviewRound,
    States,
)
from stet.domain.run import Level, RunSpec
from stet.report.draft import Draft
from stet.research.removed import actions, removed


class Findings(NamedTuple):
    """What a run came to, before it is a report; `draft` is None when there was nothing to write from."""

    plan: Plan
    topics: tuple[ReportTopic, ...]
    gaps: tuple[Gap, ...]
    ledger: tuple[LedgerEntry, ...]
    conflicts: tuple[Conflict, ...]
    draft: Draft | None
    rounds: tuple[ReviewRound, ...]
    notes: tuple[str, ...]


def assemble(run: str, spec: RunSpec, found: Findings, events: Sequence[Event], usage: ReportUsage) -> Report:
    """The report of a run. Approval is the last review's; level `team` has none and is never approved.

    Where people must review it, it is not accepted yet: `stet.saved.with_people` says when it is.
    """
    approved = (
        bool(found.rounds) and found.rounds[-1].approved and spec.level in {Level.WORKFLOW, Level.REVIEWED}
    )
    cited = _cited(found)
    if found.draft is None:
        outcome = ReportOutcome.NO_EVIDENCE
    else:
        outcome = ReportOutcome.APPROVED if approved else ReportOutcome.NOT_APPROVED
    read = any(isinstance(event, PageRead) for event in events)
    covered = read and all(topic.covered for topic in found.topics)
    return Report(
        run=run,
        question=spec.question,
        level=spec.level.value,
        engine=spec.engine,
        today=spec.today,
        profile=spec.profile,
        outcome=outcome,
        states=States(
            evidence_retrieved=read,
            coverage_passed=covered,
            report_accepted=approved and found.draft is not None and spec.require_review is None,
            needs_human_review=spec.require_review is not None
            or not approved
            or any(_doubtful(e) for e in found.ledger if e.key in cited),
        ),
        topics=found.topics,
        answer=found.draft.answer if found.draft else (),
        sections=found.draft.body if found.draft else (),
        claims=found.ledger,
        conflicts=found.conflicts,
        gaps=tuple(_with_queries(gap, events) for gap in found.gaps),
        actions=actions(events),
        removed=removed(found.ledger, events),
        sources=_sources(events, found, cited),
        queries=_queries(events, spec.web.sites if spec.web else ()),
        review=Review(approved=approved, rounds=found.rounds),
        usage=usage,
        notes=found.notes,
    )


def _doubtful(entry: LedgerEntry) -> bool:
    """Whether a person should look at a cited claim: it is disputed, or a check was left open."""
    return entry.decision is not Decision.SUPPORTED or any(c.outcome is Outcome.UNSURE for c in entry.checks)


def _cited(found: Findings) -> frozenset[str]:
    if found.draft is None:
        return frozenset()
    return frozenset(key for sentence in found.draft.sentences for key in sentence.claims)


def _with_queries(gap: Gap, events: Sequence[Event]) -> Gap:
    tried = [
        e.query.text for e in events if isinstance(e, Searched | SearchFailed) and e.query.topic == gap.topic
    ]
    return gap.model_copy(update={"queries": tuple(dict.fromkeys(tried))})


def _queries(events: Sequence[Event], given: tuple[str, ...]) -> tuple[ReportQuery, ...]:
    return tuple(
        ReportQuery(
            text=e.query.text,
            topic=e.query.topic,
            gap=e.query.gap,
            round=e.round,
            hits=len(e.hits) if isinstance(e, Searched) else 0,
            provider=e.provider,
            scope="anywhere" if not e.sites else "given" if e.sites == given else "official",
            failed=e.code if isinstance(e, SearchFailed) else None,
        )
        for e in events
        if isinstance(e, Searched | SearchFailed)
    )


def _sources(events: Sequence[Event], found: Findings, cited: frozenset[str]) -> tuple[ListedSource, ...]:
    """Read sources in their order, then pages that failed, then hits that nobody read."""
    quoted = {quote.source for entry in found.ledger if entry.key in cited for quote in entry.quotes}
    read = [event.source for event in events if isinstance(event, PageRead)]
    # One page may have been found under several addresses.
    known = {source.path or source.normalized_url for source in read}
    known |= {normalise_url(source.original_url) for source in read if source.original_url}
    known |= {event.hit.identity for event in events if isinstance(event, PageSame)}
    # What failed in one session of a run may have been read in the next.
    failed = [e for e in events if isinstance(e, PageFailed) and e.hit.identity not in known]
    known |= {event.hit.identity for event in failed}
    left: dict[str, tuple[Hit, str]] = {}
    for event in events:
        if isinstance(event, Searched):
            for hit in event.hits:
                if hit.identity not in known:
                    left.setdefault(hit.identity, (hit, event.query.text))
    return (
        *(_read_source(source, cited=source.id in quoted) for source in read),
        *(_failed_page(f"F{number}", event) for number, event in enumerate(failed, start=1)),
        *(_hit(f"H{n}", hit, query, "found") for n, (hit, query) in enumerate(left.values(), start=1)),
    )


def _read_source(source: Source, *, cited: bool) -> ListedSource:
    fields = source.model_dump(exclude={"publisher", "modified_at", "modified_from", "lang", "text_sha256"})
    return ListedSource(**fields, status="read", cited=cited)


def _failed_page(name: str, event: PageFailed) -> ListedSource:
    reasons = {"reason": event.status, "detail": event.reason or None}
    return _hit(name, event.hit, event.query, "failed").model_copy(update=reasons)


def _hit(name: str, hit: Hit, query: str | None, status: Literal["found", "failed"]) -> ListedSource:
    return ListedSource(
        id=name,
        url=hit.url,
        normalized_url=normalise_url(hit.url),
        path=hit.path,
        title=hit.title,
        providers=(hit.provider, *hit.also),
        status=status,
        query=query,
    )
