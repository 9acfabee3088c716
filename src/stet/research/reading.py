"""Reading: fetch and number what was found, round by round, within the budget."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from stet.domain.budget import Usage
from stet.domain.events import Noted, PageFailed, PageRead, PageSame, Selected
from stet.domain.evidence import Fetched, Hit, Page, PageStatus, Passage, Source
from stet.domain.question import Plan, Query
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.journal import retried
from stet.ports import Evidence, Fetch
from stet.research.orders import find_orders
from stet.research.passages import PassageIndex
from stet.research.searching import WANTED_HITS, Searching, agreed, cost, together
from stet.research.sources import keys_of, source_of
from stet.research.tools import Tools
from stet.verify.words import content_stems

_PAGES_AT_ONCE = 6
"""Pages of a run under way at once: as many are lost for its budget when it is killed in the middle."""

_TITLED = 0.75
"""The share of the question's words from which a title says that the document is about it."""

# What another reader may yet get past; a page that is gone, refused or unreadable stays so.
_TRY_ANOTHER = frozenset(
    {PageStatus.BLOCKED, PageStatus.TIMEOUT, PageStatus.EMPTY, PageStatus.NO_TEXT, PageStatus.ERROR}
)

_Came = Page | ProviderError | KeyMissing | BudgetExhausted
"""What became of a fetch."""


class _Wanted(NamedTuple):
    """A hit to read, for a query."""

    query: Query
    hit: Hit


class Reading:
    """What a run has read so far; filled by one task, in an order that depends on nothing but the answers."""

    def __init__(self, tools: Tools, plan: Plan) -> None:
        self.tools = tools
        self.plan = plan
        self.asked: list[Query] = []
        self.sources: list[Source] = []
        self.limit: str | None = None
        self.index = PassageIndex(tools.embed)
        self._chosen: dict[str, tuple[Passage, ...]] = {}
        self._pages: dict[str, Page] = {}
        self._seen: set[str] = set()
        self._same: dict[str, str] = {}
        self._tried = 0
        self._left: dict[str, list[Hit]] = {}
        self._searching = Searching(tools)
        self._turns = asyncio.Semaphore(_PAGES_AT_ONCE)

    def evidence(self) -> Evidence:
        """The sources, their pages and the passages selected for each topic, as they stand."""
        return Evidence(sources=tuple(self.sources), pages=dict(self._pages), selected=dict(self._chosen))

    async def round(self, number: int, queries: Sequence[Query]) -> None:
        """Issue the queries, read at most two new pages for each, select passages; a limit ends it early, noted.

        A query that was issued before is left out, whoever proposed it again.
        """
        known = {query.text for query in self.asked}
        new = list({q.text: q for q in reversed(queries) if q.text not in known}.values())[::-1]
        each = cost(self.tools)
        left = max(0, self.tools.budget.searches - len(self.asked) * each)
        # The last query may be left with some of its scopes: better the official sites alone than nothing.
        room = -(-left // each)
        if number == 1 < self.tools.budget.rounds and each > 1:
            # Two halves of every query would use up all searches at once: one query is kept for what is missing.
            room = max(1, room - 1)
        elif room < len(new):
            self.limit = "searches"
        wanted = await self._search(number, new[:room])
        came = await self._read(number, wanted)
        # In the place of a page that could not be read comes the next hit of its query, once.
        if failed := [one for one, good in zip(wanted, came, strict=True) if not good]:
            await self._read(number, self._instead(failed))
        # A ranking by meaning computes for seconds, which other runs need not wait for.
        ranked = asyncio.to_thread(self._selected) if self.tools.embed else None
        chosen = await ranked if ranked else self._selected()
        if self.tools.engine.frugal:
            # A model is shown a passage once: what it claimed from it must not lose its ground to a better passage.
            chosen = {topic: _joined(self._chosen.get(topic, ()), now) for topic, now in chosen.items()}
        self._chosen = chosen
        for topic, passages in self._chosen.items():
            self.tools.recorder.emit(Selected(round=number, topic=topic, passages=passages))

    async def _search(self, number: int, queries: Sequence[Query]) -> list[_Wanted]:
        """The hits to read of all queries, each page once, for the query that found it first."""
        self.asked.extend(queries)
        wanted: list[_Wanted] = []
        for found in await self._searching.all(number, queries):
            for event in found.events:
                self.tools.recorder.emit(event)
            self.limit = found.limit or self.limit
            chosen = [hit for hit in self._choose(found.hits) if self._may_read(hit)]
            wanted += [_Wanted(found.query, hit) for hit in chosen]
            self._left[found.query.text] = list(found.hits)
        return wanted

    def _instead(self, failed: Sequence[_Wanted]) -> list[_Wanted]:
        """For each hit that failed the next of its query that nobody has asked for; none past the limit on pages."""
        found: list[_Wanted] = []
        for query, hit in failed:
            if hit.path is not None or self.limit == "pages":
                continue
            following = next((h for h in self._left[query.text] if h.identity not in self._seen), None)
            if following is not None and self._may_read(following):
                found.append(_Wanted(query, following))
        return found

    def _choose(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits to read now: the most authoritative among the first that are new, then the best of the rest."""
        new = [hit for hit in hits if hit.identity not in self._seen]
        if not new:
            return []
        first = max(new[:WANTED_HITS], key=self._promise)
        return [first, *(hit for hit in new if hit is not first)][: self.tools.budget.pages_per_query]

    def _promise(self, hit: Hit) -> tuple[bool, float]:
        """What speaks for a hit before it is read: a title that names what is asked, and its site's authority."""
        asked = set(content_stems(self.plan.question))
        named = asked & set(content_stems(hit.title or ""))
        return len(named) >= _TITLED * max(1, len(asked)), self.tools.profile.classify(hit.url).authority

    def _may_read(self, hit: Hit) -> bool:
        if self._tried == self.tools.budget.pages:
            self.limit = "pages"
            return False
        self._seen.add(hit.identity)
        self._tried += 1
        return True

    async def _read(self, number: int, wanted: Sequence[_Wanted]) -> list[bool]:
        """Fetch side by side, keep in order; of each hit, whether it led to a page that can be used."""
        came = await together(self._fetch(hit) for _, hit in wanted)
        return [self._keep(number, query, hit, page) for (query, hit), page in zip(wanted, came, strict=True)]

    async def _fetch(self, hit: Hit) -> _Came:
        """The page behind a hit, by the first reader that can have it; some at a time, the others wait."""
        async with self._turns:
            return await self._by_any(hit)

    async def _by_any(self, hit: Hit) -> _Came:
        came = await self._by("fetch", self.tools.fetch, hit, Usage(pages=1))
        if hit.path is not None:
            return came
        for other in self.tools.fallbacks:
            if not isinstance(came, ProviderError) and not (
                isinstance(came, Page) and came.status in _TRY_ANOTHER
            ):
                break
            again = await self._by(f"fetch:{other.name}", other.fetch, hit, Usage(pages=1, usd=other.usd))
            # What the first one met says more about the page than that a second one failed too.
            if isinstance(again, Page) and again.status is PageStatus.OK:
                return again
        return came

    async def _by(self, kind: str, fetch: Fetch, hit: Hit, reserve: Usage) -> _Came:
        request = {"url": hit.url, "path": hit.path}

        async def call() -> tuple[str, Usage]:
            known = self._known(kind, request) if hit.path is None else None
            fetched = agreed(Fetched.model_validate, await fetch.fetch(hit, known), "the reader of pages")
            # One that cannot be used is saved too: an audit finds every page that a call names.
            self.tools.pages.put(fetched)
            return fetched.page.model_dump_json(exclude={"text", "full_text"}), reserve

        def usable(body: str) -> bool:
            return Page.model_validate_json(body).status is PageStatus.OK

        # A document on disk is read as it is now; only what is fetched may be some hours old.
        max_age = self.tools.max_age if hit.path is None else 0.0
        try:
            body = await retried(
                lambda: self.tools.journal.call(kind, request, reserve, call, max_age=max_age, usable=usable),
                self.tools.journal.attempts,
            )
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            return error
        page = Page.model_validate_json(body)
        return self._with_text(page) if page.status is PageStatus.OK else page

    def _with_text(self, page: Page) -> Page:
        saved = self.tools.pages.page(page.sha256, page.text_sha256)
        return page.model_copy(update={"text": saved.text, "full_text": saved.full_text})

    def _known(self, kind: str, request: dict[str, str | None]) -> Fetched | None:
        """What an earlier run saved of an address, where the server gave a mark by which it can be asked for."""
        body = self.tools.journal.earlier(kind, request)
        page = Page.model_validate_json(body) if body is not None else None
        if page is None or page.status is not PageStatus.OK or not (page.etag or page.last_modified):
            return None
        return Fetched(page=self._with_text(page), raw=self.tools.pages.raw(page.sha256))

    def _keep(self, number: int, query: Query, hit: Hit, came: _Came) -> bool:
        """Number a page that can be used, or say why it cannot; whether it could."""
        if isinstance(came, BudgetExhausted):
            self.limit = came.limit
            return True
        failed = self._fault(came)
        if failed is not None or not isinstance(came, Page):
            status, reason = failed or (PageStatus.ERROR, "")
            self.tools.recorder.emit(
                PageFailed(round=number, hit=hit, status=status, reason=reason, query=query.text)
            )
            return False
        keys = keys_of(came, hit)
        if (same := next((self._same[key] for key in keys if key in self._same), None)) is not None:
            self.tools.recorder.emit(PageSame(round=number, hit=hit, source=same))
            return True
        source = source_of(came, hit, query, self.tools.profile, len(self.sources) + 1)
        self._same.update(dict.fromkeys(keys, source.id))
        self._seen.update(keys)
        self.sources.append(source)
        self._pages[source.id] = came
        self.index.add(source.id, came)
        self.tools.recorder.emit(PageRead(round=number, source=source))
        for words in find_orders(came.text):
            self.tools.recorder.emit(Noted(code="instruction_like_text", message=words, where=source.id))
        return True

    def _fault(self, came: Page | ProviderError | KeyMissing) -> tuple[PageStatus, str] | None:
        """Why what came is no page to be used, or None."""
        if not isinstance(came, Page):
            return PageStatus.ERROR, came.message
        if came.status is not PageStatus.OK:
            return came.status, came.reason or ""
        why = self._too_old(came)
        return (PageStatus.TOO_OLD, why) if why is not None else None

    def _too_old(self, page: Page) -> str | None:
        """Why a page of the web is older than what is wanted, by its own dates; one without a date stays."""
        since, days = self.tools.since, [day for day in (page.published_at, page.modified_at) if day]
        if since is None or page.path is not None or not days or max(days) >= since:
            return None
        return f"dated {max(days).isoformat()}, and nothing before {since.isoformat()} is wanted"

    def _selected(self) -> dict[str, tuple[Passage, ...]]:
        return {
            topic.id: self.index.select(
                [self.plan.question, topic.text, *(q.text for q in self.asked if q.topic == topic.id)],
                limit=self.tools.passages,
                characters=self.tools.characters,
            )
            for topic in self.plan.topics
        }


def _joined(before: Sequence[Passage], now: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages of two selections, each once, in the order of their numbers."""
    return tuple(sorted({p.id: p for p in (*before, *now)}.values(), key=lambda p: int(p.id[1:])))
