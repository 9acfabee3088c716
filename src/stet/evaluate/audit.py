"""The audit of a run: everything its report says, made again from what is stored.

First the chain of hashes, then the quotes in the saved texts, then every check, decision and score, then the
review of the draft, at last the report itself: each rests on the ones before. The first thing that differs ends
it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stet.domain.base import Value
from stet.domain.claims import Claim, LedgerEntry
from stet.domain.events import Acted, Claimed, Decided, Drafted, Finished, Reviewed
from stet.domain.people import PersonDecision
from stet.domain.report import Report, ReviewRound
from stet.domain.run import Level
from stet.evaluate.acts import disagreement
from stet.evaluate.audit_held import Past, gathered, quotes_hold
from stet.ports import Brief, Evidence
from stet.report.draft import Draft, parse
from stet.research.assemble import Findings, assemble
from stet.research.ledger import Bench
from stet.research.points import POINTS, code_points, written_by_code
from stet.research.review import approves
from stet.research.single import recalled
from stet.saved import purged_pages
from stet.store import verify_chain

if TYPE_CHECKING:
    from stet.store.sql import SqlStore


class Audit(Value):
    """What was gone through, and held. `report` is False where the run has none yet.

    `people` are the decisions of people. What was let go when its time was over cannot be checked any more, and is
    counted apart: `pages_gone`, the `quotes_gone` that stood in them, the `calls_gone` whose words went. Where
    something is gone claims were not `checked_again`.
    """

    run: str
    events: int
    calls: int
    pages: int
    quotes: int
    claims: int
    checks: int
    reviews: int
    report: bool
    people: int = 0
    pages_gone: int = 0
    quotes_gone: int = 0
    calls_gone: int = 0
    checked_again: bool = True


def audit(store: "SqlStore", run: str) -> Audit:
    """Make a run again from what is stored, by its full id.

    Raises:
        IntegrityError: naming the first thing that does not hold
        NotFound: no such run
    """
    verify_chain(store, run)
    spec = store.run(run).spec
    stamped = store.events(run)
    past = Past(run, spec, tuple(each.event for each in stamped))
    held = gathered(store, past, purged_pages(stamped))
    claimed, decided, report = past.last(Claimed), past.last(Decided), past.last(Finished)
    quotes, lost = quotes_hold(past, held)
    people = store.decisions(run)
    _people_hold(past, people, report.report if report else None)
    reviews: tuple[ReviewRound, ...] = ()
    if claimed is not None and decided is not None and held.whole:
        _ledger_holds(past, held.evidence, claimed.claims, decided)
    if report is not None:
        reviews = _reviews_hold(past, held.evidence, report.report)
        _report_holds(past, report.report, reviews)
    ledger = decided.ledger if decided else ()
    return Audit(
        run=run,
        events=len(past.events),
        calls=len(store.calls(run)),
        pages=len(held.evidence.pages),
        quotes=quotes,
        claims=len(ledger),
        checks=sum(len(entry.checks) for entry in ledger),
        reviews=len(reviews),
        report=report is not None,
        people=len(people),
        pages_gone=len(held.gone),
        quotes_gone=lost,
        calls_gone=held.calls_gone,
        checked_again=held.whole,
    )


def _people_hold(past: Past, people: Sequence[PersonDecision], report: Report | None) -> None:
    """What people said is of claims that the report has."""
    known = {entry.key for entry in report.claims} if report else set[str]()
    for each in people:
        if each.claim not in known:
            raise past.fault(
                f"a decision of {each.name}", f"is on {each.claim}, which the report does not have"
            )


def _ledger_holds(past: Past, evidence: Evidence, claims: tuple[Claim, ...], decided: Decided) -> None:
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
    past: Past, written: Sequence[LedgerEntry], again: Sequence[LedgerEntry], where: str
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


def _reviews_hold(past: Past, evidence: Evidence, report: Report) -> tuple[ReviewRound, ...]:
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


def _report_holds(past: Past, report: Report, reviews: tuple[ReviewRound, ...]) -> None:
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


def _draft(past: Past, markdown: str, ledger: Sequence[LedgerEntry]) -> Draft:
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
