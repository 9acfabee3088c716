"""The sentences of a text, and the window of sentences around a quotation.

A text is a sequence of blocks: paragraphs, headings, list points, table rows. No sentence crosses a blank line or a
block, with one exception that laws and manuals need: a lead-in ("… shall apply from:") makes one span with the points
it introduces while the whole is short, for neither says anything alone.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from stet.domain.evidence import Mark
from stet.verify.cuts import CONTINUES, END_MARK, cuts


class Span(NamedTuple):
    """Characters `[start, end)` of a text."""

    start: int
    end: int


class _Block(NamedTuple):
    start: int
    end: int
    kind: str  # "heading", "point", "row" or "text"
    label: str  # the point's number or bullet


_LIMIT: Final = 700
# A line that could have held the next word of a wrapped paragraph, but did not, was ended on purpose.
_ROOM: Final = 0.75
_WRAPPED_LINES: Final = 160
_LINE: Final = re.compile(r"[^\r\n\v\f\x85\u2028\u2029]+")
_POINT: Final = re.compile(
    r"\s{0,12}\|?\s{0,4}[‘“'\"«]?(?:(?P<bullet>[-–—•‣◦▪*·●○])(?=\s)"
    r"|\((?P<round>[0-9]{1,3}|[a-z]{1,5}|[A-Z])\)|(?P<open>[0-9]{1,3}|[a-z]{1,4}|[A-Z])\)(?=\s)"
    r"|(?P<dotted>[0-9]{1,2})[a-z]{0,2}\.(?=\s))"
)
_HASHES: Final = re.compile(r"\s{0,3}#{1,6}\s")
_FIRST_WORD: Final = re.compile(r"\s{0,40}\S{1,40}")
_OPENING: Final = "‘“«„\"'"
_CLOSING: Final = re.compile(r"[’”»“\"'][;.,]?\s*$")


def sentences(text: str, marks: Iterable[Mark] = ()) -> tuple[Span, ...]:
    """The sentences of `text` in order, without outer spaces; headings among `marks` are spans of their own.

    The last few texts are remembered: a page is cut into passages, then asked for what stands around its quotes.
    """
    return _sentences(text, tuple(marks))


@lru_cache(maxsize=24)
def _sentences(text: str, marks: tuple[Mark, ...]) -> tuple[Span, ...]:
    blocks = _blocks(text, marks)
    spans: list[Span] = []
    for group in _groups(blocks, text):
        if isinstance(group, Span):
            spans.append(group)
        elif group.kind == "heading":
            spans.append(Span(group.start, group.end))
        else:
            spans.extend(_split(text, group.start, group.end))
    return tuple(spans)


def window(text: str, spans: Sequence[Span], start: int, end: int, extra: int = 3) -> Span:
    """The span from `extra` sentences before the one at `start` to `extra` after the one at `end`.

    Where no sentence is known there, the words themselves, so the answer always holds `[start, end)`.
    """
    if not spans:
        return Span(start, min(end, len(text)))
    first = max(0, bisect_right(spans, start, key=lambda span: span.start) - 1)
    last = max(first, bisect_left(spans, end, key=lambda span: span.start) - 1)
    return Span(
        min(start, spans[max(0, first - extra)].start), max(end, spans[min(len(spans) - 1, last + extra)].end)
    )


def _blocks(text: str, marks: Iterable[Mark]) -> list[_Block]:
    headings = sorted(
        (mark.start, mark.end) for mark in marks if mark.kind == "heading" and mark.end > mark.start
    )
    blocks: list[_Block] = []
    at = 0
    for start, end in headings:
        if start < at or end > len(text):
            continue
        blocks.extend(_paragraphs(text, at, start))
        blocks.extend(_trimmed(text, start, end, "heading"))
        at = end
    blocks.extend(_paragraphs(text, at, len(text)))
    return blocks


def _trimmed(text: str, start: int, end: int, kind: str, label: str = "") -> Iterator[_Block]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield _Block(start, end, kind, label)


def _paragraphs(text: str, start: int, end: int) -> Iterator[_Block]:
    """Blocks of `text[start:end]`: chunks between blank lines, cut again at lines that begin something new."""
    chunk: list[Span] = []
    for line in _LINE.finditer(text, start, end):
        blank = chunk and text[chunk[-1].end : line.start()].replace("\r\n", "\n").count("\n") > 1
        if not line.group().strip() or blank:
            yield from _lines(text, chunk)
            chunk = []
        if line.group().strip():
            chunk.append(Span(line.start(), line.end()))
    yield from _lines(text, chunk)


def _lines(text: str, chunk: list[Span]) -> Iterator[_Block]:
    if not chunk:
        return
    widest = max(line.end - line.start for line in chunk)
    kind, label = _kind(text, chunk[0])
    start = chunk[0].start
    for line, following in pairwise(chunk):
        next_kind, next_label = _kind(text, following)
        if kind in ("row", "heading") or next_kind != "text" or _ended(text, line, following, widest):
            yield from _trimmed(text, start, line.end, kind, label)
            start, kind, label = following.start, next_kind, next_label
    yield from _trimmed(text, start, chunk[-1].end, kind, label)


def _kind(text: str, line: Span) -> tuple[str, str]:
    point = _POINT.match(text, line.start, line.end)
    if point is not None:
        return "point", next(part for part in point.groups() if part is not None)
    if _HASHES.match(text, line.start, line.end):
        return "heading", ""
    return ("row", "") if text[line.start : line.end].lstrip().startswith("|") else ("text", "")


def _ended(text: str, line: Span, following: Span, widest: int) -> bool:
    """Whether a line was ended on purpose rather than wrapped."""
    goes_on = CONTINUES.match(text, following.start, following.end)
    if (
        goes_on
        and text[goes_on.end() - 1].isalpha()
        and not END_MARK.search(text, max(line.start, line.end - 8), line.end)
    ):
        return False
    if widest > _WRAPPED_LINES:
        return True
    word = _FIRST_WORD.match(text, following.start, following.end)
    return not goes_on and line.end - line.start + (word.end() - word.start() if word else 0) < widest * _ROOM


def _groups(blocks: list[_Block], text: str) -> Iterator[_Block | Span]:
    """Blocks, with each lead-in joined to its points where the whole stays short."""
    last = _joined(blocks, text)
    at = 0
    while at < len(blocks):
        yield blocks[at] if last[at] == at else Span(blocks[at].start, blocks[last[at]].end)
        at = last[at] + 1


def _joined(blocks: list[_Block], text: str) -> list[int]:
    """For each block the last one that is joined to it, itself in most cases; inner lists are settled first."""
    last = list(range(len(blocks)))
    for lead in range(len(blocks) - 1, -1, -1):
        if _leads(blocks, lead, text):
            last[lead] = _points_after(blocks, lead, text, last)
    return last


def _leads(blocks: list[_Block], at: int, text: str) -> bool:
    points = at + 1 < len(blocks) and blocks[at + 1].kind == "point"
    return points and blocks[at].kind in ("text", "point") and text[blocks[at].end - 1] in ":："


def _points_after(blocks: list[_Block], lead: int, text: str, joined: list[int]) -> int:
    """The last of the points that the lead-in introduces, or `lead` itself where they are too long together."""
    limit = blocks[lead].start + _LIMIT
    quoted = text[blocks[lead + 1].start] in _OPENING
    expected: set[tuple[str, int]] | None = None
    last = lead
    while last + 1 < len(blocks) and blocks[last + 1].kind == "point":
        point = last + 1
        here = _series(blocks[point].label)
        if expected is not None and not here & expected:
            break
        split = joined[point] == point and _leads(blocks, point, text)
        if split or blocks[joined[point]].end > limit:
            return lead
        last = joined[point]
        if quoted and _CLOSING.search(text[blocks[last].end - 4 : blocks[last].end]):
            break
        # "(da)" may stand between "(d)" and "(e)"; bullets are all alike.
        going_on = here if expected is None else here & expected
        expected = {
            (kind, number + step)
            for kind, number in going_on
            for step in (0, 1)
            if kind != "bullet" or not step
        }
        if len(blocks[point].label) == 1:
            expected -= going_on - {("bullet", 0)}
            expected |= {("inserted", number) for kind, number in going_on if kind == "letter"}
    return last


_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def _series(label: str) -> set[tuple[str, int]]:
    """What a point's label may count: "i" is the ninth letter and the first roman numeral."""
    if label.isdecimal():
        return {("number", int(label))}
    low = label.lower()
    if not low.isalpha():
        return {("bullet", 0)}
    found = {("letter" if len(low) == 1 else "inserted", ord(low[0]) - 96)}
    if all(char in _ROMAN for char in low):
        digits = [_ROMAN[char] for char in low]
        value = sum(-one if one < two else one for one, two in zip(digits, [*digits[1:], 0], strict=True))
        found.add(("roman", value))
    return found


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of one block."""
    begin = start
    for cut in cuts(text, start, end):
        yield from _stripped(text, begin, cut)
        begin = cut
    yield from _stripped(text, begin, end)


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    for block in _trimmed(text, start, end, "text"):
        yield Span(block.start, block.end)
