"""Pages with more markup than is read are refused with a reason before a tree is made of them."""

from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.domain.evidence import PageStatus


def read(page: str):
    return extract(page.encode(), name="page.html", today=date(2026, 11, 30))


@pytest.mark.parametrize(
    "unit",
    [
        "<a href=x>", "<p>A lorry pays.</p>", "<time>1</time>", "<meta name=date content=2026>", "<style>p{}</style>",
        '<script type="application/ld+json">{}</script>', "<h1>x", "x<br>", "<embed src=x>y",
    ],
)  # fmt: skip
def test_too_many_tags_are_refused(unit: str):
    found = read("<html><body>" + unit * 90_000)
    assert (found.status, found.text) == (PageStatus.TOO_LARGE, "")
    assert "tags; at most" in (found.reason or "")


@pytest.mark.parametrize(
    "attributes",
    [
        "a=1 " * 50_000,
        " ".join(f"a{i}" for i in range(50_000)),
        "".join(f"a{i}='>' " for i in range(50_000)),
        "".join(f'a{i}="<p"/' for i in range(50_000)),
    ],
)
def test_a_tag_with_too_many_attributes_is_refused(attributes: str):
    found = read(f"<html><body><p {attributes}>text</p>")
    assert found.status is PageStatus.TOO_LARGE
    assert "attributes" in (found.reason or "")


def test_attributes_are_counted_over_the_page_too():
    tag = "<p " + " ".join(f"a{i}=1" for i in range(1_900)) + ">x"
    assert read("<html><body>" + tag * 300).status is PageStatus.TOO_LARGE
    assert read("<html><body>" + tag * 20).status is PageStatus.OK


def test_what_stands_in_scripts_and_comments_is_no_attribute():
    words = " ".join(f"w{i}" for i in range(30_000))
    for page in (f"<script>a <b {words}</script>", f"<!-- <b {words} -->", f"<style>a <b {words}</style>"):
        found = read(f"<html><body>{page}<p>The toll starts in May.</p></body></html>")
        assert found.text == "The toll starts in May."


def test_a_long_law_is_read_whole():
    page = "".join(f'<p class="oj-normal">Paragraph {i} binds every lorry.</p>' for i in range(20_000))
    text = read(f"<html><body>{page}</body></html>").text
    assert text.count("binds every lorry.") == 20_000


@pytest.mark.parametrize("unit", ["<!--", "<script ", "<style a='", '<p a="', "<p a=' b="])
def test_what_never_ends_is_not_searched_again_and_again(unit: str):
    found = read("<html><body><p>text</p>" + unit * (1_000_000 // len(unit)))
    assert found.status in (PageStatus.OK, PageStatus.TOO_LARGE, PageStatus.NO_TEXT)
