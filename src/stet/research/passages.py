"""A page cut into passages by its structure, and the passages ranked for what is asked (BM25)."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from stet.domain.evidence import Mark, Page, Passage
from stet.verify.sentences import Span, sentences
from stet.verify.words import content_stems

WANTED, LARGEST = 500, 1200
"""Characters: a passage is closed once it has `WANTED`, and grows past `LARGEST` only for one long sentence."""

_K1, _B = 1.2, 0.75


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


class PassageIndex:
    """All passages of a run, numbered in reading order, ranked by BM25; work grows linearly with the text."""

    def __init__(self) -> None:
        self._passages: list[Passage] = []
        self._lengths: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = {}

    def add(self, source: str, page: Page) -> None:
        """Cut a page and index its passages; heading and title count as words of each."""
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
        """The passages that say most to `texts` (question, topic, query; the first counts double), best first.

        At most `limit` of them and at most `characters` of one source.
        """
        wanted: Counter[str] = Counter()
        for place, text in enumerate(texts):
            for term in dict.fromkeys(content_stems(text)):
                wanted[term] += 2 if place == 0 else 1
        scores = self._scores(wanted)
        used: Counter[str] = Counter()
        chosen: list[Passage] = []
        for number in sorted(scores, key=lambda n: (-scores[n], n)):
            passage = self._passages[number]
            size = passage.end - passage.start
            if used[passage.source] and used[passage.source] + size > characters:
                continue
            used[passage.source] += size
            chosen.append(passage)
            if len(chosen) == limit:
                break
        return tuple(chosen)

    def _scores(self, wanted: Counter[str]) -> dict[int, float]:
        mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0
        scores: dict[int, float] = {}
        for term, boost in wanted.items():
            weight = boost * self.weight(term)
            for number, count in self._postings.get(term, ()):
                norm = count + _K1 * (1 - _B + _B * self._lengths[number] / mean)
                scores[number] = scores.get(number, 0.0) + weight * count * (_K1 + 1) / norm
        return scores
