"""The requests of a page in a browser, answered by this program's own HTTP client."""

import contextlib
import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from stet.adapters.fetch import addresses, statuses
from stet.adapters.http import Bounds, Failure, Http, HttpFailure, Reply

if TYPE_CHECKING:
    from playwright.async_api import Page, Request, Route

_ANSWERED = frozenset(("document", "script", "stylesheet", "xhr", "fetch"))
_SHOWN = ("text/", "application/xhtml+xml", "application/xml", "application/json", "image/svg+xml")
_REDIRECTS = 5
_AT_ONCE = 6
_SECONDS = 15.0
# Of what the browser would send; its cookies and whatever a script adds stay behind.
_SENT = ("accept", "accept-language", "origin", "referer", "x-requested-with")
# Of what came: these speak of the exchange, which is over, or would make the browser keep or ask something.
_DROPPED = frozenset(
    (
        "alt-svc", "connection", "content-encoding", "content-length", "keep-alive", "nel", "report-to",
        "reporting-endpoints", "set-cookie", "strict-transport-security", "trailer", "transfer-encoding",
    )
)  # fmt: skip


@dataclass(slots=True)
class Budget:
    """What is left for a page."""

    requests: int
    bytes: int

    def take(self) -> int:
        """Pay for one request, and set aside the bytes that it may bring; give back what it did not.

        Raises:
            HttpFailure: `too_large`; nothing is left
        """
        if self.requests <= 0 or self.bytes <= 0:
            raise HttpFailure(Failure.TOO_LARGE, "the page asks for more than one page may")
        # A page's many requests go on side by side; one alone must not set everything aside.
        share = max(self.bytes // 2, min(self.bytes, 1_000_000))
        self.requests -= 1
        self.bytes -= share
        return share

    def give_back(self, count: int) -> None:
        """Count bytes that were set aside as not used."""
        self.bytes += count


class Requests:
    """Answers what the page asks for. Documents, scripts, styles and data alone, by GET alone, within the budget."""

    def __init__(self, http: Http, budget: Budget) -> None:
        self.page: Page | None = None
        self.document: Reply | None = None
        """The answer that the page's own document came from."""
        self.fault: HttpFailure | None = None
        """Why there is none, where the page went on to a place that cannot be read."""
        self._http = http
        self._budget = budget
        self._turns = anyio.CapacityLimiter(_AT_ONCE)
        self._opened: dict[str, Reply] = {}
        """Answers to be shown once the browser asks for them."""
        self._under_way = 0
        self._asked = 0

    async def open(self, url: str) -> str:
        """Read the page to be shown, after its redirects, and return its address.

        Raises:
            HttpFailure: there is no answer
        """
        reply = await self._follow(url, {})
        self._opened[reply.url] = reply
        return reply.url

    async def settled(self, quiet: float) -> None:
        """Wait until nothing was asked for or under way for so many seconds."""
        while True:
            before = self._asked
            await anyio.sleep(quiet)
            if not self._under_way and self._asked == before:
                return

    async def handle(self, route: "Route") -> None:
        """Answer one request; the handler of `BrowserContext.route`."""
        from playwright.async_api import Error

        self._under_way += 1
        self._asked += 1
        try:
            reply = await self._answer(route.request)
            if reply is None and route.request.is_navigation_request():
                # No content: whoever asked for it stays where it is, instead of showing that it failed.
                await route.fulfill(status=204)
            elif reply is None:
                await route.abort("blockedbyclient")
            else:
                await route.fulfill(status=reply.status, headers=_kept(reply), body=reply.body)
        except HttpFailure as error:
            if route.request.is_navigation_request() and self._is_the_pages(route.request):
                self.fault = error
            await _quietly_aborted(route)
        except Error:
            pass  # the page is gone, or has gone on to another
        finally:
            self._under_way -= 1

    async def _answer(self, request: "Request") -> Reply | None:
        if request.method != "GET" or request.resource_type not in _ANSWERED:
            return None
        headers = {name: value for name, value in request.headers.items() if name in _SENT}
        if not request.is_navigation_request():
            return await self._follow(request.url, headers)
        reply = self._opened.pop(request.url, None) or await self._follow(request.url, headers)
        if self.document is not None and _is_download(reply):
            return None
        if reply.url != request.url:
            # A redirect would be followed by the browser itself, without asking here again.
            self._opened[reply.url] = reply
            return _leading_to(reply.url)
        if self._is_the_pages(request):
            self.document, self.fault = reply, None
        return reply

    def _is_the_pages(self, request: "Request") -> bool:
        from playwright.async_api import Error

        try:
            return self.page is not None and request.frame == self.page.main_frame
        except Error:  # a page that is only just opening, which is another one
            return False

    async def _follow(self, url: str, headers: dict[str, str]) -> Reply:
        for _ in range(_REDIRECTS + 1):
            reply = await self._exchange(url, headers)
            onward = _onward(reply)
            if onward is None:
                return reply
            url = onward
        raise HttpFailure(Failure.PROTOCOL, f"more than {_REDIRECTS} redirects")

    async def _exchange(self, url: str, headers: dict[str, str]) -> Reply:
        async with self._turns:
            share = self._budget.take()
            used = 0
            try:
                reply = await self._http.request(
                    "GET", url, headers=headers, bounds=Bounds(bytes=share, seconds=_SECONDS)
                )
                used = len(reply.body)
            except HttpFailure as error:
                used = share if error.failure is Failure.TOO_LARGE else 0
                raise
            finally:
                self._budget.give_back(share - used)
        return reply


def _onward(reply: Reply) -> str | None:
    if reply.status not in statuses.REDIRECTS:
        return None
    return addresses.target(reply.url, reply.headers.get("location", ""))


def _is_download(reply: Reply) -> bool:
    """Whether a browser would save an answer instead of showing it."""
    kind = reply.headers.get("content-type", "text/html").strip().lower()
    saved = reply.headers.get("content-disposition", "").strip().lower().startswith("attachment")
    return saved or not kind.startswith(_SHOWN)


def _leading_to(url: str) -> Reply:
    """A page that leads on as a redirect does."""
    lead = f'<meta http-equiv="refresh" content="0;url={html.escape(url)}">'
    headers = {"content-type": "text/html; charset=utf-8"}
    return Reply(url=url, status=200, headers=headers, body=lead.encode("utf-8", "replace"))


def _kept(reply: Reply) -> dict[str, str]:
    return {name: value for name, value in reply.headers.items() if name not in _DROPPED}


async def _quietly_aborted(route: "Route") -> None:
    from playwright.async_api import Error

    with contextlib.suppress(Error):
        await route.abort("failed")
