"""Reads one PDF from stdin and prints its pages as JSON; run as a program of its own, imported by nothing.

PDFium is C++ over hostile input: here it has a process that may crash, and limits on memory and time. The
answer is `{"status": "ok", "pages": [...], "columns": [...], "info": {...}}` or `{"status": "...", "reason":
"..."}`. `columns` has for each page the blocks of its text as they are read down its tables, or null without any.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

_SAMPLE = 300
"""Characters of a page that are looked at to tell which way it reads and whether its letters are known."""

_MOST_PLACED = 1_000_000
"""Characters of a document whose places are looked at; tables after them are read along their rows only."""


_HYPHEN = re.compile(r"(?<=[^\W\d_])-$")


def main() -> None:
    """Arguments: most bytes of memory, seconds of CPU, pages, and characters in all."""
    memory, seconds, pages, chars = (int(a) for a in sys.argv[1:5])
    _confine(memory, seconds)
    # Last, so that no name of a module here stands in front of another's.
    sys.path.append(str(Path(__file__).parent))
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
        pages.append(_page(document, number, _MOST_PLACED - length))
        length += len(pages[-1].text)
        if length > max_chars:
            return {"status": "too_large", "reason": f"more than {max_chars:,} characters of text"}
    failed = [n for n, page in enumerate(pages, start=1) if page.fault == "failed"]
    if len(failed) == count:
        return {"status": "broken", "reason": "none of the PDF's pages can be read"}
    return {
        "status": "ok",
        "pages": [page.text for page in pages],
        "columns": [page.columns for page in pages],
        "failed": failed,
        "unmapped": [n for n, page in enumerate(pages, start=1) if page.fault == "unmapped"],
        "info": document.get_metadata_dict(),
    }


class _Page(NamedTuple):
    """A page's text, or why it has none: `failed` (it cannot be loaded), `unmapped` (its letters are not known).

    `columns` are the blocks of its text with tables read down; None without tables.
    """

    text: str
    fault: str = ""
    columns: list[str] | None = None


def _page(document: Any, number: int, room: int) -> _Page:
    import pypdfium2
    import pypdfium2.raw

    try:
        page = document[number]
        text = page.get_textpage()
        seen = _sample(pypdfium2.raw, text.raw, text.count_chars())
        upright = _upright(seen)
        if upright is not None and upright != page.get_rotation():
            # PDFium puts the pieces of a line in order from the left of the page as it is turned.
            text.close()
            page.set_rotation(upright)
            text = page.get_textpage()
        known = not _is_unmapped(seen)
        result = _text(text, upright, room) if known else _Page("", "unmapped")
        text.close()
        page.close()
    except pypdfium2.PdfiumError:
        return _Page("", "failed")
    return result


def _text(page: Any, upright: int | None, room: int) -> _Page:
    """A page's text, and read down its columns where it stands square and has at most `room` characters.

    `upright` is how many degrees the page has been turned by.
    """
    from pdf_columns import blocks_of, runs_of
    from pdf_mending import mend

    text = str(page.get_text_range())
    count = page.count_chars()
    mended = mend(page.raw, text, count)
    # Indices of the page count UTF-16 units.
    if upright is None or len(text) > room or any(c > "\uffff" for c in text):
        return _Page(mended.text)
    blocks = blocks_of(runs_of(page.raw, text, -upright // 90 % 4, count), text)
    columns = [
        # PDFium marks the hyphens at the ends of its own lines only.
        "\n".join(_HYPHEN.sub("\x02", mended.cut(start, end)) for start, end in spans)
        for spans in blocks
    ]
    return _Page(mended.text, columns=columns or None)


class _Seen(NamedTuple):
    """A character: its code point, whether that is only the number of a glyph, and the quarter turns it stands at."""

    code: int
    unmapped: bool
    turns: int | None


def _sample(pdfium: Any, page: Any, count: int) -> list[_Seen]:
    """Some characters from all over a page, without blanks."""
    found: list[_Seen] = []
    for index in range(0, count, max(1, count // _SAMPLE)):
        code = pdfium.FPDFText_GetUnicode(page, index)
        if pdfium.FPDFText_IsGenerated(page, index) == 1 or chr(code).isspace():
            continue
        turns = pdfium.FPDFText_GetCharAngle(page, index) / 1.5707963
        whole = round(turns) % 4 if abs(turns - round(turns)) < 0.05 else None
        found.append(_Seen(code, pdfium.FPDFText_HasUnicodeMapError(page, index) == 1, whole))
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


if __name__ == "__main__":
    main()
