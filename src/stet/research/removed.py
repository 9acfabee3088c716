"""What does not stand in a report in the end, and why: nothing vanishes. Pure, from the events of a run."""

from collections.abc import Iterable, Mapping, Sequence

from stet.domain.claims import Decision, LedgerEntry, Outcome, Taken
from stet.domain.events import Acted, Decided, Drafted, Event, Reviewed
from stet.domain.report import Removed, ReviewRound
from stet.report.clean import short
from stet.report.draft import DraftSentence, parse
from stet.verify.normal import fold

_STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
_SHOWN, _LONGEST = 60, 400


def actions(events: Sequence[Event]) -> tuple[Taken, ...]:
    """Every action that was taken on a claim, in order."""
    return tuple(dict.fromkeys(event.taken for event in events if isinstance(event, Acted)))


def removed(ledger: Sequence[LedgerEntry], events: Sequence[Event]) -> tuple[Removed, ...]:
    """The claims that do not stand, and the sentences of a draft that a revision left out."""
    return (*_claims(ledger), *_sentences(ledger, events))


def _claims(ledger: Sequence[LedgerEntry]) -> Iterable[Removed]:
    for entry in ledger:
        if entry.decision not in _STANDS:
            detail = next(
                (c.detail for c in entry.checks if c.reason == entry.reason and c.detail), entry.reason
            )
            yield Removed(
                what="claim",
                text=entry.text,
                claims=(entry.key,),
                decision=entry.decision,
                reason=entry.reason,
                detail=detail,
            )


def _sentences(ledger: Sequence[LedgerEntry], events: Sequence[Event]) -> Iterable[Removed]:
    start = max((n for n, event in enumerate(events) if isinstance(event, Decided)), default=0)
    keys = [entry.key for entry in ledger]
    drafts = {e.round: parse(e.markdown, keys).sentences for e in events[start:] if isinstance(e, Drafted)}
    reviews = {e.review.round: e.review for e in events[start:] if isinstance(e, Reviewed)}
    last = drafts[max(drafts)] if drafts else ()
    kept = {fold(sentence.text) for sentence in last}
    for each, number in _first_said(drafts).items():
        if fold(each.text) not in kept:
            yield Removed(
                what="sentence",
                text=each.text,
                claims=each.claims,
                reason="revised",
                detail=_why(each, reviews.get(number)),
            )


def _first_said(drafts: Mapping[int, Sequence[DraftSentence]]) -> dict[DraftSentence, int]:
    """Each sentence of any draft, once, with the last draft that has it."""
    said: dict[str, tuple[DraftSentence, int]] = {}
    for number in sorted(drafts):
        for sentence in drafts[number]:
            said[fold(sentence.text)] = (sentence, number)
    return dict(said.values())


def _why(sentence: DraftSentence, review: ReviewRound | None) -> str:
    """What the review of its draft found wrong with it, or else with the draft."""
    if review is None:
        return "It was drafted, and is not in the last draft."
    failed = [check.detail for check in review.checks if check.outcome is Outcome.FAIL]
    about = [detail for detail in failed if sentence.text[:_SHOWN] in detail]
    told = short("; ".join(about or failed or review.instructions), _LONGEST)
    return (
        f"Review {review.round} found: {told}" if about else f"Left out after review {review.round}: {told}"
    )
