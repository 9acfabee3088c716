"""Pages read through Tavily: what is sent, what comes of each answer, and what is never sent."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic import SecretStr

from httpkit import Handler, Raw, Reply, Server, answer
from stet.adapters.fetch.apart import Apart
from stet.adapters.fetch.tavily_extract import TavilyExtract
from stet.adapters.http import Http
from stet.domain.evidence import Fetched, Hit, PageStatus
from stet.errors import BadAnswer, KeyMissing, QuotaExceeded, RateLimited, Unavailable
from stet.testing import FixedClock

KEY = SecretStr("tvly-0123456789")
HIT = Hit(
    url="https://harbour.example/dues/2026#rates", provider="tavily", rank=1, title="Not the page's title"
)
TEXT = """# Harbour dues of Skerrow

Published on 3 March 2026

From 1 April a berth costs **12.40 euros** a night, and a mooring costs half of that.

## Winter

Between November and March the dues are [waived](https://harbour.example/winter).
"""
GOOD = {
    "results": [{"url": "https://harbour.example/dues/2026", "raw_content": TEXT, "images": []}],
    "failed_results": [],
    "response_time": 0.7,
    "usage": None,
    "request_id": None,
}


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    made = Apart(processes=1)
    yield made
    made.close()


@asynccontextmanager
async def service(
    handler: Handler, apart: Apart, key: SecretStr | None = KEY, *, also: str = "127.0.0.1"
) -> AsyncGenerator[tuple[TavilyExtract, Server]]:
    with Server(handler) as server:
        http = Http(user_agent="stet-test", allow=[server.place, also])
        yield (
            TavilyExtract(
                http, key, clock=FixedClock(), today=date(2026, 11, 30), apart=apart, base_url=server.url("/")
            ),
            server,
        )
        await http.aclose()


async def fetched(reply: Reply | Raw, apart: Apart, hit: Hit = HIT) -> Fetched:
    async with service(lambda _: reply, apart) as (fetch, _):
        return await fetch.fetch(hit)


async def test_a_page_has_text_marks_and_a_title_of_its_own(apart: Apart):
    async with service(lambda _: answer(GOOD), apart) as (fetch, server):
        got = await fetch.fetch(HIT)
    page = got.page
    assert page.status is PageStatus.OK
    assert (page.title, page.title_from, page.fetcher) == ("Harbour dues of Skerrow", "h1", "tavily-extract")
    assert (page.url, page.final_url) == (HIT.url, "https://harbour.example/dues/2026")
    assert "a berth costs 12.40 euros a night" in page.text
    assert [page.text[mark.start : mark.end] for mark in page.marks] == ["Harbour dues of Skerrow", "Winter"]
    assert (page.published_at, page.published_from) == (date(2026, 3, 3), "visible text")
    assert got.raw == TEXT.encode()
    sent = server.requests[0]
    assert (sent.method, sent.path) == ("POST", "/extract")
    assert sent.headers["authorization"] == "Bearer tvly-0123456789"
    assert sent.json == {
        "urls": ["https://harbour.example/dues/2026"],
        "extract_depth": "basic",
        "format": "markdown",
        "timeout": 30,
    }


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"results": [], "failed_results": [{"error": "Timed  out\nthere"}]}, PageStatus.ERROR, "Timed out there"),
        ({"results": [], "failed_results": [{"url": "u"}]}, PageStatus.ERROR, "does not say why"),
        ({"results": [{"url": "u", "raw_content": None}], "failed_results": []}, PageStatus.NO_TEXT, "no text"),
        ({"results": [{"url": "u", "raw_content": ""}]}, PageStatus.EMPTY, "empty"),
        (
            {"results": [{"url": "u", "raw_content": "# Just a moment...\n\nVerifying you are human."}]},
            PageStatus.BLOCKED,
            "blocks the reader",
        ),
        (
            {"results": [{"url": "u", "raw_content": "A first line.\n\nSubscribe now to continue reading."}]},
            PageStatus.PAYWALLED,
            "payment",
        ),
    ],
)  # fmt: skip
async def test_a_page_that_could_not_be_read_says_why_and_has_no_text(
    body: object, status: PageStatus, reason: str, apart: Apart
):
    page = (await fetched(answer(body), apart)).page
    assert (page.status, page.text, page.fetcher) == (status, "", "tavily-extract")
    assert reason in (page.reason or "")


DETAIL = {"detail": {"error": "said by the service"}}


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (answer(DETAIL, 401), KeyMissing),
        (answer(DETAIL, 403), KeyMissing),
        (answer(DETAIL, 429), RateLimited),
        (answer(DETAIL, 432), QuotaExceeded),
        (answer(DETAIL, 433), QuotaExceeded),
        (answer(DETAIL, 400), BadAnswer),
        (answer({"detail": "a string"}, 422), BadAnswer),
        (answer(DETAIL, 500), Unavailable),
        ((502, {}, "<html>bad gateway"), Unavailable),
        (Raw([]), Unavailable),
        ((302, {"location": "https://elsewhere.example/"}, ""), BadAnswer),
        ((200, {}, ""), BadAnswer),
        ((200, {}, "<html>hello"), BadAnswer),
        ((200, {}, '{"results": [{"raw_content": "cut'), BadAnswer),
        (answer({"results": "none"}), BadAnswer),
        (answer({"results": [], "failed_results": []}), BadAnswer),
        (answer([]), BadAnswer),
    ],
)
async def test_a_failure_of_the_service_is_an_error_of_its_kind(
    reply: Reply | Raw, error: type[Exception], apart: Apart
):
    with pytest.raises(error) as caught:
        await fetched(reply, apart)
    assert "tvly-0123456789" not in str(caught.value)
    if error is KeyMissing:
        assert "TAVILY_API_KEY" in str(caught.value)


@pytest.mark.parametrize("as_date", [False, True], ids=["number", "date"])
async def test_a_pause_that_is_asked_for_is_in_seconds_whether_a_number_or_a_date(
    as_date: bool, apart: Apart
):
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    with pytest.raises(RateLimited) as caught:
        await fetched(answer(DETAIL, 429, retry_after=later if as_date else "7"), apart)
    pause = caught.value.retry_after
    assert pause is not None
    assert 30 < pause <= 90 if as_date else pause == 7


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://10.0.0.1/",
        "http://0x7f.1/",
        "http://[::1]/",
        "https://wiki.internal/page",
        "https://name:word@harbour.example/",
        "https://harbour.example:8443/",
        "file:///etc/passwd",
        "https://harbour.example/" + "a" * 10_000,
    ],
)
async def test_an_address_that_is_not_public_never_reaches_the_service(url: str, apart: Apart):
    async with service(lambda _: answer(GOOD), apart, also="wiki.internal") as (fetch, server):
        page = (await fetch.fetch(HIT.model_copy(update={"url": url}))).page
    assert (page.status, page.fetcher, page.text) == (PageStatus.REFUSED_ADDRESS, "tavily-extract", "")
    assert server.accepted == 0


async def test_without_a_key_nothing_is_sent(apart: Apart):
    async with service(lambda _: answer(GOOD), apart, key=None) as (fetch, server):
        with pytest.raises(KeyMissing, match="TAVILY_API_KEY"):
            await fetch.fetch(HIT)
    assert server.accepted == 0
