"""Events of a run in words, one line each."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from stet.domain.events import (
    Acted,
    Assessed,
    Claimed,
    Decided,
    Divided,
    Drafted,
    Event,
    Failed,
    Finished,
    Given,
    Judged,
    Noted,
    PageFailed,
    PageRead,
    PageSame,
    Planned,
    Purged,
    Resumed,
    Reviewed,
    Searched,
    SearchFailed,
    Selected,
    Spoke,
    Started,
    Stopped,
)
from stet.report import acts, words
from stet.report.clean import short
from stet.report.words import humanise, plural

_MOST: Final = 240


def told(event: Event) -> str:
    """The event as a line: what happened, and to what."""
    return short(_WORDS[type(event)](event), _MOST)


def _planned(event: Planned) -> str:
    return f"planned: {plural(len(event.plan.topics), 'topic')}, {plural(len(event.plan.queries), 'query', 'queries')}"


def _searched(event: Searched) -> str:
    return f"searched {event.provider} for “{event.query.text}”: {plural(len(event.hits), 'hit')}"


def _search_failed(event: SearchFailed) -> str:
    return f"searching {event.provider} for “{event.query.text}” failed: {humanise(event.code)}"


def _read(event: PageRead) -> str:
    source = event.source
    return f"read {source.id}: {short(source.title or source.path or source.url, 120)}"


def _assessed(event: Assessed) -> str:
    covered = sum(topic.covered for topic in event.topics)
    return f"assessed: {covered} of {plural(len(event.topics), 'topic')} covered, {plural(len(event.gaps), 'gap')}"


def _judged(event: Judged) -> str:
    return f"judged {plural(len({vote.claim for vote in event.votes}), 'claim')}"


def _decided(event: Decided) -> str:
    counted = Counted(entry.decision for entry in event.ledger).text(words.DECISIONS)
    return f"decided on {plural(len(event.ledger), 'claim')}{counted}"


def _reviewed(event: Reviewed) -> str:
    verdict = "approved" if event.review.approved else "not approved"
    return f"reviewed, round {event.review.round}: {verdict}"


def _spoke(event: Spoke) -> str:
    spent = "price unknown" if event.usd is None else f"{event.usd.normalize():f} USD"
    return f"{event.role}: {event.model} answered, {event.input_tokens:,} + {event.output_tokens:,} tokens, {spent}"


def _purged(event: Purged) -> str:
    what = plural(len(event.pages), "page") if event.what == "pages" else plural(event.calls, "call")
    return f"let go: {'saved ' if event.what == 'pages' else 'the words of '}{what}"


class Counted:
    """How often each thing is there, for a reader."""

    def __init__(self, found: Iterable[object]) -> None:
        self._numbers: dict[object, int] = {}
        for each in found:
            self._numbers[each] = self._numbers.get(each, 0) + 1

    def text(self, named: Mapping[Any, str]) -> str:
        """Such as: `: 7 supported, 2 conflicting`; empty where there is nothing."""
        parts = [f"{number} {named[each]}" for each, number in self._numbers.items()]
        return f": {', '.join(parts)}" if parts else ""


_WORDS: Final[Mapping[type[Any], Callable[[Any], str]]] = {
    Started: lambda e: (
        f"started: {e.spec.level.value}, {e.spec.engine}, {plural(e.spec.budget.pages, 'page')} at most"
    ),
    Resumed: lambda e: f"went on, with {plural(e.calls, 'finished call')}",
    Planned: _planned,
    Given: lambda e: f"given {plural(len(e.documents), 'document')}",
    Divided: lambda e: f"divided among {plural(len(e.parts), 'researcher')}",
    Searched: _searched,
    SearchFailed: _search_failed,
    PageRead: _read,
    PageFailed: lambda e: f"could not use {e.hit.url}: {humanise(e.status.value)}",
    PageSame: lambda e: f"{e.hit.url} is {e.source} already",
    Selected: lambda e: f"selected {plural(len(e.passages), 'passage')} for topic {e.topic}",
    Assessed: _assessed,
    Drafted: lambda e: f"drafted, {plural(len(e.markdown), 'character')}",
    Claimed: lambda e: f"claimed: {plural(len(e.claims), 'claim')}",
    Judged: _judged,
    Decided: _decided,
    Acted: lambda e: f"claim {e.taken.claim} {acts.told(e.taken)}",
    Reviewed: _reviewed,
    Noted: lambda e: f"noted: {e.message}",
    Spoke: _spoke,
    Stopped: lambda e: f"research ended: {humanise(e.reason)}",
    Finished: lambda e: f"finished: {humanise(e.report.outcome.value)}",
    Purged: _purged,
    Failed: lambda e: f"failed: {e.message}",
}
