"""What kind of document this is: by its bytes, then by its shape; the name only breaks ties."""

import io
import re
import zipfile
from pathlib import PurePosixPath

from stet.adapters.extract.values import Unreadable
from stet.domain.evidence import PageStatus

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
HTML = "text/html"
XML = "application/xml"
MARKDOWN = "text/markdown"
PLAIN = "text/plain"

_BINARY = (
    (b"\x89PNG\r\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"RIFF", "a RIFF file"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/bzip2"),
    (b"\xfd7zXZ", "application/xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf", "application/7z"),
    (b"Rar!", "application/rar"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3\x00", "a database"),
    (b"OggS", "audio"),
    (b"ID3", "audio"),
    (b"fLaC", "audio"),
    (b"{\\rtf", "application/rtf"),
    (b"%!PS", "application/postscript"),
)
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_OLE = "EncryptedPackage".encode("utf-16-le")
_CONTROL = bytes(c for c in range(32) if c not in (0, 9, 10, 12, 13, 27))

_MARKDOWN_NAMES = {".md", ".markdown", ".mdx", ".mkd", ".mdown"}
_HTML_NAMES = {".html", ".htm", ".xhtml", ".shtml"}
_LEAD_IN = re.compile(r"(?:\s{1,1000}|<!--.{0,5000}?-->|<\?xml[^>]{0,300}>){0,20}", re.DOTALL)
_WHOLE_HTML = re.compile(r"<(?:!doctype\s{1,5}html|html|head|body)[\s>]", re.IGNORECASE)
_HTML_PART = re.compile(
    r"<(?:header|footer|main|article|section|nav|aside|div|p|h[1-6]|table|ul|ol|dl|blockquote|pre|title|meta|link"
    r"|script|style|center|form|span|a|b|strong|i|em|font|img|br|hr|details|figure)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_HTML_END = re.compile(
    r"</(?:header|main|article|section|div|p|h[1-6]|table|ul|ol|body|html|a|b|span)\s{0,5}>", re.IGNORECASE
)
_OTHER_XML = re.compile(
    r"<(?:!doctype\s{1,5})?[A-Za-z_][\w.\-]{0,80}(?::[\w.\-]{1,80})?(?:\s[^<>]{0,3000})?>"
)
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MARKUP = re.compile(
    r"\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\)|\*\*\S|^ {0,3}[-*] \S|^\|.{1,500}\|", re.MULTILINE
)


def binary_type(raw: bytes) -> str | None:
    """`application/pdf` or the DOCX type, or None for text.

    Raises:
        Unreadable: another binary format, or an encrypted Office file
    """
    if b"%PDF-" in raw[:1024]:
        return PDF
    if raw.startswith(_ZIPS):
        return _zip_type(raw)
    if raw.startswith(_OLE):
        if _ENCRYPTED_OLE in raw:
            raise Unreadable(PageStatus.ENCRYPTED, "the document is protected by a password")
        raise Unreadable(PageStatus.UNSUPPORTED, "an old binary Office file; save it as .docx or PDF")
    for magic, what in _BINARY:
        if raw.startswith(magic) and (len(magic) > 3 or _looks_binary(raw)):
            raise Unreadable(PageStatus.UNSUPPORTED, f"not a text document ({what})")
    if raw[4:8] == b"ftyp":
        raise Unreadable(PageStatus.UNSUPPORTED, "not a text document (video)")
    return None


def refuse_binary(raw: bytes) -> None:
    """Refuse bytes that are no text in any encoding.

    Raises:
        Unreadable: control characters such as no text holds
    """
    if _looks_binary(raw):
        raise Unreadable(PageStatus.UNSUPPORTED, "binary data, not text")


def text_type(text: str, name: str, declared_type: str | None) -> str:
    """The type of decoded text: HTML, XML, Markdown or plain."""
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    declared = (declared_type or "").split(";")[0].strip().lower()
    lead = _LEAD_IN.match(text)
    start = lead.end() if lead else 0
    if _WHOLE_HTML.match(text, start):
        return HTML
    markdown = suffix in _MARKDOWN_NAMES or declared in ("text/markdown", "text/x-markdown")
    if not markdown and _HTML_PART.match(text, start) and _HTML_END.search(text, start):
        return HTML
    if text.lstrip("\ufeff \t\r\n").startswith("<?xml") and _OTHER_XML.match(text, start):
        return XML
    if markdown:
        return MARKDOWN
    if suffix in _HTML_NAMES or declared in (HTML, "application/xhtml+xml"):
        return HTML if _HTML_PART.search(text) else PLAIN
    known = suffix and suffix[1:].isalnum() and not suffix[1:].isdigit()
    return PLAIN if known or declared == PLAIN or not _markdown_shape(text) else MARKDOWN


def _markdown_shape(text: str) -> bool:
    head = text[:20_000]
    return bool(_HEADING.search(head)) and len(_MARKUP.findall(head)) >= 2


def _looks_binary(raw: bytes) -> bool:
    sample = raw[:8_192] + raw[len(raw) // 2 : len(raw) // 2 + 4_096]
    if not sample:
        return False
    nul = sample.count(0)
    if nul:
        # UTF-16 and UTF-32 text is full of NULs, and at regular places.
        if sample.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
            return False
        odd, even = sample[1::2].count(0), sample[::2].count(0)
        if max(odd, even) < 0.6 * (len(sample) // 2) or min(odd, even) > 0.1 * (len(sample) // 2):
            return nul > max(3, 0.001 * len(sample))
        return False
    control = len(sample) - len(sample.translate(None, _CONTROL))
    return control > 0.02 * len(sample)


def _zip_type(raw: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Unreadable(
            PageStatus.BROKEN, "a zip file (perhaps a .docx) that is damaged or cut off"
        ) from error
    # Some writers name the main part document2.xml; the package's relationships say which it is.
    if any(name.startswith("word/document") and name.endswith(".xml") for name in names):
        return DOCX
    raise Unreadable(PageStatus.UNSUPPORTED, "a zip file that is not a .docx document")
