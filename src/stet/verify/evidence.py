"""The saved sources of a run, prepared once for checking many claims: normal forms, sentences, values, words."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

from stet.domain.evidence import Mark, Passage, Source
from stet.verify.attribution import CoverageIndex
from stet.verify.coverage import Window
from stet.verify.normal import Normalised
from stet.verify.sentences import Span, sentences, window
from stet.verify.values import Found, values


class EvidenceIndex:
    """Sources and their texts. Pure: everything is computed from what it is given, at most once.

    `given` are the ids of the sources of which passages were given to the writer; None means all of them.
    `passages`, where known, are those passages: then a quote must lie in one of its source's. `full_texts` are all
    words of pages whose `texts` are their main part.
    """

    def __init__(
        self,
        sources: Iterable[Source],
        texts: Mapping[str, str],
        *,
        given: frozenset[str] | None = None,
        passages: Iterable[Passage] | None = None,
        marks: Mapping[str, Sequence[Mark]] | None = None,
        full_texts: Mapping[str, str] | None = None,
    ) -> None:
        self.sources = {source.id: source for source in sources}
        self.texts = texts
        self.given = given
        self.passages: dict[str, list[Span]] | None = None
        if passages is not None:
            self.passages = {}
            for each in passages:
                self.passages.setdefault(each.source, []).append(Span(each.start, each.end))
        self._marks = marks or {}
        self._full_texts = full_texts or {}
        self._pages: dict[str, Normalised] = {}
        self._spans: dict[str, tuple[Span, ...]] = {}
        self._values: dict[tuple[str, Span], tuple[Found, ...]] = {}
        self._windows: dict[tuple[str, Span], Window] = {}
        self._coverage: CoverageIndex | None = None

    def page(self, source: str) -> Normalised:
        """The normal forms of a source's text."""
        if source not in self._pages:
            self._pages[source] = Normalised(self.texts[source])
        return self._pages[source]

    def whole(self, source: str) -> Normalised | None:
        """The normal forms of all words of a page, or None where its text is all there is."""
        full = self._full_texts.get(source)
        return None if full is None else Normalised(full)

    def spans(self, source: str) -> tuple[Span, ...]:
        """The sentences of a source."""
        if source not in self._spans:
            self._spans[source] = sentences(self.texts[source], self._marks.get(source, ()))
        return self._spans[source]

    def window(self, source: str, start: int, end: int) -> Window:
        """The passage around `[start, end)` of a source: the quoted sentences and three on either side."""
        span = self.around(source, start, end)
        key = (source, span)
        if key not in self._windows:
            # Values are found sentence by sentence: windows of one page overlap, and share them.
            found = [
                value._replace(start=value.start + by, end=value.end + by)
                for each in self._within(source, span)
                for by in (each.start - span.start,)
                for value in self._sentence(source, each)
            ]
            self._windows[key] = Window(
                self.texts[source][span.start : span.end], found, self._context(source), self._dates(source)
            )
        return self._windows[key]

    def around(self, source: str, start: int, end: int) -> Span:
        """Where the window around `[start, end)` of a source stands."""
        return window(self.texts[source], self.spans(source), start, end)

    @property
    def coverage(self) -> CoverageIndex:
        """The words of all sources, for telling which covers a claim best."""
        if self._coverage is None:
            self._coverage = CoverageIndex(
                {key: text for key, text in self.texts.items() if key in self.sources}
            )
        return self._coverage

    def _within(self, source: str, span: Span) -> Sequence[Span]:
        spans = self.spans(source)
        first = bisect_right(spans, span.start, key=lambda each: each.end)
        last = bisect_left(spans, span.end, key=lambda each: each.start)
        return spans[first:last] or (span,)

    def _sentence(self, source: str, span: Span) -> tuple[Found, ...]:
        key = (source, span)
        if key not in self._values:
            self._values[key] = values(self.texts[source][span.start : span.end])
        return self._values[key]

    def _context(self, source: str) -> str:
        known = self.sources.get(source)
        return "" if known is None else " · ".join(filter(None, (known.title, known.publisher)))

    def _dates(self, source: str) -> tuple[str, ...]:
        known = self.sources.get(source)
        days = () if known is None else (known.published_at, known.modified_at)
        return tuple(day.isoformat() for day in days if day is not None)
