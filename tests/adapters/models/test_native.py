"""A model's own web search gives leads and remarks; its own answer is kept as it came."""

import json
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest

from httpkit import Server
from stet.adapters.models.cited import Cited, Consulted, Found
from stet.adapters.models.native import NATIVE, NativeAnswer, NativeSearch, native_answer, parse
from stet.adapters.models.prices import Prices
from stet.adapters.models.providers import Access
from stet.errors import BadAnswer, BadSetting, KeyMissing, Unavailable
from stet.ports import Search, SearchRequest
from wirekit import KEY, Body, access, anthropic, google, refusing, responses, saying, sent

RECORDED = Path(__file__).resolve().parents[4] / "shared/data/wire"
LINK = "([bridges.example](https://bridges.example/a?utm_source=openai))"
OPENAI_TEXT = f"Die Brücke ist 412 m lang. {LINK} Mehr nicht."
TOLD = Decimal("0.01")


def openai_body() -> Body:
    start = OPENAI_TEXT.index(LINK)
    marks = [
        {
            "type": "url_citation",
            "start_index": start,
            "end_index": start + len(LINK),
            "title": "Bridges",
            "url": "https://bridges.example/a?utm_source=openai",
        }
    ]
    body = responses(OPENAI_TEXT, annotations=marks)
    action = {
        "type": "search",
        "query": "bridge length",
        "queries": ["bridge length", "bridge metres"],
        "sources": [
            {"type": "url", "url": "https://other.example/b"},
            {"type": "url", "url": "https://bridges.example/a?utm_source=openai"},
            {"type": "api", "name": "weather"},
        ],
    }
    searched = {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action}
    opening = {"type": "open_page", "url": "https://third.example/c"}
    opened = {"id": "ws_2", "type": "web_search_call", "status": "completed", "action": opening}
    body["output"] = [searched, opened, *cast("list[Body]", body["output"])]
    return body


def anthropic_body() -> Body:
    body = anthropic()

    def citation(words: str) -> Body:
        return {
            "type": "web_search_result_location",
            "url": "https://ferry.example/history",
            "title": "Ferry history",
            "cited_text": words,
            "encrypted_index": "x",
        }

    result = {"type": "web_search_result", "encrypted_content": "x", "page_age": None}
    body["content"] = [
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "web_search",
            "input": {"query": "oldest ferry"},
        },
        {
            "type": "web_search_tool_result",
            "tool_use_id": "srvtoolu_1",
            "content": [
                {**result, "url": "https://boats.example/", "title": "Boats"},
                {**result, "url": "https://ferry.example/history", "title": "Ferry history"},
            ],
        },
        {"type": "text", "text": "According to the operator, "},
        {
            "type": "text",
            "text": "the line has run since 1836",
            "citations": [citation("Crossings began in 1836 &amp; never..."), citation("It runs.")],
        },
        {"type": "text", "text": "."},
    ]
    cast("Body", body["usage"])["server_tool_use"] = {"web_search_requests": 2}
    return body


def google_body() -> Body:
    body = google("Größe der Anlage: Das Becken fasst 900 m³.")
    redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"
    body["candidates"] = [
        {
            **cast("list[Body]", body["candidates"])[0],
            "groundingMetadata": {
                "webSearchQueries": ["Becken Volumen"],
                "groundingChunks": [
                    {"web": {"uri": "https://www.google.com/search?q=weather", "title": "Weather"}},
                    {"web": {"uri": f"{redirect}abc", "title": "becken.example"}},
                    {"web": {"uri": f"{redirect}def", "title": "wasser.example"}},
                ],
                "groundingSupports": [
                    {
                        "segment": {"startIndex": 20, "endIndex": 45, "text": "Das Becken fasst 900 m³."},
                        "groundingChunkIndices": [1],
                    }
                ],
            },
        }
    ]
    return body


BODIES = {"openai": openai_body, "anthropic": anthropic_body, "google": google_body}


def searching(name: str, server: Server, prices: Prices | None = None) -> NativeSearch:
    return NativeSearch(name, access(NATIVE[name][0], server), prices=prices)


async def test_openai_gives_cited_pages_then_those_it_looked_at_and_its_queries():
    with Server(saying(openai_body())) as server:
        search: Search = searching("openai", server)
        found = await search.search(SearchRequest(text="How long is the bridge?", sites=(), limit=9))
    assert [hit.url for hit in found.hits] == [
        "https://bridges.example/a",
        "https://third.example/c",
        "https://other.example/b",
    ]
    assert (found.hits[0].title, found.hits[0].provider, found.hits[0].rank) == (
        "Bridges",
        "native:openai",
        1,
    )
    assert [(r.code, r.message) for r in found.remarks] == [
        ("native_query", "bridge length"),
        ("native_query", "bridge metres"),
    ]
    asked = sent(server)
    assert cast("list[Body]", asked["tools"])[0]["type"] == "web_search"
    assert (asked["store"], len(server.requests)) == (False, 1)


async def test_anthropic_quotes_what_it_cites():
    with Server(saying(anthropic_body())) as server:
        found = await searching("anthropic", server).search(SearchRequest(text="Oldest ferry?"))
    assert [(hit.url, hit.snippet) for hit in found.hits] == [
        ("https://ferry.example/history", "Crossings began in 1836 & never … It runs."),
        ("https://boats.example/", None),
    ]
    assert [r.message for r in found.remarks] == ["oldest ferry"]
    assert cast("list[Body]", sent(server)["tools"])[0]["max_uses"] == 2


async def test_gemini_gives_redirects_and_no_page_of_results():
    with Server(saying(google_body())) as server:
        search = searching("google", server)
        found = await search.search(SearchRequest(text="Becken?"))
        only = await search.search(SearchRequest(text="Becken?", sites=("wasser.example",)))
        without = await search.search(SearchRequest(text="Becken?", exclude_sites=("wasser.example",)))
    assert [hit.title for hit in found.hits] == ["becken.example", "wasser.example"]
    assert all("grounding-api-redirect" in hit.url for hit in found.hits)
    assert [hit.title for hit in only.hits] == ["wasser.example"]
    assert [hit.title for hit in without.hits] == ["becken.example"]
    assert b"site:wasser.example" in server.requests[1].body


@pytest.mark.parametrize("name", sorted(NATIVE))
async def test_sites_are_asked_for_and_seen_to_and_what_cannot_be_asked_for_is_said(name: str):
    from datetime import date

    request = SearchRequest(
        text="x", sites=("other.example", "boats.example"), since=date(2026, 1, 1), lang="de"
    )
    with Server(saying(BODIES[name]())) as server:
        found = await searching(name, server).search(request)
    assert {hit.url for hit in found.hits} <= {"https://other.example/b", "https://boats.example/"}
    assert [r.code for r in found.remarks if r.code == "filter_ignored"] == ["filter_ignored"] * 2
    assert b"other.example" in server.requests[0].body


@pytest.mark.parametrize("name", sorted(NATIVE))
async def test_an_empty_query_asks_nobody(name: str):
    with Server() as server:
        found = await searching(name, server).search(SearchRequest(text="  "))
    assert (found.hits, server.accepted) == ((), 0)


async def test_a_failed_search_within_an_answer_is_a_remark():
    body = anthropic("I could not search.")
    failure = {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"}
    body["content"] = [
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": failure},
        *cast("list[Body]", body["content"]),
    ]
    with Server(saying(body)) as server:
        found = await searching("anthropic", server).search(SearchRequest(text="x"))
    assert found.hits == ()
    assert [r.code for r in found.remarks] == ["native_query", "partial"]
    assert "max_uses_exceeded" in found.remarks[1].message


@pytest.mark.parametrize("name", sorted(NATIVE))
async def test_its_failures_are_those_of_any_search(name: str):
    with Server(saying(refusing(500, "x"), (200, {}, "<html>"), refusing(401, f"bad {KEY}"))) as server:
        search = searching(name, server)
        for kind in (Unavailable, BadAnswer, KeyMissing):
            with pytest.raises(kind) as caught:
                await search.search(SearchRequest(text="x"))
            assert KEY not in str(caught.value)
    with pytest.raises(KeyMissing, match="is not set"):
        await NativeSearch(name, Access()).search(SearchRequest(text="x"))
    with pytest.raises(BadSetting, match="native:bing"):
        NativeSearch("bing", Access())


@pytest.mark.parametrize("name", sorted(NATIVE))
def test_its_price_is_bounded_at_home_and_unknown_elsewhere(name: str):
    at_home = NativeSearch(name, Access()).usd
    assert at_home is not None
    assert Decimal("0.05") < at_home < Decimal(1)
    assert NativeSearch(name, Access(base_url="https://gate.example/v1")).usd is None


@pytest.mark.parametrize(
    ("name", "words", "kind", "quoted"),
    [
        ("openai", LINK, "marker", ()),
        ("anthropic", "the line has run since 1836", "content", ("Crossings began in 1836 & never",)),
        ("google", "Das Becken fasst 900 m³.", "content", ()),
    ],
)
async def test_the_providers_own_answer_is_kept_with_its_citations(
    name: str, words: str, kind: str, quoted: tuple[str, ...]
):
    with Server(saying(BODIES[name]())) as server:
        answer: NativeAnswer = await native_answer(name, access(NATIVE[name][0], server), "A question?")
    cited = answer.found.citations[0]
    assert answer.found.text[cited.start : cited.end] == words
    assert (cited.kind, cited.quoted) == (kind, quoted)
    assert (answer.model, answer.output_tokens, answer.usd) == ("small-2026-11-01", 9, None)
    assert answer.searches >= 1
    assert answer.found.queries


def test_a_page_stands_once_with_all_that_was_quoted_of_it():
    one = Cited(url="https://a.example/1", quoted=("first",))
    said = Found(
        text="x",
        citations=(
            one,
            Cited(url="https://b.example/"),
            one.model_copy(update={"quoted": ("first", "second")}),
        ),
        consulted=(Consulted(url="https://a.example/1", title="A"), Consulted(url="https://c.example/")),
    )
    found = parse(said, SearchRequest(text="x"), "native:x", usd=TOLD)
    assert [(hit.url, hit.title, hit.snippet) for hit in found.hits] == [
        ("https://a.example/1", "A", "first … second"),
        ("https://b.example/", None, None),
        ("https://c.example/", None, None),
    ]
    assert found.usd == TOLD
    assert len(parse(said, SearchRequest(text="x", limit=1), "native:x").hits) == 1


RECORDINGS = [
    ("openai", "openai_responses/crewai_openai_responses_web_search.json", 3, 1),
    ("openai", "openai_responses/vercel_openai-web-search-tool.1.json", 10, 1),
    (
        "openai",
        "openai_responses/test_openai_responses_model_web_search_tool_with_allowed_domains.json",
        0,
        5,
    ),
    ("anthropic", "anthropic/test_anthropic_web_search_tool.json", 9, 1),
    ("anthropic", "anthropic/vercel_anthropic-web-search-tool.1.json", 3, 2),
    ("google", "gemini/test_google_model_web_search_tool.json", 6, 1),
]


@pytest.mark.parametrize(("name", "path", "citations", "queries"), RECORDINGS)
async def test_recorded_answers_are_read(name: str, path: str, citations: int, queries: int):
    file = RECORDED / path
    if not file.is_file():
        pytest.skip("no recorded answers: they are in ../shared/data/wire, beside the project")
    recorded = json.loads(file.read_bytes())
    body = recorded["interactions"][0]["response"]["body"] if "interactions" in recorded else recorded
    text = body if isinstance(body, str) else json.dumps(body)
    with Server(saying((200, {"content-type": "application/json"}, text))) as server:
        where = access(NATIVE[name][0], server)
        answer = await native_answer(name, where, "A question?")
        hits = (await NativeSearch(name, where).search(SearchRequest(text="x", limit=50))).hits
    found = answer.found
    assert (len(found.citations), len(found.queries)) == (citations, queries)
    # An answer may rest on pages that it opened and does not cite.
    assert hits
    assert all(0 <= (cited.start or 0) < (cited.end or 0) <= len(found.text) for cited in found.citations)
    assert not any("utm_source=openai" in hit.url for hit in hits)
    if name == "openai":
        assert all("](http" in found.text[cited.start : cited.end] for cited in found.citations)


@pytest.mark.parametrize(("name", "most"), [("openai", 2), ("anthropic", 2), ("google", 5)])
async def test_what_a_query_may_take_is_known_before_and_what_it_took_after(name: str, most: int):
    with Server(saying(BODIES[name]())) as server:
        search = searching(name, server)
        assert search.at_most == most
        found = await search.search(SearchRequest(text="Becken"))
        sent = cast("Body", server.requests[0].json)
    assert 1 <= found.searches <= most
    if name == "openai":
        assert sent["max_tool_calls"] == most
    if name == "anthropic":
        assert cast("list[Body]", sent["tools"])[0]["max_uses"] == most
        assert found.searches == 2
