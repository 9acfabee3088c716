"""What Wikipedia and the scholarly services are asked, seen from a server on loopback."""

import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from httpkit import Server
from stet.adapters.http import Http
from stet.adapters.search.arxiv import Arxiv
from stet.adapters.search.crossref import Crossref
from stet.adapters.search.europepmc import EuropePmc
from stet.adapters.search.openalex import OpenAlex
from stet.adapters.search.wikipedia import Wikipedia
from stet.errors import KeyMissing, StetError
from stet.ports import Answer, Search, SearchRequest

EMPTY = {
    "/w/api.php": '{"query": {"search": []}}',
    "/works": '{"results": [], "message": {"items": []}}',
    "/webservices/rest/search": '{"resultList": {"result": []}}',
    "/api/query": '<feed xmlns="http://www.w3.org/2005/Atom">'
    '<totalResults xmlns="http://a9.com/-/spec/opensearch/1.1/">0</totalResults></feed>',
}
Make = Callable[[Http, str], Search]
ALL: tuple[Make, ...] = (Wikipedia, OpenAlex, Crossref, EuropePmc, Arxiv)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(lambda seen: (200, {}, EMPTY[urlsplit(seen.path).path])) as made:
        yield made


@pytest.fixture
async def http(server: Server) -> AsyncIterator[Http]:
    made = Http(allow=[server.place], user_agent="stet-tests")
    yield made
    await made.aclose()


async def asked(search: Search, server: Server, request: SearchRequest) -> tuple[dict[str, str], Answer]:
    """The fields of the one request that a search makes, and what came of it."""
    server.requests.clear()
    answer = await search.search(request)
    [seen] = server.requests
    return {name: value for name, [value] in parse_qs(urlsplit(seen.path).query).items()}, answer


def base(server: Server) -> str:
    return server.url("").rstrip("/")


@pytest.mark.parametrize(
    ("make", "field", "wanted"),
    [
        (OpenAlex, "filter", "from_publication_date:2026-05-17"),
        (Crossref, "filter", "from-pub-date:2026-05-17"),
        (EuropePmc, "query", "(toll and tide) AND (FIRST_PDATE:[2026-05-17 TO 3000-12-31])"),
        (
            Arxiv,
            "search_query",
            '(all:"toll" OR all:"tide") AND submittedDate:[202605170000 TO 209912312359]',
        ),
    ],
    ids=["openalex", "crossref", "europepmc", "arxiv"],
)
async def test_a_first_day_is_the_service_s_own_filter(
    server: Server, http: Http, make: Make, field: str, wanted: str
):
    request = SearchRequest(text="toll AND tide", since=date(2026, 5, 17))
    fields, answer = await asked(make(http, base(server)), server, request)
    assert fields[field] == wanted
    assert answer.remarks == ()


async def test_wikipedia_says_that_it_has_no_dates(server: Server, http: Http):
    request = SearchRequest(text="toll", since=date(2026, 5, 17))
    _, answer = await asked(Wikipedia(http, base(server)), server, request)
    assert [remark.code for remark in answer.remarks] == ["filter_ignored"]


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.name)
async def test_a_question_full_of_operators_is_asked_as_words(server: Server, http: Http, make: Make):
    fields, _ = await asked(make(http, base(server)), server, SearchRequest(text='"salt": (sea OR "lake\\'))
    assert "salt sea or lake" in " ".join(fields.values()) or (
        fields.get("search_query") == 'all:"salt" OR all:"sea" OR all:"lake"'
    )


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.name)
async def test_a_question_of_operators_alone_is_not_asked(server: Server, http: Http, make: Make):
    search = make(http, base(server))
    assert (await search.search(SearchRequest(text='"():" - * ', since=date(2026, 1, 1)))).hits == ()
    assert server.requests == []


async def test_words_that_say_nothing_are_asked_of_arxiv_only_where_there_are_no_others(
    server: Server, http: Http
):
    search = Arxiv(http, base(server))
    fields, _ = await asked(search, server, SearchRequest(text="To be or not to be"))
    assert fields["search_query"].count("all:") == 6
    fields, _ = await asked(search, server, SearchRequest(text="What is the spin of it"))
    assert fields["search_query"] == 'all:"spin"'


@pytest.mark.parametrize(("make", "field"), [(Crossref, "mailto"), (EuropePmc, "email")])
async def test_a_contact_is_named_only_where_there_is_one(
    server: Server, http: Http, make: Callable[..., Search], field: str
):
    request = SearchRequest(text="toll")
    fields, _ = await asked(make(http, base(server), contact="a@b.example"), server, request)
    assert fields[field] == "a@b.example"
    fields, _ = await asked(make(http, base(server)), server, request)
    assert field not in fields


@pytest.mark.parametrize(
    ("make", "there"),
    [(Crossref, "doi.org"), (Arxiv, "arxiv.org"), (Wikipedia, "wikipedia.org")],
    ids=["crossref", "arxiv", "wikipedia"],
)
async def test_a_service_of_one_site_is_asked_only_where_that_site_is_wanted(
    server: Server, http: Http, make: Make, there: str
):
    search = make(http, base(server))
    await asked(search, server, SearchRequest(text="toll", sites=("law.example", there)))
    server.requests.clear()
    answer = await search.search(SearchRequest(text="toll", sites=("law.example", f"not{there}")))
    assert server.requests == []
    assert [remark.code for remark in answer.remarks] == ["not_asked"]


@pytest.mark.parametrize(
    ("make", "field", "many"), [(OpenAlex, "per_page", 100), (EuropePmc, "pageSize", 50)]
)
async def test_where_sites_are_filtered_afterwards_more_is_asked_for_and_it_is_said(
    server: Server, http: Http, make: Make, field: str, many: int
):
    search = make(http, base(server))
    request = SearchRequest(text="toll", limit=3, sites=("law.example",))
    fields, answer = await asked(search, server, request)
    assert fields[field] == str(many)
    assert [remark.code for remark in answer.remarks] == ["filter_ignored"]
    fields, _ = await asked(search, server, SearchRequest(text="toll", limit=3))
    assert fields[field] == "3"


@pytest.mark.parametrize(("limit", "rows"), [(0, 1), (-5, 1), (1_000_000, 100)])
async def test_a_limit_is_kept_within_what_the_service_takes(
    server: Server, http: Http, limit: int, rows: int
):
    fields, _ = await asked(Crossref(http, base(server)), server, SearchRequest(text="toll", limit=limit))
    assert fields["rows"] == str(rows)


async def test_the_language_is_filtered_by_those_who_know_it(server: Server, http: Http):
    fields, answer = await asked(
        OpenAlex(http, base(server)), server, SearchRequest(text="toll", lang="DE", since=date(2026, 1, 2))
    )
    assert fields["filter"] == "from_publication_date:2026-01-02,language:de"
    assert answer.remarks == ()
    fields, answer = await asked(
        OpenAlex(http, base(server)), server, SearchRequest(text="toll", lang="de,is_oa:true")
    )
    assert "filter" not in fields
    assert [remark.code for remark in answer.remarks] == ["filter_ignored"]


@pytest.mark.parametrize(("lang", "place"), [("de", "/de/w/api.php"), (None, "/en/w/api.php")])
async def test_the_wikipedia_of_the_language_is_asked(
    server: Server, http: Http, lang: str | None, place: str
):
    found = '{"query": {"search": [{"title": "Flut"}]}}'
    server.handler = lambda _: (200, {}, found)
    search = Wikipedia(http, f"{base(server)}/{{lang}}")
    [hit] = (await search.search(SearchRequest(text="flood", lang=lang))).hits
    assert urlsplit(server.requests[0].path).path == place
    assert hit.url == f"https://{lang or 'en'}.wikipedia.org/wiki/Flut"


async def test_a_key_for_openalex_is_sent_and_never_told(server: Server, http: Http):
    key = "k3y-of-nobody"
    search = OpenAlex(http, base(server), SecretStr(key))
    fields, _ = await asked(search, server, SearchRequest(text="toll"))
    assert fields["api_key"] == key
    server.handler = lambda _: (401, {}, f'{{"error": "bad key {key}"}}')
    with pytest.raises(KeyMissing, match="OPENALEX_API_KEY") as refused:
        await search.search(SearchRequest(text="toll"))
    server.handler = lambda _: (500, {}, key)
    with pytest.raises(StetError) as failed:
        await search.search(SearchRequest(text="toll"))
    for error in (refused.value, failed.value):
        assert key not in "".join(traceback.format_exception(error))
