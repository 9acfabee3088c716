"""Bytes to characters."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.adapters.extract import extract
from stet.adapters.extract.charset import decode

JAPANESE = "今日は天気がとても良いですね。橋の通行料は五月一日から始まります。"
CHINESE = "大桥的通行费从五月一日开始征收，适用于所有货车。请提前准备好零钱。"


@given(st.text())
def test_valid_utf8_is_never_changed(text: str):
    if text.startswith("\ufeff") or "\0" in text or "\x1b$" in text:
        return
    assert decode(text.encode()) == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks(encoding: str):
    assert decode("Grüße, Brücke".encode(encoding)) == "Grüße, Brücke"


def test_utf16_without_a_mark():
    assert decode("The toll starts in May.".encode("utf-16-le")) == "The toll starts in May."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (JAPANESE, "iso-2022-jp"),
        (CHINESE, "gbk"),
        ("The fee is 5 € – “not more”, says the café’s owner in Málaga.", "cp1252"),
    ],
)
def test_detection_by_content(text: str, encoding: str):
    assert decode(text.encode(encoding)) == text


def test_windows_1252_served_as_utf8():
    raw = "<html><body><p>The fee is 5 € – “not more” at the café.</p></body></html>".encode("cp1252")
    found = extract(raw, name="a", declared_type="text/html; charset=utf-8", today=date(2026, 1, 1))
    assert found.text == "The fee is 5 € – “not more” at the café."


def test_title_of_a_gbk_page_with_only_a_meta_charset():
    head = '<head><meta charset="gb2312"><title>港口大桥收费</title></head>'
    page = f"<html>{head}<body><p>{CHINESE}</p></body></html>"
    found = extract(page.encode("gbk"), name="a", today=date(2026, 1, 1))
    assert found.title == "港口大桥收费"
    assert found.text == CHINESE


def test_a_wrong_meta_charset_does_not_garble_utf8():
    page = '<html><head><meta charset="windows-1252"></head><body><p>Brücke über die Straße</p></body></html>'
    assert extract(page.encode(), name="a", today=date(2026, 1, 1)).text == "Brücke über die Straße"


def test_one_bad_byte_does_not_change_the_rest():
    assert decode("Grüße aus Köln über die Brücke: äöü ÄÖÜ".encode() + b"\xff") == (
        "Grüße aus Köln über die Brücke: äöü ÄÖÜ\ufffd"
    )
