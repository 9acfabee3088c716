"""Reads one PDF from stdin and prints its pages as JSON; run as a program of its own, imported by nothing.

PDFium is C++ over hostile input: here it has a process that may crash, and limits on memory and time. The answer
is `{"status": "ok", "pages": [...], "info": {...}}` or `{"status": "...", "reason": "..."}`.
"""

import json
import sys


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


def _page(document: "object", number: int) -> str | None:
    """The text of a page, or None where the page cannot be loaded."""
    import pypdfium2

    try:
        page = document[number]  # pyright: ignore
        text = page.get_textpage()  # pyright: ignore
        result = text.get_text_range()  # pyright: ignore
        text.close()  # pyright: ignore
        page.close()  # pyright: ignore
    except pypdfium2.PdfiumError:
        return None
    return str(result)  # pyright: ignore


if __name__ == "__main__":
    main()
