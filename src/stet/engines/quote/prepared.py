"""A source's text prepared once: sentences, their stems and places; and lists read with their lead-ins."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from stet.domain.evidence import Page, Passage, Source
from stet.research.orders import find_orders
from stet.research.passages import Outline
from stet.verify.sentences import Span, sentences
from stet.verify.statements import Place
from stet.verify.words import cached_stems, stems

_BULLET = re.compile(r"[-*•·▪–]\s+(?:\[[ xX]\]\s+)?")
_LIST = 700
"""Characters: the most of a list that is quoted together with its lead-in."""

_BEFORE = 2
"""Sentences before one that may say what it is about."""

_TITLE = 100


class Prepared(NamedTuple):
    """A source, its page and outline; for each sentence its span and stems; stems of the title.

    `counts` says in how many sentences a stem stands; one that stands in the title alone has 0.
    `orders` says that the text tries to give programs orders.
    """

    source: Source
    page: Page
    outline: Outline
    spans: tuple[Span, ...]
    stems: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    counts: Mapping[str, int]
    orders: bool

    @property
    def document(self) -> Collection[str]:
        """All stems of the text and its title."""
        return self.counts.keys()

    def within(self, passage: Passage) -> range:
        """The numbers of the sentences that begin in a passage."""
        first = bisect_left(self.spans, passage.start, key=lambda span: span.start)
        return range(first, bisect_left(self.spans, passage.end, key=lambda span: span.start))

    def place(self, number: int) -> Place:
        """What stands around a sentence."""
        return Place(
            heading=cached_stems(self.outline.heading(self.spans[number].start) or ""),
            title=self.title,
            before=[s for sequence in self.stems[max(0, number - _BEFORE) : number] for s in sequence],
            document=self.document,
        )

    def quotable(self, number: int) -> Span:
        """A sentence without its bullet; one that leads a list in, with as many points as can be read at once."""
        span = self.spans[number]
        end = self._list_end(number) if self.page.text[span.end - 1] in ":：" else span.end
        bullet = _BULLET.match(self.page.text, span.start, span.end)
        return Span(bullet.end() if bullet else span.start, end)

    def _list_end(self, number: int) -> int:
        lead = self.spans[number]
        heading = self.outline.heading(lead.start)
        end = lead.end
        for point in self.spans[number + 1 :]:
            if point.end - lead.start > _LIST or self.outline.heading(point.start) != heading:
                break
            end = point.end
        return end


def prepare(source: Source, page: Page) -> Prepared:
    """Everything that is computed once a source."""
    outline = Outline(page.marks)
    spans = tuple(s for s in sentences(page.text, page.marks) if not outline.is_heading(s))
    sequences = tuple(cached_stems(page.text[s.start : s.end]) for s in spans)
    title = tuple(stems(page.title or _first_line(page.text)))
    return Prepared(
        source=source,
        page=page,
        outline=outline,
        spans=spans,
        stems=sequences,
        title=title,
        counts={
            **dict.fromkeys(title, 0),
            **Counter(term for sequence in sequences for term in set(sequence)),
        },
        orders=bool(find_orders(page.text)),
    )


def _first_line(text: str) -> str:
    """What stands in a title's place in a text without one: its first line, when that is no sentence."""
    line = text.lstrip().split("\n", 1)[0].strip()
    return line if len(line) <= _TITLE and not line.endswith((".", "。")) else ""
