"""PDF files, read in a process of their own."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from stet.adapters.extract.blocks import squeeze, tidy
from stet.adapters.extract.dates import MODIFIED, PUBLISHED, Stated, of_url, settle, visible
from stet.adapters.extract.datewords import parse_date
from stet.adapters.extract.pdftext import page_texts
from stet.adapters.extract.values import Extracted, Limits, Unreadable
from stet.domain.base import Value
from stet.domain.evidence import Mark, PageStatus

_MEDIA_TYPE = "application/pdf"
_WORKER = Path(__file__).with_name("pdf_worker.py")
_NO_TITLE = re.compile(
    r"(?:untitled|title|subject:?|document\d{0,3}|microsoft word|print|scan\w{0,12}|none|null)$"
    r"|.{1,200}\.(?:docx?|indd|pdf|exe|xlsx?|pptx?|rtf|txt|tex|dvi|qxd|fm|odt|wpd|html?)$",
    re.IGNORECASE,
)
_PDF_DATE = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})")


class _Answer(Value):
    """What the worker prints."""

    status: Literal["ok", "encrypted", "broken", "too_large"]
    reason: str | None = None
    pages: tuple[str, ...] = ()
    columns: tuple[tuple[str, ...] | None, ...] = ()
    failed: tuple[int, ...] = ()
    unmapped: tuple[int, ...] = ()
    info: Mapping[str, str] = {}


def read_pdf(raw: bytes, url: str | None, today: date, limits: Limits) -> Extracted:
    """The text of a PDF with a mark at the start of each page; `full_text` has its tables read down the columns.

    Raises:
        Unreadable: encrypted, broken, too large, too slow
    """
    answer = _ask(raw, limits)
    if answer.status != "ok":
        raise Unreadable(PageStatus(answer.status), answer.reason or "the PDF cannot be read")
    down = [block for blocks in answer.columns for block in blocks or ()]
    texts = page_texts(answer.pages, down)
    pages = texts[: len(answer.pages)]
    text, marks = _join(pages)
    stated = [
        *visible(text[:6_000].split("\n"), 0),
        *_of_info(answer.info),
        *of_url(url, 2),
    ]
    title = squeeze(answer.info.get("Title", "")).removeprefix("Microsoft Word - ")[:500]
    title = "" if _NO_TITLE.fullmatch(title) else title
    if not text.strip():
        return Extracted(
            status=PageStatus.NO_TEXT,
            reason="the PDF's fonts do not say which letters they show"
            if answer.unmapped
            else "the PDF has no text layer (scanned pages?)",
            media_type=_MEDIA_TYPE,
            title=title or None,
            title_from="pdf info" if title else None,
        )
    return Extracted(
        status=PageStatus.OK,
        reason="; ".join(_missing(answer, raw)) or None,
        media_type=_MEDIA_TYPE,
        text=text,
        marks=marks,
        full_text=_full(pages, answer.columns, iter(texts[len(pages) :]), text) if down else None,
        title=title or None,
        title_from="pdf info" if title else None,
        **settle(stated, today)._asdict(),
    )


def _ask(raw: bytes, limits: Limits) -> _Answer:
    arguments = (limits.pdf_memory_bytes, limits.pdf_seconds, limits.pdf_pages, limits.text_chars)
    # -P: the worker's folder must not come first on the path; its modules have names of the standard library.
    command = [sys.executable, "-P", str(_WORKER), *(str(a) for a in arguments)]
    try:
        done = subprocess.run(  # noqa: S603 - our own file, numbers as arguments
            command, input=raw, capture_output=True, timeout=limits.pdf_seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable(PageStatus.TIMEOUT, f"the PDF was not read within {limits.pdf_seconds} s") from error
    if done.returncode != 0:
        last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no message"])[-1]
        raise Unreadable(PageStatus.BROKEN, f"the PDF reader stopped ({done.returncode}: {last})"[:200])
    try:
        return _Answer.model_validate_json(done.stdout)
    except ValidationError as error:
        raise Unreadable(PageStatus.BROKEN, "the PDF reader gave no answer that can be read") from error


def _join(pages: list[str]) -> tuple[str, tuple[Mark, ...]]:
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    for number, page in enumerate(pages, start=1):
        body = tidy(page).strip()
        if parts and body:
            parts.append("\n\n")
            length += 2
        marks.append(Mark(kind="page", start=length, end=length, label=str(number)))
        if body:
            parts.append(body)
            length += len(body)
    return "".join(parts), tuple(marks)


def _full(
    pages: list[str], columns: Sequence[tuple[str, ...] | None], blocks: Iterator[str], text: str
) -> str | None:
    """The pages with tables read down their columns, in `blocks`; None where that is the text again."""
    read = [
        page if of_page is None else "\n\n".join(islice(blocks, len(of_page)))
        for page, of_page in zip(pages, columns, strict=True)
    ]
    full = _join(read)[0]
    return full if full != text else None


def _of_info(info: Mapping[str, str]) -> list[Stated]:
    found: list[Stated] = []
    for what, key in ((PUBLISHED, "CreationDate"), (MODIFIED, "ModDate")):
        m = _PDF_DATE.match(info.get(key, ""))
        day = parse_date(f"{m[1]}-{m[2]}-{m[3]}") if m else None
        if day:
            found.append(Stated(1, "pdf info", what, day))
    return found


def _missing(answer: _Answer, raw: bytes) -> Iterator[str]:
    """What of a readable PDF could not be read."""
    if answer.failed:
        yield f"pages that could not be read: {_listed(answer.failed)}"
    if answer.unmapped:
        yield f"pages left out, as their fonts do not say which letters they show: {_listed(answer.unmapped)}"
    if b"%%EOF" not in raw[-4_096:]:
        yield "the PDF has no end; text may be missing"


def _listed(pages: tuple[int, ...]) -> str:
    return ", ".join(str(p) for p in pages[:10]) + (", …" if len(pages) > 10 else "")
