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
    """A file's text, in which all offsets count, and what was read of it."""

    name: str
    text: str
    cited: CitedText


async def text_file(place: str, raw: bytes | None, apart: Apart, today: date) -> TextFile:
    """The text at `place`; `raw` are its bytes where they are here already.

    Markdown and plain text are taken as they stand. Of other formats the text is what extraction finds.

    Raises:
        NotFound: there is no such file
        BadText: it holds no text that can be read
    """
    text = await _text(place, raw, apart, today)
    if not any(char.isalnum() for char in text):
        raise _bad(place, PageStatus.EMPTY, "there is no word in it")
    return TextFile(shown(place), text, await to_thread.run_sync(read_text, text))


async def _text(place: str, raw: bytes | None, apart: Apart, today: date) -> str:
    limits, name = Limits(), os.path.basename(shown(place))  # noqa: PTH119 - text, and no path
    try:
        raw = await to_thread.run_sync(bytes_of, place) if raw is None else raw
        if len(raw) > limits.raw_bytes:
            raise Unreadable(PageStatus.TOO_LARGE, f"more than {limits.raw_bytes:,} bytes")
        kind = sniff.binary_type(raw)
        if kind is None:
            sniff.refuse_binary(raw)
    except (Unreadable, sniff.Unreadable) as error:
        raise _bad(place, error.status, error.reason) from error
    if kind is None and sniff.text_type(text := decode(raw), name, None) in (sniff.MARKDOWN, sniff.PLAIN):
        if len(text) > limits.text_chars:
            raise _bad(place, PageStatus.TOO_LARGE, f"more than {limits.text_chars:,} characters")
        return text
    found = await apart.extract(raw, name=name, declared_type=None, url=None, today=today, limits=limits)
    if found.status is not PageStatus.OK:
        raise _bad(place, found.status, found.reason or found.status.value)
    return found.text


def _bad(place: str, status: PageStatus, reason: str) -> InputError:
    if status is PageStatus.NOT_FOUND:
        return NotFound(f"no such file: {shown(place)}", hint="check the path; - reads from stdin")
    what = "stdin" if place == "-" else shown(place)
    return BadText(f"{what}: {reason}", hint=_HINTS.get(status))
