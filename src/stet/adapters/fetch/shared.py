"""One page, asked for by many runs at once, is fetched once; one that took too long is left alone for a while."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import anyio

from stet.domain.base import content_id
from stet.domain.evidence import Fetched, Hit, Page, PageStatus
from stet.errors import StetError
from stet.ports import Clock, Fetch

LONGEST = 90.0
"""Seconds for one page with its redirects, robots.txt and extraction; each step has limits of its own."""

REST = 300.0
"""Seconds for which a page that took too long is not asked for again."""

_MOST = 5_000


@dataclass(slots=True)
class _Flight:
    """A fetch under way, for whoever else wants the same page."""

    landed: asyncio.Event = field(default_factory=asyncio.Event)
    page: Fetched | None = None
    error: StetError | None = None


class Board:
    """What is under way and what took too long, for all runs of a process."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.flights: dict[tuple[object, ...], _Flight] = {}
        self._slow: dict[str, tuple[float, str]] = {}

    def slow(self, url: str) -> str | None:
        """Why a page is left alone for now, or None."""
        until, why = self._slow.get(url, (0.0, ""))
        return why if until > self.now() else None

    def took_too_long(self, url: str, why: str) -> None:
        """Leave a page alone for `REST` seconds."""
        self._slow.pop(url, None)
        while len(self._slow) >= _MOST:
            del self._slow[next(iter(self._slow))]
        self._slow[url] = (self.now() + REST, why)


class Shared:
    """The Fetch port over another one, of which every run has its own; `board` is shared by all.

    `way` tells readers apart that would read one page differently (an as-of date, a browser).
    """

    def __init__(
        self, inner: Fetch, board: Board, clock: Clock, *, way: str = "", longest: float = LONGEST
    ) -> None:
        self._inner = inner
        self._board = board
        self._clock = clock
        self._way = way
        self._longest = longest

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`."""
        why = self._board.slow(hit.url)
        if why is not None:
            return self._late(hit, f"{why}; it is left alone for some minutes")
        asked = (asyncio.get_running_loop(), self._way, hit.url, hit.published_at, _id(known))
        while (under_way := self._board.flights.get(asked)) is not None:
            await under_way.landed.wait()
            if under_way.error is not None:
                raise under_way.error
            if under_way.page is not None:
                return under_way.page
            # Whoever fetched it was cancelled, or fell over a bug: it is ours to fetch now.
        flight = self._board.flights[asked] = _Flight()
        try:
            flight.page = await self._in_time(hit, known)
        except StetError as error:
            flight.error = error
            raise
        finally:
            del self._board.flights[asked]
            flight.landed.set()
        return flight.page

    async def _in_time(self, hit: Hit, known: Fetched | None) -> Fetched:
        with anyio.move_on_after(self._longest):
            found = await self._inner.fetch(hit, known)
            if found.page.status is PageStatus.TIMEOUT:
                self._board.took_too_long(hit.url, found.page.reason or "it took too long")
            return found
        why = f"the page was not read within {self._longest:g} s"
        self._board.took_too_long(hit.url, why)
        return self._late(hit, why)

    def _late(self, hit: Hit, why: str) -> Fetched:
        page = Page(
            status=PageStatus.TIMEOUT,
            reason=why,
            url=hit.url,
            sha256=content_id(b""),
            text_sha256=content_id(""),
            retrieved_at=self._clock.now(),
        )
        return Fetched(page=page, raw=b"")


def _id(known: Fetched | None) -> str | None:
    return known.page.sha256 if known is not None else None
