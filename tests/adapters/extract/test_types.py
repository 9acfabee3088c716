"""What a document is: by its bytes, whatever its name."""

import io
import zipfile
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.adapters.extract import Limits, extract
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
DEFAULT = Limits()
HTML = b"<!DOCTYPE html><html><body><p>The toll starts on 1 May 2027 for lorries.</p></body></html>"


def read(raw: bytes, name: str = "a.txt", declared: str | None = None, limits: Limits = DEFAULT):
    return extract(raw, name=name, declared_type=declared, today=TODAY, limits=limits)


@pytest.mark.parametrize(
    ("raw", "name", "declared", "media_type"),
    [
        (HTML, "page.md", None, "text/html"),
        (HTML, "page.txt", "text/plain", "text/html"),
        (b"<header><h1>News</h1></header><p>The toll starts soon.</p>", "x", None, "text/html"),
        (b"# Title\n\nSome *text* here.", "a.md", None, "text/markdown"),
        (b"# Title\n\nSee [this](http://a.example) and\n\n- one\n- two\n", "page", None, "text/markdown"),
        (b"# not a heading\nx = 1  # a comment\n", "a.py", None, "text/plain"),
        (b'<div align="center">\n\n# Tool\n\n</div>\n\nIt works.', "README.md", None, "text/markdown"),
        (b"export const a = '<b>x</b>';\n", "faq.ts.txt", None, "text/plain"),
        (b'{"a": 1}', "a.json", "application/json", "text/plain"),
        (b'<?xml version="1.0"?><act><title>Toll</title><p>One</p></act>', "a.xml", None, "application/xml"),
    ],
)
def test_type_is_read_from_the_content(raw: bytes, name: str, declared: str | None, media_type: str):
    found = read(raw, name, declared)
    assert (found.status, found.media_type) == (PageStatus.OK, media_type)


def test_elements_of_xml_stand_apart():
    assert read(b'<?xml version="1.0"?><act><n>1</n><n>2</n></act>', "a.xml").text == "1\n\n2"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"", PageStatus.EMPTY),
        (b" \n\t\n", PageStatus.EMPTY),
        (b"\xef\xbb\xbf\n", PageStatus.EMPTY),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, PageStatus.UNSUPPORTED),
        (bytes(range(256)) * 20, PageStatus.UNSUPPORTED),
        (b"\x1f\x8b\x08" + b"\0" * 50, PageStatus.UNSUPPORTED),
        (b"%PDF-1.7\nnothing of the kind", PageStatus.BROKEN),
        (b"PK\x03\x04 nothing of the kind", PageStatus.BROKEN),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, PageStatus.UNSUPPORTED),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            PageStatus.ENCRYPTED,
        ),
        (b"<html><body><script>var a = 1</script></body></html>", PageStatus.NO_TEXT),
    ],
)
def test_what_cannot_be_read_has_a_status_and_a_reason(raw: bytes, status: PageStatus):
    found = read(raw, "a.md")
    assert found.status is status
    assert found.reason
    assert found.text == ""


def test_zip_that_is_no_docx():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", "hello")
    assert read(packed.getvalue(), "a.docx").status is PageStatus.UNSUPPORTED


def test_limits_are_stated():
    many = read(b"a" * 101, limits=Limits(raw_bytes=100))
    long = read(b"word " * 40, limits=Limits(text_chars=100))
    assert many.status is long.status is PageStatus.TOO_LARGE
    assert "100" in (many.reason or "")
    assert "100" in (long.reason or "")


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(alphabet="<>/!-[]()*_`~#|&;=\"' \nabp1:", max_size=300).map(str.encode),
        st.text(max_size=200).map(lambda s: s.encode("utf-8", "replace")),
    ),
    st.sampled_from(["a.md", "a.html", "a.txt", "a"]),
)
def test_any_bytes_end_in_a_status(raw: bytes, name: str):
    if b"%PDF-" in raw:
        return  # each is a process; PDFs have tests of their own
    found = read(raw, name)
    assert found.status is not PageStatus.ERROR, found.reason
    assert (found.status is PageStatus.OK) == bool(found.text)
    for mark in found.marks:
        assert found.text[mark.start : mark.end] == mark.label
