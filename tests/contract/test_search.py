"""One suite over all search providers, each against its own kind of service on loopback, good and bad.

The table of providers is in `searchkit`.
"""

import dataclasses
import gzip
import itertools
import json
import re
import socket
import traceback
from collections.abc import AsyncIterator, Iterator
from datetime import date
from email.utils import formatdate
from pathlib import Path
from typing import Any, cast

import pytest
from scholarkit import SCHOLARLY
from searchkit import KEY, PROVIDERS, REQUEST, Provider, asked

from httpkit import Handler, Raw, Reply, Server
from stet.adapters.http import Bounds, Http
from stet.adapters.search import tavily
from stet.domain.identity import host
from stet.errors import (
    BadAnswer,
    KeyMissing,
    QuotaExceeded,
    RateLimited,
    StetError,
    Unavailable,
)
from stet.ports import Answer, Search

RECORDED = Path(__file__).resolve().parents[3] / "shared/data/wire/tavily"
LONG = " ".join(f"word{number}" for number in range(500))
WRONG = (
    "",
    " \n",
    "null",
    "[]",
    "NaN",
    "17",
    '"text"',
    "not JSON at all",
    '{"unexpected": {"message": "no"}}',
    '{"results": "many"}',
    '{"results": [NaN]}',
    '{"results": [1]}',
    "<html><head><title>Welcome</title></head><body>Sign in</body></html>",
    "[" * 100_000,
)


@pytest.fixture(params=(*PROVIDERS, *SCHOLARLY), ids=lambda row: row.name)
def row(request: pytest.FixtureRequest) -> Provider:
    return request.param


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with Server() as made:
        yield made


@pytest.fixture
def server(running: Server) -> Server:
    running.requests.clear()
    return running


@pytest.fixture
async def http(server: Server) -> AsyncIterator[Http]:
    made = Http(allow=[server.place], user_agent="stet-tests")
    yield made
    await made.aclose()


def hurried(search: Search) -> Search:
    """The provider with limits that a test can wait for."""
    inside = cast("Any", search)
    bounds = Bounds(bytes=200_000, seconds=0.4, connect_seconds=0.4)
    inside._service = dataclasses.replace(inside._service, bounds=bounds)
    return search


async def outcome(
    row: Provider, http: Http, server: Server, answers: Handler | Reply | Raw
) -> StetError | Answer:
    """What becomes of a search that is answered like this."""
    server.handler = answers if callable(answers) else lambda _: answers
    try:
        return await hurried(row.make(http, server.url("").rstrip("/"))).search(REQUEST)
    except StetError as error:
        return error


def told(error: StetError | Answer) -> str:
    """All that anybody may get to see of an error."""
    assert isinstance(error, StetError)
    return "".join((str(error), repr(error), error.hint or "", *traceback.format_exception(error)))


async def test_hits_come_in_order_with_ranks_from_one(row: Provider, server: Server, http: Http):
    answer = await outcome(row, http, server, (200, {}, row.good))
    assert isinstance(answer, Answer), answer
    assert tuple(hit.url for hit in answer.hits) == row.urls
    assert [hit.rank for hit in answer.hits] == [1, 2]
    assert {hit.provider for hit in answer.hits} == {row.name}
    assert answer.usd is None or answer.usd >= 0
    assert answer == row.parse(row.good.encode(), REQUEST)


async def test_a_provider_says_its_name_and_price(row: Provider, http: Http):
    search = row.make(http, "https://service.example")
    assert search.name == row.name
    assert search.usd is not None
    assert search.usd >= 0
    assert getattr(search, "key_variable", "none") == row.variable


async def test_the_service_is_asked_as_it_wants_to_be(row: Provider, server: Server, http: Http):
    await outcome(row, http, server, (200, {}, row.good))
    [seen] = server.requests
    assert asked(seen) == row.sends
    if row.auth:
        name, value = row.auth
        assert seen.headers[name] == value
    assert KEY not in seen.path
    assert KEY.encode() not in seen.body


async def test_a_compressed_answer_is_the_same_answer(row: Provider, server: Server, http: Http):
    packed = gzip.compress(row.good.encode())
    answer = await outcome(row, http, server, (200, {"content-encoding": "gzip"}, packed))
    assert answer == row.parse(row.good.encode(), REQUEST)


async def test_nothing_found_is_an_answer(row: Provider, server: Server, http: Http):
    answer = await outcome(row, http, server, (200, {}, row.empty))
    assert isinstance(answer, Answer), answer
    assert answer.hits == ()


async def test_a_blank_query_is_not_asked(row: Provider, server: Server, http: Http):
    search = row.make(http, server.url("").rstrip("/"))
    answer = await search.search(REQUEST.model_copy(update={"text": " \n\t"}))
    assert answer.hits == ()
    assert server.requests == []


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, BadAnswer),
        (401, KeyMissing),
        (402, QuotaExceeded),
        (403, KeyMissing),
        (404, BadAnswer),
        (408, Unavailable),
        (422, BadAnswer),
        (429, RateLimited),
        (500, Unavailable),
        (503, Unavailable),
    ],
)
@pytest.mark.parametrize("body", ["", json.dumps({"error": f"about {KEY}"}), "<html>Oh no</html>"])
async def test_each_status_has_its_error(
    row: Provider, server: Server, http: Http, status: int, kind: type[StetError], body: str
):
    if kind is KeyMissing and row.variable is None:
        kind = Unavailable
    kind = row.statuses.get(status, kind)
    error = await outcome(row, http, server, (status, {}, body))
    assert type(error) is kind, error
    assert str(error).startswith(row.name)
    assert str(status) in str(error)
    assert row.variable is None or KEY not in told(error)
    if kind is KeyMissing:
        assert row.variable is not None
        assert row.variable in str(error)
        assert "refused" in str(error)


async def test_what_the_service_says_itself_is_read(row: Provider, server: Server, http: Http):
    for status, body, kind in row.faults:
        error = await outcome(row, http, server, (status, {}, body))
        assert type(error) is kind, (status, body, error)
        assert row.variable is None or KEY not in told(error)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0", 0.0), ("99999999", 86_400.0), ("soon", None), ("-5", None), (None, None)],
)
async def test_a_rate_limit_says_when_to_come_back(
    row: Provider, server: Server, http: Http, header: str | None, seconds: float | None
):
    headers = {"retry-after": header} if header else {}
    error = await outcome(row, http, server, (429, headers, ""))
    assert isinstance(error, RateLimited), error
    assert error.retry_after == seconds
    assert error.retryable


@pytest.mark.parametrize(("later", "seconds"), [(90, 90.0), (-90, 0.0)])
async def test_a_date_to_come_back_at_counts_from_the_server_s_own_clock(
    row: Provider, server: Server, http: Http, later: int, seconds: float
):
    now = 1_000_000_000
    dates = {"date": formatdate(now, usegmt=True), "retry-after": formatdate(now + later, usegmt=True)}
    error = await outcome(row, http, server, (429, dates, ""))
    assert isinstance(error, RateLimited), error
    assert error.retry_after == seconds


async def test_a_key_never_follows_a_redirect(row: Provider, server: Server):
    with Server(host="127.0.0.2") as elsewhere:
        elsewhere.handler = lambda _: (200, {}, row.good)
        # Even where the operator allows the other host too.
        allowed = Http(allow=[server.place, elsewhere.place], user_agent="stet-tests")
        for status in (301, 302, 303, 307, 308):
            error = await outcome(row, allowed, server, (status, {"location": elsewhere.url("/search")}, ""))
            assert type(error) is BadAnswer, error
            assert "redirect" in str(error)
        await allowed.aclose()
        assert elsewhere.requests == []
        assert elsewhere.accepted == 0


async def test_a_slow_service_is_unavailable(row: Provider, server: Server, http: Http):
    late = itertools.chain(
        [b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"], itertools.cycle([0.05, b" "])
    )
    for silence in (Raw([30.0]), Raw(late)):
        error = await outcome(row, http, server, silence)
        assert type(error) is Unavailable, error
        assert error.retryable


async def test_an_answer_that_breaks_off_is_unavailable(row: Provider, server: Server, http: Http):
    whole = row.good.encode()
    head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(whole)}\r\n\r\n".encode()
    error = await outcome(row, http, server, Raw([head + whole[: len(whole) // 2]]))
    assert type(error) is Unavailable, error


async def test_a_huge_answer_is_cut_off(row: Provider, server: Server, http: Http):
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        while True:
            sent += 50_000
            yield b"c350\r\n" + b" " * 50_000 + b"\r\n"

    error = await outcome(row, http, server, Raw(endless()))
    assert type(error) is BadAnswer, error
    # What the kernel's buffers take is beyond anybody's control.
    assert sent < 30_000_000


async def test_a_small_answer_that_unpacks_to_a_huge_one_is_cut_off(
    row: Provider, server: Server, http: Http
):
    packed = gzip.compress(b" " * 5_000_000)
    error = await outcome(row, http, server, (200, {"content-encoding": "gzip"}, packed))
    assert type(error) is BadAnswer, error


async def test_no_connection_is_unavailable(row: Provider):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    alone = Http(allow=[f"127.0.0.1:{port}"], user_agent="stet-tests")
    with pytest.raises(Unavailable) as caught:
        await hurried(row.make(alone, f"http://127.0.0.1:{port}")).search(REQUEST)
    assert KEY not in told(caught.value)
    await alone.aclose()


async def test_another_shape_is_a_bad_answer(row: Provider, server: Server, http: Http):
    for body in (*WRONG, *row.wrong, row.good[: len(row.good) // 3]):
        error = await outcome(row, http, server, (200, {}, body))
        assert type(error) is BadAnswer, (body[:80], error)
        assert str(error).startswith(f"{row.name}:")
        assert len(str(error)) < 1_000
        assert "\n" not in str(error)


async def test_bytes_that_are_no_text_are_a_bad_answer(row: Provider, server: Server, http: Http):
    error = await outcome(row, http, server, (200, {}, bytes(range(128, 256)) * 10))
    assert type(error) is BadAnswer, error


async def test_a_service_that_repeats_the_key_does_not_spread_it(row: Provider, server: Server, http: Http):
    if row.variable is None:
        return
    answer = await outcome(row, http, server, (200, {}, row.good.replace("Notices", f"Notices for {KEY}")))
    assert isinstance(answer, Answer), answer
    assert "Notices for" in answer.model_dump_json()
    assert KEY not in answer.model_dump_json()


async def test_without_a_key_nothing_is_asked(row: Provider, server: Server, http: Http):
    if row.bare is None:
        return
    with pytest.raises(KeyMissing, match=f"{row.variable} is not set"):
        await row.bare(http, server.url("").rstrip("/")).search(REQUEST)
    assert server.requests == []


@pytest.mark.parametrize(
    "text", [LONG, "潮汐什么时候转向" * 300, "x" * 5_000], ids=["words", "no spaces", "one word"]
)
async def test_a_long_query_is_cut_to_the_limit_and_said_so(
    row: Provider, server: Server, http: Http, text: str
):
    server.handler = lambda _: (200, {}, row.good)
    request = REQUEST.model_copy(update={"text": text})
    answer = await row.make(http, server.url("").rstrip("/")).search(request)
    [seen] = server.requests
    sent = asked(seen).fields[row.text]
    assert isinstance(sent, str)
    assert row.characters // 4 < len(sent) <= row.characters
    assert row.words is None or len(sent.split()) <= row.words
    assert "query_cut" in {remark.code for remark in answer.remarks}
    if text is LONG:
        # Whole words, from the beginning.
        kept = re.findall(r"word\d+", sent)
        assert kept == text.split()[: len(kept)]


async def test_any_text_can_be_asked(row: Provider, server: Server, http: Http):
    server.handler = lambda _: (200, {}, row.empty)
    search = row.make(http, server.url("").rstrip("/"))
    for text in (
        'a "quoted" & #1 question? ü 漢 😀',
        "half a pair \ud800",
        "nul\x00 and \x1b[0m",
        "a:b/c\\d (e) [f]",
    ):
        await search.search(REQUEST.model_copy(update={"text": text}))
    assert len(server.requests) == 4


def test_only_the_wanted_sites_are_kept(row: Provider):
    first = host(row.urls[0])
    assert first
    on = row.parse(row.good.encode(), REQUEST.model_copy(update={"sites": (first,)}))
    assert row.urls[0] in [hit.url for hit in on.hits]
    assert {host(hit.url) for hit in on.hits} == {first}
    off = row.parse(row.good.encode(), REQUEST.model_copy(update={"exclude_sites": (first,)}))
    assert first not in {host(hit.url) for hit in off.hits}
    none = row.parse(row.good.encode(), REQUEST.model_copy(update={"sites": ("nowhere.example",)}))
    assert none.hits == ()


def test_what_is_older_than_wanted_is_dropped_and_the_undated_stays(row: Provider):
    late = row.parse(row.good.encode(), REQUEST.model_copy(update={"since": date(2026, 11, 1)}))
    every = row.parse(row.good.encode(), REQUEST)
    assert [hit.url for hit in late.hits] == [hit.url for hit in every.hits if hit.published_at is None]


def test_no_more_than_wanted_comes(row: Provider):
    [hit] = row.parse(row.good.encode(), REQUEST.model_copy(update={"limit": 1})).hits
    assert hit.url == row.urls[0]


async def test_every_filter_is_kept_or_spoken_of(row: Provider, server: Server, http: Http):
    server.handler = lambda _: (200, {}, row.empty)
    search = row.make(http, server.url("").rstrip("/"))
    plain = REQUEST
    for change in ({"since": date(2020, 5, 17)}, {"lang": "de"}):
        server.requests.clear()
        await search.search(plain)
        answer = await search.search(plain.model_copy(update=change))
        usual, filtered = (asked(seen) for seen in server.requests)
        assert usual != filtered or answer.remarks, change


@pytest.mark.parametrize(
    "path", sorted(RECORDED.glob("*.json")) or [None], ids=lambda p: p.stem if p else "none"
)
def test_recorded_answers_of_tavily_are_read(path: Path | None):
    if path is None:
        pytest.skip("no recorded answers: they are in ../shared/data/wire, beside the project")
    for exchange in json.loads(path.read_text(encoding="utf-8"))["interactions"]:
        body = exchange["response"]["body"]
        request = REQUEST.model_copy(update={"text": body["query"], "limit": 20})
        answer = tavily.parse(json.dumps(body).encode(), request)
        assert [hit.url for hit in answer.hits] == [result["url"] for result in body["results"]]
        assert all(hit.title and hit.snippet and hit.published_at is None for hit in answer.hits)
