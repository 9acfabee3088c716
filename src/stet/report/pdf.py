"""The report as a PDF by Typst, tagged for screen readers (PDF/UA-1).

Words reach the template as data, so none of them can be markup. Typst brings fonts for Latin, Greek, Cyrillic and
Hebrew letters, and Arabic ones of one width; everything else is drawn with fonts of the machine. A character that no
font has is written as its number, such as ⟨U+12000⟩. No clock is read: on one machine the same report gives the same
bytes.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, time
from importlib.resources import files
from typing import TYPE_CHECKING
from unicodedata import category

from stet.domain.report import Report
from stet.report.clean import visible
from stet.report.direction import language, pieces, right_to_left
from stet.report.document import Block, Heading, Span, Table, Words, document, title
from stet.report.extra import need

if TYPE_CHECKING:
    from typst import Compiler

_LONGEST_WORD = 24
"""Characters that stand together without a place to break them; more would run over the margin."""
_MOST_KEPT_TOGETHER = 60
"""Characters of words that run the other way and are set apart from what stands around them."""
_MOST_BOUND = 60
"""Characters bound into one by marks and joiners: Typst stops at some hundreds, and readers of PDF refuse them."""
_TRIES = 4
_BREAK = "\u200b"
_BARE = 2
"""Characters one after the other without a mark: there the one before has ended."""
_JOINERS = frozenset("\u200c\u200d")
_LONG = re.compile(rf"[!-~\u00a1-\u02ff]{{{_LONGEST_WORD},}}")
_AT = re.compile(r"[/?&=._\-]+(?=\w)")
_UNSHOWN = re.compile(r'the text `"((?:[^"\\]|\\.){1,200})"` could not be displayed')
_ESCAPED = re.compile(r"\\(?:u\{([0-9a-f]{1,6})\}|(.))")


def to_pdf(report: Report, texts: Mapping[str, str]) -> bytes:
    """The pages; `texts` are the saved texts by source id, for links to the words.

    Raises:
        NotInstalled: Typst is not there
    """
    need("pdf")
    from typst import Compiler

    template = files("stet.report").joinpath("templates", "report.typ").read_bytes()
    return _compiled(Compiler(), template, report, document(report, texts))


def _compiled(compiler: "Compiler", template: bytes, report: Report, blocks: tuple[Block, ...]) -> bytes:
    """Compile until no character is left that has no font; each try names all that it met."""
    from typst import TypstError

    unshown: set[str] = set()
    moment = datetime.combine(report.today, time(), UTC)
    for _ in range(_TRIES):
        given = {"data": _Data(unshown).text(report, blocks)}
        try:
            made = compiler.compile(
                template, format="pdf", sys_inputs=given, timestamp=moment, pdf_standards="ua-1"
            )
        except TypstError as error:
            found = set(_without_font(error.diagnostic)) - unshown
            if not found:
                break
            unshown |= found
        else:
            return _pages(made)
    given = {"data": _Data(unshown).text(report, blocks)}
    return _pages(compiler.compile(template, format="pdf", sys_inputs=given, timestamp=moment))


def _pages(made: bytes | list[bytes] | None) -> bytes:
    if not isinstance(made, bytes):
        raise TypeError("a PDF is one file")
    return made


def _without_font(diagnostic: str) -> Iterator[str]:
    for found in _UNSHOWN.finditer(diagnostic):
        text = _ESCAPED.sub(lambda m: chr(int(m[1], 16)) if m[1] else m[2], found[1])
        yield from (char for char in text if not char.isascii())


class _Data:
    """What the template is given: the blocks as JSON, every text as it is to be drawn."""

    def __init__(self, unshown: set[str]) -> None:
        self._numbers = str.maketrans({char: f"⟨U+{ord(char):04X}⟩" for char in unshown})

    def text(self, report: Report, blocks: Iterable[Block]) -> str:
        day = report.today
        about = {"title": self._drawn(title(report)), "year": day.year, "month": day.month, "day": day.day}
        return json.dumps(about | {"blocks": [self._block(block) for block in blocks]})

    def _block(self, block: Block) -> object:
        match block:
            case Heading():
                anchor = {"anchor": block.anchor} if block.anchor else {}
                return {"kind": "heading", "level": block.level, **self._line((Span(block.text),)), **anchor}
            case Words():
                return {"kind": block.style, **self._line(block.spans, ltr=block.ltr)}
            case Table():
                rows = [[self._line(cell) for cell in row] for row in block.rows]
                return {"kind": "table", "header": block.header, "widths": block.widths, "rows": rows}

    def _line(self, spans: tuple[Span, ...], *, ltr: bool = False) -> dict[str, object]:
        rtl = not ltr and right_to_left("".join(span.text for span in spans))
        return {"rtl": rtl, "spans": [part for span in spans for part in self._span(span, rtl=rtl)]}

    def _span(self, span: Span, *, rtl: bool) -> Iterator[object]:
        for text, way in pieces(span.text, rtl=rtl):
            shown: dict[str, object] = {"text": _LONG.sub(_breakable, self._drawn(text)), "bold": span.bold}
            if way and not rtl and len(text) <= _MOST_KEPT_TOGETHER:
                shown["apart"] = True
            if (tongue := language(text)) is not None:
                shown["lang"] = tongue
            if span.to is not None:
                shown["to"] = span.to
            elif span.href is not None:
                shown["href"] = span.href
            yield shown

    def _drawn(self, text: str) -> str:
        return _loosened(visible(text)).translate(self._numbers)


def _loosened(text: str) -> str:
    """`text` with a break where marks and joiners bind more characters into one than any script does."""
    if text.isascii():
        return text
    parts: list[str] = []
    begin, bound, bare = 0, 0, 0
    for at, char in enumerate(text):
        bare = 0 if char in _JOINERS or category(char).startswith("M") else bare + 1
        bound = bound + 1 if bare < _BARE else 0
        if bound > _MOST_BOUND:
            parts.append(text[begin:at])
            begin, bound = at, 1
    return _BREAK.join([*parts, text[begin:]])


def _breakable(word: re.Match[str]) -> str:
    """A long word with places to break it: after the marks of an address, else wherever the line ends."""
    parts = _AT.sub(lambda m: m.group() + _BREAK, word.group()).split(_BREAK)
    step = _LONGEST_WORD // 2
    return _BREAK.join(
        _BREAK.join(part[at : at + step] for at in range(0, len(part), step))
        if len(part) > _LONGEST_WORD
        else part
        for part in parts
    )
