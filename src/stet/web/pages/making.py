"""How a run and its claims were made: events in words, and the calls behind them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import ValidationError

from stet.app.place import Place
from stet.domain.base import Value
from stet.domain.claims import LedgerEntry
from stet.domain.events import (
    Acted,
    Claimed,
    Decided,
    Drafted,
    Judged,
    PageRead,
    Reviewed,
    Selected,
    Stamped,
)
from stet.ports import Ask, CallRecord, Said
from stet.report import acts, words
from stet.report.clean import short
from stet.web.pages.reading import Opened

MODEL: Final = "model:"
"""How the kinds of calls to models begin."""
_MOST: Final = 300


class Made(Value):
    """A step that led to a claim: what happened, and where all of it is shown."""

    what: Literal["event", "call"]
    number: int
    words: str
    href: str


def made_of(place: Place, run: Opened, entry: LedgerEntry) -> tuple[Made, ...]:
    """The events and the calls of models that a claim comes from, in order.

    How its sources were found, who made it, who judged it, what was decided and done, and where it was cited.
    """
    steps: list[Made] = []
    for stamped in run.events:
        told = _TOLD.get(type(stamped.event))
        if told is not None:
            steps += (_event(run, stamped, said) for said in told(run, entry, stamped.event))
    steps += _calls(run, entry, place.store.calls(run.record.id))
    return tuple(steps)


def _event(run: Opened, stamped: Stamped, said: str) -> Made:
    href = f"{run.root}/events/{stamped.number}"
    return Made(what="event", number=stamped.number, words=short(said, _MOST), href=href)


def _read(run: Opened, entry: LedgerEntry, event: PageRead) -> Iterator[str]:
    source = event.source.id
    if any(quote.source == source for quote in entry.quotes):
        listed = run.report.source(source)
        by = f", found by “{listed.query}”" if listed and listed.query else ""
        yield f"source {source} was read: {words.source_title(listed, 100)}{by}"


def _selected(_: Opened, entry: LedgerEntry, event: Selected) -> Iterator[str]:
    if event.topic == entry.topic:
        mine = [p for p in event.passages if any(_within(p.source, p.start, p.end, entry))]
        if mine:
            yield f"{words.plural(len(mine), 'passage')} with its words selected for its topic"


def _claimed(_: Opened, entry: LedgerEntry, event: Claimed) -> Iterator[str]:
    if any(claim.text == entry.text for claim in event.claims):
        yield f"claimed, in round {event.round}"


def _judged(_: Opened, entry: LedgerEntry, event: Judged) -> Iterator[str]:
    for vote in event.votes:
        if vote.claim == entry.key:
            by = "code" if vote.check.by == "code" else f"a {vote.check.by}"
            yield f"judged by {by}: {words.OUTCOMES[vote.check.outcome]}"


def _decided(_: Opened, entry: LedgerEntry, event: Decided) -> Iterator[str]:
    decided = next((each for each in event.ledger if each.text == entry.text), None)
    if decided is not None:
        yield f"decided in round {event.round}: {words.verdict(decided)}, {words.because(decided.reason)}"


def _acted(_: Opened, entry: LedgerEntry, event: Acted) -> Iterator[str]:
    if entry.text in {event.taken.text, event.taken.became}:
        yield acts.told(event.taken)


def _drafted(_: Opened, entry: LedgerEntry, event: Drafted) -> Iterator[str]:
    if entry.key in _keys(event.markdown):
        yield f"cited in the draft of round {event.round}"


def _reviewed(_: Opened, __: LedgerEntry, event: Reviewed) -> Iterator[str]:
    verdict = "approved" if event.review.approved else "not approved"
    yield f"round {event.review.round} of the review of the whole: {verdict}"


_TOLD: Final[Mapping[type[Any], Callable[[Opened, LedgerEntry, Any], Iterator[str]]]] = {
    PageRead: _read,
    Selected: _selected,
    Claimed: _claimed,
    Judged: _judged,
    Decided: _decided,
    Acted: _acted,
    Drafted: _drafted,
    Reviewed: _reviewed,
}


def _within(source: str, start: int, end: int, entry: LedgerEntry) -> Iterator[bool]:
    return (q.source == source and start <= q.start and q.end <= end for q in entry.quotes)


def _keys(markdown: str) -> frozenset[str]:
    """All that stands in square brackets of a draft, which are keys alone."""
    parts = (part.partition("]")[0] for part in markdown.split("[")[1:])
    return frozenset(key.strip() for part in parts for key in part.split(","))


def _calls(run: Opened, entry: LedgerEntry, calls: Iterable[CallRecord]) -> Iterator[Made]:
    """The calls of models in whose question or answer the claim stands."""
    text = _bare(entry.text)
    for number, call in enumerate(calls, 1):
        if not call.kind.startswith(MODEL):
            continue
        asked, said = asked_of(call), said_of(call)
        heard = text in _bare(asked.prompt) if asked else False
        answered = text in _bare(said.text) if said else False
        if heard or answered:
            role = call.kind.removeprefix(MODEL)
            told = f"the {role} {'said it' if answered else 'was asked about it'}: prompt and answer"
            yield Made(what="call", number=number, words=told, href=f"{run.root}/calls/{number}")


def _bare(text: str) -> str:
    """Letters and digits alone, so that quoting and escapes make no difference."""
    return "".join(ch for ch in text if ch.isalnum())


def asked_of(call: CallRecord) -> Ask | None:
    """What a model was asked; None where the call was of another kind, or its words were let go."""
    return _as_ask(call.request) if call.kind.startswith(MODEL) else None


def what_of(call: CallRecord) -> str | None:
    """The query, path or address that was asked for; None where it was something else."""
    match _value(call.request):
        case {"text": str(text)}:
            return short(f"“{text}”", _MOST)
        case {"path": str(place)} | {"url": str(place)}:
            return short(place, _MOST)
        case _:
            return None


def said_of(call: CallRecord) -> Said | None:
    """What a model said; None where there is no such answer."""
    if not call.kind.startswith(MODEL) or call.response is None:
        return None
    try:
        return Said.model_validate_json(call.response)
    except ValidationError:
        return None


def _as_ask(text: str) -> Ask | None:
    try:
        return Ask.model_validate_json(text)
    except ValidationError:
        return None


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def pretty(text: str) -> str:
    """JSON text as a person reads it; any other text as it is."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
