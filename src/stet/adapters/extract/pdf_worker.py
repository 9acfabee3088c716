"""Reads one PDF from stdin and prints its pages as JSON; run as a program of its own, imported by nothing.

PDFium is C++ over hostile input: here it has a process that may crash, and limits on memory and time. The
answer is `{"status": "ok", "pages": [...], "info": {...}}` or `{"status": "...", "reason": "..."}`.
"""

import ctypes
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

_SAMPLE = 300
"""Characters of a page that are looked at to tell which way it reads and whether its letters are known."""

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]{2,}")
_DIGITS = re.compile(r"(?P<before>\r\n)?(?P<run>\d{1,12})(?P<after>\r\n)?")
_SUPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def main() -> None:
    """Arguments: most bytes of memory, seconds of CPU, pages, and characters in all."""
    memory, seconds, pages, chars = (int(a) for a in sys.argv[1:5])
    _confine(memory, seconds)
    try:
        answer = _read(sys.stdin.buffer.read(), pages, chars)
    except MemoryError:
        answer = {"status": "too_large", "reason": "reading the PDF needs too much memory"}
    sys.stdout.write(json.dumps(answer))


def _confine(memory: int, seconds: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time-out of the caller still holds
        return
    for limit, value in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        hard = resource.getrlimit(limit)[1]
        if hard == resource.RLIM_INFINITY or value < hard:
            try:
                resource.setrlimit(limit, (value, hard))
            except (ValueError, OSError):  # macOS refuses some limits
                continue


def _read(raw: bytes, max_pages: int, max_chars: int) -> dict[str, object]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            return {"status": "encrypted", "reason": "the PDF is protected by a password"}
        return {"status": "broken", "reason": "the PDF is damaged or cut off"}
    count = len(document)
    if count == 0:
        return {"status": "broken", "reason": "the PDF is damaged or cut off: it has no pages"}
    if count > max_pages:
        return {"status": "too_large", "reason": f"{count:,} pages; at most {max_pages:,} are read"}
    pages: list[_Page] = []
    length = 0
    for number in range(count):
        pages.append(_page(document, number))
        length += len(pages[-1].text)
        if length > max_chars:
            return {"status": "too_large", "reason": f"more than {max_chars:,} characters of text"}
    failed = [n for n, page in enumerate(pages, start=1) if page.fault == "failed"]
    if len(failed) == count:
        return {"status": "broken", "reason": "none of the PDF's pages can be read"}
    return {
        "status": "ok",
        "pages": [page.text for page in pages],
        "failed": failed,
        "unmapped": [n for n, page in enumerate(pages, start=1) if page.fault == "unmapped"],
        "info": document.get_metadata_dict(),
    }


class _Page(NamedTuple):
    """A page's text, or why it has none: `failed` (it cannot be loaded), `unmapped` (its letters are not known)."""

    text: str
    fault: str = ""


def _page(document: Any, number: int) -> _Page:
    import pypdfium2

    try:
        page = document[number]
        text = page.get_textpage()
        seen = _sample(text.raw, text.count_chars())
        upright = _upright(seen)
        if upright is not None and upright != page.get_rotation():
            # PDFium puts the pieces of a line in order from the left of the page as it is turned.
            text.close()
            page.set_rotation(upright)
            text = page.get_textpage()
        if _is_unmapped(seen):
            result = _Page("", "unmapped")
        else:
            result = _Page(_mend(text.raw, str(text.get_text_range()), text.count_chars()))
        text.close()
        page.close()
    except pypdfium2.PdfiumError:
        return _Page("", "failed")
    return result


class _Seen(NamedTuple):
    """A character: its code point, whether that is only the number of a glyph, and the quarter turns it stands at."""

    code: int
    unmapped: bool
    turns: int | None


def _sample(page: Any, count: int) -> list[_Seen]:
    """Some characters from all over a page, without blanks."""
    from pypdfium2 import raw

    found: list[_Seen] = []
    for index in range(0, count, max(1, count // _SAMPLE)):
        code = raw.FPDFText_GetUnicode(page, index)
        if raw.FPDFText_IsGenerated(page, index) == 1 or chr(code).isspace():
            continue
        turns = raw.FPDFText_GetCharAngle(page, index) / 1.5707963
        whole = round(turns) % 4 if abs(turns - round(turns)) < 0.05 else None
        found.append(_Seen(code, raw.FPDFText_HasUnicodeMapError(page, index) == 1, whole))
    return found


def _upright(seen: list[_Seen]) -> int | None:
    """The rotation, in degrees, that shows most of a page's text upright; None where nothing stands square."""
    turns = Counter(each.turns for each in seen if each.turns is not None).most_common(1)
    return -90 * turns[0][0] % 360 if turns else None


def _is_unmapped(seen: list[_Seen]) -> bool:
    """Whether most characters are numbers of glyphs, which a font without a table of its letters leaves us with.

    In some fonts those numbers happen to be the letters: then most of them are small letters.
    """
    unmapped = sum(each.unmapped for each in seen)
    return unmapped > len(seen) / 2 and sum(chr(each.code).islower() for each in seen) < len(seen) / 2


class _Spot(NamedTuple):
    """Where a character stands on the page: its baseline, left and right edge, and height."""

    baseline: float
    left: float
    right: float
    height: float


def _spot(page: Any, index: int) -> _Spot | None:
    from pypdfium2 import raw

    at = raw.FPDFText_GetCharIndexFromTextIndex(page, index)
    x, y, left, right, bottom, top = (ctypes.c_double() for _ in range(6))
    # In text that runs up or down the page, "raised" is not a matter of height.
    if (
        at < 0
        or abs(raw.FPDFText_GetCharAngle(page, at)) > 0.01
        or not raw.FPDFText_GetCharOrigin(page, at, x, y)
    ):
        return None
    if not raw.FPDFText_GetCharBox(page, at, left, right, bottom, top):
        return None
    return _Spot(y.value, left.value, right.value, top.value - bottom.value)


class _Edit(NamedTuple):
    start: int
    end: int
    new: str


def _mend(page: Any, text: str, count: int) -> str:
    """The text with what PDFium loses or misplaces put right; `count` is the number of the page's characters."""
    if any(c > "\uffff" for c in text):  # indices of the page count UTF-16 units
        return text
    parts: list[str] = []
    done = 0
    for edit in sorted((*_raised(page, text), *_glyphs(page, text), *_lost(page, text, count))):
        if edit.start >= done:
            parts += (text[done : edit.start], edit.new)
            done = edit.end
    return "".join((*parts, text[done:]))


def _lost(page: Any, text: str, count: int) -> Iterator[_Edit]:
    """A blank for each control character that PDFium leaves out: fonts without a table of letters have blanks so."""
    from pypdfium2 import raw

    at = 0
    for index in range(count) if count != len(text) else ():
        place = raw.FPDFText_GetTextIndexFromCharIndex(page, index)
        if place >= 0:
            at = place + 1
        elif 0 < raw.FPDFText_GetUnicode(page, index) < 0x20:
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


if __name__ == "__main__":
    main()
