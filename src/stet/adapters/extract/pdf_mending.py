"""What PDFium loses or misplaces in the text of a page, put right; part of the worker process.

Loaded by `pdf_worker.py` as a file beside it, so it imports nothing of the package.
"""

import ctypes
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pypdfium2 import raw

# Generated; a type checker makes now this of it, now that, by the order in which it looks.
_PDFIUM: Any = raw

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]{2,}")
_DIGITS = re.compile(r"(?P<before>\r\n)?(?P<run>\d{1,12})(?P<after>\r\n)?")
_SUPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class _Spot(NamedTuple):
    """Where a character stands on the page: its baseline, left and right edge, and height."""

    baseline: float
    left: float
    right: float
    height: float


def _spot(page: Any, index: int) -> _Spot | None:
    at = _PDFIUM.FPDFText_GetCharIndexFromTextIndex(page, index)
    x, y, left, right, bottom, top = (ctypes.c_double() for _ in range(6))
    # In text that runs up or down the page, "raised" is not a matter of height.
    if (
        at < 0
        or abs(_PDFIUM.FPDFText_GetCharAngle(page, at)) > 0.01
        or not _PDFIUM.FPDFText_GetCharOrigin(page, at, x, y)
    ):
        return None
    if not _PDFIUM.FPDFText_GetCharBox(page, at, left, right, bottom, top):
        return None
    return _Spot(y.value, left.value, right.value, top.value - bottom.value)


class _Edit(NamedTuple):
    start: int
    end: int
    new: str


class Mended:
    """A page's text put right, which can still be cut at offsets of the text as PDFium gave it."""

    def __init__(self, text: str, edits: list[_Edit]) -> None:
        parts: list[str] = []
        self._edits: list[_Edit] = []
        self._starts: list[int] = []
        self._places: list[int] = []
        done = length = 0
        for edit in sorted(edits):
            if edit.start >= done:
                parts += (text[done : edit.start], edit.new)
                length += edit.start - done + len(edit.new)
                done = edit.end
                self._edits.append(edit)
                self._starts.append(edit.start)
                self._places.append(length)
        self.text = "".join((*parts, text[done:]))

    def cut(self, start: int, end: int) -> str:
        """What became of `[start, end)`; an edit that one of them falls into is taken whole."""
        return self.text[self._place(start, last=False) : self._place(end, last=True)]

    def _place(self, offset: int, *, last: bool) -> int:
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        edit, place = self._edits[at], self._places[at]
        if offset >= edit.end:
            return place + offset - edit.end
        # At its start, what went before ends and what follows begins.
        return place if last and offset > edit.start else place - len(edit.new)


def mend(page: Any, text: str, count: int) -> Mended:
    """The text with what PDFium loses or misplaces put right; `count` is the number of the page's characters."""
    if any(c > "\uffff" for c in text):  # indices of the page count UTF-16 units
        return Mended(text, [])
    return Mended(text, [*_raised(page, text), *_glyphs(page, text), *_lost(page, text, count)])


def _lost(page: Any, text: str, count: int) -> Iterator[_Edit]:
    """A blank for each control character that PDFium leaves out: fonts without a table of letters have blanks so."""
    at = 0
    for index in range(count) if count != len(text) else ():
        place = _PDFIUM.FPDFText_GetTextIndexFromCharIndex(page, index)
        if place >= 0:
            at = place + 1
        elif 0 < _PDFIUM.FPDFText_GetUnicode(page, index) < 0x20:
            yield _Edit(at, at, " ")


def _glyphs(page: Any, text: str) -> Iterator[_Edit]:
    """The letters of one glyph the right way round in Arabic and Hebrew.

    PDFium turns such a stretch round letter by letter, which makes "la" of the two letters of one "al".
    """
    for m in _RIGHT_TO_LEFT.finditer(text):
        spots = [_spot(page, index) for index in range(m.start(), m.end())]
        start = 0
        for end in range(1, len(spots) + 1):
            if end < len(spots) and spots[end] is not None and spots[end] == spots[start]:
                continue
            letters = m[0][start:end]
            # A ligature that is one character itself has come out in the right order.
            if end - start > 1 and (letters not in _ligatures() or letters[::-1] in _ligatures()):
                yield _Edit(m.start() + start, m.start() + end, letters[::-1])
            start = end


@cache
def _ligatures() -> frozenset[str]:
    """The letters of the ligatures that Unicode has as characters of their own (U+FB1D to U+FEFC)."""
    return frozenset(
        letters
        for code in range(0xFB1D, 0xFEFD)
        if len(letters := unicodedata.normalize("NFKC", chr(code))) > 1
    )


def _raised(page: Any, text: str) -> Iterator[_Edit]:
    """Raised digits as superscripts, without the line ends that PDFium puts around them.

    The mark of a note after a year must not make another number of it, nor an exponent of its base.
    """
    for m in _DIGITS.finditer(text):
        mended = _mend_run(page, text, m)
        if mended is not None:
            yield _Edit(m.start(), m.end(), mended)


def _mend_run(page: Any, text: str, m: re.Match[str]) -> str | None:
    start, end = m.span("run")
    has_base = m.start() > 0 and not text[m.start() - 1].isspace()
    if not has_base and (m["before"] or end - start == 1):
        return None
    base = _spot(page, m.start() - 1 if has_base else start)
    last = _spot(page, end - 1)
    if base is None or last is None or last.height <= 0 or last.left < base.left:
        return None
    rise = last.baseline - base.baseline
    near = last.left - base.right < 6 * last.height
    # A whole line higher or lower is another line; no rise at all is an ordinary number.
    if not near or not 0.15 * last.height <= abs(rise) <= 1.6 * last.height:
        return None
    if rise < 0:
        return m["run"] + _after(page, text, m, base, last) if m["before"] else None
    split = end - 1
    while (
        split > start
        and (spot := _spot(page, split - 1))
        and abs(spot.baseline - last.baseline) < abs(rise) / 2
    ):
        split -= 1
    if m["before"] and split > start:
        return None
    return text[start:split] + text[split:end].translate(_SUPER) + _after(page, text, m, base, last)


def _after(page: Any, text: str, m: re.Match[str], base: _Spot, last: _Spot) -> str:
    """What stands between the raised digits and the rest of their line."""
    if not m["after"]:
        return ""
    following = _spot(page, m.end()) if m.end() < len(text) else None
    if following is None or following.left < last.left or following.left - last.right > 6 * last.height:
        return m["after"]
    if abs(following.baseline - base.baseline) > 0.2 * last.height:
        return m["after"]
    return " " if following.left - last.right > 0.25 * last.height else ""
