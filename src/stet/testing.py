"""Doubles for the doors of ports.py: small, public, and without a clock or a network.

For the project's own tests and for anyone who tests code that uses stet.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from stet.domain.base import content_id
from stet.domain.budget import Usage
from stet.domain.evidence import Fetched, Hit, Page, PageStatus
from stet.errors import BadAnswer, StetError
from stet.ports import Answer, Ask, Said, SearchRequest

MOMENT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
"""The time that a FixedClock shows unless it is told another."""

_WORD = re.compile(r"\w{2,40}")


@dataclass
class FixedClock:
    """A clock that moves only when told; every reading moves it by `tick` seconds (default none)."""

    at: datetime = MOMENT
    tick: float = 0.0
    _elapsed: float = field(default=0.0, init=False)

    def now(self) -> datetime:
        """See `stet.ports.Clock`."""
        self.advance(self.tick)
        return self.at + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """See `stet.ports.Clock`."""
        self.advance(self.tick)
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed += seconds


def canned_page(
    url: str,
    text: str = "",
    *,
    title: str | None = None,
    published_at: date | None = None,
    publisher: str | None = None,
    status: PageStatus = PageStatus.OK,
    at: datetime = MOMENT,
) -> Fetched:
    """A page as a fetch would give it; its raw bytes are its text."""
    raw = text.encode("utf-8", "surrogatepass")
    page = Page(
        status=status,
        reason=None if status is PageStatus.OK else f"canned: {status}",
        url=url,
        media_type="text/plain",
        sha256=content_id(raw),
        text=text,
        text_sha256=content_id(text),
        title=title,
        title_from="canned" if title else None,
        publisher=publisher,
        published_at=published_at,
        published_from="canned" if published_at else None,
        retrieved_at=at,
    )
    return Fetched(page=page, raw=raw)


class CannedWeb:
    """Search and Fetch over given pages.

    Hits come by the number of words shared, most first, then in the given order. `searched` and `fetched`
    hold what was asked for, in order. An address that is not among the pages is `not_found`.
    """

    name = "canned"
    usd = Decimal(0)

    def __init__(self, pages: Iterable[Fetched]) -> None:
        self._pages = {fetched.page.url or "": fetched for fetched in pages}
        self._words = {url: _words(f.page.title, f.page.text) for url, f in self._pages.items()}
        self.searched: list[SearchRequest] = []
        self.fetched: list[str] = []

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; a page must share a word with the query, and stand on a wanted site."""
        self.searched.append(request)
        wanted = _words(request.text)
        shared = {url: len(wanted & words) for url, words in self._words.items() if _on(url, request.sites)}
        best = sorted((url for url, count in shared.items() if count), key=lambda url: -shared[url])
        return Answer(
            hits=tuple(
                Hit(url=url, title=self._pages[url].page.title, provider=self.name, rank=rank)
                for rank, url in enumerate(best[: request.limit], start=1)
            )
        )

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`."""
        self.fetched.append(hit.url)
        return self._pages.get(hit.url) or canned_page(hit.url, status=PageStatus.NOT_FOUND)


class ScriptedSearch:
    """Search that gives the next answer of a list, whatever is asked; an error in the list is raised.

    `searched` holds what was asked for. Past the end of the list every answer is empty.
    """

    name = "scripted"
    usd = Decimal(0)

    def __init__(self, answers: Iterable[Iterable[Hit] | StetError]) -> None:
        self._answers = iter(answers)
        self.searched: list[SearchRequest] = []

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`."""
        self.searched.append(request)
        answer = next(self._answers, ())
        if isinstance(answer, StetError):
            raise answer
        return Answer(hits=tuple(answer)[: request.limit])


class ScriptedModel:
    """A model that gives the next answer of a list, whatever is asked; an error in the list is raised.

    A text is an answer that ended well, of one token for every four bytes, free of charge. `asked` holds what was
    asked for. Past the end of the list it raises BadAnswer: nobody ought to have asked.
    """

    def __init__(
        self, answers: Iterable[str | Said | StetError], name: str = "scripted:model", window: int = 32_000
    ) -> None:
        self._answers = iter(answers)
        self.name = name
        self.window = window
        self.asked: list[Ask] = []

    def bound(self, ask: Ask) -> Usage:
        """See `stet.ports.Model`."""
        return Usage(model_calls=1, tokens=_tokens(ask.system, ask.prompt) + ask.limit, usd=Decimal(0))

    async def ask(self, ask: Ask) -> Said:
        """See `stet.ports.Model`."""
        self.asked.append(ask)
        answer = next(self._answers, None)
        if answer is None:
            raise BadAnswer(f"{self.name} has no answer left: it was asked {len(self.asked)} times")
        if isinstance(answer, StetError):
            raise answer
        if isinstance(answer, Said):
            return answer
        return Said(
            text=answer,
            model=self.name.partition(":")[2],
            mode="native" if ask.shape else "text",
            input_tokens=_tokens(ask.system, ask.prompt),
            output_tokens=_tokens(answer),
            usd=Decimal(0),
        )


def _tokens(*texts: str) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) // 4 + 1


def _words(*texts: str | None) -> frozenset[str]:
    return frozenset(word for text in texts if text for word in _WORD.findall(text.casefold()))


def _on(url: str, sites: tuple[str, ...]) -> bool:
    """Is the page on one of the sites, or is any site right?"""
    host = url.partition("://")[2].partition("/")[0].partition(":")[0]
    return not sites or any(host == site or host.endswith(f".{site}") for site in sites)
