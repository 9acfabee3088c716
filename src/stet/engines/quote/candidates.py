"""Sentences of the selected passages, each with what it says to a topic."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from stet.domain.evidence import Page, Quote, Source
from stet.domain.question import Plan, Topic, TopicKind
from stet.engines.quote.cues import is_proposed, is_statement, is_unasserted, usefulness
from stet.engines.quote.prepared import Prepared, prepare
from stet.ports import Evidence
from stet.research.orders import is_order
from stet.verify.amendments import amended_by
from stet.verify.focus import AnswerKind, Focus, focus_of
from stet.verify.sentences import Span
from stet.verify.statements import STARTS, Place, Statement, statement
from stet.verify.words import RELATED

LONGEST = 900
"""Characters: a longer sentence is a wall of text, and no reader checks it at a glance."""

_OWN_SUBJECT = 2
"""Words from which a further part of a question says by itself what it is about."""

_OF_AMENDED = 0.8
"""Words of a source that a later one amends come after equal words of one that nothing amends."""

_UNASSERTED = 0.4
"""What is left of the fit of a sentence that reports what somebody denies, doubts or makes depend on something."""

_ALONE = 0.85
"""The share of a match that a point of a list must keep without its lead-in to be quoted by itself."""


class Candidate(NamedTuple):
    """A sentence that may become a claim: where it stands, what it says to the topic, how well it fits (0 to 1)."""

    source: Source
    span: Span
    text: str
    said: Statement
    fit: float
    proposed: bool
    heading: str | None
    page: int | None

    def quote(self) -> Quote:
        """The sentence as a quote."""
        return Quote(
            source=self.source.id,
            start=self.span.start,
            end=self.span.end,
            exact=self.text,
            page=self.page,
            heading=self.heading,
        )


class Finder:
    """Finds candidates; prepares each source once, however often it is asked."""

    def __init__(self) -> None:
        self._prepared: dict[tuple[str, str], Prepared] = {}
        self._amended_of: tuple[tuple[str, ...], frozenset[str]] = ((), frozenset())

    def find(
        self, plan: Plan, topic: Topic, evidence: Evidence, weights: Mapping[str, float]
    ) -> list[Candidate]:
        """Candidates for a topic among its selected passages, best fit first; none twice."""
        focus = topic_focus(plan, topic)
        amended = self._amended(evidence)
        wanted = {other for term in focus.terms for other in RELATED.get(term, {term})}
        seen: set[tuple[str, int]] = set()
        out: list[Candidate] = []
        for passage in evidence.selected.get(topic.id, ()):
            source = evidence.source(passage.source)
            if source is None:
                continue
            read = self._prepare(source, evidence.pages[source.id])
            if read.orders:
                # A page that gives orders to programs may say anything: it is listed and named, not quoted.
                continue
            for number in read.within(passage):
                # A sentence without a word of the question says nothing to it, whatever stands above.
                if (source.id, number) not in seen and not wanted.isdisjoint(read.stems[number]):
                    seen.add((source.id, number))
                    found = _candidates(read, number, topic, focus, weights)
                    worth = _OF_AMENDED if source.id in amended else 1.0
                    out.extend(candidate._replace(fit=candidate.fit * worth) for candidate in found)
        return sorted(out, key=lambda c: (-c.fit, -c.source.authority, c.source.id, c.span.start))

    def weights(self, evidence: Evidence, focus: Iterable[str]) -> dict[str, float]:
        """Inverse document frequency of stems over the sentences of all sources, at least 0.1."""
        reads = [self._prepare(source, evidence.pages[source.id]) for source in evidence.sources]
        total = sum(len(read.spans) for read in reads)
        counts = {term: sum(read.counts.get(term, 0) for read in reads) for term in focus}
        return {
            term: max(0.1, math.log(1 + (total - n + 0.5) / (n + 0.5)) / math.log(2 + total))
            for term, n in counts.items()
        }

    def _amended(self, evidence: Evidence) -> frozenset[str]:
        key = tuple(source.id for source in evidence.sources)
        if key != self._amended_of[0]:
            texts = {source.id: evidence.text(source.id) for source in evidence.sources}
            self._amended_of = key, frozenset(amended_by(evidence.sources, texts))
        return self._amended_of[1]

    def _prepare(self, source: Source, page: Page) -> Prepared:
        key = (source.id, source.text_sha256)
        if key not in self._prepared:
            self._prepared[key] = prepare(source, page)
        return self._prepared[key]


def _candidates(
    read: Prepared, number: int, topic: Topic, focus: Focus, weights: Mapping[str, float]
) -> Iterator[Candidate]:
    """A sentence; of a list each point that can stand by itself, and the whole where a point needs its lead-in."""
    span, place = read.quotable(number), read.place(number)
    text = read.page.text[span.start : span.end]
    whole = _candidate(read, span, topic, focus, weights, place)
    points: list[Candidate] = []
    if "\n" in text:
        made = (_candidate(read, point, topic, focus, weights, place) for point in _points(text, span.start))
        points = [point for point in made if point is not None]
        yield from points
    if whole is not None and all(point.said.match < _ALONE * whole.said.match for point in points):
        yield whole


def _points(text: str, at: int) -> Iterator[Span]:
    """The lines of a list without their bullets, as spans of the text that the list begins at."""
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.lstrip("-*• \t")
        first = at + start + len(line) - len(bare)
        if bare.strip():
            yield Span(first, first + len(bare.rstrip()))
        start += len(line)


def _candidate(
    read: Prepared, span: Span, topic: Topic, focus: Focus, weights: Mapping[str, float], place: Place
) -> Candidate | None:
    text = read.page.text[span.start : span.end]
    if len(text) > LONGEST or not is_statement(text) or is_order(text):
        return None
    said = statement(text, focus, weights, place)
    asserted = _UNASSERTED if is_unasserted(text) else 1.0
    return Candidate(
        source=read.source,
        span=span,
        text=text,
        said=said,
        fit=said.match * asserted * usefulness(topic.kind, focus, text),
        proposed=is_proposed(text, read.page.title or "", law=read.source.authority >= 1),
        heading=read.outline.heading(span.start),
        page=read.outline.page(span.start),
    )


def topic_focus(plan: Plan, topic: Topic) -> Focus:
    """A topic's focus: its own words, and the question's subject where it has none of its own."""
    whole = focus_of(plan.topics[0].text)
    if topic.kind is TopicKind.ANSWER:
        return whole
    if topic.kind is TopicKind.PART:
        own = focus_of(topic.text)
        if len(own.terms) >= _OWN_SUBJECT:
            return own
        # "…, and how much is it?" asks of the same thing, but not when it starts.
        shared = [t for t in whole.terms if own.kind is whole.kind or t not in STARTS]
        terms = tuple(dict.fromkeys((*own.terms, *shared)))
        return Focus(kind=own.kind, terms=terms, must=own.must or whole.must, years=own.years or whole.years)
    # A condition or a change of a thing need not say when the thing starts.
    subject = tuple(term for term in whole.terms if term not in STARTS)
    return whole.model_copy(update={"kind": AnswerKind.OPEN, "terms": subject or whole.terms})
