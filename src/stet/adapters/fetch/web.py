"""Pages on the web: asked for politely, hop by hop, read apart, and given a status whatever comes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol
from urllib.parse import urldefrag

from pydantic import Field

from stet.adapters.extract import Extracted, Limits
from stet.adapters.fetch import addresses, pages, statuses
from stet.adapters.fetch.apart import Apart
from stet.adapters.fetch.robots import Robots
from stet.adapters.http import Bounds, Http, HttpFailure, Reply
from stet.adapters.http.pace import Held, Pace
from stet.domain.base import Value
from stet.domain.evidence import Fetched, Hit, PageStatus
from stet.errors import RateLimited
from stet.ports import Clock

_ACCEPT = {
    "accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5",
}
_THIN = 300
"""With fewer characters, a page that sends its reader on is no page, and a browser may see more."""
_NO_TEXT = frozenset((PageStatus.NO_TEXT, PageStatus.EMPTY))


class WebLimits(Value):
    """Limits of one page: redirects, the exchange of each hop, the document."""

    redirects: int = Field(default=5, ge=0)
    exchange: Bounds = Bounds(bytes=25_000_000)
    document: Limits = Limits(pdf_seconds=25)


class Rendered(Protocol):
    """A page as a browser shows it: `html` is what its scripts have made of it."""

    @property
    def final_url(self) -> str: ...  # noqa: D102 - fields
    @property
    def status(self) -> int: ...  # noqa: D102
    @property
    def html(self) -> str: ...  # noqa: D102
    @property
    def headers(self) -> Mapping[str, str]: ...  # noqa: D102


class Browser(Protocol):
    """Renders a page; each of its requests passes the same guard as ours."""

    async def render(self, url: str) -> Rendered:
        """The page, its scripts run.

        Raises:
            HttpFailure: there is no page
        """
        ...


class WebFetch:
    """The Fetch port over HTTP.

    Args:
        http: makes the exchanges, and keeps them away from addresses that may not be reached.
        clock: when a page was read.
        today: a date after it is unknown.
        pace: turns at asking; `robots` shares it, and so do all runs of a process.
        robots: whether a site lets this reader read.
        apart: extracts, in processes of its own; whoever made it closes it.
        browser: renders pages that have no text without their scripts, where the operator allows it.
        limits: bounds on one page.
    """

    def __init__(
        self,
        http: Http,
        *,
        clock: Clock,
        today: date,
        pace: Pace,
        robots: Robots,
        apart: Apart,
        browser: Browser | None = None,
        limits: WebLimits | None = None,
    ) -> None:
        self._http = http
        self._clock = clock
        self._today = today
        self._pace = pace
        self._robots = robots
        self._apart = apart
        self._browser = browser
        self._limits = limits or WebLimits()

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`."""
        trail = _Trail(self._limits.redirects)
        try:
            trail.go(urldefrag(hit.url.strip()).url)
            self._apart.warm()
            reply, found = await self._read(trail, known)
            if found is None and known is not None:
                return pages.unchanged(known, reply, self._clock.now())
            found = pages.checked(found or _nothing(), asked=hit.url, final=trail.url)
            if self._browser is not None and _may_show_more(found):
                return await self._rendered(self._browser, hit, reply, found)
        except _Unread as failed:
            return pages.failed(hit, failed.verdict, trail.url, self._clock.now())
        return pages.read(hit, found, reply, at=self._clock.now(), today=self._today)

    async def _read(self, trail: "_Trail", known: Fetched | None) -> tuple[Reply, Extracted | None]:
        """The last answer and what was read in it; None in its place where the page is as it is known."""
        while True:
            reply = await self._answer(trail, known)
            if reply.status == 304:
                return reply, None
            found = await self._extract(reply.body, trail.url, reply.headers.get("content-type"))
            onward = None
            if found.status in _NO_TEXT or (found.status is PageStatus.OK and len(found.text) < _THIN):
                onward = addresses.refreshed(trail.url, reply.body, reply.headers.get("refresh"))
            if onward is None:
                return reply, found
            trail.go(onward)

    async def _answer(self, trail: "_Trail", known: Fetched | None) -> Reply:
        """The first answer that is no redirect.

        Raises:
            _Unread: no answer with something to read
        """
        while True:
            conditions = pages.conditions(known, trail.url)
            reply = await self._exchange(trail.url, conditions)
            if reply.status in statuses.REDIRECTS:
                trail.go(addresses.target(trail.url, reply.headers.get("location", "")))
                continue
            if reply.status == 304 and conditions:
                return reply
            if reply.status in statuses.TOO_OFTEN:
                pause = statuses.retry_after(reply.headers, self._clock.now())
                self._pace.told(addresses.pace_key(trail.url), pause)
            verdict = statuses.of_reply(reply, self._clock.now())
            if verdict is not None:
                raise _Unread(*verdict)
            return reply

    async def _exchange(self, url: str, conditions: Mapping[str, str]) -> Reply:
        try:
            self._http.check(url)
            permission = await self._robots.permission(url)
            if not permission.allowed:
                raise _Unread(permission.status, permission.reason or "robots.txt")
            async with self._pace.turn(addresses.pace_key(url), gap=permission.delay):
                return await self._http.request(
                    "GET", url, headers={**_ACCEPT, **conditions}, bounds=self._limits.exchange
                )
        except HttpFailure as error:
            raise _Unread(*statuses.of_failure(error)) from error
        except Held as held:
            raise RateLimited(str(held), retry_after=held.seconds) from held

    async def _extract(self, raw: bytes, url: str, declared: str | None) -> Extracted:
        return await self._apart.extract(
            raw,
            name=addresses.last_part(url),
            declared_type=declared,
            url=url,
            today=self._today,
            limits=self._limits.document,
        )

    async def _rendered(self, browser: Browser, hit: Hit, reply: Reply, static: Extracted) -> Fetched:
        """The page as a browser shows it, or as it was without one where that brings no more."""
        now = self._clock.now
        try:
            async with self._pace.turn(addresses.pace_key(reply.url)):
                shown = await browser.render(reply.url)
        except HttpFailure as error:
            static = static.model_copy(
                update={"reason": f"{static.reason or 'hardly any text'}; in a browser: {error.message}"}
            )
            return pages.read(hit, static, reply, at=now(), today=self._today)
        as_reply = Reply(
            url=shown.final_url, status=shown.status, headers=shown.headers, body=shown.html.encode()
        )
        verdict = statuses.of_reply(as_reply, now())
        if verdict is not None:
            raise _Unread(*verdict)
        found = await self._extract(as_reply.body, shown.final_url, "text/html; charset=utf-8")
        found = pages.checked(found, asked=hit.url, final=shown.final_url)
        if found.status is PageStatus.OK and len(found.text) <= len(static.text):
            return pages.read(hit, static, reply, at=now(), today=self._today)
        return pages.read(hit, found, as_reply, at=now(), today=self._today, fetcher="browser")


class _Unread(Exception):
    """There is nothing to read, for this reason."""

    def __init__(self, status: PageStatus, reason: str) -> None:
        super().__init__(reason)
        self.verdict = statuses.Verdict(status, reason)


@dataclass(slots=True)
class _Trail:
    """The addresses gone through for one page."""

    most: int
    url: str = ""
    seen: set[str] = field(default_factory=set[str])

    def go(self, url: str | None) -> None:
        """Go on to an address.

        Raises:
            _Unread: it is none, it was there before, or there were too many
        """
        if url is None:
            raise _Unread(PageStatus.ERROR, "redirected without a place to go to")
        if (fault := addresses.fault(url)) is not None:
            redirected = "redirected: " if self.seen else ""
            raise _Unread(PageStatus.REFUSED_ADDRESS, f"{redirected}{fault}")
        url = addresses.as_sent(url)
        if url in self.seen:
            raise _Unread(PageStatus.ERROR, "its redirects lead round in a circle")
        if len(self.seen) > self.most:
            raise _Unread(PageStatus.ERROR, f"more than {self.most} redirects")
        self.seen.add(url)
        self.url = url


def _nothing() -> Extracted:
    return Extracted(
        status=PageStatus.ERROR, reason="the server says that nothing changed, and nothing is known (304)"
    )


def _may_show_more(found: Extracted) -> bool:
    html = found.media_type in {None, "text/html"}
    return html and (
        found.status is PageStatus.NO_TEXT or (found.status is PageStatus.OK and len(found.text) < _THIN)
    )
