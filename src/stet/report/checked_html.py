"""A checked text as one HTML page that asks for nothing from outside: the text as it reads, what was found beside it.

Each statement carries a mark that leads to its entry: the decision, the reason, and the words of its sources. It looks
like the page of a report, and is made of the same parts.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from stet.domain.claims import Decision
from stet.report import checked_words, words
from stet.report.checked import CheckedFinding, CheckedStatement, CheckedText
from stet.report.checked_shown import fences, shown
from stet.report.clean import web_address
from stet.report.html import asset, environment, for_script, page_style
from stet.report.marks import Context

_PARAGRAPH: Final = re.compile(r"\n[ \t]{0,20}\n\s*")
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(\S.*?)[ \t#]*", re.DOTALL)
_MOST_AROUND: Final = 160
_SUMMARY: Final = {
    Decision.UNSUPPORTED: "failed",
    Decision.CONFLICTING: "not_approved",
    Decision.UNREVIEWED: "",
    Decision.SUPPORTED: "approved",
}


class Piece(NamedTuple):
    """Characters of the text, within a statement or between two."""

    text: str
    number: int | None = None


class Paragraph(NamedTuple):
    """A paragraph, or a heading, in pieces."""

    pieces: tuple[Piece, ...]
    heading: str


class WordsView(NamedTuple):
    """The words of a source, in what surrounds them."""

    context: Context
    source: str
    found: bool


class Entry(NamedTuple):
    """What was found of a statement."""

    number: int
    statement: CheckedStatement
    because: str
    words: tuple[WordsView, ...]
    shape: str


def checked_html(checked: CheckedText, text: str) -> str:
    """The page; `text` is the file's text, in which the offsets of statements count."""
    style, script = page_style() + asset("checked.css"), asset("report.js")
    return (
        environment()
        .get_template("checked.html.j2")
        .render(
            **shown_of(checked, text),
            data=for_script(checked.model_dump_json()),
            style=style,
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def shown_of(checked: CheckedText, text: str) -> dict[str, object]:
    """What the template `checked_body.html.j2` shows, by its names there."""
    entries = [_entry(number, each, checked) for number, each in enumerate(checked.statements, 1)]
    return {
        "checked": checked,
        "words": words,
        "checked_words": checked_words,
        "web_address": web_address,
        "paragraphs": list(_paragraphs(text, checked.statements)),
        "entries": entries,
        "by_number": {entry.number: entry for entry in entries},
        "findings": list(_findings(checked.findings)),
        "outcome": _outcome(checked),
    }


def _outcome(checked: CheckedText) -> str:
    """The class of the summary: that of the worst decision."""
    return next((_SUMMARY[each] for each in _SUMMARY if checked.counts.get(each.value)), "")


def _entry(number: int, statement: CheckedStatement, checked: CheckedText) -> Entry:
    shown = tuple(
        WordsView(
            Context(
                before=said.before[-_MOST_AROUND:],
                exact=said.exact,
                after=said.after[:_MOST_AROUND],
                more_before=said.start > len(said.before),
                more_after=bool(said.after),
            ),
            checked_words.source_name(checked.source(said.source), said.source),
            said.found,
        )
        for said in statement.words
    )
    because = checked_words.because(statement)
    return Entry(number, statement, because, shown, words.SHAPES[statement.decision])


def _findings(findings: Sequence[CheckedFinding]) -> Iterator[tuple[str, list[CheckedFinding]]]:
    order = {kind: place for place, kind in enumerate(checked_words.FINDINGS)}

    def place(finding: CheckedFinding) -> tuple[int, str]:
        return order.get(finding.kind, len(order)), finding.kind

    for (_, kind), found in groupby(sorted(findings, key=place), key=place):
        yield checked_words.FINDINGS.get(kind, words.humanise(kind).capitalize()), list(found)


def _paragraphs(text: str, statements: Sequence[CheckedStatement]) -> Iterator[Paragraph]:
    """The text in paragraphs, each cut at the edges of its statements; none is lost, whatever overlaps."""
    marked = sorted(
        ((each.start, each.end, number) for number, each in enumerate(statements, 1)),
        key=lambda each: each[0],
    )
    place = at = 0
    above = 2
    code = False
    for start, end in _blocks(text):
        pieces: list[Piece] = []
        at = max(at, start)
        while place < len(marked) and marked[place][0] < end:
            first, last, number = marked[place]
            first, last = max(first, at), min(last, end)
            place += 1
            if last > first:
                pieces += [Piece(text[at:first]), Piece(text[first:last], number)]
                at = last
        pieces.append(Piece(text[at:end]))
        kept, edges = tuple(piece for piece in pieces if piece.text), fences(text[start:end])
        if any(piece.text.strip() for piece in kept):
            heading = _HEADING.fullmatch(text[start:end].strip())
            # A page's headings leave out no level, whatever a text does.
            level = min(6, len(heading[1]) + 2, above + 1) if heading and "\n" not in heading[2] else 0
            as_it_stands = code or edges
            above = above if as_it_stands else level or above
            read = kept if as_it_stands else _read(kept, heading=bool(level))
            yield Paragraph(read, f"h{level}" if level and not as_it_stands else "")
        code ^= edges % 2 == 1
        at = end


def _read(pieces: Sequence[Piece], *, heading: bool) -> tuple[Piece, ...]:
    return tuple(
        piece._replace(text=shown(piece.text, heading=heading, first=not place))
        for place, piece in enumerate(pieces)
    )


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _PARAGRAPH.finditer(text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)
