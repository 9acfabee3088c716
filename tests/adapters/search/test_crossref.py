"""Answers of Crossref; every payload is invented after its documented shape."""

import json
from datetime import date

import pytest

from stet.adapters.search.crossref import parse
from stet.errors import BadAnswer
from stet.ports import SearchRequest

ASKED = SearchRequest(text="lighthouse optics")


def body(*items: dict[str, object]) -> bytes:
    message = {"total-results": len(items), "items": list(items), "items-per-page": 10}
    return json.dumps({"status": "ok", "message-type": "work-list", "message": message}).encode()


def item(**fields: object) -> dict[str, object]:
    return {"DOI": "10.5555/light.1", "title": ["Optics"], **fields}


def day(*parts: int | None) -> dict[str, object]:
    return {"date-parts": [list(parts)]}


def test_an_item_becomes_a_hit_without_mark_up():
    title = 'Lens <mml:math xmlns:mml="x"><mml:mi>f</mml:mi></mml:math> &amp; <sub>2</sub>'
    abstract = "<jats:title>Abstract</jats:title><jats:p>Light is <jats:italic>bent</jats:italic>.</jats:p>"
    [hit] = parse(body(item(title=[title], abstract=abstract, published=day(2025, 3, 4))), ASKED).hits
    assert (hit.url, hit.title) == ("https://doi.org/10.5555/light.1", "Lens f & 2")
    assert (hit.snippet, hit.published_at) == ("Abstract Light is bent.", date(2025, 3, 4))


@pytest.mark.parametrize(
    ("dates", "published"),
    [
        ({"published": day(2025)}, None),
        ({"published": day(2025, 3)}, None),
        ({"published": {"date-parts": [[None]]}}, None),
        ({"published": {"date-parts": [[2025, None, 4]]}}, None),
        ({"published": {"date-parts": []}}, None),
        ({"published": {"date-parts": [None]}}, None),
        ({"published": {}}, None),
        ({"published": None}, None),
        ({"published": day(2025, 13, 40)}, None),
        ({"published": day(10**30, 1, 1)}, None),
        ({}, None),
        ({"published": day(2025), "published-online": day(2025, 2, 1)}, date(2025, 2, 1)),
        ({"published-print": day(2025, 5, 6)}, date(2025, 5, 6)),
        ({"issued": day(2024, 2, 29)}, date(2024, 2, 29)),
    ],
)
def test_a_day_is_never_made_up_from_a_year(dates: dict[str, object], published: date | None):
    assert [hit.published_at for hit in parse(body(item(**dates)), ASKED).hits] == [published]


def test_characters_of_a_doi_are_escaped_where_an_address_needs_it():
    [hit] = parse(body(item(DOI="10.1002/1(1998)49:8<693::AID>3.0.CO;2-O#a?b")), ASKED).hits
    assert hit.url == "https://doi.org/10.1002/1(1998)49:8%3C693::AID%3E3.0.CO;2-O%23a%3Fb"


@pytest.mark.parametrize("doi", [None, "", "evil.example/x", "../10.5555/x", "javascript:alert(1)"])
def test_what_is_no_doi_leads_nowhere(doi: str | None):
    assert parse(body(item(DOI=doi)), ASKED).hits == ()


@pytest.mark.parametrize("title", [None, [], [None], [""]])
def test_a_missing_title_is_none(title: object):
    assert [hit.title for hit in parse(body(item(title=title)), ASKED).hits] == [None]


@pytest.mark.parametrize(
    "payload",
    [
        b'{"status": "ok"}',
        b'{"status": "ok", "message": {}}',
        b'{"status": "ok", "message": {"items": null}}',
        b'{"status": "ok", "message": {"items": "none"}}',
        b'{"status": "failed", "message": [{"type": "parameter-not-allowed", "message": "no"}]}',
        b'"Resource not found."',
    ],
)
def test_another_shape_is_a_bad_answer_and_not_an_empty_one(payload: bytes):
    with pytest.raises(BadAnswer, match="crossref"):
        parse(payload, ASKED)


def test_no_items_are_an_answer():
    assert parse(body(), ASKED).hits == ()
