"""Many runs that want one page at once: it is fetched once, and a slow one is left alone."""

import asyncio

import pytest

from stet.adapters.fetch.shared import REST, Board, Shared
from stet.domain.evidence import Fetched, Hit, PageStatus
from stet.errors import Unavailable
from stet.testing import FixedClock, canned_page

HIT = Hit(url="https://a.example/", provider="x", rank=1)


class Slow:
    """A reader that takes its time; `answers` are raised or returned, the last again and again."""

    def __init__(self, *answers: Fetched | Exception, wait: float = 0.02) -> None:
        self.answers = list(answers)
        self.wait = wait
        self.asked = 0

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        self.asked += 1
        answer = self.answers[min(self.asked, len(self.answers)) - 1]
        await asyncio.sleep(self.wait)
        if isinstance(answer, Exception):
            raise answer
        return answer


PAGE = canned_page(HIT.url, "The ferry runs daily.")
LATE = canned_page(HIT.url, status=PageStatus.TIMEOUT)


async def test_runs_that_want_one_page_at_once_share_one_fetch():
    inner, board = Slow(PAGE), Board()
    readers = [Shared(inner, board, FixedClock()) for _ in range(5)]
    pages = await asyncio.gather(*(reader.fetch(HIT) for reader in readers))
    assert inner.asked == 1
    assert {page.page.text for page in pages} == {"The ferry runs daily."}
    await readers[0].fetch(HIT)
    assert inner.asked == 2, "what is over is not kept: that is the journal's business"
    assert not board.flights


async def test_other_pages_and_other_ways_of_reading_are_their_own():
    inner, board = Slow(PAGE), Board()
    here, there = Shared(inner, board, FixedClock(), way="a"), Shared(inner, board, FixedClock(), way="b")
    other = HIT.model_copy(update={"url": "https://a.example/2"})
    await asyncio.gather(here.fetch(HIT), there.fetch(HIT), here.fetch(other))
    assert inner.asked == 3


async def test_an_error_is_shared_and_not_kept():
    inner = Slow(Unavailable("down"), PAGE)
    reader = Shared(inner, Board(), FixedClock())
    came = await asyncio.gather(reader.fetch(HIT), reader.fetch(HIT), return_exceptions=True)
    assert [type(error) for error in came] == [Unavailable, Unavailable]
    assert inner.asked == 1
    assert (await reader.fetch(HIT)).page.status is PageStatus.OK


async def test_who_waits_for_one_that_was_cancelled_fetches_for_himself():
    inner = Slow(PAGE)
    reader = Shared(inner, Board(), FixedClock())
    first = asyncio.ensure_future(reader.fetch(HIT))
    second = asyncio.ensure_future(reader.fetch(HIT))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).page.status is PageStatus.OK
    with pytest.raises(asyncio.CancelledError):
        await first
    assert inner.asked == 2


async def test_a_page_that_took_too_long_is_left_alone_for_a_while():
    time = [0.0]
    inner, board = Slow(LATE, PAGE), Board(now=lambda: time[0])
    reader = Shared(inner, board, FixedClock())
    assert (await reader.fetch(HIT)).page.status is PageStatus.TIMEOUT
    again = (await Shared(inner, board, FixedClock()).fetch(HIT)).page
    assert (again.status, inner.asked) == (PageStatus.TIMEOUT, 1)
    assert "left alone" in (again.reason or "")
    time[0] += REST + 1
    assert (await reader.fetch(HIT)).page.status is PageStatus.OK


async def test_one_page_has_a_limit_in_all():
    inner = Slow(PAGE, wait=30)
    page = (await Shared(inner, Board(), FixedClock(), longest=0.02).fetch(HIT)).page
    assert page.status is PageStatus.TIMEOUT
    assert "0.02 s" in (page.reason or "")
