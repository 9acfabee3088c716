"""The report as one HTML page that asks for nothing from outside and needs no script.

Each citation is a link to its claim's entry; each entry shows the exact words in their context and leads to
the same words marked in the saved text. Everything from documents goes through jinja's escaping and
`clean.visible`.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from stet.domain.claims import LedgerEntry
from stet.domain.evidence import Quote, Stance
from stet.domain.report import ListedSource, Report, Sentence
from stet.report import acts, people, view, words
from stet.report.clean import one_line, visible, web_address
from stet.report.days import long_date, said
from stet.report.fragments import Fragments
from stet.report.json import to_json
from stet.report.marks import Context, Span, Token, context, marked

_ANCHOR = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,30}")
_ACTIVE = re.compile("[<>&\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]")


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
    source_anchor: str
    place: str
    against: bool
    text_href: str | None
    live_href: str | None
    missing: str


class ClaimView(NamedTuple):
    """A claim's entry."""

    entry: LedgerEntry
    anchor: str
    number: int
    quotes: tuple[QuoteView, ...]
    back: tuple[str, ...]
    cited: bool


class TextView(NamedTuple):
    """A saved text with its marks."""

    source: ListedSource
    anchor: str
    tokens: tuple[Token, ...]
    cut: bool
    size: int


def to_html(report: Report, texts: Mapping[str, str]) -> str:
    """The page; `texts` holds the saved text of each source by its id.

    A quote whose words do not stand in the text at its place is shown with a warning and never marked; a
    source without a text in `texts` is listed without it.
    """
    return _Page(report, texts).render()


class _Page:
    """Gives every claim, quote, citation and source its anchor, then fills the template."""

    def __init__(self, report: Report, texts: Mapping[str, str]) -> None:
        self.report, self.texts = report, texts
        self.links = Fragments(texts)
        self.claims = {entry.key: entry for entry in reversed(report.claims)}
        self.sources = {source.id: source for source in reversed(report.sources)}
        self.anchors = {entry.key: _anchor("claim", entry.key, i) for i, entry in enumerate(report.claims, 1)}
        self.places = {s.id: _anchor("source", s.id, i) for i, s in enumerate(report.sources, 1)}
        self.backs: dict[str, list[str]] = {}

    def render(self) -> str:
        report = self.report
        answer = self.lines(report.answer)
        sections = [(section.heading, self.lines(section.sentences)) for section in report.sections]
        claims = {entry.key: self.claim(i, entry) for i, entry in enumerate(report.claims, 1)}
        lists = view.source_lists(report)
        style, script = page_style(), asset("report.js")
        return (
            environment()
            .get_template("report.html.j2")
            .render(
                report=report,
                words=words,
                acts=acts,
                people=people,
                web_address=web_address,
                outcome=words.outcome(report),
                judgement=words.judgement(report),
                answer=answer,
                sections=sections,
                claims=list(claims.values()),
                ledger=[claims[entry.key] for entry in view.weakest_first(report.claims)],
                fallen=[claims[entry.key] for entry in view.not_supported(report)],
                disagreements=[
                    (d, [self.side(side) for side in d.sides]) for d in view.disagreements(report)
                ],
                sentences_out=[
                    (each, [self.marker(key) for key in each.claims]) for each in acts.sentences_out(report)
                ],
                gaps=[(view.topic_of(report, gap), gap) for gap in report.gaps],
                lists=lists,
                saved=[text for source in lists.cited + lists.read if (text := self.text(source))],
                places=self.places,
                anchors=self.anchors,
                data=for_script(to_json(report)),
                style=style,
                script=script,
                script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            )
        )

    def lines(self, sentences: tuple[Sentence, ...]) -> list[Line]:
        return [Line(s.text, tuple(self.marker(key) for key in s.claims)) for s in sentences]

    def marker(self, key: str) -> Marker:
        entry = self.claims.get(key)
        if entry is None:
            return Marker(key, None, "", f"Citation {one_line(key)}: there is no such claim", "unknown", "?")
        source = self.sources.get(entry.quotes[0].source) if entry.quotes else None
        backs = self.backs.setdefault(key, [])
        backs.append(f"cite-{self.anchors[key]}-{len(backs) + 1}")
        name = words.citation_name(entry, source)
        return Marker(key, f"#{self.anchors[key]}", backs[-1], name, entry.decision.value, words.shape(entry))

    def claim(self, number: int, entry: LedgerEntry) -> ClaimView:
        quotes = tuple(self.quote(entry, i, quote) for i, quote in enumerate(entry.quotes, 1))
        backs = tuple(self.backs.get(entry.key, ()))
        return ClaimView(entry, self.anchors[entry.key], number, quotes, backs, bool(backs))

    def quote(self, entry: LedgerEntry, number: int, quote: Quote) -> QuoteView:
        text = self.texts.get(quote.source)
        stands = text is not None and _stands(text, quote)
        place = [f"page {quote.page}"] if quote.page is not None else []
        place += [f"under “{words.heading(quote.heading)}”"] if quote.heading else []
        missing = "" if stands else "The saved text is not part of this page."
        if text is not None and not stands:
            missing = "These words do not stand at this place of the saved text."
        return QuoteView(
            exact=quote.exact,
            context=context(text, quote.start, quote.end) if text is not None and stands else None,
            source=self.sources.get(quote.source),
            source_anchor=self.places.get(quote.source, ""),
            place=", ".join(place),
            against=quote.stance is Stance.CONTRADICTS,
            text_href=f"#{self.mark_anchor(entry.key, number)}" if stands else None,
            live_href=self.links.link(self.sources.get(quote.source), quote) if stands else None,
            missing=missing,
        )

    def mark_anchor(self, key: str, number: int) -> str:
        return f"words-{self.anchors[key]}-{number}"

    def side(self, side: view.Side) -> tuple[view.Side, Marker, list[QuoteView]]:
        """A side with its marker and, for each of its sources, the words that say it."""
        named = {value.source for value in side.sources}
        quotes = list(enumerate(side.entry.quotes, 1)) if side.entry else []
        shown = [self.quote(side.entry, i, q) for i, q in quotes if side.entry and q.source in named]
        return side, self.marker(side.claim), shown

    def text(self, source: ListedSource) -> TextView | None:
        text = self.texts.get(source.id)
        spans = [
            Span(quote.start, quote.end, self.mark_anchor(entry.key, number), entry.key)
            for entry in self.report.claims
            for number, quote in enumerate(entry.quotes, 1)
            if quote.source == source.id and text is not None and _stands(text, quote)
        ]
        if text is None or not (spans or source.cited):
            return None
        tokens = marked(text, spans)
        cut = any(token.kind == "cut" for token in tokens)
        return TextView(source, self.places[source.id], tokens, cut, len(text))


def _stands(text: str, quote: Quote) -> bool:
    return 0 <= quote.start < quote.end <= len(text) and text[quote.start : quote.end] == quote.exact


def _anchor(kind: str, key: str, number: int) -> str:
    """An id that is safe in an address: the key itself where it is a plain word, else its number."""
    return f"{kind}-{key}" if _ANCHOR.fullmatch(key) else f"{kind}-no-{number}"


def for_script(data: str) -> str:
    """JSON that cannot end or open anything in HTML or reorder what is shown, still the same JSON."""
    return _ACTIVE.sub(lambda found: f"\\u{ord(found.group()):04x}", data)


def asset(name: str) -> str:
    """A style sheet or script that stands in every page."""
    return files("stet.report").joinpath("templates", name).read_text(encoding="utf-8")


def page_style() -> str:
    """The style of a page that stands alone: how things look, and where they stand on it."""
    return asset("report.css") + asset("export.css")


@lru_cache(maxsize=2)
def environment(package: str | None = None) -> Environment:
    """Templates whose every value is escaped, and made harmless before; those of `package` come first."""
    packages = ("stet.report",) if package is None else (package, "stet.report")
    made = Environment(
        loader=ChoiceLoader([PackageLoader(each) for each in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.filters.update(line=one_line, long_date=long_date, said=said, humanise=words.humanise)
    return made


def _shown(value: object) -> object:
    """What a template writes: plain text without anything that could reorder or hide what follows."""
    return visible(value) if type(value) is str else value
