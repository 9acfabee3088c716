"""PDF, made here byte by byte."""

from collections.abc import Mapping
from datetime import date

import pytest

from stet.adapters.extract import Limits, extract
from stet.adapters.extract.pdftext import page_texts
from stet.domain.evidence import PageStatus
from stet.verify.quotes import locate

TODAY = date(2026, 11, 30)
DEFAULT = Limits()
HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica {more} >>"
NO_LETTERS = (
    "<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [ << /Type /Font"
    " /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)"
    " /Supplement 0 >> /DW 500 >> ] {more} >>"
)


def stream(content: str) -> str:
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def letters_of(codes: Mapping[str, str]) -> str:
    """A ToUnicode table: the letters that each one-byte code shows."""
    rows = "\n".join(f"<{ord(c):02X}> <{shown.encode('utf-16-be').hex()}>" for c, shown in codes.items())
    return stream(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def /CMapType 2 def"
        f" 1 begincodespacerange <00> <FF> endcodespacerange {len(codes)} beginbfchar\n{rows}\nendbfchar"
        " endcmap end end"
    )


def make_pdf(
    *pages: str,
    info: str = "",
    trailer: str = "",
    page: str = "",
    font: str = HELVETICA,
    letters: Mapping[str, str] | None = None,
) -> bytes:
    """A PDF whose pages draw these content streams in `font`; `letters` are what its codes show."""
    kids = " ".join(f"{6 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        font.format(more="/ToUnicode 4 0 R" if letters else ""),
        letters_of(letters or {}),
        f"<< {info} >>",
    ]
    for i, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] {page} /Contents {7 + 2 * i} 0 R"
            " /Resources << /Font << /F 3 0 R >> >> >>"
        )
        objects.append(stream(content))
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
        f" /Info 5 0 R {trailer} >>\nstartxref\n{len(out)}\n%%EOF\n".encode("latin-1")
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
        (
            "HARBOUR, ANNA FERRY MASTER 1,260.00\r\nQUAY, BORIS LOCK KEEPER 446.87",
            "HARBOUR, ANNA FERRY MASTER 1,260.00\nQUAY, BORIS LOCK KEEPER 446.87",
        ),
        ("The toll\x1fof the bridge\x01 starts\x00 soon.", "The toll of the bridge starts soon."),
    ],
)
def test_lines_of_a_page(page: str, text: str):
    assert page_texts([page]) == [text]


@pytest.mark.parametrize(
    ("letters", "word"),
    [
        # One glyph shows two letters; the table gives them as two letters, or as the one ligature of Unicode.
        ({"a": "س", "b": "لا", "c": "م"}, "سلام"),
        ({"a": "س", "b": "\ufefb", "c": "م"}, "سلام"),
        ({"a": "س", "b": "ل", "c": "م"}, "سلم"),
        ({"a": "ש", "b": "ל", "c": "ום"}, "שלום"),
    ],
)
def test_words_written_from_right_to_left_keep_the_order_of_their_letters(letters: dict[str, str], word: str):
    found = read(make_pdf("BT /F 12 Tf 50 700 Td (cba) Tj ET", letters=letters))
    assert found.text == word


def test_an_unmapped_blank_still_parts_words():
    raw = make_pdf("BT /F 12 Tf 50 700 Td (toll\\003starts) Tj ET", letters={c: c for c in "tolsar"})
    assert read(raw).text == "toll starts"


UPRIGHT, DOWN, UPSIDE_DOWN, UP = "1 0 0 1 50 700", "0 -1 1 0 300 700", "-1 0 0 -1 400 300", "0 1 -1 0 300 100"


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("matrix", [UPRIGHT, DOWN, UPSIDE_DOWN, UP])
def test_a_page_is_read_along_its_lines_whichever_way_it_is_turned(matrix: str, turned: int):
    content = (
        f"BT /F 12 Tf {matrix} Tm (The toll of the bridge ) Tj (starts on the first of May) Tj"
        " 0 -14 Td (for every lorry that ) Tj (has more than two axles.) Tj ET"
    )
    assert read(make_pdf(content, page=f"/Rotate {turned}")).text == (
        "The toll of the bridge starts on the first of May for every lorry that has more than two axles."
    )


def test_two_columns_are_read_one_after_the_other():
    left = (
        "The ordinance on the harbour bridge",
        "sets a toll for lorries and for buses",
        "from the first day of May.",
    )
    right = (
        "Bicycles and persons on foot cross it",
        "free of charge on every day of the",
        "year, as they did before.",
    )
    raw = make_pdf(lines(*left) + " " + lines(*right).replace("50 700", "320 700"))
    assert read(raw).text == (
        "The ordinance on the harbour bridge sets a toll for lorries and for buses from the first day of May.\n\n"
        "Bicycles and persons on foot cross it free of charge on every day of the year, as they did before."
    )


def shown(*words: tuple[int, int, str], matrix: str = "1 0 0 1 0 0") -> str:
    """Words at places, in the order in which they are drawn."""
    drawn = " ".join(f"1 0 0 1 {x} {y} Tm ({word}) Tj" for x, y, word in words)
    return f"q {matrix} cm BT /F 12 Tf {drawn} ET Q"


WHO, WHAT, WHEN = 50, 220, 420
TABLE = (
    (WHO, 700, "Office"), (WHAT, 700, "Duty"), (WHEN, 700, "Since"),
    (WHO, 680, "Harbour master"), (WHAT, 680, "Berths of vessels, and"), (WHEN, 680, "2 May 2024"),
    (WHO, 666, "of the north quay"), (WHAT, 666, "order on the water"),
    (WHO, 646, "Lock keeper"), (WHAT, 646, "Gates of the lower com-"), (WHEN, 646, "9 June 2025"),
    (WHAT, 632, "partment"),
)  # fmt: skip
BEFORE = (WHO, 730, "The offices of the harbour and the days from which they have been held are these.")
AFTER = (
    WHO,
    600,
    "Each office is held until its holder asks to be relieved of it, or until it is abolished.",
)


@pytest.mark.parametrize("matrix", ["1 0 0 1 0 0", "0 1 -1 0 800 0", "0 -1 1 0 -100 700"])
def test_a_table_is_text_by_rows_and_full_text_by_columns(matrix: str):
    found = read(make_pdf(shown(BEFORE, *TABLE, AFTER, matrix=matrix), lines("The toll starts in May.")))
    assert "Harbour master Berths of vessels, and 2 May 2024" in found.text
    assert locate("Harbour master of the north quay", found.text) is None
    assert locate("Harbour master of the north quay", found.full_text or "") is not None
    assert (found.full_text or "").split("\n\n") == [
        BEFORE[2],
        "Office\nHarbour master\nof the north quay\nLock keeper",
        "Duty\nBerths of vessels, and order on the water Gates of the lower compartment",
        "Since\n2 May 2024\n9 June 2025",
        AFTER[2],
        "The toll starts in May.",
    ]


def test_raised_digits_stay_raised_in_columns():
    note = "(Office) Tj 5 Ts /F 7 Tf (3) Tj 0 Ts /F 12 Tf"
    found = read(make_pdf(shown(*TABLE).replace("(Office) Tj", note)))
    assert (found.full_text or "").startswith("Office³\nHarbour master\n")


ITEMS = ("The bridge is open by day.", "Lorries pay a toll of 4 euros.", "Bicycles cross it for nothing.")


@pytest.mark.parametrize(
    "content",
    [
        shown(BEFORE, AFTER),
        shown(
            *(
                (x, 700 - 20 * n, word)
                for n, item in enumerate(ITEMS)
                for x, word in ((50, f"{n}."), (90, item))
            )
        ),
        # Two columns of prose, one drawn after the other, and a table of two rows.
        lines(*ITEMS) + " " + lines(*ITEMS).replace("50 700", "320 700"),
        shown(*TABLE[:6]),
    ],
)
def test_a_page_without_a_table_has_no_other_full_text(content: str):
    found = read(make_pdf(content))
    assert found.status is PageStatus.OK
    assert found.full_text is None


GLYPHS = "BT /F 12 Tf 50 700 Td <0037004B00480003005700520052004F> Tj ET"


def test_numbers_of_glyphs_do_not_pass_for_text():
    found = read(make_pdf(GLYPHS, font=NO_LETTERS))
    assert found.status is PageStatus.NO_TEXT
    assert "do not say which letters" in (found.reason or "")


def test_a_page_of_glyph_numbers_is_left_out_and_named():
    both = make_pdf(lines("The toll starts in May."), GLYPHS)
    mixed = both.replace(
        b"/Contents 9 0 R /Resources << /Font << /F 3 0 R", b"/Contents 9 0 R /Resources << /Font << /F 5 0 R"
    )
    described = NO_LETTERS.format(more="")
    found = read(mixed.replace(b"5 0 obj\n<<  >>", f"5 0 obj\n{described}".encode()))
    assert found.text == "The toll starts in May."
    assert found.reason == "pages left out, as their fonts do not say which letters they show: 2"
    assert [m.label for m in found.marks] == ["1", "2"]


def test_japanese_without_its_font():
    font = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /90ms-RKSJ-H /DescendantFonts [ << /Type /Font"
        " /Subtype /CIDFontType0 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1)"
        " /Supplement 2 >> /DW 1000 >> ] {more} >>"
    )
    shown = "通行料は五月一日から".encode("cp932").hex()
    assert read(make_pdf(f"BT /F 12 Tf 50 700 Td <{shown}> Tj ET", font=font)).text == "通行料は五月一日から"


def test_a_damaged_table_of_objects_is_made_again():
    raw = make_pdf(lines("The toll starts in May."))
    start = raw.index(b"xref\n")
    assert read(raw[:start] + raw[start:].replace(b"00000 n", b"00000 f")).text == "The toll starts in May."


def test_the_reader_stops_at_its_limit_of_characters():
    assert read(make_pdf(lines("x" * 50)), limits=Limits(text_chars=10)).status is PageStatus.TOO_LARGE
