"""A page as a browser shows it, its scripts run, by a Chromium that opens no connection of its own.

Every request of the page is handed to this program's HTTP client, which looks at each address as at any other; the
browser is given a proxy where nobody listens, so that what is not handed over fails. Needs the extra `browser` and
a Chromium or Chrome on this machine.
"""

import importlib.util
import os
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import anyio
from pydantic import Field

from stet.adapters.fetch.browser_requests import Budget, Requests
from stet.adapters.http import Failure, Http, HttpFailure
from stet.domain.base import Value
from stet.errors import BadSetting

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# Port 9 is "discard": nobody listens. Loopback would be connected to directly without the bypass rule.
_NOWHERE = "http://127.0.0.1:9"
_ARGUMENTS = (
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--js-flags=--max-old-space-size=512",
)
# What speaks over other ways than requests is taken away from scripts as well.
_TAKEN_AWAY = (
    "for (const n of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[n]"
)
_CLOSING_SECONDS = 10


class BrowserLimits(Value):
    """Limits of one page: requests and bytes of all of them together, seconds from the browser's start to its end.

    A page is taken as it stands once nothing was asked for in `quiet` seconds, or `settle` seconds after it was
    loaded, whatever it still does.
    """

    requests: int = Field(default=80, ge=1)
    bytes: int = Field(default=30_000_000, ge=1)
    seconds: float = Field(default=45.0, gt=0)
    settle: float = Field(default=8.0, gt=0)
    quiet: float = Field(default=0.5, gt=0)


class Rendered(Value):
    """A page with its scripts run.

    `status`, `headers` and `final_url` are those of the document that the page came from: which address it was
    read at, whatever a script has since put in its place (`history.pushState`).
    """

    url: str
    final_url: str
    status: int
    html: str
    headers: Mapping[str, str]


class Chromium:
    """Renders one page at a time, each in a browser of its own that keeps nothing.

    Args:
        http: makes the exchanges.
        executable: the browser; None takes the first of `chromium`, `chromium-browser` and `google-chrome`.
        limits: bounds on one page.

    Raises:
        BadSetting: there is no browser, or the extra is not installed
    """

    def __init__(
        self, http: Http, *, executable: str | None = None, limits: BrowserLimits | None = None
    ) -> None:
        found = executable or find_browser()
        if found is None or shutil.which(found) is None:
            raise BadSetting(
                f"there is no browser at {found}" if found else "no browser was found",
                hint=f"install one of {', '.join(_PROGRAMS)}",
            )
        if importlib.util.find_spec("playwright") is None:
            raise BadSetting(
                "pages cannot be read in a browser: playwright is missing",
                hint="pip install 'stet-research[browser]'",
            )
        self._executable = found
        self._http = http
        self._limits = limits or BrowserLimits()

    async def render(self, url: str) -> Rendered:
        """The page at an address, after its redirects, with its scripts run.

        Raises:
            HttpFailure: there is no page
        """
        address = urldefrag(url.strip()).url
        self._http.check(address)
        try:
            with anyio.fail_after(self._limits.seconds):
                requests = Requests(self._http, Budget(self._limits.requests, self._limits.bytes))
                # Read before there is a browser, so that a failure is known for what it is and costs none.
                start = await requests.open(address)
                return await self._rendered(url, start, requests)
        except TimeoutError:
            raise HttpFailure(
                Failure.TIMEOUT, f"the browser did not finish the page within {self._limits.seconds:g} s"
            ) from None

    async def _rendered(self, url: str, start: str, requests: Requests) -> Rendered:
        from playwright.async_api import Error

        try:
            async with self._browser() as browser:
                page = await self._page(browser, requests)
                await page.goto(start, wait_until="commit", timeout=0)
                with anyio.move_on_after(self._limits.settle):
                    # Which never comes where a script goes elsewhere while the page is parsed, and is not let.
                    await page.wait_for_load_state("domcontentloaded", timeout=0)
                    await requests.settled(self._limits.quiet)
                return await self._shown(url, page, requests)
        except Error as error:
            said = error.message.partition("\n")[0][:200]
            raise requests.fault or HttpFailure(
                Failure.PROTOCOL, f"the browser could not show the page: {said}"
            ) from error

    async def _page(self, browser: "Browser", requests: Requests) -> "Page":
        context = await browser.new_context(
            accept_downloads=False, service_workers="block", reduced_motion="reduce"
        )
        await _shut(context)
        page = await context.new_page()
        requests.page = page
        await context.route("**/*", requests.handle)
        return page

    async def _shown(self, url: str, page: "Page", requests: Requests) -> Rendered:
        html = await page.content()
        if requests.fault is not None:
            raise requests.fault
        # Not what is given back; but where it is no address of the web, what is shown is no document of ours.
        self._http.check(urldefrag(page.url).url)
        if len(html) > self._limits.bytes:
            raise HttpFailure(Failure.TOO_LARGE, f"the page grew beyond {self._limits.bytes:,} characters")
        if requests.document is None:
            raise HttpFailure(Failure.PROTOCOL, "the browser shows no document")
        return Rendered(
            url=url,
            final_url=urldefrag(requests.document.url).url,
            status=requests.document.status,
            html=html,
            headers=requests.document.headers,
        )

    @asynccontextmanager
    async def _browser(self) -> AsyncGenerator["Browser", None]:
        from playwright.async_api import async_playwright

        driver = await async_playwright().start()
        browser = None
        try:
            browser = await driver.chromium.launch(
                executable_path=self._executable,
                args=list(_ARGUMENTS),
                proxy={"server": _NOWHERE},
                # The sandbox does not work for root, and for nobody else is it left out.
                chromium_sandbox=not _is_root(),
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=0,
            )
            yield browser
        finally:
            with anyio.move_on_after(_CLOSING_SECONDS, shield=True):
                if browser is not None:
                    await browser.close()
                await driver.stop()


def find_browser() -> str | None:
    """The path of a browser of this machine that can render pages, or None."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


async def _shut(context: "BrowserContext") -> None:
    """Close the ways out that are no requests."""
    await context.route_web_socket("**/*", lambda socket: socket.close())
    await context.add_init_script(_TAKEN_AWAY)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
