"""Reads one PDF from stdin and prints its pages as JSON; run as a program of its own, imported by nothing.

PDFium is C++ over hostile input: here it has a process that may crash, and limits on memory and time. The
answer is `{"status": "ok", "pages": [...], "info": {...}}` or `{"status": "...", "reason": "..."}`.
"""

import ctypes
import json
import re
import sys
from typing import Any, NamedTuple

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
    texts: list[str] = []
    failed: list[int] = []
    length = 0
    for number in range(count):
        text = _page(document, number)
        if text is None:
            failed.append(number + 1)
        texts.append(text or "")
        length += len(texts[-1])
        if length > max_chars:
            return {"status": "too_large", "reason": f"more than {max_chars:,} characters of text"}
    if len(failed) == count:
        return {"status": "broken", "reason": "none of the PDF's pages can be read"}
    return {"status": "ok", "pages": texts, "failed": failed, "info": document.get_metadata_dict()}


def _page(document: Any, number: int) -> str | None:
    """The text of a page, or None where the page cannot be loaded."""
    import pypdfium2

    try:
        page = document[number]
        text = page.get_textpage()
        result = _mend_raised(text.raw, str(text.get_text_range()))
        text.close()
        page.close()
    except pypdfium2.PdfiumError:
        return None
    return result


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


def _mend_raised(page: Any, text: str) -> str:
    """Set raised digits as superscripts, and take out the line ends that PDFium puts around them.

    The mark of a note after a year must not make another number of it, nor an exponent of its base.
    """
    if any(c > "\uffff" for c in text):  # indices of the page count UTF-16 units
        return text
    parts: list[str] = []
    done = 0
    for m in _DIGITS.finditer(text):
        mended = _mend_run(page, text, m)
        if mended is not None:
            parts += (text[done : m.start()], mended)
            done = m.end()
    return "".join((*parts, text[done:]))


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
