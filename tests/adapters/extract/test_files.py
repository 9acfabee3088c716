"""DOCX, made here byte by byte."""

import io
import zipfile
from collections.abc import Callable
from datetime import date

import pytest

from stet.adapters.extract import Limits, extract
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
DEFAULT = Limits()
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read(raw: bytes, name: str = "a.txt", limits: Limits = DEFAULT):
    return extract(raw, name=name, today=TODAY, limits=limits)


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
