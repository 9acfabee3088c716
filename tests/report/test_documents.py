"""DOCX and PDF: the words of the Markdown in its order, opened by readers of their own, and nothing that acts."""

import io
import re
import zipfile
from xml.etree import ElementTree as ET

import docx
import pytest
from harbour import HOSTILE, REPORT, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from test_html import HOSTILE_TEXT, everywhere

from stet.domain.report import Report, Section, Sentence
from stet.report.direction import language, pieces, right_to_left
from stet.report.document import Heading, Table, Words, document
from stet.report.docx import to_docx
from stet.report.markdown import to_markdown
from stet.report.pdf import to_pdf

DOCX = to_docx(REPORT, TEXTS)
PDF = to_pdf(REPORT, TEXTS)
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
ARABIC = "تبدأ الرسوم في 1 يوليو 2027."
HEBREW = "האגרה נגבית מ־1 ביולי 2027."
JAPANESE = "通行料は2027年7月1日から徴収されます。"


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def saying(*texts: str) -> Report:
    sentences = tuple(Sentence(text=text, claims=("C1",)) for text in texts)
    return REPORT.model_copy(update={"sections": (Section(heading=texts[0], sentences=sentences),)})


def body(data: bytes) -> ET.Element:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return ET.fromstring(packed.read("word/document.xml"))


def root_of(reader: PdfReader) -> DictionaryObject:
    root = reader.trailer["/Root"].get_object()
    assert isinstance(root, DictionaryObject)
    return root


def shown(report: Report) -> str:
    """The text of the document after its head, in order."""
    parts: list[str] = []
    for block in document(report, TEXTS):
        match block:
            case Heading():
                parts.append(block.text)
            case Words():
                parts.append("".join(span.text for span in block.spans))
            case Table():
                parts += [
                    *block.header,
                    *("".join(s.text for s in cell) for row in block.rows for cell in row),
                ]
    return "\n".join(parts)


def test_the_document_says_what_the_markdown_says_in_the_same_order():
    tokens = MarkdownIt("commonmark").enable("table").parse(to_markdown(REPORT))
    told = " ".join(
        "".join(part.content for part in token.children or ()) for token in tokens if token.type == "inline"
    )
    after = "Short answer"
    mine, theirs = shown(REPORT), told
    # Links to words of a live page are written out in Markdown alone.
    theirs = re.sub(r"#:~:text=\S+", "", theirs)
    assert words_of(mine[mine.index(after) :]) == words_of(theirs[theirs.index(after) :])
    assert mine.splitlines()[:2] == [
        REPORT.question,
        "Not approved. The review found: One topic is not covered: motorcycles.",
    ]


def test_a_docx_has_real_headings_links_and_a_table_whose_header_is_repeated():
    made = docx.Document(io.BytesIO(DOCX))
    headings = [
        (p.style.name, p.text) for p in made.paragraphs if p.style and str(p.style.name).startswith("Heading")
    ]
    assert headings[:3] == [
        ("Heading 1", REPORT.question),
        ("Heading 2", "Short answer"),
        ("Heading 2", "Who pays, and who is exempt?"),
    ]
    core = made.core_properties
    assert (core.title, core.author, core.language) == (REPORT.question, "stet", "en-GB")
    assert core.created is not None
    assert core.created.date() == REPORT.today
    (table,) = made.tables
    assert table.rows[0].cells[0].text == "claim"
    assert table._tbl.tr_lst[0].trPr is not None
    assert table._tbl.tr_lst[0].trPr.find(f"{W}tblHeader") is not None
    tree = body(DOCX)
    targets = {link.get(f"{W}anchor") for link in tree.iter(f"{W}hyperlink")} - {None}
    marks = [mark.get(f"{W}name") for mark in tree.iter(f"{W}bookmarkStart")]
    assert targets <= set(marks)
    assert len(marks) == len(set(marks)) == len(REPORT.claims)


def test_only_addresses_of_the_web_become_links():
    outside = [r.target_ref for r in docx.Document(io.BytesIO(DOCX)).part.rels.values() if r.is_external]
    assert outside
    annotations = [
        a.get_object() for page in PdfReader(io.BytesIO(PDF)).pages for a in page.get("/Annots", ())
    ]
    inside = [str(a["/A"]["/URI"]) for a in annotations if "/URI" in a.get("/A", {})]
    assert inside
    assert all(re.match(r"https?://[a-z]+\.", address) for address in [*outside, *inside])
    assert any(":~:text=" in address for address in outside)


def test_a_pdf_is_tagged_titled_and_its_text_is_read_in_order():
    reader = PdfReader(io.BytesIO(PDF))
    assert reader.metadata is not None
    assert reader.metadata.title == REPORT.question
    root = root_of(reader)
    about = root["/MarkInfo"].get_object()
    assert isinstance(about, DictionaryObject)
    assert (root["/Lang"], about["/Marked"]) == ("en", True)
    text = "\n".join(page.extract_text() for page in reader.pages)
    order = ["Short answer", "Disagreements", "Gaps", "Claims", "Score factors", "Sources"]
    places = [text.index("Not approved."), *(text.index(f"\n{each}\n") for each in order)]
    assert places == sorted(places)
    assert "“The toll is collected from 1 July 2027.” [C1]" in text


def test_the_same_report_gives_the_same_bytes():
    assert to_docx(REPORT, TEXTS) == DOCX
    assert to_pdf(REPORT, TEXTS) == PDF
    with zipfile.ZipFile(io.BytesIO(DOCX)) as packed:
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_long_table_repeats_its_header_on_every_page():
    many = tuple(REPORT.claims[0].model_copy(update={"key": f"D{n}"}) for n in range(150))
    long = REPORT.model_copy(
        update={"claims": many, "answer": (Sentence(text="All.", claims=tuple(e.key for e in many)),)}
    )
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(long, TEXTS))).pages]
    # A page within the table has rows of factors, and no heading of a claim.
    rows = [" ".join(text.split()) for text in texts if text.count("1.00 high") > 5]
    assert len(rows) > 3
    assert all("strongest source" in text and "independent sites" in text for text in rows)


@pytest.mark.parametrize("text", [ARABIC, HEBREW])
def test_words_that_run_to_the_left_stand_in_paragraphs_that_do(text: str):
    tree = body(to_docx(saying(text, "plain"), {}))
    found = [p for p in tree.iter(f"{W}p") if text in "".join(t.text or "" for t in p.iter(f"{W}t"))]
    assert found
    assert all(p.find(f"{W}pPr/{W}bidi") is not None for p in found)
    assert any(run.find(f"{W}rPr/{W}rtl") is not None for run in found[0].iter(f"{W}r"))
    reader = PdfReader(io.BytesIO(to_pdf(saying(text), {})))
    letters = {char for page in reader.pages for char in page.extract_text()}
    assert {char for char in text if char.isalpha()} <= letters


def test_a_character_without_a_font_is_written_as_its_number():
    reader = PdfReader(io.BytesIO(to_pdf(saying("before \U00013000 after"), {})))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "U+13000" in text or "\U00013000" in text
    # No font can have what is no character.
    reader = PdfReader(io.BytesIO(to_pdf(saying("before \ufdd0 after"), {})))
    assert "U+FDD0" in "".join(page.extract_text() for page in reader.pages)


def test_words_in_chinese_letters_are_kept_whole_and_marked_with_their_language():
    data = to_docx(saying(JAPANESE), {})
    assert JAPANESE in "\n".join(p.text for p in docx.Document(io.BytesIO(data)).paragraphs)
    assert "ja-JP" in {each.get(f"{W}eastAsia") for each in body(data).iter(f"{W}lang")}
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(saying(JAPANESE), {}))).pages)
    folded = text.replace(" ", "").replace("\n", "")
    # Where no font has them, their numbers stand there.
    assert JAPANESE in folded or "U+901A" in folded


@pytest.mark.parametrize(
    "bound",
    ["e" + "\u0301" * 500, "\u0915\u094d" * 600, "\u1780\u17d2" * 600, "\u1000\u1039" * 600, "\u05b8" * 900],
)
def test_any_number_of_marks_on_a_letter_gives_a_pdf_that_is_read(bound: str):
    reader = PdfReader(io.BytesIO(to_pdf(saying(f"before {bound} after"), {})))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "before" in text
    assert "after" in text


def test_words_with_their_own_marks_are_left_whole():
    hindi = "क्षेत्र में पुल का शुल्क 1 जुलाई 2027 से लिया जाएगा। " * 5
    given = PdfReader(io.BytesIO(to_pdf(saying(hindi), {})))
    text = "".join(page.extract_text() for page in given.pages)
    assert not re.search("[\u0900-\u097f]\u200b", text)


@pytest.mark.parametrize(
    "text", [HOSTILE, "\x00\x0b\ufffe\ud800", "\u202etxt.exe\u2066", "x" * 5000, "]]>&lt;", " "]
)
def test_hostile_text_is_text_in_both(text: str):
    report = everywhere(text)
    made = docx.Document(io.BytesIO(to_docx(report, TEXTS)))
    assert not any("\u202e" in p.text or "\x00" in p.text for p in made.paragraphs)
    assert not [r for r in made.part.rels.values() if r.is_external]
    reader = PdfReader(io.BytesIO(to_pdf(report, TEXTS)))
    actions = [a.get_object().get("/A", {}) for page in reader.pages for a in page.get("/Annots", ())]
    assert not [action for action in actions if action.get("/S") in {"/JavaScript", "/Launch", "/URI"}]
    assert "/OpenAction" not in root_of(reader)


@settings(max_examples=15, deadline=None)
@given(HOSTILE_TEXT)
def test_any_text_is_xml_that_python_docx_reads(text: str):
    made = docx.Document(io.BytesIO(to_docx(everywhere(text), {})))
    assert made.paragraphs[1].text.startswith("Not approved.")


MIXED = st.text(alphabet=st.sampled_from(list("ab אבجد12 ,.()")), max_size=30)


@given(MIXED, st.booleans())
def test_the_pieces_of_a_text_are_the_text_and_each_runs_one_way(text: str, rtl: bool):
    parts = list(pieces(text, rtl=rtl))
    assert "".join(part for part, _ in parts) == text
    for part, way in parts:
        assert not any(right_to_left(char) is not way for char in part if char.isalpha())


def test_what_stands_between_two_ways_goes_with_the_paragraph():
    assert list(pieces("see אב (x)", rtl=False)) == [("see ", False), ("אב", True), (" (x)", False)]
    assert list(pieces("אב 12 גד x", rtl=False)) == [("אב 12 גד", True), (" x", False)]
    assert [language(text) for text in (JAPANESE, "通行", "통행", "toll")] == ["ja", "zh", "ko", None]
