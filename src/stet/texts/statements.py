"""The statements of a block: its sentences without marks and markup, each with what it cites."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from stet.texts.blocks import Block
from stet.texts.plain import BETWEEN, STAND_IN, Mark, Plain
from stet.texts.resolve import Known
from stet.texts.says import gives_figure, is_checkable
from stet.texts.values import Citation, Statement
from stet.verify.cuts import cuts
from stet.verify.sentences import sentences

_SOURCES: Final = re.compile(
    r"\s{0,4}(?:key |main )?(?:sources?|references?|citations?|quellen?|fuentes?|sources? citées?|来源"
    r"|参考|資料|出典)\s?[:：]",
    re.IGNORECASE,
)


class BlockReader:
    """Reads one block into statements; `known` resolves, and learns the addresses that are linked to."""

    def __init__(self, block: Block, text: str, known: Known, heading: str | None) -> None:
        self.block = block
        self.whole = text
        self.known = known
        self.heading = heading
        self.plain = Plain(block, text, known)
        self.done = block.lines[0][0]  # up to where statements are read

    def read(self) -> tuple[list[Statement], list[Citation]]:
        """The statements, and the citations of a block that says nothing itself."""
        text, marks = self.plain.text, self.plain.marks
        spans = [span for span in self._spans(text) if any(map(str.isalnum, text[span[0] : span[1]]))]
        if not spans or (marks and self._only_names(text)):
            return [], [citation for mark in marks for citation in self._citations(mark)]
        owned: list[list[Mark]] = [[] for _ in spans]
        starts = [start for start, _ in spans]
        for mark in marks:
            owned[self._owner(mark, starts)].append(mark)
        return [self._statement(*span, own) for span, own in zip(spans, owned, strict=True)], []

    def _only_names(self, plain: str) -> bool:
        """Whether a block is `Sources:` and marks, with no other words."""
        head = _SOURCES.match(plain)
        if head is None or len(plain) > 20_000:
            return False
        at = head.end()
        for mark in self.plain.marks:
            if not BETWEEN.fullmatch(plain, at, max(at, mark.place)):
                return False
            at = max(at, mark.place + mark.shown)
        return BETWEEN.fullmatch(plain, at) is not None

    def _owner(self, mark: Mark, starts: list[int]) -> int:
        """The sentence that a mark belongs to: the one it stands in, or the one before it."""
        place = mark.place + 1 if mark.stands else mark.place
        return max(0, bisect_right(starts, place - 1) - 1)

    def _spans(self, plain: str) -> list[tuple[int, int]]:
        if self.block.kind in ("row", "heading"):
            return _trimmed(plain, [(0, len(plain))])
        masked = plain.replace(STAND_IN, "X")
        if self.block.kind == "text" and len(self.block.lines) > 1:
            return _trimmed(plain, _joined(plain, [(span.start, span.end) for span in sentences(masked)]))
        ends = [*cuts(masked, 0, len(masked)), len(masked)]
        return _trimmed(plain, _joined(plain, list(zip([0, *ends], ends, strict=False))))

    def _statement(self, start: int, end: int, marks: list[Mark]) -> Statement:
        citations = tuple(citation for mark in marks for citation in self._citations(mark))
        text = _tidy(self.plain.text[start:end], row=self.block.kind == "row")
        first = self.plain.origin(start)
        last = self.plain.origin(end - 1) + 1
        first, last = self._marked_up(first, last)
        heading = self.block.kind == "heading"
        head = self.block.kind == "row" and self.block.level > 0
        self.done = last
        return Statement(
            text=text,
            start=min([first, *(c.start for c in citations)]),
            end=max([last, *(c.end for c in citations)]),
            citations=citations,
            heading=self.heading,
            checkable=not head and is_checkable(text, cited=bool(citations), heading=heading),
            figures=gives_figure(text),
        )

    def _marked_up(self, first: int, last: int) -> tuple[int, int]:
        """A span with the emphasis that begins right before it or ends right after it."""
        text = self.whole
        while first > self.done and text[first - 1] in "*_~`":
            first -= 1
        end = self.block.end
        while last < end and text[last] in "*_~`":
            last += 1
        return first, last

    def _citations(self, mark: Mark) -> Iterator[Citation]:
        origin = self.plain.source.origin
        start, end = origin(mark.start), origin(mark.end - 1) + 1
        for cite in mark.cites:
            key = None if cite.reference is None else self.known.references[cite.reference].key
            yield Citation(
                marker=self.whole[start:end], start=start, end=end, key=key, name=cite.name, url=cite.url
            )


def _joined(plain: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans, with what goes on in lower case after `!` or `?` (a title that ends so) joined to what it goes on with."""
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        before = plain[max(0, start - 6) : start].rstrip()[-1:]
        if kept and before in ("!", "?") and plain[start : start + 3].lstrip()[:1].islower():
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((start, end))
    return kept


def _trimmed(plain: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for first, last in spans:
        start, end = first, last
        while start < end and plain[start].isspace():
            start += 1
        while end > start and plain[end - 1].isspace():
            end -= 1
        if start < end:
            kept.append((start, end))
    return kept


_BEFORE: Final = tuple(f" {mark}" for mark in ".,;:!?)。，；：！？）")
_DOUBLED: Final = tuple(f"{mark}." for mark in "!?:。！？")
_EMPTY: Final = re.compile(r"(?<=\s)[(（\[][\s,;]{0,8}[)）\]]")


def _tidy(text: str, *, row: bool) -> str:
    """The words of a statement on one line, without what marks leave behind: `( )`, a space before a stop."""
    plain = text.replace(STAND_IN, " ").replace("\u200b", "")
    if "(" in plain or "[" in plain or "（" in plain:
        plain = _EMPTY.sub("", plain)
    if row:
        cells = plain.strip().strip("|").split("|")
        return " | ".join(_stopped(" ".join(cell.split())) for cell in cells)
    plain = _stopped(" ".join(plain.split()))
    for doubled in _DOUBLED:
        if plain.endswith(doubled):
            return plain[:-1]
    return plain


def _stopped(line: str) -> str:
    for spaced in _BEFORE:
        if spaced in line:
            line = line.replace(spaced, spaced[1:])
    return line
