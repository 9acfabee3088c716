"""The audit of a run: everything its report says, made again from what is stored.

First the chain of hashes, then the quotes in the saved texts, then every check, decision and score, then the
review of the draft, at last the report itself: each rests on the ones before. The first thing that differs ends
it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from stet._version import __version__
from stet.confidence.profile import Profile
from stet.confidence.sites import registrable_domain
from stet.domain.base import Value
from stet.domain.claims import Check, Claim, LedgerEntry
from stet.domain.events import (
    Acted,
    Claimed,
    Decided,
    Drafted,
    Event,
    Finished,
    Judged,
    PageRead,
    Planned,
    Reviewed,
    Selected,
    Started,
)
from stet.domain.evidence import Page, Passage, Source
from stet.domain.question import Plan
from stet.domain.report import Report, ReviewRound
from stet.domain.run import Level, RunSpec
from stet.errors import IntegrityError, NotFound
from stet.evaluate.acts import disagreement
from stet.ports import Brief, Evidence
from stet.report.draft import Draft, parse
from stet.research.assemble import Findings, assemble
from stet.research.ledger import Bench
from stet.research.points import POINTS, code_points, written_by_code
from stet.research.review import approves
from stet.research.single import recalled
from stet.research.sources import fetched_pages
from stet.store import verify_chain

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

E = TypeVar("E", bound=Event)


class Audit(Value):
    """What was gone through, and held. `report` is False where the run has none yet."""

    run: str
    events: int
    calls: int
    pages: int
    quotes: int
    claims: int
    checks: int
    reviews: int
    report: bool


def audit(store: "SqlStore", run: str) -> Audit:
    """Make a run again from what is stored, by its full id.

    Raises:
        IntegrityError: naming the first thing that does not hold
        NotFound: no such run
    """
    verify_chain(store, run)
    spec = store.run(run).spec
    past = _Past(run, spec, tuple(stamped.event for stamped in store.events(run)))
    evidence = _evidence(store, past)
    claimed, decided, report = past.last(Claimed), past.last(Decided), past.last(Finished)
    quotes = _quotes_hold(past, evidence)
    reviews: tuple[ReviewRound, ...] = ()
    if claimed is not None and decided is not None:
        _ledger_holds(past, evidence, claimed.claims, decided)
    if report is not None:
        reviews = _reviews_hold(past, evidence, report.report)
        _report_holds(past, report.report, reviews)
    ledger = decided.ledger if decided else ()
    return Audit(
        run=run,
        events=len(past.events),
        calls=len(store.calls(run)),
        pages=len(evidence.pages),
        quotes=quotes,
        claims=len(ledger),
        checks=sum(len(entry.checks) for entry in ledger),
        reviews=len(reviews),
        report=report is not None,
    )


class _Past:
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


def _evidence(store: "SqlStore", past: _Past) -> Evidence:
    """What was read, from the events and the saved pages."""
    sources: list[Source] = []
    pages: dict[str, Page] = {}
    answers = fetched_pages(store.calls(past.run))
    for event in past.all(PageRead):
        source = event.source
        try:
            saved = store.page(source.sha256, source.text_sha256)
        except NotFound as error:
            raise past.fault(f"the saved page of {source.id}", "is gone") from error
        answer = answers.get((source.sha256, source.text_sha256, source.path or source.url))
        if answer is None:
            raise past.fault(f"the fetch of {source.id}", "is not among the calls")
        page = answer.model_copy(update={"text": saved.text, "full_text": saved.full_text})
        _source_holds(past, source, page)
        sources.append(source)
        pages[source.id] = page
    selected: dict[str, tuple[Passage, ...]] = {}
    for event in past.all(Selected):
        selected[event.topic] = event.passages
        for passage in event.passages:
            page = pages.get(passage.source)
            if page is None or not 0 <= passage.start <= passage.end <= len(page.text):
                raise past.fault(f"passage {passage.id} of {passage.source}", "is no part of a saved text")
    return Evidence(sources=tuple(sources), pages=pages, selected=selected)


def _source_holds(past: _Past, source: Source, page: Page) -> None:
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


def _quotes_hold(past: _Past, evidence: Evidence) -> int:
    """Find every quote again, in the claims, the ledger and the report; how many there are in all."""
    held: set[tuple[str, int, int, str]] = set()
    places: list[tuple[str, Sequence[Claim]]] = [
        *(("among the claims", event.claims) for event in past.all(Claimed)),
        *(("in the ledger", event.ledger) for event in past.all(Decided)),
        *(("in the report", event.report.claims) for event in past.all(Finished)),
    ]
    for where, claims in places:
        for claim in claims:
            for quote in claim.quotes:
                page = evidence.pages.get(quote.source)
                if page is None or page.text[quote.start : quote.end] != quote.exact or not quote.exact:
                    raise past.fault(
                        f"a quote of {claim.key} {where}",
                        f"is not what stands in {quote.source} at {quote.start}–{quote.end}",
                    )
                held.add((quote.source, quote.start, quote.end, claim.key))
    return len(held)


def _ledger_holds(past: _Past, evidence: Evidence, claims: tuple[Claim, ...], decided: Decided) -> None:
    """Check, weigh and decide every claim again."""
    bench = Bench(past.plan(), evidence, past.profile, past.spec.today)
    ledger, conflicts = bench.ledger(claims, past.votes())
    _same_entries(past, decided.ledger, ledger, "in the ledger")
    for number, (written, again) in enumerate(zip(decided.conflicts, conflicts, strict=False), start=1):
        if written != again:
            raise past.fault(
                f"conflict {number} ({written.on})", "is another one when it is looked for again"
            )
    if len(decided.conflicts) != len(conflicts):
        raise past.fault("the conflicts", f"were {len(decided.conflicts)} and are {len(conflicts)}")


def _same_entries(
    past: _Past, written: Sequence[LedgerEntry], again: Sequence[LedgerEntry], where: str
) -> None:
    if [entry.key for entry in written] != [entry.key for entry in again]:
        raise past.fault(f"the claims {where}", "are not the ones that were made")
    for old, new in zip(written, again, strict=True):
        if old == new:
            continue
        for check, other in zip(old.checks, new.checks, strict=False):
            if check != other:
                was, now = (f"{c.outcome.value} ({c.reason})" for c in (check, other))
                how = f"was {was} and is {now}"
                raise past.fault(f"check {check.name} of {old.key} {where}", how)
        name = _first_difference(old, new)
        raise past.fault(
            f"the {name} of {old.key} {where}", f"was {_shown(old, name)} and is {_shown(new, name)}"
        )


def _reviews_hold(past: _Past, evidence: Evidence, report: Report) -> tuple[ReviewRound, ...]:
    """Answer the points of every review again, as far as code answered them."""
    drafts = past.all(Drafted)
    brief = Brief(
        plan=past.plan(),
        sources=evidence.sources,
        ledger=report.claims,
        conflicts=report.conflicts,
        gaps=report.gaps,
    )
    reviews = tuple(event.review for event in past.all(Reviewed))
    for review in reviews:
        # A revision that changed nothing is no new draft: its review is of the last one there was.
        draft = next((d for d in reversed(drafts) if d.round <= review.round), None)
        if draft is None:
            raise past.fault(f"the draft of review {review.round}", "is not among the events")
        parsed = parse(draft.markdown, [entry.key for entry in report.claims])
        again = {check.name: check for check in code_points(parsed, brief, past.profile)}
        answered = {check.name for check in review.checks if check.by != "code"}
        if answered != set(POINTS) and not written_by_code(parsed, brief):
            raise past.fault(f"the answers to review {review.round}", "are not all there")
        for check in review.checks:
            if check.by == "code" and again.get(check.name) != check:
                raise past.fault(f"point {check.name} of review {review.round}", "is answered otherwise now")
        if review.approved != approves(review.checks):
            raise past.fault(f"the verdict of review {review.round}", "does not follow from its points")
    return reviews


def _report_holds(past: _Past, report: Report, reviews: tuple[ReviewRound, ...]) -> None:
    """Put the report together again and compare."""
    decided, drafted = past.last(Decided), past.last_draft()
    ledger = decided.ledger if decided else ()
    _same_entries(past, report.claims, ledger, "in the report")
    if (wrong := disagreement([event.taken for event in past.all(Acted)], ledger)) is not None:
        raise past.fault("an action on a claim", f"does not hold: {wrong}")
    draft = _draft(past, drafted.markdown, ledger) if drafted else None
    findings = Findings(
        plan=past.plan(),
        topics=report.topics,
        gaps=report.gaps,
        ledger=ledger,
        conflicts=decided.conflicts if decided else (),
        draft=draft,
        rounds=reviews,
        notes=report.notes,
    )
    before = [event for event in past.events if not isinstance(event, Finished)]
    again = assemble(past.run, past.spec, findings, before, report.usage)
    if report != again:
        raise past.fault(
            f"the {_first_difference(report, again)} of the report", "do not follow from the run"
        )


def _draft(past: _Past, markdown: str, ledger: Sequence[LedgerEntry]) -> Draft:
    if past.spec.level is Level.SINGLE:
        return recalled(markdown)
    return parse(markdown, [entry.key for entry in ledger])


def _first_difference(old: Value, new: Value) -> str:
    return next((n for n in type(old).model_fields if getattr(old, n) != getattr(new, n)), "whole").rstrip(
        "_"
    )


def _shown(value: Value, name: str) -> str:
    found: object = getattr(value, name, None)
    text = found.model_dump_json() if isinstance(found, Value) else str(found)
    return text if len(text) <= 120 else f"{text[:119]}…"
