from collections.abc import Sequence
from datetime import date

import pytest

from stet.adapters.search.leads import Row, answer, hits, noting, plain, published
from stet.ports import Answer, Remark, SearchRequest

ANY = SearchRequest(text="tides")


def urls(rows: Sequence[str | None], **filters: object) -> list[str]:
    request = ANY.model_copy(update=filters)
    return [hit.url for hit in hits("p", [Row(url=url) for url in rows], request)]


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "   ",
        "ftp://harbour.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//harbour.example/",
        "/tides",
        "http://",
        "https://[::1",
        "https://harbour.example/\u0000",
        "https://harbour.example/\r\nx: y",
        "https://harbour.example/" + "x" * 5_000,
    ],
)
def test_a_row_without_an_address_on_the_web_is_no_hit(url: str | None) -> None:
    assert urls([url, "https://harbour.example/a"]) == ["https://harbour.example/a"]


def test_ranks_count_the_hits_that_are_left() -> None:
    rows = [Row(url=None), Row(url="https://a.example/"), Row(url="mailto:x"), Row(url="https://b.example/")]
    assert [(hit.rank, hit.url) for hit in hits("p", rows, ANY)] == [
        (1, "https://a.example/"),
        (2, "https://b.example/"),
    ]


def test_one_page_in_two_spellings_is_one_hit() -> None:
    assert urls(
        ["https://a.example/x?utm_source=y", "http://www.a.example/x", "https://a.example/x?ref=1"]
    ) == [
        "https://a.example/x?utm_source=y",
        "https://a.example/x?ref=1",
    ]


def test_sites_match_by_whole_labels() -> None:
    every = [
        "https://example.com/",
        "https://www.example.com/",
        "https://law.example.com/",
        "https://counterexample.com/",
        "https://example.com.evil.example/",
        "https://evil.example/example.com",
        "https://example.com@evil.example/",
    ]
    assert urls(every, sites=("example.com",), limit=20) == [*every[:1], every[2]]
    assert urls(every, sites=("EXAMPLE.com.",), limit=20) == [*every[:1], every[2]]
    assert urls(every, exclude_sites=("example.com",), limit=20) == every[3:]


def test_sites_that_are_no_hosts_let_nothing_through() -> None:
    assert urls(["https://example.com/"], sites=("not a host",)) == []


def test_since_drops_what_is_dated_before() -> None:
    rows = [
        Row(url="https://a.example/", published_at=date(2026, 1, 1)),
        Row(url="https://b.example/", published_at=date(2026, 1, 2)),
        Row(url="https://c.example/"),
    ]
    found = hits("p", rows, ANY.model_copy(update={"since": date(2026, 1, 2)}))
    assert [hit.url for hit in found] == ["https://b.example/", "https://c.example/"]


def test_a_limit_of_none_brings_none() -> None:
    assert urls(["https://a.example/"], limit=0) == []


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("H<sub>2</sub>O &amp; <b>salt</b>", "H2O & salt"),
        ("&lt;b&gt; stays &amp;amp; once", "<b> stays &amp; once"),
        ("one<br/>two<p class='x'>three", "one two three"),
        ("Vec<T> and a < b > c", "Vec<T> and a < b > c"),
        ('<span class="searchmatch">tide</span>s', "tides"),
        ("<jats:title>Aim</jats:title><jats:p>To <jats:italic>see</jats:italic></jats:p>", "Aim To see"),
        ("a\x00b\x1b[31mc\nd", "a b [31mc d"),
        ("right\u202eto left \u200bhidden", "right\ufffdto left hidden"),
        (" \n ", None),
        ("<b></b>", None),
        ("", None),
        (None, None),
    ],
)
def test_titles_are_plain_text(given: str | None, shown: str | None) -> None:
    assert plain(given, 300) == shown


def test_titles_and_snippets_are_bounded() -> None:
    [hit] = hits("p", [Row(url="https://a.example/", title="t " * 9_000, snippet="<b>" + "s" * 90_000)], ANY)
    assert hit.title is not None
    assert hit.snippet is not None
    assert (len(hit.title) <= 300, len(hit.snippet) <= 2_000) == (True, True)
    assert hit.title.endswith("…")


@pytest.mark.parametrize("text", ["<" * 50_000, "<b " * 20_000, "&" * 50_000, "<a" + " x" * 30_000])
def test_hostile_markup_is_read_at_once(text: str) -> None:
    assert len(plain(text, 2_000) or "") <= 2_000


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-02-03", date(2026, 2, 3)),
        ("2026-02-03T09:15:00", date(2026, 2, 3)),
        ("2026-01-19T00:00:00.000Z", date(2026, 1, 19)),
        (" 2026-01-19 23:59:59+02:00 ", date(2026, 1, 19)),
        ("Mon, 02 Feb 2026 10:00:00 GMT", date(2026, 2, 2)),
        ("2 Feb 2026 10:00:00 +0000", date(2026, 2, 2)),
        ("2 days ago", None),
        ("yesterday", None),
        ("2026", None),
        ("2026-02", None),
        ("20260203", None),
        ("2026-13-40", None),
        ("32 Feb 2026 10:00:00 GMT", None),
        ("02/03/2026", None),
        ("2026-02-03 or so", None),
        ("0000-00-00", None),
        ("", None),
        (None, None),
        ("2026-02-03" + " " * 200, None),
    ],
)
def test_only_a_whole_day_is_a_date(text: str | None, day: date | None) -> None:
    assert published(text) == day


@pytest.mark.parametrize(
    "places",
    [["https://example.com/"], ["http://localhost:8080/x", "https://www.example.org/"]],
    ids=["one", "two"],
)
def test_a_search_that_leads_only_to_placeholders_is_suspicious(places: list[str]) -> None:
    found = answer("p", [Row(url=place) for place in places], ANY)
    assert [remark.code for remark in found.remarks] == ["suspicious"]
    assert len(found.hits) == len(places)
    mixed = answer("p", [Row(url=place) for place in (*places, "https://harbour.example/")], ANY)
    assert mixed.remarks == ()
    assert answer("p", [], ANY).remarks == ()


def test_what_was_asked_is_remarked_before_what_came() -> None:
    sent, came = Remark(code="query_cut", message=""), Remark(code="partial", message="")
    assert noting(Answer(hits=(), remarks=(came,)), (sent,)).remarks == (sent, came)
