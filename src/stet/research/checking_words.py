"""Where the sources of a text speak of a statement: by words and values, for nobody has quoted them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.domain.evidence import Quote
from stet.ports import Evidence
from stet.report.checked import Words
from stet.report.clean import short
from stet.research.checking_conflicts import says_otherwise, sources_differ
from stet.research.checking_quotations import checkable, only_attributes, quotations
from stet.research.passages import Outline
from stet.verify.attribution import attribution
from stet.verify.coverage import covers
from stet.verify.cuts import cuts
from stet.verify.evidence import EvidenceIndex
from stet.verify.found import Found, Kind
from stet.verify.quotes import locate, nearest
from stet.verify.sentences import Span
from stet.verify.values import cached_values, missing_values, values
from stet.verify.words import content_stems

_VALUE: Final = 2.0
"""A value says more about where a statement comes from than a word does."""
_BESIDE: Final = 0.5
"""What a term in the sentence before or after counts."""
_MOST: Final = 6
"""Quotes of one source at most: a statement may take its values from several places."""
_LEAST_WORDS: Final = 4
"""Fewer words quote nothing: they may stand anywhere."""
_LEAD: Final = 40
_LABEL: Final = re.compile(r"\W{0,20}(?:\(?(?:[0-9]{1,4}|[a-zA-Z])[.)]\s{0,4})?")
_QUOTE_MARK: Final = re.compile('["“”„«»「」『』]')
_SHOWN: Final = 120
_SPELT: Final = re.compile(r"[a-zà-ÿ]{3}")
"""What a name has that is written out, and "CTR", "FF14" and "YoY" have not."""
_LONG: Final = 200
"""Characters from which what counts as one sentence, a list with its lead-in, is looked at sentence by sentence."""
_AROUND: Final = 160


class Located(NamedTuple):
    """Where the sources speak of a statement.

    `verbatim` where the first quote is the statement, word for word, or what it quotes and nothing beside it. `failed`
    says what no source has: words in quotation marks, or anything at all, which another source then has; `differs`
    that one source gives what another turns round.
    """

    quotes: tuple[Quote, ...]
    words: tuple[Words, ...]
    verbatim: bool
    failed: Check | None = None
    differs: Check | None = None


class Shelf:
    """The sources of a text, each read once for being looked through for many statements.

    `titles` are those of all works that the text names: in quotation marks, they quote nothing.
    """

    def __init__(self, evidence: Evidence, titles: Iterable[str] = ()) -> None:
        self._titles = tuple(titles)
        texts = {s.id: evidence.text(s.id) for s in evidence.sources if s.id in evidence.pages}
        marks = {source: page.marks for source, page in evidence.pages.items()}
        full = {source: page.full_text for source, page in evidence.pages.items() if page.full_text}
        self._index = EvidenceIndex(evidence.sources, texts, marks=marks, full_texts=full)
        self._outlines = {source: Outline(page.marks) for source, page in evidence.pages.items()}
        self._terms: dict[str, _Terms] = {}

    def locate(self, statement: str, sources: Sequence[str]) -> Located:
        """The words of each source nearest to a statement; those that are its own come first."""
        known = [source for source in sources if source in self._index.texts]
        if (quoted := self._quoted(statement, known)) is not None:
            return quoted
        verbatim = [(source, span) for source in known if (span := self._verbatim(statement, source))]
        own = tuple(self._quote(source, span) for source, span in verbatim)
        near = {source: tuple(self._nearest(statement, source)) for source in known}
        quotes = own or tuple(quote for each in near.values() for quote in each)
        if not quotes and known:
            fits = attribution(statement, known, self._index.coverage)
            return Located((), (), verbatim=False, failed=fits if fits.outcome is Outcome.FAIL else None)
        against = self._opposed(statement, near, [quote.source for quote in own]) if len(known) > 1 else ()
        shown = [self._words(quote, found=bool(own)) for quote in quotes]
        shown += [self._words(quote) for quote in against if quote not in quotes]
        differs = sources_differ(quotes, against) if against else None
        return Located(quotes, tuple(shown), verbatim=bool(own), differs=differs)

    def only_abbreviations(self, located: Located, statement: str) -> bool:
        """Whether all that the sources lack of a statement are abbreviations: of words, perhaps, that they do have."""
        left = cached_values(statement)
        for quote in located.quotes:
            window = self._index.window(quote.source, quote.start, quote.end)
            left = tuple(each.value for each in covers(left, window, statement).missing)
        return bool(left) and all(
            value.kind is Kind.NAME and not _SPELT.search(value.exact) for value in left
        )

    def _opposed(
        self, statement: str, near: Mapping[str, Sequence[Quote]], own: Sequence[str]
    ) -> tuple[Quote, ...]:
        """The nearest words of sources that say the opposite of a statement, where another source gives its values."""
        wanted = cached_values(statement)
        against: list[Quote] = []
        giving = list(own)
        for source, quotes in near.items():
            if source in own or not quotes:
                continue
            first = quotes[0]
            if says_otherwise(statement, first.exact):
                against.append(first)
            elif (
                wanted
                and not covers(wanted, self._index.window(source, first.start, first.end), statement).missing
            ):
                giving.append(source)
        return tuple(against) if giving else ()

    def _quoted(self, statement: str, sources: Sequence[str]) -> Located | None:
        """What becomes of a statement's quotations; None where it has none that must stand in a source."""
        cited = [self._index.sources[source] for source in sources]
        titles = [*self._titles, *(source.title for source in cited if source.title)]
        quoted = [each for each in quotations(statement) if checkable(each, titles)]
        quotes: list[Quote] = []
        aside = False
        for each in quoted:
            found = [quote for source in sources if (quote := self._found(each.exact, source))]
            if not found and sources and not any(self._beside(each.exact, source) for source in sources):
                return self._altered(each.exact, sources)
            aside = aside or not found
            quotes += found
        if not quotes or aside or not only_attributes(statement, quoted, cited):
            return None
        return Located(
            tuple(quotes), tuple(self._words(quote, found=True) for quote in quotes), verbatim=True
        )

    def _found(self, exact: str, source: str) -> Quote | None:
        found = locate(exact.strip().rstrip(".,;"), self._index.page(source))
        return None if found is None else self._quote(source, Span(found.start, found.end))

    def _beside(self, exact: str, source: str) -> bool:
        """Whether the words stand on the page, but not in its main text."""
        whole = self._index.whole(source)
        return whole is not None and locate(exact, whole) is not None

    def _altered(self, exact: str, sources: Sequence[str]) -> Located:
        close = [(source, near) for source in sources if (near := nearest(exact, self._index.page(source)))]
        detail = f"The words in quotation marks are not in {', '.join(sources)}: “{short(exact, _SHOWN)}”."
        if not close:
            return Located((), (), verbatim=False, failed=_failed("not_found", detail))
        source, near = max(close, key=lambda each: each[1].likeness)
        quote = self._quote(source, Span(near.start, near.end))
        missing = missing_values(exact, quote.exact)[:_MOST]
        detail = " ".join([detail, *(f"It has no “{each.exact}”." for each in missing)])
        return Located((), (self._words(quote),), verbatim=False, failed=_failed("altered", detail))

    def _verbatim(self, statement: str, source: str) -> Span | None:
        """Where a source has a statement as whole sentences of its own, typography apart.

        Part of a sentence is not enough, nor words that it puts after a colon or in quotation marks: "It is not true
        that …" and "He claims: …" may stand before them.
        """
        found = locate(statement, self._index.page(source))
        if found is None or found.way == "ellipsis" or len(content_stems(statement)) < _LEAST_WORDS:
            return None
        spans, text = self._terms_of(source).spans, self._index.texts[source]
        first = bisect_right(spans, found.start, key=lambda span: span.end)
        near = spans[first : bisect_left(spans, found.end, key=lambda span: span.start)]
        if not near:
            return None
        before, after = text[near[0].start : found.start], text[found.end : near[-1].end]
        lead = text[max(0, near[0].start - _LEAD) : near[0].start].rstrip()
        whole = _LABEL.fullmatch(before) and not any(char.isalnum() for char in after)
        own = not lead.endswith((":", "：")) and not _QUOTE_MARK.search(before + after)
        return Span(found.start, found.end) if whole and own else None

    def _nearest(self, statement: str, source: str) -> Iterator[Quote]:
        terms = self._terms_of(source)
        best = terms.best(_terms(statement))
        if best is None:
            return
        chosen = [best]
        yield self._quote(source, terms.spans[best])
        wanted = cached_values(statement)
        window = self._index.window(source, *terms.spans[best])
        missing = [each.value for each in covers(wanted, window, statement).missing]
        for value in missing:
            at = terms.best(_terms(statement), holding=value)
            if at is not None and at not in chosen and len(chosen) < _MOST:
                chosen.append(at)
                yield self._quote(source, terms.spans[at])

    def _terms_of(self, source: str) -> "_Terms":
        if source not in self._terms:
            self._terms[source] = _Terms(self._index.texts[source], tuple(self._sentences(source)))
        return self._terms[source]

    def _sentences(self, source: str) -> Iterator[Span]:
        """The sentences of a source, those of a law's points apart: what is shown must be short."""
        text = self._index.texts[source]
        for span in self._index.spans(source):
            start = span.start
            for cut in (
                (*cuts(text, span.start, span.end), span.end) if span.end - start > _LONG else (span.end,)
            ):
                said = text[start:cut]
                if said.strip():
                    yield Span(start + len(said) - len(said.lstrip()), start + len(said.rstrip()))
                start = cut

    def _quote(self, source: str, span: Span) -> Quote:
        outline = self._outlines[source]
        return Quote(
            source=source,
            start=span.start,
            end=span.end,
            exact=self._index.texts[source][span.start : span.end],
            page=outline.page(span.start),
            heading=outline.heading(span.start),
        )

    def _words(self, quote: Quote, *, found: bool = False) -> Words:
        text = self._index.texts[quote.source]
        return Words(
            source=quote.source,
            start=quote.start,
            end=quote.end,
            exact=quote.exact,
            before=text[max(0, quote.start - _AROUND) : quote.start],
            after=text[quote.end : quote.end + _AROUND],
            found=found,
        )


class _Terms:
    """The sentences of a source by the words and values in them, each term weighed by how few sentences have it."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.spans = spans
        self._holders: dict[str, list[int]] = {}
        for number, span in enumerate(spans):
            for term in _terms(text[span.start : span.end], remember=False):
                self._holders.setdefault(term, []).append(number)

    def best(self, wanted: dict[str, float], holding: Found | None = None) -> int | None:
        """The sentence that has most of what is wanted, its neighbours helping; the first of equals.

        With `holding`, only sentences that give this value, and something else that is wanted.
        """
        own: dict[int, float] = {}
        for term, weight in wanted.items():
            holders = self._holders.get(term, ())
            worth = weight * log(1 + len(self.spans) / (len(holders) + 0.5))
            for number in holders:
                own[number] = own.get(number, 0.0) + worth
        if holding is not None:
            allowed = self._having(holding)
            own = {number: score for number, score in own.items() if number in allowed}
        if not own:
            return None
        return max(own, key=lambda n: (own[n] + _BESIDE * max(own.get(n - 1, 0), own.get(n + 1, 0)), -n))

    def _having(self, value: Found) -> set[int]:
        """The sentences that give a value; of a name, those with all of its words, else those with any of them."""
        if value.kind is not Kind.NAME:
            return set(self._holders.get(_key(value), ()))
        parts = [set(self._holders.get(part, ())) for part in content_stems(value.exact)]
        every = set(parts[0]).intersection(*parts[1:]) if parts else set[int]()
        return every or set[int]().union(*parts)


def _terms(text: str, *, remember: bool = True) -> dict[str, float]:
    """The terms of a text with their weights."""
    terms = dict.fromkeys(content_stems(text), 1.0)
    for value in cached_values(text) if remember else values(text):
        if value.kind is not Kind.NAME:
            terms[_key(value)] = _VALUE
    return terms


def _failed(reason: str, detail: str) -> Check:
    return Check(name="quote", outcome=Outcome.FAIL, reason=reason, detail=detail)


def _key(value: Found) -> str:
    return f"{value.kind}:{value.normal}"
