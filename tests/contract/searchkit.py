"""The search providers as one table: how to make each, what its service answers, how it is asked.

A provider is one line in `PROVIDERS`. All bodies are invented.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import parse_qsl

from pydantic import SecretStr

from httpkit import Seen
from stet.adapters.http import Http
from stet.adapters.search import brave, duckduckgo, exa, searxng, tavily
from stet.errors import BadAnswer, KeyMissing, QuotaExceeded, RateLimited, StetError, Unavailable
from stet.ports import Answer, Search, SearchRequest

KEY = "k3y-of-nobody-0123456789abcdef"
REQUEST = SearchRequest(text="when does the tide turn", limit=2)
FIRST = "https://harbour.example/tides?month=5&view=%2Fall"
SECOND = "https://counterharbour.example/notices"


class Asked(NamedTuple):
    """What a server was asked, whatever the form: fields of the query, the form or the JSON body."""

    method: str
    path: str
    fields: Mapping[str, object]


def asked(seen: Seen) -> Asked:
    """The request as a provider meant it."""
    path, _, query = seen.path.partition("?")
    kind = seen.headers.get("content-type", "")
    fields: object = dict(parse_qsl(query, keep_blank_values=True))
    if "json" in kind:
        fields = seen.json
    elif "form" in kind:
        fields = dict(parse_qsl(seen.body.decode(), keep_blank_values=True))
    assert isinstance(fields, dict)
    return Asked(seen.method, path, fields)


@dataclass(frozen=True)
class Provider:
    """A line of the table.

    `make` makes it against a base URL with the key `KEY`, `bare` without one. `good` holds two hits, at `urls` in
    this order; `empty` none. `sends` is what `REQUEST` becomes, `auth` the header that carries the key. `text` is
    the field with the query, of at most `characters` and `words`. `faults` are what the service says of its own
    beyond plain statuses: status, body, what it means. `statuses` are read otherwise than by most.
    """

    name: str
    make: Callable[[Http, str], Search]
    parse: Callable[[bytes, SearchRequest], Answer]
    good: str
    empty: str
    sends: Asked
    text: str
    characters: int
    words: int | None = None
    urls: tuple[str, str] = (FIRST, SECOND)
    variable: str | None = None
    auth: tuple[str, str] | None = None
    bare: Callable[[Http, str], Search] | None = None
    faults: tuple[tuple[int, str, type[StetError]], ...] = ()
    statuses: Mapping[int, type[StetError]] = field(default_factory=dict[int, type[StetError]])
    wrong: tuple[str, ...] = ()


def _results(*rows: Mapping[str, object], **more: object) -> str:
    return json.dumps({"results": rows, **more})


TAVILY = Provider(
    name="tavily",
    make=lambda http, base: tavily.Tavily(http, SecretStr(KEY), base),
    bare=lambda http, base: tavily.Tavily(http, None, base),
    parse=tavily.parse,
    variable="TAVILY_API_KEY",
    auth=("authorization", f"Bearer {KEY}"),
    good=_results(
        {"url": FIRST, "title": "Tides", "content": "High water at six.", "score": 0.9, "raw_content": None},
        {"url": SECOND, "title": "Notices", "content": "The quay is shut.", "score": 0.4},
        query="q",
        answer=None,
        images=[],
        response_time=0.1,
    ),
    empty=_results(query="q", answer=None, response_time=0.1),
    sends=Asked(
        "POST",
        "/search",
        {"query": REQUEST.text, "search_depth": "basic", "topic": "general", "max_results": 2},
    ),
    text="query",
    characters=400,
    faults=(
        (400, json.dumps({"detail": {"error": "Query is too long"}}), BadAnswer),
        (401, json.dumps({"detail": {"error": f"no such key: {KEY}"}}), KeyMissing),
        (403, json.dumps({"detail": {"error": "not for this plan"}}), KeyMissing),
        (422, json.dumps({"detail": [{"msg": "not a number"}]}), BadAnswer),
        (432, json.dumps({"detail": {"error": "plan used up"}}), QuotaExceeded),
        (433, json.dumps({"detail": {"error": "limit reached"}}), QuotaExceeded),
    ),
    wrong=('{"message": "Query too long", "statusCode": 400}', '{"results": null}', '{"data": []}'),
)


def _brave_fault(status: int, code: str) -> str:
    error = {"id": "0", "status": status, "code": code, "detail": f"in words, and {KEY}", "meta": {}}
    return json.dumps({"type": "ErrorResponse", "error": error, "time": 1})


BRAVE = Provider(
    name="brave",
    make=lambda http, base: brave.Brave(http, SecretStr(KEY), base),
    bare=lambda http, base: brave.Brave(http, None, base),
    parse=brave.parse,
    variable="BRAVE_API_KEY",
    auth=("x-subscription-token", KEY),
    good=json.dumps(
        {
            "type": "search",
            "query": {"original": "q", "more_results_available": True},
            "web": {
                "type": "search",
                "results": [
                    {
                        "url": FIRST,
                        "title": "Tides",
                        "description": "High water",
                        "page_age": "2026-05-01T09:15:00",
                    },
                    {"title": "A row without an address"},
                    {"url": SECOND, "title": "Notices", "age": "2 days ago"},
                ],
            },
        }
    ),
    empty=json.dumps({"type": "search", "web": {"type": "search", "results": []}}),
    sends=Asked(
        "GET",
        "/res/v1/web/search",
        {
            "q": REQUEST.text,
            "count": "2",
            "country": "ALL",
            "result_filter": "web",
            "text_decorations": "false",
        },
    ),
    text="q",
    characters=400,
    words=50,
    faults=(
        (422, _brave_fault(422, "SUBSCRIPTION_TOKEN_INVALID"), KeyMissing),
        (404, _brave_fault(404, "SUBSCRIPTION_NOT_FOUND"), KeyMissing),
        (422, _brave_fault(422, "VALIDATION"), BadAnswer),
        (422, _brave_fault(422, "OPTION_NOT_IN_PLAN"), BadAnswer),
        (429, _brave_fault(429, "RATE_LIMITED"), RateLimited),
        (429, _brave_fault(429, "QUOTA_LIMITED"), QuotaExceeded),
        (429, _brave_fault(429, "USAGE_LIMIT_EXCEEDED"), QuotaExceeded),
        (429, json.dumps({"errors": [{"code": "QUOTA_LIMITED"}]}), QuotaExceeded),
        (502, "<html>Bad gateway</html>", Unavailable),
    ),
    wrong=(_brave_fault(200, "RATE_LIMITED"), '{"type": "search", "web": {}}', '{"web": []}'),
)

EXA = Provider(
    name="exa",
    make=lambda http, base: exa.Exa(http, SecretStr(KEY), base),
    bare=lambda http, base: exa.Exa(http, None, base),
    parse=exa.parse,
    variable="EXA_API_KEY",
    auth=("x-api-key", KEY),
    good=_results(
        {
            "id": "1",
            "url": FIRST,
            "title": None,
            "publishedDate": "2026-01-19T00:00:00.000Z",
            "score": None,
            "highlights": ["High water at six.", "Low water at noon."],
            "highlightScores": [0.7, 0.6],
        },
        {"id": "2", "url": SECOND, "title": "Notices", "publishedDate": None, "author": None},
        requestId="0f",
        costDollars={"total": 0.007},
    ),
    empty=_results(requestId="0f", costDollars={"total": 0.007}),
    sends=Asked(
        "POST",
        "/search",
        {"query": REQUEST.text, "type": "auto", "numResults": 2, "contents": {"highlights": True}},
    ),
    text="query",
    characters=1_500,
    faults=(
        (400, json.dumps({"error": "bad number", "tag": "INVALID_NUM_RESULTS"}), BadAnswer),
        (402, json.dumps({"error": f"nothing left for {KEY}", "tag": "NO_MORE_CREDITS"}), QuotaExceeded),
        (403, json.dumps({"error": "not allowed", "tag": "ACCESS_DENIED"}), KeyMissing),
        (504, "", Unavailable),
    ),
    wrong=('{"requestId": "1", "error": "broken", "tag": "X"}', _results(costDollars={"total": -1})),
)

SEARXNG = Provider(
    name="searxng",
    make=searxng.Searxng,
    parse=searxng.parse,
    good=_results(
        {
            "url": FIRST,
            "title": "Tides",
            "content": "High water",
            "engine": "one",
            "engines": ["one", "two"],
            "parsed_url": ["https", "harbour.example", "/tides", "", "", ""],
            "score": 2.6,
            "publishedDate": "2026-05-01T00:00:00",
        },
        {"url": SECOND, "title": "Notices", "engine": "two", "publishedDate": None},
        query="q",
        unresponsive_engines=[],
    ),
    empty=_results(query="q", answers=[], unresponsive_engines=[]),
    sends=Asked("GET", "/search", {"q": REQUEST.text, "format": "json"}),
    text="q",
    characters=400,
    faults=(
        (400, json.dumps({"error": "no query"}), BadAnswer),
        (403, "<html><h1>403 Forbidden</h1></html>", Unavailable),
        (429, "Too Many Requests", RateLimited),
    ),
    wrong=('{"error": "crash"}', '{"results": {}}'),
)


def _found(url: str, title: str, snippet: str) -> str:
    return (
        '<div class="result results_links web-result"><div class="links_main result__body">'
        f'<h2 class="result__title"><a class="result__a" href="{url}">{title}</a></h2>'
        f'<a class="result__snippet" href="{url}">{snippet}</a></div></div>'
    )


def _ddg(*rows: str) -> str:
    return f'<!DOCTYPE html><html><body><div id="links" class="results">{"".join(rows)}</div></body></html>'


DUCKDUCKGO = Provider(
    name="duckduckgo",
    make=lambda _, base: duckduckgo.DuckDuckGo(f"{base}/html/"),
    parse=duckduckgo.parse,
    good=_ddg(
        _found("https://duckduckgo.com/y.js?ad_provider=x", "An advertisement", "Buy"),
        _found(FIRST.replace("&", "&amp;"), "<b>Tides</b>", "High water"),
        _found(
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fcounterharbour.example%2Fnotices&amp;rut=1",
            "Notices",
            "The quay",
        ),
    ),
    empty=_ddg('<div class="no-results">No results.</div>'),
    sends=Asked("POST", "/html/", {"q": REQUEST.text, "b": "", "l": "wt-wt"}),
    text="q",
    characters=400,
    faults=(
        (202, '<div class="anomaly-modal__title">Are you a person?</div>', RateLimited),
        (200, '<form id="challenge-form"></form>', RateLimited),
        (403, "<html>Forbidden</html>", Unavailable),
    ),
    wrong=('{"results": []}', "<html><body><p>Something else</p></body></html>"),
)

PROVIDERS: tuple[Provider, ...] = (TAVILY, BRAVE, EXA, SEARXNG, DUCKDUCKGO)
