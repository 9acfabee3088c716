"""Word documents (.docx), by way of HTML."""

import io
import lzma
import zipfile
import zlib
from datetime import date
from importlib import import_module
from typing import IO, Any, cast

from stet.adapters.extract.blocks import render, squeeze
from stet.adapters.extract.dates import MODIFIED, PUBLISHED, Stated, settle, visible
from stet.adapters.extract.datewords import parse_date
from stet.adapters.extract.docxshown import shown
from stet.adapters.extract.htmlwalk import fragment_blocks
from stet.adapters.extract.sniff import DOCX
from stet.adapters.extract.tree import Element, etree
from stet.adapters.extract.values import Extracted, Limits, Unreadable
from stet.domain.evidence import PageStatus

_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError)
_PROPERTIES = "docProps/core.xml"
_CORE = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"
_TERMS = "{http://purl.org/dc/terms/}"
_DC = "{http://purl.org/dc/elements/1.1/}"


def read_docx(raw: bytes, today: date, limits: Limits) -> Extracted:
    """The text of a .docx file.

    Raises:
        Unreadable: broken, encrypted, or larger unpacked than allowed
    """
    properties = _check(raw, limits)
    blocks = fragment_blocks(_html(shown(raw)))
    text, marks = render(blocks)
    heading = next((b.text for b in blocks[:12] if b.kind == "heading"), None)
    title = squeeze(properties.get(f"{_DC}title", ""))[:500]
    stated = [*visible(text[:6_000].split("\n"), 0, heading)]
    for what, key in ((PUBLISHED, f"{_TERMS}created"), (MODIFIED, f"{_TERMS}modified")):
        if day := parse_date(properties.get(key, "")):
            stated.append(Stated(1, "core properties", what, day))
    title_from = "core properties" if title else "h1" if heading else None
    return Extracted(
        status=PageStatus.OK,
        media_type=DOCX,
        text=text,
        marks=marks,
        title=title or heading,
        title_from=title_from,
        lang=squeeze(properties.get(f"{_DC}language", "")) or None,
        **settle(stated, today)._asdict(),
    )


def docx_html(raw: bytes, limits: Limits) -> str:
    """What a .docx file shows as HTML, its links and notes in place; nothing of it is made safe.

    Raises:
        Unreadable: broken, encrypted, or larger unpacked than allowed
    """
    _check(raw, limits)
    return _html(shown(raw))


def _check(raw: bytes, limits: Limits) -> dict[str, str]:
    """The core properties, after the sizes of all parts were found to be within bounds.

    The sizes that the archive states are not believed: what is read is what is counted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            if any(entry.flag_bits & 1 for entry in archive.infolist()):
                raise Unreadable(PageStatus.ENCRYPTED, "the document is protected by a password")
            left = limits.unpacked_bytes
            for entry in archive.infolist():
                if entry.file_size > left:
                    raise Unreadable(
                        PageStatus.TOO_LARGE, f"unpacks to more than {limits.unpacked_bytes:,} bytes"
                    )
                with archive.open(entry) as part:
                    left -= _length(part, left)
                if left < 0:
                    raise Unreadable(
                        PageStatus.TOO_LARGE, f"unpacks to more than {limits.unpacked_bytes:,} bytes"
                    )
            return _core(archive.read(_PROPERTIES)) if _PROPERTIES in archive.namelist() else {}
    except (*_DAMAGE, ValueError) as error:
        raise Unreadable(PageStatus.BROKEN, "the document is damaged or cut off") from error


def _length(part: IO[bytes], most: int) -> int:
    total = 0
    while total <= most and (chunk := part.read(1 << 16)):
        total += len(chunk)
    return total


def _core(raw: bytes) -> dict[str, str]:
    lxml = etree()
    parser = lxml.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=False)
    try:
        root = cast("Element | None", lxml.fromstring(raw, parser))
    except lxml.XMLSyntaxError:
        return {}
    return {str(e.tag): e.text for e in root.iter() if e.text} if root is not None else {}


def _html(raw: bytes) -> str:
    # The library has no types of its own.
    mammoth: Any = import_module("mammoth")
    try:
        done = mammoth.convert_to_html(io.BytesIO(raw), convert_image=mammoth.images.img_element(_no_image))
    except RecursionError as error:
        raise Unreadable(PageStatus.BROKEN, "the document is nested too deep") from error
    except Exception as error:  # whatever it raises, it raises over the parts of this file
        raise Unreadable(PageStatus.BROKEN, "the document's parts cannot be read") from error
    return str(done.value)


def _no_image(_: object) -> dict[str, str]:
    return {}
