"""Answers of the MediaWiki search API; every payload is invented after its documented shape."""

import json

import pytest

from stet.adapters.search.wikipedia import language, parse
from stet.errors import BadAnswer, RateLimited
from stet.ports import SearchRequest

ASKED = SearchRequest(text="harbour bridge toll")


def body(*pages: dict[str, object], **more: object) -> bytes:
    return json.dumps({"batchcomplete": True, "query": {"search": list(pages)}, **more}).encode()


def page(title: str | None, snippet: str | None = None) -> dict[str, object]:
    return {"ns": 0, "title": title, "pageid": 7, "snippet": snippet, "timestamp": "2026-01-02T03:04:05Z"}


def test_a_hit_is_an_article_with_a_plain_snippet_and_no_date():
    marked = 'The <span class="searchmatch">toll</span> of A &amp; B rose'
    [hit] = parse(body(page("Harbour bridge (Port A)", marked)), ASKED).hits
    assert hit.url == "https://en.wikipedia.org/wiki/Harbour_bridge_(Port_A)"
    assert (hit.title, hit.snippet) == ("Harbour bridge (Port A)", "The toll of A & B rose")
    assert (hit.provider, hit.rank, hit.published_at) == ("wikipedia", 1, None)


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("What is 5% of 10?", "What_is_5%25_of_10%3F"),
        ("C# and F#", "C%23_and_F%23"),
        ("Zürich/Nord", "Z%C3%BCrich/Nord"),
        ('"Quoted"', "%22Quoted%22"),
        ("../../evil", "../../evil"),
    ],
)
def test_a_title_becomes_a_path_and_nothing_else(title: str, path: str):
    [hit] = parse(body(page(title)), ASKED.model_copy(update={"lang": "de"})).hits
    assert hit.url == f"https://de.wikipedia.org/wiki/{path}"


def test_no_results_are_an_answer():
    assert parse(body(), ASKED).hits == ()


def test_a_page_without_a_title_leads_nowhere():
    assert [hit.rank for hit in parse(body(page(None), page(""), page("A")), ASKED).hits] == [1]


@pytest.mark.parametrize("code", ["maxlag", "ratelimited"])
def test_an_error_of_pace_with_status_200_is_worth_another_try(code: str):
    payload = json.dumps({"error": {"code": code, "info": "Waiting for db1: 7 seconds lagged", "lag": 7}})
    with pytest.raises(RateLimited, match="7 seconds lagged"):
        parse(payload.encode(), ASKED)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"error": {"code": "badvalue", "info": "Unrecognised value"}}',
        b'{"batchcomplete": true}',
        b'{"query": {}}',
        b'{"query": {"search": null}}',
        b'{"query": {"search": {"0": {"title": "A"}}}}',
        b"[]",
        b"",
        b"<html>Wikimedia Error</html>",
    ],
)
def test_another_shape_is_a_bad_answer_and_not_an_empty_one(payload: bytes):
    with pytest.raises(BadAnswer, match="wikipedia"):
        parse(payload, ASKED)


@pytest.mark.parametrize(
    ("code", "lang", "remarked"),
    [(None, "en", 0), ("de", "de", 0), (" PT ", "pt", 0), ("ceb", "ceb", 0), ("zh-TW", "en", 1)],
)
def test_the_language_names_the_wikipedia(code: str | None, lang: str, remarked: int):
    found, remarks = language(code)
    assert (found, len(remarks)) == (lang, remarked)


@pytest.mark.parametrize("code", ["evil.example/", "e", "en.evil", "de\n", "../x", "éé", "a@", ""])
def test_what_is_no_language_never_reaches_a_host_name(code: str):
    assert language(code)[0] in {"en", "de"}
