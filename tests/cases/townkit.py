"""A run of the whole program over a small web on loopback, for cases that only a web can make."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from httpkit import Seen, Server, answer
from stet.app import App, Operator, Request, WebRequest
from stet.domain.budget import Budget
from stet.domain.events import Event, Noted, PageFailed
from stet.domain.evidence import PageStatus
from stet.domain.report import Report
from stet.ports import CallRecord, Clock
from webtown import QUESTION, Town


class Asked(NamedTuple):
    """What a run came to: its report, its events, and the calls that were made for it."""

    report: Report
    events: tuple[Event, ...]
    calls: tuple[CallRecord, ...]

    @property
    def failed(self) -> dict[str, PageStatus]:
        """The pages that could not be used, by the last part of their address."""
        return {e.hit.url.rpartition("/")[2]: e.status for e in self.events if isinstance(e, PageFailed)}

    def noted(self, code: str) -> list[str]:
        """What was noted under a code."""
        return [event.message for event in self.events if isinstance(event, Noted) and event.code == code]

    def read(self) -> dict[str, str | None]:
        """The sources with their titles, by the last part of their address."""
        sources = [source for source in self.report.sources if source.status == "read"]
        return {source.url.rpartition("/")[2]: source.title for source in sources}


def ask(
    place: Town,
    home: Path,
    *,
    question: str = QUESTION,
    budget: Budget | None = None,
    clock: Clock | None = None,
    services: dict[str, Server] | None = None,
    **web: object,
) -> Asked:
    """Ask the program; `services` are search services by name, beside the town's own SearXNG."""
    urls = {"searxng": place.search} | (services or {})
    operator = Operator(
        allow_host=(place.official.place, place.elsewhere.place),
        urls={name: server.url("") for name, server in urls.items()},
    )
    app = App(home, clock=clock, operator=operator)
    events: list[Event] = []
    request = Request(
        question=question,
        web=WebRequest.model_validate({"search": ("searxng",), **web}),
        profile=place.profile,
        budget=budget or Budget(),
    )
    report = asyncio.run(app.ask(request, [lambda stamped: events.append(stamped.event)]))
    with app.store() as store:
        return Asked(report, tuple(events), store.calls(report.run))


def service(reply: object, status: int = 200) -> Callable[[Seen], tuple[int, dict[str, str], bytes | str]]:
    """A search service that always says this."""
    code, headers, body = answer(reply, status)
    return lambda _: (code, dict(headers), body)
