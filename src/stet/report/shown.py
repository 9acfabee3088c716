"""A report as pages show it: every claim, quote, citation and source with its place and the links that lead to it.

One page that stands alone links within itself; a server gives claims and sources pages of their own. The words are
the same.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from stet.domain.claims import LedgerEntry
from stet.domain.evidence import Quote, Stance
from stet.domain.report import ListedSource, Report, Sentence
from stet.report import view, words
from stet.report.clean import one_line
from stet.report.fragments import Fragments
from stet.report.marks import WHOLE_UP_TO, Context, Span, Token, context, marked

_ANCHOR = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,30}")


class Links(Protocol):
    """Addresses of the parts of a report; an anchor is an element's id."""

    def claim(self, key: str, anchor: str) -> str:
        """Of a claim's entry."""
        ...

    def words(self, source: str, anchor: str) -> str | None:
        """Of quoted words in a saved text; None where it is not shown."""
        ...

    def source(self, source: str, anchor: str) -> str:
        """Of what is known of a source."""
        ...

    def sentence(self, anchor: str) -> str:
        """Of a citation in the text."""
        ...

    def ledger(self) -> str:
        """Of the table of all claims."""
        ...


class OnePage:
    """Links within one page, which may hold the saved texts."""

    def __init__(self, *, snapshots: bool = True) -> None:
        self._snapshots = snapshots

    def claim(self, key: str, anchor: str) -> str:
        """See `Links`."""
        return f"#{anchor}"

    def words(self, source: str, anchor: str) -> str | None:
        """See `Links`."""
        return f"#{anchor}" if self._snapshots else None

    def source(self, source: str, anchor: str) -> str:
        """See `Links`."""
        return f"#{anchor}"

    def sentence(self, anchor: str) -> str:
        """See `Links`."""
        return f"#{anchor}"

    def ledger(self) -> str:
        """See `Links`."""
        return "#ledger"


class Marker(NamedTuple):
    """A citation in the text: a link to its claim, or plain text when there is no such claim."""

    key: str
    href: str | None
    id: str
    name: str
    decision: str
    shape: str


class Line(NamedTuple):
    """A sentence and its markers."""

    text: str
    markers: tuple[Marker, ...]


class QuoteView(NamedTuple):
    """Exact words as a claim's entry shows them."""

    exact: str
    context: Context | None
    source: ListedSource | None
    source_href: str
    place: str
    against: bool
    text_href: str | None
    live_href: str | None
    missing: str


class ClaimView(NamedTuple):
    """A claim's entry; `back` leads to where it is cited, or to the ledger where it is not."""

    entry: LedgerEntry
    anchor: str
    href: str
    number: int
    quotes: tuple[QuoteView, ...]
    back: tuple[str, ...]
    cited: bool


class TextView(NamedTuple):
    """A saved text with its marks."""

    source: ListedSource
    anchor: str
    href: str
    tokens: tuple[Token, ...]
    cut: bool
    size: int


class Shown:
    """Gives every claim, quote, citation and source of a report its anchor and its links.

    `texts` holds the saved text of each source by its id. A quote whose words do not stand in the text at its place
    is shown with a warning and never marked.
    """

    def __init__(self, report: Report, texts: Mapping[str, str], links: Links | None = None) -> None:
        self.report, self.texts = report, texts
        self.links: Links = links or OnePage()
        self.claims = {entry.key: entry for entry in reversed(report.claims)}
        self.sources = {source.id: source for source in reversed(report.sources)}
        self.anchors = {entry.key: _anchor("claim", entry.key, i) for i, entry in enumerate(report.claims, 1)}
        self.places = {s.id: _anchor("source", s.id, i) for i, s in enumerate(report.sources, 1)}
        self._live = Fragments(texts)
        self._backs: dict[str, list[str]] = {}

    def lines(self, sentences: Iterable[Sentence]) -> list[Line]:
        """Sentences with their citations. Each citation is counted once, in the order in which this is called."""
        return [Line(s.text, tuple(self.marker(key) for key in s.claims)) for s in sentences]

    def marker(self, key: str) -> Marker:
        """One more citation of a claim."""
        entry = self.claims.get(key)
        if entry is None:
            return Marker(key, None, "", f"Citation {one_line(key)}: there is no such claim", "unknown", "?")
        source = self.sources.get(entry.quotes[0].source) if entry.quotes else None
        backs = self._backs.setdefault(key, [])
        backs.append(f"cite-{self.anchors[key]}-{len(backs) + 1}")
        name = words.citation_name(entry, source)
        href = self.claim_href(key)
        return Marker(key, href, backs[-1], name, entry.decision.value, words.shape(entry))

    def claim_href(self, key: str) -> str:
        """Where a claim's entry is."""
        return self.links.claim(key, self.anchors[key])

    def source_href(self, source: str) -> str:
        """Where a listed source is."""
        return self.links.source(source, self.places[source])

    def claim(self, number: int, entry: LedgerEntry) -> ClaimView:
        """A claim's entry, after the sentences that cite it."""
        quotes = tuple(self.quote(entry, i, quote) for i, quote in enumerate(entry.quotes, 1))
        backs = tuple(self.links.sentence(each) for each in self._backs.get(entry.key, ()))
        back = backs or (self.links.ledger(),)
        anchor, href = self.anchors[entry.key], self.claim_href(entry.key)
        return ClaimView(entry, anchor, href, number, quotes, back, bool(backs))

    def quote(self, entry: LedgerEntry, number: int, quote: Quote) -> QuoteView:
        """The words of a claim, in their context where the text is known."""
        text = self.texts.get(quote.source)
        stands = text is not None and _stands(text, quote)
        place = [f"page {quote.page}"] if quote.page is not None else []
        place += [f"under “{words.heading(quote.heading)}”"] if quote.heading else []
        missing = "" if stands else "The saved text is not part of this page."
        if text is not None and not stands:
            missing = "These words do not stand at this place of the saved text."
        listed = self.sources.get(quote.source)
        marked_there = self.links.words(quote.source, self.mark_anchor(entry.key, number))
        return QuoteView(
            exact=quote.exact,
            context=context(text, quote.start, quote.end) if text is not None and stands else None,
            source=listed,
            source_href=self.source_href(quote.source) if listed else "",
            place=", ".join(place),
            against=quote.stance is Stance.CONTRADICTS,
            text_href=marked_there if stands else None,
            live_href=self._live.link(listed, quote) if stands else None,
            missing=missing,
        )

    def mark_anchor(self, key: str, number: int) -> str:
        """The id of a claim's words in a saved text."""
        return f"words-{self.anchors[key]}-{number}"

    def side(self, side: view.Side) -> tuple[view.Side, Marker, list[QuoteView]]:
        """A side with its marker and, for each of its sources, the words that say it."""
        named = {value.source for value in side.sources}
        quotes = list(enumerate(side.entry.quotes, 1)) if side.entry else []
        shown = [self.quote(side.entry, i, q) for i, q in quotes if side.entry and q.source in named]
        return side, self.marker(side.claim), shown

    def text(self, source: ListedSource, *, unquoted: bool = False) -> TextView | None:
        """A saved text; None where there is none, or nobody quotes it and `unquoted` ones are not wanted.

        A long text is cut to what is quoted, or to its beginning where nothing is.
        """
        text = self.texts.get(source.id)
        spans = [
            Span(quote.start, quote.end, self.mark_anchor(entry.key, number), entry.key)
            for entry in self.report.claims
            for number, quote in enumerate(entry.quotes, 1)
            if quote.source == source.id and text is not None and _stands(text, quote)
        ]
        if text is None or not (spans or source.cited or unquoted):
            return None
        tokens = marked(text, spans)
        if unquoted and not spans and len(text) > WHOLE_UP_TO:
            rest = Token("cut", f"{len(text) - WHOLE_UP_TO:,}")
            tokens = (Token("text", text[:WHOLE_UP_TO]), rest)
        cut = any(token.kind == "cut" for token in tokens)
        place = self.places[source.id]
        return TextView(source, place, self.source_href(source.id), tokens, cut, len(text))


def _stands(text: str, quote: Quote) -> bool:
    return 0 <= quote.start < quote.end <= len(text) and text[quote.start : quote.end] == quote.exact


def _anchor(kind: str, key: str, number: int) -> str:
    """An id that is safe in an address: the key itself where it is a plain word, else its number."""
    return f"{kind}-{key}" if _ANCHOR.fullmatch(key) else f"{kind}-no-{number}"
