"""Answers of Europe PMC; every payload is invented after its documented shape."""

import json
from datetime import date

import pytest

from stet.adapters.search.europepmc import parse
from stet.errors import BadAnswer
from stet.ports import SearchRequest

ASKED = SearchRequest(text="sea urchin larvae")


def body(*papers: dict[str, object]) -> bytes:
    shape = {"version": "6.9", "hitCount": len(papers), "resultList": {"result": list(papers)}}
    return json.dumps(shape).encode()


def paper(**fields: object) -> dict[str, object]:
    return {"id": "900001", "source": "MED", "doi": "10.5555/sea.1", "title": "Larvae.", **fields}


def link(url: str, style: str, access: str) -> dict[str, object]:
    return {"url": url, "documentStyle": style, "availabilityCode": access, "site": "Example"}


def test_a_paper_becomes_a_hit_with_its_article_page():
    found = paper(abstractText="<h4>Background</h4>Larvae <i>swim</i>.", firstPublicationDate="2025-03-04")
    [hit] = parse(body(found), ASKED).hits
    assert (hit.url, hit.title) == ("https://europepmc.org/article/MED/900001", "Larvae.")
    assert (hit.snippet, hit.published_at) == ("Background Larvae swim.", date(2025, 3, 4))


def test_a_free_full_text_is_preferred_and_a_paid_one_never():
    paid = link("https://paid.example/1.pdf", "pdf", "S")
    page = link("https://free.example/1", "html", "F")
    file = link("https://free.example/1.pdf", "pdf", "OA")
    for links, url in (
        ([paid, page, file], "https://free.example/1.pdf"),
        ([paid, page], "https://free.example/1"),
        ([paid], "https://europepmc.org/article/MED/900001"),
        ([], "https://europepmc.org/article/MED/900001"),
    ):
        found = parse(body(paper(fullTextUrlList={"fullTextUrl": links})), ASKED)
        assert [hit.url for hit in found.hits] == [url]


def test_a_paper_without_an_id_is_known_by_its_doi_and_without_both_is_left_out():
    assert [hit.url for hit in parse(body(paper(id=None)), ASKED).hits] == ["https://doi.org/10.5555/sea.1"]
    assert parse(body(paper(id=None, doi=None)), ASKED).hits == ()


def test_an_id_cannot_leave_its_place_in_the_address():
    [hit] = parse(body(paper(source="..", id="../x?y#z")), ASKED).hits
    assert hit.url == "https://europepmc.org/article/../..%2Fx%3Fy%23z"


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b'{"version": "6.9", "hitCount": 0}', "no list"),
        (b'{"errCode": 404, "errMsg": "no such page"}', "no list"),
        (b'{"message": "pageSize is too large"}', "pageSize is too large"),
        (b'{"resultList": {}}', "shape"),
        (b'{"resultList": {"result": null}}', "shape"),
        (b"<responseWrapper/>", "HTML"),
    ],
)
def test_another_shape_is_a_bad_answer_and_not_an_empty_one(payload: bytes, said: str):
    with pytest.raises(BadAnswer, match=said):
        parse(payload, ASKED)


def test_no_results_are_an_answer():
    assert parse(body(), ASKED).hits == ()
