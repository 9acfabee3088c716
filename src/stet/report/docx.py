"""The report as a document for word processors (Office Open XML, ECMA-376), by python-docx.

Headings, lists, quotations and tables are real ones, in styles that a reader may change. The same report gives the same
bytes: no clock is read, and the parts of the file have no time.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from html import escape
from typing import TYPE_CHECKING

from stet.domain.report import Report
from stet.report.clean import visible
from stet.report.direction import language, pieces, right_to_left
from stet.report.document import Block, Heading, Span, Table, Words, document, title
from stet.report.extra import need

if TYPE_CHECKING:
    from docx.document import Document

LANGUAGE = "en-GB"
_STYLES = {"plain": "Normal", "quote": "Quote", "item": "ListBullet", "sub": "ListBullet2"}
_EAST = {"ja": "ja-JP", "ko": "ko-KR", "zh": "zh-CN"}
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_THUMBNAIL = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
_LANGUAGE = re.compile(r'(<w:lang\b[^>]{0,200}?w:val=")[^"]{0,40}"')
_EPOCH = (1980, 1, 1, 0, 0, 0)
_WIDTH = 8_600
"""Twentieths of a point between the margins of the template's page."""


def to_docx(report: Report, texts: Mapping[str, str]) -> bytes:
    """The document; `texts` are the saved texts by source id, for links to the words.

    Raises:
        NotInstalled: python-docx is not there
    """
    need("docx")
    import docx

    made = docx.Document()
    _about(made, report)
    body = "".join(_Writer(made).blocks(document(report, texts)))
    out = io.BytesIO()
    made.save(out)
    return _packed(out.getvalue(), body)


def _about(made: "Document", report: Report) -> None:
    """Title, language and date; nothing of the template's own."""
    moment = datetime.combine(report.today, time(), UTC)
    core = made.core_properties
    core.title, core.author, core.last_modified_by = title(report)[:255], "stet", "stet"
    core.subject = core.comments = core.keywords = core.category = core.identifier = ""
    core.language = LANGUAGE
    core.created = core.modified = moment
    core.revision = 1
    if (package := made.part.package) is not None:
        for number, relation in list(package.rels.items()):
            if relation.reltype == _THUMBNAIL:
                del package.rels[number]


class _Writer:
    """Writes the elements of the body: the library has no links, and is slow at long tables."""

    def __init__(self, made: "Document") -> None:
        self._part = made.part
        self._links: dict[str, str] = {}
        self._marks = 0

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        for block in blocks:
            match block:
                case Heading():
                    yield self._paragraph(f"Heading{block.level}", (Span(block.text),), block.anchor)
                case Words():
                    yield self._paragraph(_STYLES[block.style], block.spans, ltr=block.ltr)
                case Table():
                    yield self._table(block)

    def _paragraph(
        self, style: str, spans: tuple[Span, ...], anchor: str | None = None, *, ltr: bool = False
    ) -> str:
        rtl = not ltr and right_to_left("".join(span.text for span in spans))
        inside = "".join(self._span(span, rtl=rtl) for span in spans)
        if anchor is not None:
            self._marks += 1
            begin = f'<w:bookmarkStart w:id="{self._marks}" w:name="{escape(anchor)}"/>'
            inside = f'{begin}{inside}<w:bookmarkEnd w:id="{self._marks}"/>'
        way = "<w:bidi/>" if rtl else ""
        return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{way}</w:pPr>{inside}</w:p>'

    def _span(self, span: Span, *, rtl: bool) -> str:
        link = span.to is not None or span.href is not None
        parts = pieces(visible(span.text), rtl=rtl)
        runs = "".join(_run(text, bold=span.bold, link=link, rtl=way) for text, way in parts)
        if span.to is not None:
            return f'<w:hyperlink w:anchor="{escape(span.to)}">{runs}</w:hyperlink>'
        if span.href is not None:
            return f'<w:hyperlink r:id="{self._relation(span.href)}">{runs}</w:hyperlink>'
        return runs

    def _relation(self, href: str) -> str:
        if href not in self._links:
            self._links[href] = self._part.relate_to(href, f"{_RELATIONS}/hyperlink", is_external=True)
        return self._links[href]

    def _table(self, table: Table) -> str:
        widths = [_WIDTH * width // sum(table.widths) for width in table.widths]
        head = tuple((Span(name, bold=True),) for name in table.header)
        rows = [self._row(head, widths, header=True)]
        rows += [self._row(row, widths, header=False) for row in table.rows]
        grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
        about = (
            f'<w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="{sum(widths)}" w:type="dxa"/>'
            '<w:tblLayout w:type="fixed"/></w:tblPr>'
        )
        return f"<w:tbl>{about}<w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl><w:p/>"

    def _row(self, row: tuple[tuple[Span, ...], ...], widths: list[int], *, header: bool) -> str:
        cells = "".join(
            f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{self._paragraph("Normal", spans)}</w:tc>'
            for spans, width in zip(row, widths, strict=True)
        )
        repeated = "<w:tblHeader/>" if header else ""
        return f"<w:tr><w:trPr><w:cantSplit/>{repeated}</w:trPr>{cells}</w:tr>"


def _run(text: str, *, bold: bool, link: bool, rtl: bool) -> str:
    about = "<w:b/><w:bCs/>" if bold else ""
    if link:
        about += '<w:color w:val="0563C1"/><w:u w:val="single"/>'
    if rtl:
        about += "<w:rtl/>"
    if (east := language(text)) is not None:
        about += f'<w:lang w:eastAsia="{_EAST[east]}"/>'
    return f'<w:r><w:rPr>{about}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def _packed(data: bytes, body: str) -> bytes:
    """The parts with the body in its place, and without the moment at which they were packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(out, "w") as again:
        for info in packed.infolist():
            part = packed.read(info)
            if info.filename == "word/document.xml":
                before, section, after = part.decode().partition("<w:sectPr")
                part = f"{before}{body}{section}{after}".encode()
            elif info.filename == "word/styles.xml":
                part = _LANGUAGE.sub(rf'\g<1>{LANGUAGE}"', part.decode()).encode()
            fixed = zipfile.ZipInfo(info.filename, _EPOCH)
            fixed.create_system, fixed.external_attr = 3, 0o100644 << 16
            fixed.compress_type = zipfile.ZIP_DEFLATED
            again.writestr(fixed, part, compresslevel=6)
    return out.getvalue()
