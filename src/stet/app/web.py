"""The web as a run reaches it: what all runs of an application share, and the doors made from it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from stet._version import __version__
from stet.app.providers import NATIVE, PROVIDERS, Services, address_of, make
from stet.app.request import Operator
from stet.confidence.profile import Profile
from stet.config import key, searxng_url
from stet.domain.evidence import Fetched, Hit
from stet.domain.run import WebPlan
from stet.ports import Clock, Fetch, Search
from stet.research.tools import Chain, Fallback

if TYPE_CHECKING:
    from stet.adapters.fetch.apart import Apart
    from stet.adapters.fetch.web import Browser
    from stet.adapters.search.works import OpenAlexWorks

_USUAL_GAP = 0.5
_EXTRACTED_USD = Decimal("0.0016")
"""A page by Tavily's extract: one credit of 0.008 US dollars, pay as you go, for five."""


class Web:
    """Connections, turns, robots rules and reading processes, shared by all runs of an application.

    Pages and services have clients of their own: a service on a private address, which the operator named, is no
    leave for a page to be read there.
    """

    def __init__(self, operator: Operator, clock: Clock) -> None:
        from stet.adapters.fetch.robots import Robots, user_agent
        from stet.adapters.fetch.shared import Board
        from stet.adapters.http import Http
        from stet.adapters.http.pace import Pace

        self._operator = operator
        self._clock = clock
        agent = user_agent(__version__, operator.contact)
        self.pace = Pace()
        own = [*operator.urls.values(), *filter(None, [searxng_url()])]
        self._services = Http(
            allow=[place for url in own if (place := _place(url))], user_agent=agent, proxy=operator.proxy
        )
        self.http = Http(allow=operator.allow_host, user_agent=agent, proxy=operator.proxy)
        self._robots = Robots(self.http, pace=self.pace, clock=clock)
        self._apart: Apart | None = None
        self._board = Board()
        self._users = 0
        self._searches: dict[str, Search] = {}

    @asynccontextmanager
    async def in_use(self) -> AsyncGenerator[None]:
        """Hold what can be shared open; the last to leave ends the reading processes and closes the connections."""
        from stet.adapters.fetch.apart import Apart

        if self._apart is None:
            self._apart = Apart()
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if self._users == 0:
                self._apart.close()
                self._apart = None
                await self.http.aclose()
                await self._services.aclose()

    def get_ready(self) -> None:
        """Start what reads pages, while the plan is made and the search answers; only while `in_use`."""
        if self._apart is not None:
            self._apart.warm()

    def search(self, name: str) -> Search:
        """A provider by its name, asked in turn with all that share this.

        Raises:
            BadSetting, KeyMissing: it cannot be made
        """
        from stet.adapters.search.paced import Paced

        if name in self._searches:
            return self._searches[name]
        operator = self._operator
        url, model = address_of(name, operator.urls), operator.native.get(name.removeprefix(NATIVE))
        services = Services(self._services, url, operator.contact, operator.proxy, model)
        gap = PROVIDERS[name].gap if name in PROVIDERS else _USUAL_GAP
        # A service of the operator's own has the operator's patience.
        own = services.url is not None or name == "searxng"
        found = self._searches[name] = Paced(make(name, services), self.pace, gap=0.0 if own else gap)
        return found

    def chains(self, plan: WebPlan, profile: Profile) -> tuple[Chain, ...]:
        """The chains of a plan, each asked on official sites and anywhere, or on the sites that were given."""
        scopes = scopes_of(plan, profile)
        return tuple(Chain(tuple(self.search(name) for name in chain), scopes) for chain in plan.chains)

    def works(self) -> "OpenAlexWorks":
        """Where works are looked up by their identifiers."""
        from stet.adapters.search.works import NAME, OpenAlexWorks

        options = {"base_url": url} if (url := self._operator.urls.get(NAME)) else {}
        return OpenAlexWorks(self._services, key=key("OPENALEX_API_KEY"), **options)

    def fetch(self, today: date) -> Fetch:
        """The reader of pages over HTTP; only while `in_use`."""
        from stet.adapters.fetch.shared import Shared
        from stet.adapters.fetch.web import WebFetch

        assert self._apart is not None  # noqa: S101 - see `in_use`
        reader = WebFetch(
            self.http,
            clock=self._clock,
            today=today,
            pace=self.pace,
            robots=self._robots,
            apart=self._apart,
            browser=self._browser(),
        )
        return Shared(reader, self._board, self._clock, way=today.isoformat())

    def reader(self, name: str, today: date) -> Fallback:
        """A reader by its name (see `providers.FETCHERS`), with what a page costs at most; only while `in_use`."""
        if name == "http":
            return Fallback(name, self.fetch(today), Decimal(0))
        from stet.adapters.fetch.tavily_extract import TavilyExtract

        assert self._apart is not None  # noqa: S101 - see `in_use`
        options = {"base_url": url} if (url := self._operator.urls.get("tavily")) else {}
        fetch = TavilyExtract(
            self._services,
            key("TAVILY_API_KEY"),
            clock=self._clock,
            today=today,
            apart=self._apart,
            **options,
        )
        return Fallback(name, fetch, _EXTRACTED_USD)

    def _browser(self) -> "Browser | None":
        if not self._operator.browser:
            return None
        from stet.adapters.fetch.browser import Chromium

        return Chromium(self.http)


def scopes_of(plan: WebPlan, profile: Profile) -> tuple[tuple[str, ...], ...]:
    """The scopes that every query is asked in: official sites first, then anywhere; or the sites that were given."""
    if plan.sites:
        return (plan.sites,)
    official = profile.official_sites() if plan.official else ()
    return (*((official,) if official else ()), *(((),) if plan.open or not official else ()))


class Either:
    """The Fetch port over documents and pages: a hit with a path is a document, any other stands on the web."""

    def __init__(self, documents: Fetch | None, web: Fetch) -> None:
        self._documents = documents
        self._web = web

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`."""
        if hit.path is not None and self._documents is not None:
            return await self._documents.fetch(hit)
        return await self._web.fetch(hit, known)


def _place(url: str) -> str | None:
    """`host:port` of an address, as an allow-list has it."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return None
    name = parts.hostname
    return f"[{name}]:{port}" if name and ":" in name else f"{name}:{port}" if name else None
