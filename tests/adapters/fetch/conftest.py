"""A web reader over servers on loopback, without pauses between requests."""

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from httpkit import Server
from stet.adapters.fetch.apart import Apart
from stet.adapters.fetch.robots import Robots, user_agent
from stet.adapters.fetch.web import WebFetch, WebLimits
from stet.adapters.http import Http
from stet.adapters.http.pace import Pace
from stet.testing import FixedClock

sys.path.insert(0, str(Path(__file__).parent))  # for `webkit`

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
Make = Callable[..., WebFetch]


@pytest.fixture(scope="session")
def apart() -> Iterator[Apart]:
    """One reader's process for all tests."""
    made = Apart(processes=1)
    yield made
    made.close()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
async def client() -> AsyncIterator[Callable[..., Http]]:
    """Makes clients that may reach these servers, and closes them."""
    made: list[Http] = []

    def make(*servers: Server) -> Http:
        made.append(Http(user_agent=user_agent("1.0"), allow=[server.place for server in servers]))
        return made[-1]

    yield make
    for http in made:
        await http.aclose()


@pytest.fixture
def web(apart: Apart, clock: FixedClock, client: Callable[..., Http]) -> Make:
    """Makes a web reader that may reach these servers."""

    def make(
        *servers: Server,
        pace: Pace | None = None,
        limits: WebLimits | None = None,
        browser: object = None,
        reader: Apart | None = None,
    ) -> WebFetch:
        pace = pace or Pace(gap=0.0)
        http = client(*servers)
        return WebFetch(
            http,
            clock=clock,
            today=date(2026, 11, 30),
            pace=pace,
            robots=Robots(http, pace=pace, clock=clock),
            apart=reader or apart,
            browser=browser,  # pyright: ignore[reportArgumentType]
            limits=limits,
        )

    return make
