"""What Wikipedia and the scholarly services share, and hostile answers to all of them."""

import json
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.adapters.search import arxiv, crossref, europepmc, openalex, wikipedia
from stet.adapters.search.scholarly import elsewhere, filtered_after, words
from stet.errors import BadAnswer
from stet.ports import Answer, SearchRequest


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('When does the "bridge toll" start?', "When does the bridge toll start"),
        ("AI Act: what is required (Art. 6)?", "AI Act what is required Art 6"),
        ("bread AND butter OR jam NOT honey", "bread and butter or jam not honey"),
        ("sand And water", "sand And water"),
        ("covid-19 -mask +air !sea", "covid-19 mask air sea"),
        ("C++ R&D a && b || c", "C++ R&D a b c"),
        ("title:x [1 TO 5] {a} x^2 y~ z* \\w", "title x 1 to 5 a x 2 y z w"),
        ("and/or 5 < 6 >= 4", "and or 5 6 4"),
        ("“curly” «quotes»", "curly quotes"),
        ("insource:/a.b/ Talk:Main", "insource a.b Talk Main"),
        ("größe 東京", "größe 東京"),
        ('"()" - :', ""),
        ("", ""),
    ],
)
def test_a_question_keeps_its_words_and_loses_what_is_an_operator(text: str, plain: str):
    assert words(text) == plain


@given(st.text(max_size=80))
def test_no_operator_is_left_of_any_text(text: str):
    plain = words(text)
    assert not set(plain) & set('"()[]{}:\\^~*?<>/')
    assert not {"AND", "OR", "NOT", "ANDNOT", "TO"} & set(plain.split())
    assert not any(word.startswith(("-", "+", "!", "|", "&")) for word in plain.split())
    assert words(plain) == plain


def test_a_provider_of_one_site_is_not_asked_where_that_site_is_not_wanted():
    for sites, away in (
        ((), False),
        (("doi.org",), False),
        (("law.example",), True),
        (("notdoi.org",), True),
    ):
        remarks = elsewhere("x", "https://doi.org", SearchRequest(text="q", sites=sites))
        assert [remark.code for remark in remarks] == (["not_asked"] if away else [])
    excluded = SearchRequest(text="q", exclude_sites=("doi.org",))
    assert elsewhere("x", "https://doi.org", excluded)
    recent = SearchRequest(text="q", since=date(2026, 1, 1))
    assert not elsewhere("x", "https://doi.org", recent)


def test_a_filter_that_had_no_effect_is_remarked():
    assert filtered_after("x", SearchRequest(text="q")) == ()
    [remark] = filtered_after("x", SearchRequest(text="q", sites=("a.example",)))
    assert remark.code == "filter_ignored"


Parse = Callable[[bytes, SearchRequest], Answer]
Rows = Callable[[int], bytes]


def wikipedia_rows(number: int) -> bytes:
    return json.dumps({"query": {"search": [{"title": f"Page {n}"} for n in range(number)]}}).encode()


def openalex_rows(number: int) -> bytes:
    return json.dumps({"results": [{"doi": f"https://doi.org/10.5555/{n}"} for n in range(number)]}).encode()


def crossref_rows(number: int) -> bytes:
    return json.dumps({"message": {"items": [{"DOI": f"10.5555/{n}"} for n in range(number)]}}).encode()


def europepmc_rows(number: int) -> bytes:
    return json.dumps({"resultList": {"result": [{"doi": f"10.5555/{n}"} for n in range(number)]}}).encode()


def arxiv_rows(number: int) -> bytes:
    papers = (f"<entry><id>http://arxiv.org/abs/2401.{n:05}v1</id></entry>" for n in range(number))
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{"".join(papers)}</feed>'.encode()


PROVIDERS: dict[str, tuple[Parse, Rows]] = {
    "arxiv": (arxiv.parse, arxiv_rows),
    "crossref": (crossref.parse, crossref_rows),
    "europepmc": (europepmc.parse, europepmc_rows),
    "openalex": (openalex.parse, openalex_rows),
    "wikipedia": (wikipedia.parse, wikipedia_rows),
}


@pytest.fixture(params=sorted(PROVIDERS))
def provider(request: pytest.FixtureRequest) -> tuple[Parse, Rows]:
    return PROVIDERS[request.param]


def test_ten_thousand_rows_are_as_many_hits_as_were_asked_for(provider: tuple[Parse, Rows]):
    parse, rows = provider
    found = parse(rows(10_000), SearchRequest(text="q", limit=7))
    assert [hit.rank for hit in found.hits] == list(range(1, 8))


@pytest.mark.parametrize(
    "payload",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"results": [NaN]}',
        b"\xff\xfe\x00",
        b"\x00" * 1000,
        b"null",
        b"7",
        b'{"error": {"code": "\\ud800", "info": 5}}',
        b"<!DOCTYPE html><html></html>",
    ],
)
def test_a_hostile_answer_is_a_bad_answer(provider: tuple[Parse, Rows], payload: bytes):
    with pytest.raises(BadAnswer):
        provider[0](payload, SearchRequest(text="q"))


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example/x",
        "//a.example/x",
        "https://",
        "https://a.example/x\r\nHost: b",
        "https://a.example/" + "x" * 10_000,
    ],
)
def test_an_address_that_is_none_of_the_web_never_becomes_a_hit(url: str):
    request = SearchRequest(text="q")
    place = {"landing_page_url": url, "pdf_url": url}
    works = json.dumps({"results": [{"best_oa_location": place}, {"doi": url}]}).encode()
    links = {"fullTextUrl": [{"url": url, "documentStyle": "pdf", "availabilityCode": "OA"}]}
    papers = json.dumps({"resultList": {"result": [{"id": "1", "fullTextUrlList": links}]}}).encode()
    items = json.dumps({"message": {"items": [{"DOI": url}]}}).encode()
    for parse, payload in ((openalex.parse, works), (europepmc.parse, papers), (crossref.parse, items)):
        assert parse(payload, request).hits == ()
