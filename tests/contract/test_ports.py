"""One suite over all adapters of a port: what a step may rely on, whoever is behind the door.

A new provider adds one line to `SEARCHES` or `FETCHES`.
"""

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from stet.adapters.corpus import Corpus
from stet.adapters.fetch.documents import DocumentFetch
from stet.adapters.search.documents import DocumentSearch
from stet.domain.base import content_id
from stet.domain.evidence import Hit, PageStatus
from stet.ports import Fetch, Search, SearchRequest
from stet.testing import CannedWeb, FixedClock, canned_page

TEXTS = {
    "toll": "The harbour bridge toll starts on 1 September 2027 for goods vehicles.",
    "ferry": "The ferry carries bicycles across the harbour at no charge.",
    "garden": "Roses were planted in the municipal garden last spring.",
}


def corpus(folder: Path) -> Corpus:
    documents = folder / "documents"
    documents.mkdir()
    for name, text in TEXTS.items():
        (documents / f"{name}.md").write_text(f"# {name.title()}\n\n{text}\n", encoding="utf-8")
    return Corpus.open([documents], index_folder=folder / "index", today=date(2026, 11, 30))


def canned(_: Path) -> CannedWeb:
    return CannedWeb(
        canned_page(f"https://site.example/{name}", text, title=name) for name, text in TEXTS.items()
    )


SEARCHES: dict[str, Callable[[Path], Search]] = {
    "documents": lambda folder: DocumentSearch(corpus(folder)),
    "canned": canned,
}
FETCHES: dict[str, Callable[[Path], tuple[Search, Fetch]]] = {
    "documents": lambda folder: (
        DocumentSearch(made := corpus(folder)),
        DocumentFetch(made, FixedClock()),
    ),
    "canned": lambda folder: (both := canned(folder), both),
}


@pytest.fixture(params=sorted(SEARCHES))
def search(request: pytest.FixtureRequest, tmp_path: Path) -> Search:
    return SEARCHES[request.param](tmp_path)


@pytest.fixture(params=sorted(FETCHES))
def doors(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Search, Fetch]:
    return FETCHES[request.param](tmp_path)


def ask(search: Search, text: str, limit: int = 10) -> tuple[Hit, ...]:
    return asyncio.run(search.search(SearchRequest(text=text, limit=limit))).hits


def test_hits_are_ranked_from_one_and_name_their_provider(search: Search) -> None:
    hits = ask(search, "harbour bridge toll ferry")
    assert hits
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert {hit.provider for hit in hits} == {search.name}
    assert "toll" in hits[0].url


def test_a_limit_is_kept_and_nothing_found_is_an_answer(search: Search) -> None:
    assert len(ask(search, "harbour ferry garden", limit=1)) == 1
    assert ask(search, "zeppelin quaternion") == ()
    assert ask(search, "") == ()


@pytest.mark.parametrize("text", ['"', "NEAR(a b)", "a AND OR NOT *", "x" * 20_000, "\x00", "東京", "%_'--"])
def test_any_text_may_be_asked(search: Search, text: str) -> None:
    assert isinstance(ask(search, text), tuple)


def test_the_same_question_has_the_same_answer(search: Search) -> None:
    assert ask(search, "harbour") == ask(search, "harbour")


def test_a_page_holds_its_text_and_the_ids_of_what_was_read(doors: tuple[Search, Fetch]) -> None:
    search, fetch = doors
    fetched = asyncio.run(fetch.fetch(ask(search, "harbour bridge toll")[0]))
    assert fetched.page.status is PageStatus.OK
    assert TEXTS["toll"] in fetched.page.text
    assert fetched.page.sha256 == content_id(fetched.raw)
    assert fetched.page.text_sha256 == content_id(fetched.page.text)
    assert fetched.page.retrieved_at.tzinfo is not None


def test_what_cannot_be_read_is_an_answer_with_a_reason(doors: tuple[Search, Fetch]) -> None:
    _, fetch = doors
    for url in ("https://nowhere.example/x", "/etc/hostname", "../secret.md", "file:///etc/hostname"):
        page = asyncio.run(fetch.fetch(Hit(url=url, path=url, provider="other", rank=1))).page
        assert page.status is not PageStatus.OK
        assert page.reason
        assert page.text == ""
