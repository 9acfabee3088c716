"""What is each web provider's own: its filters as sent, its prices, its half answers."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from urllib.parse import parse_qsl

import pytest
from pydantic import SecretStr

from httpkit import Server
from stet.adapters.http import Http
from stet.adapters.search import brave, duckduckgo, exa, searxng, tavily
from stet.errors import Unavailable
from stet.ports import Answer, Search, SearchRequest

NARROW = SearchRequest(
    text="tides",
    limit=50,
    sites=("law.example", "gov.example"),
    exclude_sites=("blog.example",),
    since=date(2026, 9, 1),
    lang="ja",
)
ANY = SearchRequest(text="tides")
Sent = tuple[Mapping[str, object], Answer]
NOTHING = {
    "tavily": '{"results": []}',
    "brave": '{"type": "search"}',
    "exa": '{"results": []}',
    "searxng": '{"results": []}',
    "duckduckgo": "<p>No results.</p>",
}


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        yield made


@pytest.fixture
async def http(server: Server) -> AsyncIterator[Http]:
    made = Http(allow=[server.place], user_agent="stet-tests")
    yield made
    await made.aclose()


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def sent(search: Search, server: Server, request: SearchRequest) -> Sent:
    """The fields that a service gets, and the answer that finds nothing."""
    server.handler = lambda _: (200, {}, NOTHING[search.name])
    answer = await search.search(request)
    seen = server.requests[-1]
    if "json" in seen.headers.get("content-type", ""):
        fields = seen.json
        assert isinstance(fields, dict)
        return fields, answer
    return dict(parse_qsl(seen.path.partition("?")[2] or seen.body.decode(), keep_blank_values=True)), answer


async def on_one_day(ask: Callable[[date], Awaitable[Sent]]) -> tuple[date, Sent]:
    """What is sent when one asks on a day, and that day in UTC; asked again where midnight came between."""
    while True:
        today = datetime.now(UTC).date()
        found = await ask(today)
        if datetime.now(UTC).date() == today:
            return today, found


def codes(answer: Answer) -> list[str]:
    return [remark.code for remark in answer.remarks]


async def test_tavily_filters_by_itself_except_by_language(server: Server, http: Http) -> None:
    fields, answer = await sent(tavily.Tavily(http, SecretStr("k3y"), server.url()), server, NARROW)
    assert fields == {
        "query": "tides",
        "search_depth": "basic",
        "topic": "general",
        "max_results": 20,
        "include_domains": ["law.example", "gov.example"],
        "exclude_domains": ["blog.example"],
        "start_date": "2026-09-01",
    }
    assert codes(answer) == ["filter_ignored"]
    assert answer.usd == Decimal("0.008")


async def test_tavily_takes_only_so_many_hosts(server: Server, http: Http) -> None:
    many = tuple(f"s{number}.example" for number in range(400))
    request = ANY.model_copy(update={"sites": many, "exclude_sites": many})
    fields, answer = await sent(tavily.Tavily(http, SecretStr("k3y"), server.url()), server, request)
    assert fields["include_domains"] == list(many[:300])
    assert fields["exclude_domains"] == list(many[:150])
    assert codes(answer) == ["filter_partial", "filter_partial"]


def test_news_of_tavily_are_dated() -> None:
    row = {"url": "https://news.example/", "published_date": "Mon, 02 Feb 2026 10:00:00 GMT"}
    [hit] = tavily.parse(json.dumps({"results": [row]}).encode(), ANY).hits
    assert hit.published_at == date(2026, 2, 2)


async def test_brave_has_hosts_in_its_query_and_dates_in_a_range(server: Server, http: Http) -> None:
    search = brave.Brave(http, SecretStr("k3y"), server.url())
    today, (fields, answer) = await on_one_day(lambda _: sent(search, server, NARROW))
    assert fields == {
        "q": "tides site:law.example OR site:gov.example -site:blog.example",
        "count": "20",
        "country": "ALL",
        "result_filter": "web",
        "text_decorations": "false",
        "freshness": f"2026-09-01to{today}",
        "search_lang": "jp",
    }
    assert codes(answer) == []
    assert answer.usd == Decimal("0.005")


async def test_brave_is_told_of_a_language_only_where_it_has_it(server: Server, http: Http) -> None:
    search = brave.Brave(http, SecretStr("k3y"), server.url())
    for lang, code in (("de", "de"), ("zh", "zh-hans"), ("pt", "pt-pt"), ("tlh", None)):
        fields, answer = await sent(search, server, ANY.model_copy(update={"lang": lang}))
        assert fields.get("search_lang") == code
        assert codes(answer) == ([] if code else ["filter_ignored"])


@pytest.mark.parametrize("name", ["brave", "searxng", "duckduckgo"])
async def test_query_and_hosts_share_the_room(name: str, server: Server, http: Http) -> None:
    made: dict[str, Search] = {
        "brave": brave.Brave(http, SecretStr("k3y"), server.url()),
        "searxng": searxng.Searxng(http, server.url()),
        "duckduckgo": duckduckgo.DuckDuckGo(server.url("/html/")),
    }
    many = tuple(f"s{number}.example" for number in range(60))
    request = SearchRequest(text="word " * 200, sites=many)
    fields, answer = await sent(made[name], server, request)
    asked = fields["q"]
    assert isinstance(asked, str)
    assert len(asked) <= 400
    assert name != "brave" or len(asked.split()) <= 50
    assert asked.startswith("word word")
    assert "word site:s0.example OR site:s1.example" in asked
    assert codes(answer) == ["query_cut", "filter_partial"]


def test_brave_says_when_it_searched_for_something_else() -> None:
    body = {"type": "search", "query": {"altered": "tide tables"}, "web": {"results": []}}
    [remark] = brave.parse(json.dumps(body).encode(), ANY).remarks
    assert (remark.code, remark.message) == ("query_altered", "brave searched for: tide tables")


@pytest.mark.parametrize("body", ["{}", '{"type": "search"}', '{"web": {"results": []}}'])
def test_brave_without_the_block_of_results_found_nothing(body: str) -> None:
    assert brave.parse(body.encode(), ANY).hits == ()


async def test_exa_filters_by_itself_except_by_language(server: Server, http: Http) -> None:
    fields, answer = await sent(exa.Exa(http, SecretStr("k3y"), server.url()), server, NARROW)
    assert fields == {
        "query": "tides",
        "type": "auto",
        "numResults": 20,
        "contents": {"highlights": True},
        "includeDomains": ["law.example", "gov.example"],
        "excludeDomains": ["blog.example"],
        "startPublishedDate": "2026-09-01T00:00:00.000Z",
    }
    assert codes(answer) == ["filter_ignored"]


@pytest.mark.parametrize(
    ("cost", "usd"), [('{"total": 0.0071}', "0.0071"), ("null", "0.017"), ('{"total": "0.005"}', "0.005")]
)
def test_exa_says_what_it_cost_or_else_it_cost_the_most(cost: str, usd: str) -> None:
    answer = exa.parse(f'{{"results": [], "costDollars": {cost}}}'.encode(), ANY)
    assert answer.usd == Decimal(usd)


async def test_searxng_has_hosts_in_its_query_and_coarse_dates(server: Server, http: Http) -> None:
    fields, answer = await sent(searxng.Searxng(http, server.url("/sub")), server, NARROW)
    assert fields["q"] == "tides site:law.example OR site:gov.example -site:blog.example"
    assert fields["language"] == "ja"
    assert server.paths[0].startswith("/sub/search?")
    assert codes(answer) in (["filter_partial"], ["filter_ignored"])


@pytest.mark.parametrize(
    ("days", "name"),
    [
        (0, "day"),
        (1, "week"),
        (6, "week"),
        (7, "month"),
        (29, "month"),
        (30, "year"),
        (364, "year"),
        (365, None),
    ],
)
async def test_a_range_of_searxng_reaches_back_far_enough(
    server: Server, http: Http, days: int, name: str | None
) -> None:
    def since(today: date) -> SearchRequest:
        return ANY.model_copy(update={"since": today - timedelta(days=days)})

    search = searxng.Searxng(http, server.url())
    _, (fields, answer) = await on_one_day(lambda today: sent(search, server, since(today)))
    assert fields.get("time_range") == name
    assert codes(answer) == ["filter_partial" if name else "filter_ignored"]


def test_engines_of_searxng_that_kept_silent_are_said() -> None:
    body = {
        "results": [{"url": "https://mill.example/"}],
        "unresponsive_engines": [["one", "Suspended: CAPTCHA"], "two", ["three"], []],
    }
    [remark] = searxng.parse(json.dumps(body).encode(), ANY).remarks
    assert remark.code == "partial"
    assert remark.message == "searxng: no answer from one (Suspended: CAPTCHA), two, three, ?"


def test_nothing_from_silent_engines_is_an_outage() -> None:
    body = {"results": [], "unresponsive_engines": [["one", "timeout"]]}
    with pytest.raises(Unavailable, match=r"no answer from one \(timeout\)"):
        searxng.parse(json.dumps(body).encode(), ANY)


async def test_an_instance_without_json_is_told_how_to_have_it(server: Server, http: Http) -> None:
    server.handler = lambda _: (403, {}, "<html>Forbidden</html>")
    with pytest.raises(Unavailable) as caught:
        await searxng.Searxng(http, server.url()).search(ANY)
    assert caught.value.hint is not None
    assert "settings.yml" in caught.value.hint


async def test_duckduckgo_has_hosts_in_its_query_and_a_region_for_a_language(server: Server) -> None:
    search = duckduckgo.DuckDuckGo(server.url("/html/"))
    today, (fields, answer) = await on_one_day(lambda _: sent(search, server, NARROW))
    assert fields == {
        "q": "tides site:law.example OR site:gov.example -site:blog.example",
        "b": "",
        "l": "jp-jp",
        "df": f"2026-09-01..{today}",
    }
    assert codes(answer) == ["filter_partial"]
    fields, answer = await sent(
        duckduckgo.DuckDuckGo(server.url("/html/")), server, ANY.model_copy(update={"lang": "tlh"})
    )
    assert fields["l"] == "wt-wt"
    assert codes(answer) == ["filter_ignored"]


def test_addresses_of_duckduckgo_keep_their_spelling() -> None:
    page = '<div class="result__body"><h2>A</h2><a href="https://a.example/x%2Fy?q=a%20b">text</a></div>'
    [hit] = duckduckgo.parse(page.encode(), ANY).hits
    assert hit.url == "https://a.example/x%2Fy?q=a%20b"
    assert (hit.title, hit.snippet) == ("A", "text")


async def test_duckduckgo_goes_by_the_operator_s_proxy(server: Server) -> None:
    server.handler = lambda _: (200, {}, NOTHING["duckduckgo"])
    await duckduckgo.DuckDuckGo("http://nowhere.invalid/html/", proxy=server.url("")).search(ANY)
    assert server.paths == ["http://nowhere.invalid/html/"]
