"""A page cut into passages by its structure, and the passages that say most to what is asked.

Passages are ranked by BM25, and where the operator turned it on by likeness of meaning too. Rank decides what goes on;
what goes on is in reading order.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from operator import mul
from typing import NamedTuple

from stet.domain.evidence import Mark, Page, Passage, Quote
from stet.ports import Embed
from stet.verify.sentences import Span, sentences, window
from stet.verify.words import content_stems

WANTED, LARGEST = 500, 1200
"""Characters: a passage is closed once it has `WANTED`, and grows past `LARGEST` only for one long sentence."""

NEAR = 200
"""Passages of one selection that are compared by meaning: the best by words, and then any. The rest come after them."""

_K1, _B = 1.2, 0.75
_WORDS, _HALF = 1.0, 5.0
"""What words add to likeness at most, and the BM25 score that adds half of it; a quarter was worse than words alone."""
_LIKE = 0.3
"""The cosine from which a passage without a word of what is asked goes on: 99 % of unrelated ones are below 0.27."""


class Outline:
    """Headings and page numbers of a page, looked up by character."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._headings: list[tuple[int, str]] = []
        over: list[Mark] = []
        for mark in sorted((m for m in marks if m.kind == "heading"), key=lambda m: m.start):
            over = [*(m for m in over if m.level < mark.level), mark]
            self._headings.append((mark.start, " › ".join(m.label for m in over)))
        self._starts = [start for start, _ in self._headings]
        self._pages = sorted((m.start, int(m.label)) for m in marks if m.kind == "page" and m.label.isdigit())
        self._page_starts = [start for start, _ in self._pages]
        self._own = frozenset((m.start, m.end) for m in marks if m.kind == "heading")

    def heading(self, at: int) -> str | None:
        """The path of headings over the character `at`, outermost first, joined by " › "."""
        index = bisect_right(self._starts, at) - 1
        return self._headings[index][1] if index >= 0 else None

    def page(self, at: int) -> int | None:
        """The page number at the character `at`."""
        index = bisect_right(self._page_starts, at) - 1
        return self._pages[index][1] if index >= 0 else None

    def is_heading(self, span: Span) -> bool:
        """Whether a span is a heading itself."""
        index = bisect_right(self._starts, span.start) - 1
        return (span.start, span.end) in self._own or (index >= 0 and self._starts[index] == span.start)


def cut(page: Page) -> tuple[Span, ...]:
    """Spans of about 500–1,200 characters: under one heading, whole sentences only."""
    outline = Outline(page.marks)
    out: list[Span] = []
    start: int | None = None
    end = 0
    under: str | None = None
    for span in sentences(page.text, page.marks):
        if outline.is_heading(span):
            continue
        heading = outline.heading(span.start)
        if start is not None and (heading != under or span.end - start > LARGEST or end - start >= WANTED):
            out.append(Span(start, end))
            start = None
        if start is None:
            start, under = span.start, heading
        end = span.end
    if start is not None:
        out.append(Span(start, end))
    return tuple(out)


class Around(NamedTuple):
    """What stands directly before and after a part of a text; either may be empty."""

    before: Span
    after: Span


def neighbours(page: Page, part: Passage | Quote | Span, extra: int = 3) -> Around:
    """The text around a part of a page, up to `extra` sentences each way; headings count as sentences.

    The three join without a gap. What is left of a sentence that the part cuts belongs to what is around it.
    """
    spans = sentences(page.text, page.marks)
    whole = window(page.text, spans, part.start, part.end, extra)
    return Around(Span(whole.start, part.start), Span(part.end, whole.end))


class PassageIndex:
    """All passages of a run, numbered in reading order; work grows linearly with the text.

    With `embed` passages are ranked by meaning too.
    """

    def __init__(self, embed: Embed | None = None) -> None:
        self._embed = embed
        self._vectors: dict[str, Sequence[float]] = {}
        self._pages: dict[str, Page] = {}
        self._passages: list[Passage] = []
        self._lengths: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = {}

    def add(self, source: str, page: Page) -> None:
        """Cut a page and index its passages; heading and title count as words of each."""
        self._pages[source] = page
        outline = Outline(page.marks)
        title = content_stems(page.title or "")
        for span in cut(page):
            heading = outline.heading(span.start)
            number = len(self._passages)
            self._passages.append(
                Passage(
                    id=f"P{number + 1}",
                    source=source,
                    start=span.start,
                    end=span.end,
                    heading=heading,
                    page=outline.page(span.start),
                )
            )
            counts = Counter(content_stems(page.text[span.start : span.end]))
            self._lengths.append(sum(counts.values()) + 1)
            for term in {*title, *content_stems(heading or "")}:
                counts[term] += 1
            for term, count in counts.items():
                self._postings.setdefault(term, []).append((number, count))

    def weight(self, term: str) -> float:
        """The inverse document frequency of a stem over the passages read so far."""
        total, holding = len(self._passages), len(self._postings.get(term, ()))
        return math.log(1 + (total - holding + 0.5) / (holding + 0.5))

    def weights(self, terms: Sequence[str]) -> dict[str, float]:
        """`weight` of each of `terms`; at least a tenth, so that a word every passage has still counts."""
        return {term: max(0.1, self.weight(term)) for term in terms}

    def select(self, texts: Sequence[str], *, limit: int, characters: int) -> tuple[Passage, ...]:
        """The passages that say most to `texts` (question, topic, query; the first counts double), in reading order.

        At most `limit` of them and at most `characters` of one source.
        """
        used: Counter[str] = Counter()
        chosen: list[int] = []
        for number in self._ranked(texts):
            passage = self._passages[number]
            size = passage.end - passage.start
            if used[passage.source] and used[passage.source] + size > characters:
                continue
            used[passage.source] += size
            chosen.append(number)
            if len(chosen) == limit:
                break
        return tuple(self._passages[number] for number in sorted(chosen))

    def ranked(self, texts: Sequence[str]) -> tuple[Passage, ...]:
        """The passages that say anything to `texts`, best first; see `select`."""
        return tuple(self._passages[number] for number in self._ranked(texts))

    def _ranked(self, texts: Sequence[str]) -> list[int]:
        wanted: Counter[str] = Counter()
        for place, text in enumerate(texts):
            for term in dict.fromkeys(content_stems(text)):
                wanted[term] += 2 if place == 0 else 1
        scores = self._scores(wanted)
        by_words = sorted(scores, key=lambda n: (-scores[n], n))
        if self._embed is None or not self._passages:
            return by_words
        others = (n for n in range(len(self._passages)) if n not in scores)
        near = [*by_words[:NEAR], *islice(others, max(0, NEAR - len(by_words)))]
        likeness = self._likeness(self._embed, texts, near)
        # A word of every text scores as often as there are texts, and once more.
        words = {n: scores.get(n, 0.0) / (len(texts) + 1) for n in near}
        fused = {
            n: likeness[n] + _WORDS * words[n] / (words[n] + _HALF)
            for n in near
            if n in scores or likeness[n] >= _LIKE
        }
        return [*sorted(fused, key=lambda n: (-fused[n], n)), *by_words[NEAR:]]

    def _likeness(self, embed: Embed, texts: Sequence[str], numbers: Sequence[int]) -> dict[int, float]:
        """The cosine of each passage to `texts` taken together, the first of them counting double."""
        asked = self._vectors_of(embed, texts)
        whole = [sum(column) for column in zip(asked[0], *asked, strict=True)]
        length = math.sqrt(sum(map(mul, whole, whole))) or 1.0
        found = self._vectors_of(embed, [self._text(n) for n in numbers])
        return {n: sum(map(mul, whole, each)) / length for n, each in zip(numbers, found, strict=True)}

    def _vectors_of(self, embed: Embed, texts: Sequence[str]) -> list[Sequence[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        self._vectors.update(zip(new, embed.embed(new), strict=True))
        return [self._vectors[text] for text in texts]

    def _text(self, number: int) -> str:
        """A passage as it is compared by meaning: under its page's title."""
        passage = self._passages[number]
        page = self._pages[passage.source]
        return "\n".join((page.title or "", page.text[passage.start : passage.end])).strip()

    def _scores(self, wanted: Counter[str]) -> dict[int, float]:
        mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0
        scores: dict[int, float] = {}
        for term, boost in wanted.items():
            weight = boost * self.weight(term)
            for number, count in self._postings.get(term, ()):
                norm = count + _K1 * (1 - _B + _B * self._lengths[number] / mean)
                scores[number] = scores.get(number, 0.0) + weight * count * (_K1 + 1) / norm
        return scores
