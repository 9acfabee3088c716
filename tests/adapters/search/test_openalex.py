"""Answers of OpenAlex; every payload is invented after its documented shape."""

import json
from datetime import date

import pytest

from stet.adapters.search.openalex import abstract, parse
from stet.errors import BadAnswer
from stet.ports import SearchRequest

ASKED = SearchRequest(text="tidal mills")


def body(*works: dict[str, object]) -> bytes:
    return json.dumps({"meta": {"count": len(works)}, "results": list(works)}).encode()


def work(**fields: object) -> dict[str, object]:
    return {
        "id": "https://openalex.org/W1",
        "doi": "https://doi.org/10.5555/mill.1",
        "display_name": "Tidal <i>mills</i> of the north",
        "publication_date": "2025-03-04",
        "best_oa_location": None,
        "primary_location": {"landing_page_url": "https://journal.example/mill", "pdf_url": None},
        "abstract_inverted_index": {"Mills": [0, 3], "turn": [1], "slowly.": [2], "rest.": [4]},
        **fields,
    }


def test_a_work_becomes_a_hit_with_its_abstract_put_together():
    [hit] = parse(body(work()), ASKED).hits
    assert (hit.title, hit.snippet) == ("Tidal mills of the north", "Mills turn slowly. Mills rest.")
    assert (hit.url, hit.published_at, hit.rank) == (
        "https://doi.org/10.5555/mill.1",
        date(2025, 3, 4),
        1,
    )


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        (
            {
                "best_oa_location": {
                    "landing_page_url": "https://repo.example/7",
                    "pdf_url": "https://repo.example/7.pdf",
                }
            },
            "https://repo.example/7.pdf",
        ),
        (
            {"best_oa_location": {"landing_page_url": "https://repo.example/7", "pdf_url": None}},
            "https://repo.example/7",
        ),
        ({"doi": None}, "https://journal.example/mill"),
    ],
)
def test_an_open_copy_is_preferred_and_then_the_doi(fields: dict[str, object], url: str):
    assert [hit.url for hit in parse(body(work(**fields)), ASKED).hits] == [url]


def test_a_work_without_an_address_is_left_out():
    assert parse(body(work(doi=None, primary_location=None)), ASKED).hits == ()


def test_nulls_are_tolerated_where_the_service_has_them():
    blank = work(
        display_name=None, publication_date=None, primary_location=None, abstract_inverted_index=None
    )
    [hit] = parse(body(blank), ASKED).hits
    assert (hit.title, hit.snippet, hit.published_at) == (None, None, None)


def test_sites_leave_only_hits_on_them():
    there = work(best_oa_location={"landing_page_url": "https://www.gov.example/x", "pdf_url": None})
    lookalike = work(best_oa_location={"landing_page_url": "https://notgov.example/x", "pdf_url": None})
    found = parse(body(lookalike, work(), there), SearchRequest(text="x", sites=("gov.example",)))
    assert [(hit.url, hit.rank) for hit in found.hits] == [("https://www.gov.example/x", 1)]


def test_an_abstract_is_read_no_further_than_a_snippet_needs():
    assert abstract({"end": [10**12], "start": [0], "never": [-1], "twice": [0, 1]}) == "start twice"
    assert abstract({}) is None
    assert abstract({"word": []}) is None
    assert len((abstract({"a": list(range(100_000))}) or "").split()) == 400


@pytest.mark.parametrize(
    "payload",
    [
        b'{"meta": {}}',
        b'{"results": null}',
        b'{"results": {}}',
        b'{"results": [null]}',
        b'{"results": [{"abstract_inverted_index": {"a": 1}}]}',
        b'{"error": "Invalid query parameters", "message": "no such field"}',
        b"no json",
    ],
)
def test_another_shape_is_a_bad_answer_and_not_an_empty_one(payload: bytes):
    with pytest.raises(BadAnswer, match="openalex"):
        parse(payload, ASKED)


def test_no_results_are_an_answer():
    assert parse(body(), ASKED).hits == ()
