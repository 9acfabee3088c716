"""The report as a document of headings, paragraphs and tables, which a word processor's or a printed page is made of.

It says what the Markdown says, in the same order. Every text in it is one line without anything hidden in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from stet.domain.report import Report, Sentence
from stet.report import acts, people, view, words
from stet.report.clean import one_line
from stet.report.days import said
from stet.report.fragments import Fragments

UNTITLED = "Untitled"


class Span(NamedTuple):
    """Words of one kind. `to` is the anchor of a claim's heading, `href` an http(s) address."""

    text: str
    bold: bool = False
    to: str | None = None
    href: str | None = None


class Heading(NamedTuple):
    """A heading of level 1 (the report itself) to 3, and the anchor that links lead to."""

    level: int
    text: str
    anchor: str | None = None


class Words(NamedTuple):
    """A paragraph; `sub` is an item of a list that belongs to the item before it.

    It runs the way of its first letter; with `ltr` to the right, whatever names stand in it.
    """

    spans: tuple[Span, ...]
    style: Literal["plain", "quote", "item", "sub"] = "plain"
    ltr: bool = False


class Table(NamedTuple):
    """Rows under a header that is repeated on each page; `widths` are the shares of the columns."""

    header: tuple[str, ...]
    widths: tuple[int, ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]


Block = Heading | Words | Table


class Anchors:
    """The anchor of each claim of a report, by its key."""

    def __init__(self, report: Report) -> None:
        self.claims = {entry.key: entry for entry in reversed(report.claims)}
        numbers = {entry.key: number for number, entry in reversed([*enumerate(report.claims, 1)])}
        self._named = {key: f"claim-{number}" for key, number in numbers.items()}

    def of(self, key: str) -> str | None:
        """Where a claim stands, or None."""
        return self._named.get(key)

    def key(self, key: str) -> Span:
        """`[C3]`, a link to the claim's heading; a key without an entry says so."""
        if key not in self._named:
            return Span(f"[{line(key)}: no such claim]")
        return Span(f"[{line(key)}]", to=self._named[key])

    def keys(self, keys: Iterable[str], sentence: str) -> Iterator[Span]:
        """The citations behind a sentence, with what happened to the words since where it does not say so."""
        for key in keys:
            yield Span(" ")
            yield self.key(key)
            happened = words.unsaid(self.claims[key], sentence) if key in self.claims else None
            if happened:
                yield Span(f" ({happened})")


def line(text: str) -> str:
    """Text on one line, without anything that hides or reorders."""
    return one_line(text)


def plain(text: str) -> Words:
    """A paragraph of plain text."""
    return Words((Span(line(text)),))


def item(*spans: Span) -> Words:
    """An item of a list."""
    return Words(spans, "item")


def sub(text: str) -> Words:
    """An item under an item."""
    return Words((Span(line(text)),), "sub")


def document(report: Report, texts: Mapping[str, str]) -> tuple[Block, ...]:
    """The whole report; with the saved `texts` of its sources by id, links of quotes lead to words of the live page."""
    from stet.report.document_parts import claims, made, scores, sources

    anchors = Anchors(report)
    parts: list[tuple[str, list[Block]]] = [
        ("Short answer", [*_answer(report, anchors)]),
        *(
            (line(section.heading) or UNTITLED, [*_sentences(section.sentences, anchors)])
            for section in report.sections
        ),
        ("Disagreements", [*_disagreements(report, anchors)]),
        ("What we could not support", [*_not_supported(report, anchors)]),
        ("What was taken out of the draft", [*_taken_out(report, anchors)]),
        ("Gaps", [*_gaps(report)]),
        ("Claims", [*claims(report, anchors, Fragments(texts))]),
        ("Score factors", [*scores(report, anchors)]),
        ("Sources", [*sources(view.source_lists(report))]),
        ("How it was made", [*made(report)]),
        ("Notes", [item(Span(line(note))) for note in report.notes]),
    ]
    blocks: list[Block] = [*_head(report)]
    for heading, body in parts:
        if body:
            blocks += [Heading(2, heading), *body]
    return tuple(blocks)


def title(report: Report) -> str:
    """The title of the document."""
    return words.heading(report.question) or UNTITLED


def _head(report: Report) -> Iterator[Block]:
    yield Heading(1, title(report))
    verdict, because = words.outcome(report)
    yield Words((Span(f"{verdict}.", bold=True), Span(f" {line(because)}")))
    if title(report) != line(report.question):
        yield Words((Span("Asked:", bold=True), Span(f" {line(report.question)}")))
    yield plain(f"As of {words.long_date(report.today)} · {words.counts(report)}")
    if report.states.needs_human_review:
        yield plain("A person should look at this before anyone relies on it.")
    if (judged := words.judgement(report)) is not None:
        yield plain(judged)
    for told in people.lines(report):
        yield plain(told)


def _answer(report: Report, anchors: Anchors) -> Iterator[Block]:
    if not report.answer:
        yield plain("No answer is given: nothing that was read supports one.")
    yield from _sentences(report.answer, anchors)


def _sentences(sentences: Iterable[Sentence], anchors: Anchors) -> Iterator[Block]:
    for each in sentences:
        yield Words((Span(line(each.text)), *anchors.keys(each.claims, each.text)))


def _disagreements(report: Report, anchors: Anchors) -> Iterator[Block]:
    for found in view.disagreements(report):
        yield Heading(3, line(found.title))
        yield plain(found.explanation)
        for place, side in enumerate(found.sides):
            score = side.entry.score if side.entry else None
            weight = f"score {words.score_number(score)} ({score.label.value})" if score else "no score"
            told = Span(f"{found.role(place)}: {line(side.said)}", bold=True)
            yield item(told, Span(" "), anchors.key(side.claim), Span(f", {weight}"))
            for value in side.sources:
                source = report.source(value.source)
                yield sub(f"{words.source_title(source)}, {found.dated(place, value)}")


def _not_supported(report: Report, anchors: Anchors) -> Iterator[Block]:
    for entry in view.not_supported(report):
        yield item(
            Span(f"{line(entry.text)} "),
            anchors.key(entry.key),
            Span(": "),
            Span(words.verdict(entry), bold=True),
            Span(f", {line(words.reason(entry))}"),
        )
        for taken in acts.done_with(report, entry):
            yield sub(acts.told(taken))


def _taken_out(report: Report, anchors: Anchors) -> Iterator[Block]:
    for each in acts.sentences_out(report):
        cited = [span for key in each.claims for span in (Span(" "), anchors.key(key))]
        yield item(Span(line(each.text)), *cited, Span(f": {line(acts.why_out(each))}"))


def _gaps(report: Report) -> Iterator[Block]:
    for gap in report.gaps:
        topic = line(view.topic_of(report, gap))
        yield item(Span(topic, bold=True), Span(f": {line(said(gap.missing))}"))
        for query in gap.queries:
            yield sub(f"searched for: {line(query)}")
