"""A server in another thread and a browser at it, for pages; axe-core looks at them."""

import asyncio
import importlib.util
import os
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from stet.adapters.fetch.browser import find_browser
from stet.web.server import listening, serve

AXE = Path(__file__).parents[2] / "vendor" / "axe" / "axe.min.js"
T = TypeVar("T")


class Site:
    """A place served at a real address, with its own loop; `do` runs something there."""

    def __init__(self, made: AbstractAsyncContextManager[Any]) -> None:
        self.address = ""
        self._made = made
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    async def _serve(self) -> None:
        async with self._made as served:
            self.served = served
            self.loop = asyncio.get_running_loop()
            with listening("127.0.0.1", 0) as there:
                self.address = f"http://127.0.0.1:{there.getsockname()[1]}"
                await serve(served.app, there, self._ready.set)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What a coroutine returns that runs on the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def run(self, **changes: object) -> str:
        """The id of a run over the examples that has ended."""
        return self.do(self.served.done(self.served.client(), **changes))

    def close(self) -> None:
        self.served.app.state.stop()
        self._thread.join(30)
        assert not self._thread.is_alive()


@pytest.fixture(scope="module")
def sites(
    tmp_path_factory: pytest.TempPathFactory, place_in: Callable[..., AbstractAsyncContextManager[Any]]
) -> Iterator[Callable[..., Site]]:
    """Makes servers: `sites(doors=…, serve=…)`, as `place_in` makes places."""
    made: list[Site] = []

    def site_of(**options: Any) -> Site:
        made.append(Site(place_in(tmp_path_factory.mktemp("site"), **options)))
        return made[-1]

    try:
        yield site_of
    finally:
        for each in made:
            each.close()


@pytest.fixture(scope="module")
def site(sites: Callable[..., Site]) -> Site:
    """One server for the tests of a file; nobody at this machine needs a token."""
    return sites()


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    """A browser; a machine without one skips these tests, but where they must run they fail."""
    path = find_browser() if importlib.util.find_spec("playwright") else None
    if path is None:
        assert "CI" not in os.environ, "no Chromium on the PATH"
        pytest.skip("no Chromium on the PATH")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def window(chromium: Browser, site: Site) -> AsyncIterator[Callable[..., Coroutine[Any, Any, Page]]]:
    """Opens a page at a path of the site: `await window("/runs", java_script_enabled=False)`.

    Another site is given by its address, as `base_url`. What stands on a page may ask nobody but its site; a script's
    fault fails the test.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    async def opened(path: str, **options: Any) -> Page:
        address = str(options.setdefault("base_url", site.address))
        context = await chromium.new_context(**options)
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith(address) else wrong.append(r.url))
        page.on("console", lambda m: wrong.append(m.text) if "Content Security Policy" in m.text else None)
        await page.goto(path)
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert not wrong


@pytest.fixture
def violations() -> Callable[[Page], Coroutine[Any, Any, list[str]]]:
    """What axe-core finds on a page, by its rules for WCAG 2.2 AA and best practices: rule and element."""

    async def found(page: Page) -> list[str]:
        # In the devtools' world of its own, which the page's policy does not bind.
        session = await page.context.new_cdp_session(page)
        await session.send("Page.setBypassCSP", {"enabled": True})
        await page.evaluate(AXE.read_text(encoding="utf-8"))
        result = await page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [f"{v['id']}: {n['html'][:200]}" for v in result["violations"] for n in v["nodes"]]

    return found


@pytest.fixture
def too_wide() -> Callable[[Page], Coroutine[Any, Any, list[str]]]:
    """The elements that stand out of the window, where the page scrolls sideways."""

    async def found(page: Page) -> list[str]:
        return await page.evaluate(
            """() => {
              const wide = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth <= wide) return [];
              return Array.from(document.querySelectorAll('body *'))
                .filter((e) => e.getBoundingClientRect().right > wide + 1)
                .map((e) => e.outerHTML.slice(0, 120));
            }"""
        )

    return found
