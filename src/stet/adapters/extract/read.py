"""Choose the reader by what the bytes are, and put its answer in one shape."""

from datetime import date
from pathlib import PurePosixPath

from stet.adapters.extract import sniff
from stet.adapters.extract.blocks import Block, render, squeeze, tidy
from stet.adapters.extract.charset import decode
from stet.adapters.extract.dates import Stated, of_url, settle, visible
from stet.adapters.extract.frontmatter import read_front_matter
from stet.adapters.extract.text import read_text
from stet.adapters.extract.values import Extracted, Limits, Unreadable
from stet.adapters.extract.walls import find_wall
from stet.domain.evidence import PageStatus


def read(
    raw: bytes, name: str, declared_type: str | None, url: str | None, today: date, limits: Limits
) -> Extracted:
    """The document; see `stet.adapters.extract.extract`.

    Raises:
        Unreadable: it cannot be used
    """
    if not raw.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise Unreadable(PageStatus.EMPTY, "the document is empty")
    if len(raw) > limits.raw_bytes:
        raise Unreadable(PageStatus.TOO_LARGE, f"{len(raw):,} bytes; at most {limits.raw_bytes:,} are read")
    binary = sniff.binary_type(raw)
    if binary == sniff.PDF:
        from stet.adapters.extract.pdf import read_pdf

        found = read_pdf(raw, url, today, limits)
    elif binary == sniff.DOCX:
        from stet.adapters.extract.docx import read_docx

        found = read_docx(raw, today, limits)
    else:
        sniff.refuse_binary(raw)
        found = _read_characters(decode(raw, declared_type), name, declared_type, url, today)
    return _finish(found, name, limits)


def _read_characters(
    text: str, name: str, declared_type: str | None, url: str | None, today: date
) -> Extracted:
    kind = sniff.text_type(text, name, declared_type)
    if kind in (sniff.HTML, sniff.XML):
        return _html(text, kind, url, today)
    front = read_front_matter(text)
    fault = front.fault
    if kind == sniff.MARKDOWN:
        from stet.adapters.extract.markdown import read_markdown

        blocks = read_markdown(front.body)
        body, marks = render(blocks)
        # Letters are counted only where much is gone: counting costs as much as parsing.
        if 2 * len(body) < len(front.body) and _letters(body) < 0.25 * _letters(front.body):
            # Nested deeper than the parser goes, or all of it in markup: better its markup than a loss.
            blocks, (body, marks) = [], read_text(front.body)
            fault = fault or "its Markdown could not be parsed whole; read as plain text"
    else:
        blocks, (body, marks) = [], read_text(front.body)
    heading = _only_h1(blocks)
    stated = front.stated + tuple(_visible(body, heading)) + tuple(of_url(front.url or url, 4))
    dated = settle(stated, today)
    title, title_from = (front.title, "front matter") if front.title else (heading, "h1" if heading else None)
    return Extracted(
        status=PageStatus.OK,
        reason=fault,
        media_type=kind,
        text=body,
        marks=marks,
        title=title,
        title_from=title_from,
        publisher=front.publisher,
        url=front.url,
        url_from="front matter" if front.url else None,
        lang=front.lang,
        **dated._asdict(),
    )


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _visible(body: str, heading: str | None) -> list[Stated]:
    head, tail = body[:8_000], body[-1_000:] if len(body) > 8_000 else ""
    return visible([*head.split("\n"), *tail.split("\n")], 3, heading)


def _only_h1(blocks: list[Block]) -> str | None:
    first = next((b for b in blocks[:12] if b.kind == "heading"), None)
    return first.text if first is not None and first.level <= 2 else None


def _html(text: str, kind: str, url: str | None, today: date) -> Extracted:
    from stet.adapters.extract.html import read_html

    page = read_html(tidy(text), url, today, all_blocks=kind == sniff.XML)
    if page is None:
        raise Unreadable(PageStatus.BROKEN, "the page's tags cannot be read, or are nested too deep")
    body, marks = render(page.blocks)
    meta = page.meta
    seen = render(page.everything)[0]
    if (wall := find_wall(meta.title, render(page.chosen)[0], seen=seen, markup=text)) is not None:
        raise Unreadable(wall.status, wall.reason)
    return Extracted(
        status=PageStatus.OK,
        media_type=kind,
        text=body,
        marks=marks,
        full_text=seen,
        title=meta.title,
        title_from=meta.title_from,
        publisher=meta.publisher,
        url=meta.url,
        url_from=meta.url_from,
        lang=meta.lang,
        **meta.dated._asdict(),
    )


def _finish(found: Extracted, name: str, limits: Limits) -> Extracted:
    """The same checks for every format: some text, not too much, and a title."""
    text = found.text
    if not text.strip():
        status = PageStatus.NO_TEXT
        return found.model_copy(
            update={
                "status": status,
                "reason": found.reason or "no text was found in it",
                "text": "",
                "marks": (),
                "full_text": None,
            }
        )
    if len(text) > limits.text_chars:
        raise Unreadable(
            PageStatus.TOO_LARGE, f"{len(text):,} characters of text; at most {limits.text_chars:,} are read"
        )
    if not found.title and (title := _stem(name)):
        return found.model_copy(update={"title": title, "title_from": "file name"})
    return found


def _stem(name: str) -> str:
    """A file name without its ending, as one printable line; digits after a dot are no ending."""
    path = PurePosixPath(name)
    stem = path.name if path.suffix[1:].isdigit() else path.stem
    return squeeze("".join(c if c.isprintable() else " " for c in stem))
