"""A file as a text to be checked: its bytes, its kind, its characters, and what is cited in them."""

import os
from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from anyio import to_thread

from stet.adapters.corpus.scan import Unreadable, shown
from stet.adapters.extract import Limits, sniff
from stet.adapters.extract.charset import decode
from stet.adapters.fetch.apart import Apart
from stet.app.reading import bytes_of
from stet.domain.evidence import PageStatus
from stet.errors import InputError, NotFound
from stet.texts.data import is_data
from stet.texts.html import read_html
from stet.texts.read import read_text
from stet.texts.values import CitedText

_HINTS: Final[Mapping[PageStatus, str]] = {
    PageStatus.UNSUPPORTED: "give Markdown, plain text, HTML, DOCX or PDF",
    PageStatus.TOO_LARGE: "cut it into parts",
    PageStatus.NO_TEXT: "a scan has no text; recognise its characters first",
    PageStatus.ENCRYPTED: "take its password off and save it again",
    PageStatus.EMPTY: "there is nothing to check in it",
}


class BadText(InputError):
    """A file that was given to be checked holds no text that can be read."""

    code = "bad_text"


class TextFile(NamedTuple):
    """A file's text, in which all offsets count, and what was read of it; `plain` where the text is the file's own."""

    name: str
    text: str
    cited: CitedText
    plain: bool


async def text_file(place: str, raw: bytes | None, apart: Apart, today: date) -> TextFile:
    """The text at `place`; `raw` are its bytes where they are here already.

    Markdown and plain text are taken as they stand. HTML and Word documents become Markdown, so that their links and
    notes stay citations; of a PDF the text is what extraction finds.

    Raises:
        NotFound: there is no such file
        BadText: it holds no text that can be read
    """
    limits, name = Limits(), os.path.basename(shown(place))  # noqa: PTH119 - text, and no path
    try:
        raw = await to_thread.run_sync(bytes_of, place) if raw is None else raw
        if len(raw) > limits.raw_bytes:
            raise Unreadable(PageStatus.TOO_LARGE, f"more than {limits.raw_bytes:,} bytes")
        kind = sniff.binary_type(raw)
        if kind is None:
            sniff.refuse_binary(raw)
            text = decode(raw)
            if len(text) > limits.text_chars:
                raise Unreadable(PageStatus.TOO_LARGE, f"more than {limits.text_chars:,} characters")
            kind = sniff.text_type(text, name, None)
        else:
            text = await _extracted(raw, name, apart, today, limits)
        read = await to_thread.run_sync(_read, kind, text, raw, limits)
    except (Unreadable, sniff.Unreadable) as error:
        raise _bad(place, error.status, error.reason) from error
    if not any(char.isalnum() for char in read[0]):
        raise _bad(place, PageStatus.EMPTY, "there is no word in it")
    if is_data(read[0]):
        raise _bad(place, PageStatus.UNSUPPORTED, "it is data (JSON) and no text")
    return TextFile(shown(place), *read, plain=kind in (sniff.MARKDOWN, sniff.PLAIN))


def _read(kind: str, text: str, raw: bytes, limits: Limits) -> tuple[str, CitedText]:
    if kind == sniff.DOCX:
        from stet.adapters.extract.docx import docx_html

        return read_html(docx_html(raw, limits))
    return read_html(text) if kind in (sniff.HTML, sniff.XML) else (text, read_text(text))


async def _extracted(raw: bytes, name: str, apart: Apart, today: date, limits: Limits) -> str:
    """The text of a binary file, read in a process that can be killed."""
    found = await apart.extract(raw, name=name, declared_type=None, url=None, today=today, limits=limits)
    if found.status is not PageStatus.OK:
        raise Unreadable(found.status, found.reason or found.status.value)
    return found.text


def _bad(place: str, status: PageStatus, reason: str) -> InputError:
    if status is PageStatus.NOT_FOUND:
        return NotFound(f"no such file: {shown(place)}", hint="check the path; - reads from stdin")
    what = "stdin" if place == "-" else shown(place)
    return BadText(f"{what}: {reason}", hint=_HINTS.get(status))
