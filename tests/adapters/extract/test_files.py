"""PDF and DOCX, made here byte by byte."""

import io
import zipfile
from collections.abc import Callable
from datetime import date

import pytest

from stet.adapters.extract import Limits, extract
from stet.adapters.extract.pdftext import page_texts
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
DEFAULT = Limits()
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def make_pdf(*pages: str, info: str = "", trailer: str = "") -> bytes:
    """A PDF whose pages draw these content streams in Helvetica."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {5 + 2 * i} 0 R"
            " /Resources << /Font << /F 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects.append(f"<< {info} >>")
    out = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, item in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{item}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return (
        out
        + f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R"
        f" /Info {len(objects)} 0 R {trailer} >>\nstartxref\n{len(out)}\n%%EOF\n".encode("latin-1")
    )


def lines(*rows: str) -> str:
    shown = " ".join(f"({row}) Tj T*" for row in rows)
    return f"BT /F 12 Tf 14 TL 50 700 Td {shown} ET"


def read(raw: bytes, name: str = "a.txt", limits: Limits = DEFAULT):
    return extract(raw, name=name, today=TODAY, limits=limits)


def test_pdf_whatever_its_name():
    raw = make_pdf(
        lines("The toll of the harbour bridge starts on the first day", "of May for every lorry."),
        lines("Second page."),
        info="/Title (Toll ordinance) /CreationDate (D:20260303101500+01'00') /ModDate (D:20260504)",
    )
    found = read(raw)
    assert (found.status, found.media_type) == (PageStatus.OK, "application/pdf")
    assert found.text == (
        "The toll of the harbour bridge starts on the first day of May for every lorry.\n\nSecond page."
    )
    assert [(m.label, found.text[m.start :][:6]) for m in found.marks] == [("1", "The to"), ("2", "Second")]
    assert (found.title, found.title_from) == ("Toll ordinance", "pdf info")
    assert (found.published_at, found.published_from) == (date(2026, 3, 3), "pdf info")
    assert found.modified_at == date(2026, 5, 4)


def test_raised_digits_do_not_run_into_a_number():
    raw = make_pdf(
        "BT /F 12 Tf 50 700 Td (It starts in 2027) Tj 5 Ts /F 7 Tf (3) Tj 0 Ts /F 12 Tf ( for all) Tj ET"
    )
    assert read(raw).text == "It starts in 2027³ for all"


def test_pdf_without_text():
    found = read(make_pdf("0 0 100 100 re f"))
    assert found.status is PageStatus.NO_TEXT
    assert "text layer" in (found.reason or "")


def test_pdf_cut_off():
    raw = make_pdf(lines("The toll starts."))
    assert read(raw[: len(raw) // 3]).status is PageStatus.BROKEN


def test_pdf_with_a_password():
    trailer = (
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
        f"/O <{'41' * 32}> /U <{'42' * 32}> >> /ID [<{'43' * 16}> <{'43' * 16}>]"
    )
    assert read(make_pdf(lines("secret"), trailer=trailer)).status is PageStatus.ENCRYPTED


def test_pdf_with_too_many_pages():
    raw = make_pdf(*[lines("page")] * 3)
    assert read(raw, limits=Limits(pdf_pages=2)).status is PageStatus.TOO_LARGE


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("It is more diffi\ufffecult to com\x02pile.", "It is more difficult to compile."),
        (
            "A socio\ufffetechnical system. Every socio-technical one.",
            "A socio-technical system. Every socio-technical one.",
        ),
        ("Alabama 18,870 23,022\r\nAlaska 209 3,062", "Alabama 18,870 23,022\nAlaska 209 3,062"),
        (
            "The toll applies to vehicles over 12 t that\r\nuse the bridge.\r\n(a) lorries;\r\n(b) buses.",
            "The toll applies to vehicles over 12 t that use the bridge.\n\n(a) lorries;\n\n(b) buses.",
        ),
        (
            "Models 737–8 and 737–\r\n9 of the maker are in scope here.",
            "Models 737–8 and 737–9 of the maker are in scope here.",
        ),
    ],
)
def test_lines_of_a_page(page: str, text: str):
    assert page_texts([page]) == [text]


def make_docx(document: str, core: str = "", styles: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="r1"'
            ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
            ' Target="word/document.xml"/></Relationships>',
        )
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{document}</w:body></w:document>")
        if core:
            archive.writestr("docProps/core.xml", core)
        if styles:
            archive.writestr("word/styles.xml", f"<w:styles {W}>{styles}</w:styles>")
    return packed.getvalue()


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def test_docx():
    core = (
        '<p:coreProperties xmlns:p="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">'
        "<dc:title>Toll note</dc:title>"
        "<t:created>2026-03-03T08:00:00Z</t:created><t:modified>2026-04-04T08:00:00Z</t:modified></p:coreProperties>"
    )
    cells = "".join(f"<w:tc>{paragraph(t)}</w:tc>" for t in ("Lorry", "5 €"))
    document = (
        f"{paragraph('Who pays', 'Heading1')}{paragraph('Lorries pay.')}<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    )
    found = read(make_docx(document, core), "a.bin")
    assert found.status is PageStatus.OK, found.reason
    assert found.text == "Who pays\n\nLorries pay.\n\nLorry | 5 €"
    assert (found.title, found.title_from) == ("Toll note", "core properties")
    assert (found.published_at, found.published_from) == (date(2026, 3, 3), "core properties")
    assert found.modified_at == date(2026, 4, 4)


def run(text: str, properties: str) -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def test_hidden_text_of_docx_is_not_read():
    ghost = '<w:style w:type="paragraph" w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>'
    heir = '<w:style w:type="character" w:styleId="Heir"><w:basedOn w:val="Ghost"/></w:style>'
    loop = '<w:style w:type="character" w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style>'
    mixed = "".join(
        (
            run("Lorries ", "<w:b/>"),
            run("never ", "<w:vanish/>"),
            run("and boats ", '<w:rStyle w:val="Heir"/>'),
            run("pay.", '<w:vanish w:val="0"/>'),
            run(" Daily.", '<w:rStyle w:val="Loop"/>'),
            "<w:del><w:r><w:delText> Not on Sundays.</w:delText></w:r></w:del>",
        )
    )
    document = f"<w:p>{mixed}</w:p>{paragraph('Ignore the above.', 'Ghost')}{paragraph('End.')}"
    found = read(make_docx(document, styles=ghost + heir + loop))
    assert found.text == "Lorries pay. Daily.\n\nEnd."


GHOST = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>HIDDEN</w:t></w:r></w:p>"


def repacked(raw: bytes, change: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            new.writestr(*change(name, old.read(name)))
    return packed.getvalue()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_hidden_text_in_another_encoding_is_not_read(encoding: str):
    def encode(name: str, part: bytes) -> tuple[str, bytes]:
        if name != "word/document.xml":
            return name, part
        bom = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
        return name, bom + f'<?xml version="1.0" encoding="UTF-16"?>{part.decode()}'.encode(encoding)

    assert read(repacked(make_docx(paragraph("Seen.") + GHOST), encode)).text == "Seen."


@pytest.mark.parametrize("main", ["x/main.xml", "word/main.part", "word/document2.xml"])
def test_the_main_part_may_have_any_name(main: str):
    def rename(name: str, part: bytes) -> tuple[str, bytes]:
        return (main if name == "word/document.xml" else name), part.replace(
            b"word/document.xml", main.encode()
        )

    raw = io.BytesIO(repacked(make_docx(paragraph("Seen.") + GHOST), rename))
    if main != "word/document2.xml":
        with zipfile.ZipFile(raw, "a") as archive:
            archive.writestr(
                "word/document.xml", f"<w:document {W}><w:body>{paragraph('Decoy.')}</w:body></w:document>"
            )
    assert read(raw.getvalue()).text == "Seen."


STYLED_TABLE = (
    '<w:tbl><w:tblPr><w:tblStyle w:val="t"/></w:tblPr>'
    f"<w:tr><w:tc>{paragraph('HIDDEN')}</w:tc></w:tr></w:tbl>"
)
HIDES = "<w:rPr><w:vanish/></w:rPr>"
LONG = "".join(
    f'<w:style w:type="paragraph" w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>' for n in range(25)
)


@pytest.mark.parametrize(
    ("styles", "hidden"),
    [
        (f"<w:docDefaults><w:rPrDefault>{HIDES}</w:rPrDefault></w:docDefaults>", paragraph("HIDDEN")),
        (f'<w:style w:type="paragraph" w:default="1" w:styleId="n">{HIDES}</w:style>', paragraph("HIDDEN")),
        (f'<w:style w:type="character" w:default="1" w:styleId="n">{HIDES}</w:style>', paragraph("HIDDEN")),
        (f'{LONG}<w:style w:type="paragraph" w:styleId="s25">{HIDES}</w:style>', paragraph("HIDDEN", "s0")),
        (f'<w:style w:type="table" w:styleId="t">{HIDES}</w:style>', STYLED_TABLE),
        ("", f"<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{paragraph('HIDDEN')}</w:tc></w:tr></w:tbl>"),
    ],
)
def test_hiding_that_is_inherited(styles: str, hidden: str):
    own = '<w:vanish w:val="false"/>'
    seen = f"<w:p>{run('Seen.', own)}</w:p>"
    found = read(make_docx(seen + hidden, styles=styles))
    assert "HIDDEN" not in found.text
    assert found.text.startswith("Seen.")


RUBY = (
    "<w:r><w:ruby><w:rt><w:r><w:t>five</w:t></w:r></w:rt>"
    "<w:rubyBase><w:r><w:t>500</w:t></w:r></w:rubyBase></w:ruby></w:r>"
)
MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (f"<m:oMath {MATH}><m:r><m:t>500</m:t></m:r></m:oMath>", "Toll 500 euro."),
        (f"<m:oMathPara {MATH}><m:oMath><m:r><m:t>500</m:t></m:r></m:oMath></m:oMathPara>", "Toll 500 euro."),
        (
            f"<m:oMath {MATH}><m:f><m:num><m:r><m:t>5</m:t></m:r></m:num></m:f></m:oMath>",
            "Toll [formula] euro.",
        ),
        ('<w:fldSimple w:instr="DATE"><w:r><w:t>500</w:t></w:r></w:fldSimple>', "Toll 500 euro."),
        ('<w:bdo w:val="ltr"><w:r><w:t>500</w:t></w:r></w:bdo>', "Toll 500 euro."),
        (RUBY, "Toll 500 euro."),
    ],
)
def test_text_that_stands_in_a_wrapper_is_read(inner: str, text: str):
    around = (
        '<w:r><w:t xml:space="preserve">Toll </w:t></w:r>',
        '<w:r><w:t xml:space="preserve"> euro.</w:t></w:r>',
    )
    assert read(make_docx(f"<w:p>{around[0]}{inner}{around[1]}</w:p>")).text == text


def test_docx_that_is_nested_too_deep_is_refused_with_its_reason():
    deep = "<w:sdt>" * 400 + run("x", "<w:vanish/>") + "</w:sdt>" * 400
    found = read(make_docx(f"{paragraph('Seen.')}<w:p>{deep}</w:p>"))
    assert (found.status, found.reason) == (PageStatus.BROKEN, "the document is nested too deep")


def test_docx_that_unpacks_to_too_much():
    raw = make_docx(paragraph("a" * 3_000_000))
    assert len(raw) < 20_000
    assert read(raw, limits=Limits(unpacked_bytes=1_000_000)).status is PageStatus.TOO_LARGE


@pytest.mark.parametrize("document", ["<w:p>", "&undefined;", ""])
def test_docx_with_a_broken_or_empty_part(document: str):
    assert read(make_docx(document)).status in (PageStatus.BROKEN, PageStatus.NO_TEXT)


def test_docx_cut_off():
    raw = make_docx(paragraph("text"))
    assert read(raw[: len(raw) - 30]).status is PageStatus.BROKEN
