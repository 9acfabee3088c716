"""Where the sources of a text speak of a statement: by words and values, for nobody has quoted them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.domain.evidence import Quote
from stet.ports import Evidence
from stet.report.checked import Words
from stet.report.clean import short
from stet.research.checking_conflicts import says_otherwise, sources_differ
from stet.research.checking_quotations import checkable, only_attributes, quotations, without_editing
from stet.research.checking_terms import Terms, terms_of
from stet.research.passages import Outline
from stet.verify.attribution import attribution
from stet.verify.coverage import covers
from stet.verify.cuts import cuts
from stet.verify.evidence import EvidenceIndex
from stet.verify.found import Kind
from stet.verify.normal import lowered
from stet.verify.quotes import locate, nearest
from stet.verify.sentences import Span
from stet.verify.values import cached_values, missing_values
from stet.verify.verbatim import Setting, hidden, says
from stet.verify.words import content_stems

_MOST: Final = 6
"""Quotes of one source at most: a statement may take its values from several places."""
_LEAST_WORDS: Final = 4
"""Fewer words quote nothing: they may stand anywhere."""
_SHOWN: Final = 120
_SPELT: Final = re.compile(r"[a-zà-ÿ]{3}")
"""What a name has that is written out, and "CTR", "FF14" and "YoY" have not."""
_LONG: Final = 200
"""Characters from which what counts as one sentence, a list with its lead-in, is looked at sentence by sentence."""
_AROUND: Final = 160
_LONGEST_WORD: Final = 40


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
        self._headings = {
            source: tuple(Span(mark.start, mark.end) for mark in page.marks if mark.kind == "heading")
            for source, page in evidence.pages.items()
        }
        self._terms: dict[str, Terms] = {}

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
        open_still = hidden(statement)
        for each in quoted:
            found = [quote for source in sources if (quote := self._found(each.exact, source))]
            if not found and sources and not any(self._beside(each.exact, source) for source in sources):
                return self._altered(each.exact, sources)
            fair = [quote for quote in found if self._fair(each.exact, quote)]
            open_still = open_still or not fair
            quotes += fair
        if not quotes or open_still or not only_attributes(statement, quoted, cited):
            return None
        return Located(
            tuple(quotes), tuple(self._words(quote, found=True) for quote in quotes), verbatim=True
        )

    def _found(self, exact: str, source: str) -> Quote | None:
        found = locate(exact.strip().rstrip(".,;"), self._index.page(source))
        return None if found is None else self._quote(source, Span(found.start, found.end))

    def _fair(self, exact: str, quote: Quote) -> bool:
        """Whether nothing that is left out, in the middle or around, can turn quoted words round."""
        at = Span(quote.start, quote.end)
        found = locate(exact.strip().rstrip(".,;"), self._index.page(quote.source))
        whole = found is not None and found.way != "ellipsis"
        return whole and says(at, self._setting(quote.source, at.start), part=True)

    def _beside(self, exact: str, source: str) -> bool:
        """Whether the words stand on the page, but not in its main text; or there without an editor's brackets."""
        whole = self._index.whole(source)
        if whole is not None and locate(exact, whole) is not None:
            return True
        plain = without_editing(exact)
        return (
            plain is not None and locate(plain.rstrip(".,;"), lowered(self._index.texts[source])) is not None
        )

    def _setting(self, source: str, at: int) -> Setting:
        outline, page = self._outlines[source], self._index.sources[source]
        over = "\n".join(filter(None, (page.title, outline.heading(at))))
        return Setting(self._index.texts[source], self._terms_of(source).spans, self._headings[source], over)

    def _altered(self, exact: str, sources: Sequence[str]) -> Located:
        close = [(source, near) for source in sources if (near := nearest(exact, self._index.page(source)))]
        detail = f"The words in quotation marks are not in {', '.join(sources)}: “{short(exact, _SHOWN)}”."
        if not close:
            return Located((), (), verbatim=False, failed=_failed("not_found", detail))
        source, near = max(close, key=lambda each: each[1].likeness)
        quote = self._quote(source, _whole_words(self._index.texts[source], near.start, near.end))
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
        at = Span(found.start, found.end)
        return at if not hidden(statement) and says(at, self._setting(source, at.start)) else None

    def _nearest(self, statement: str, source: str) -> Iterator[Quote]:
        terms = self._terms_of(source)
        best = terms.best(terms_of(statement))
        if best is None:
            return
        chosen = [best]
        yield self._quote(source, terms.spans[best])
        wanted = cached_values(statement)
        window = self._index.window(source, *terms.spans[best])
        missing = [each.value for each in covers(wanted, window, statement).missing]
        for value in missing:
            at = terms.best(terms_of(statement), holding=value)
            if at is not None and at not in chosen and len(chosen) < _MOST:
                chosen.append(at)
                yield self._quote(source, terms.spans[at])

    def _terms_of(self, source: str) -> Terms:
        if source not in self._terms:
            self._terms[source] = Terms(self._index.texts[source], tuple(self._sentences(source)))
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


def _whole_words(text: str, start: int, end: int) -> Span:
    """A span with the rest of the words that it cuts."""
    for _ in range(_LONGEST_WORD):
        start -= start > 0 and text[start - 1 : start + 1].isalnum()
        end += text[end - 1 : end + 1].isalnum() and end < len(text)
    return Span(start, end)


def _failed(reason: str, detail: str) -> Check:
    return Check(name="quote", outcome=Outcome.FAIL, reason=reason, detail=detail)
