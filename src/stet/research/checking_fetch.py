"""Pages that a text cites, fetched now: each once, written down before it is asked for, within a limit."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from stet.confidence.profile import Profile
from stet.domain.budget import Usage
from stet.domain.events import PageFailed, PageRead
from stet.domain.evidence import Fetched, Hit, Page, PageStatus
from stet.domain.identity import normalise_url
from stet.domain.question import Query
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.journal import Journal, Recorder, retried
from stet.ports import Fetch, PageStore
from stet.research.searching import agreed, together
from stet.research.sources import source_of

_AT_ONCE: Final = 6
PROVIDER: Final = "check"

Came = Page | ProviderError | KeyMissing | BudgetExhausted
"""What became of a fetch."""


class Fetching:
    """Fetches pages for one check; what is `max_age` seconds old at most is taken from an earlier one."""

    def __init__(
        self, journal: Journal, recorder: Recorder, fetch: Fetch, pages: PageStore, *, max_age: float = 0.0
    ) -> None:
        self._journal = journal
        self._recorder = recorder
        self._fetch = fetch
        self._pages = pages
        self._max_age = max_age
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def all(self, urls: Sequence[str], most: int, profile: Profile) -> Mapping[str, Came]:
        """What became of each address; those past the first `most` pages are not asked for."""
        by_page: dict[str, str] = {}
        for url in urls:
            by_page.setdefault(normalise_url(url), url)
        wanted = list(by_page.values())[:most]
        came = dict(zip(wanted, await together(self._one(url) for url in wanted), strict=True))
        for number, (url, page) in enumerate(came.items(), 1):
            self._tell(number, url, page, profile)
        over = BudgetExhausted("pages", allowed=str(most))
        return {url: came.get(by_page[normalise_url(url)], over) for url in urls}

    def _tell(self, number: int, url: str, came: Came, profile: Profile) -> None:
        """Keep in the run what was read: later checks find a page again by its events."""
        hit = Hit(url=url, provider=PROVIDER, rank=1)
        if isinstance(came, Page) and came.status is PageStatus.OK:
            source = source_of(came, hit, Query(text="", topic=""), profile, number)
            self._recorder.emit(PageRead(round=1, source=source))
            return
        status, why = (
            (came.status, came.reason or "") if isinstance(came, Page) else (PageStatus.ERROR, came.message)
        )
        self._recorder.emit(PageFailed(round=1, hit=hit, status=status, reason=why))

    async def _one(self, url: str) -> Came:
        async with self._turns:
            return await self._page(url)

    async def _page(self, url: str) -> Came:
        reserve = Usage(pages=1)

        async def call() -> tuple[str, Usage]:
            hit = Hit(url=url, provider=PROVIDER, rank=1)
            fetched = agreed(Fetched.model_validate, await self._fetch.fetch(hit), "the reader of pages")
            self._pages.put(fetched)
            return fetched.page.model_dump_json(exclude={"text", "full_text"}), reserve

        def usable(body: str) -> bool:
            return Page.model_validate_json(body).status is PageStatus.OK

        request = {"url": url, "path": None}
        try:
            body = await retried(
                lambda: self._journal.call(
                    "fetch", request, reserve, call, max_age=self._max_age, usable=usable
                ),
                self._journal.attempts,
            )
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            return error
        page = Page.model_validate_json(body)
        if page.status is not PageStatus.OK:
            return page
        saved = self._pages.page(page.sha256, page.text_sha256)
        return page.model_copy(update={"text": saved.text, "full_text": saved.full_text})
