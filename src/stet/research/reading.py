"""Reading: search, fetch and number what was found, round by round, within the budget."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from stet.confidence.sites import registrable_domain
from stet.domain.budget import Usage
from stet.domain.events import Noted, PageFailed, PageRead, Searched, SearchFailed, Selected
from stet.domain.evidence import Fetched, Hit, Page, PageStatus, Passage, Source
from stet.domain.identity import normalise_url
from stet.domain.question import Plan, Query
from stet.errors import BadAnswer, BudgetExhausted, ProviderError
from stet.ports import Evidence, Search, SearchRequest
from stet.research.orders import find_orders
from stet.research.passages import PassageIndex
from stet.research.tools import Tools
from stet.verify.words import content_stems

T = TypeVar("T")

_HITS: TypeAdapter[tuple[Hit, ...]] = TypeAdapter(tuple[Hit, ...])
_WANTED_HITS = 10
_TITLED = 0.75
"""The share of the question's words from which a title says that the document is about it."""


class Reading:
    """What a run has read so far; filled by one task, in an order that depends on nothing but the answers."""

    def __init__(self, tools: Tools, plan: Plan) -> None:
        self.tools = tools
        self.plan = plan
        self.asked: list[Query] = []
        self.sources: list[Source] = []
        self.limit: str | None = None
        self.index = PassageIndex()
        self._pages: dict[str, Page] = {}
        self._seen: set[str] = set()
        self._tried = 0

    def evidence(self) -> Evidence:
        """The sources, their pages and the passages selected for each topic, as they stand."""
        return Evidence(sources=tuple(self.sources), pages=dict(self._pages), selected=self._selected())

    async def round(self, number: int, queries: Sequence[Query]) -> None:
        """Issue the queries, read at most two new pages for each, select passages; a limit ends it early, noted.

        A query that was issued before is left out, whoever proposed it again.
        """
        known = {query.text for query in self.asked}
        new = list({q.text: q for q in reversed(queries) if q.text not in known}.values())[::-1]
        searches_left = self.tools.budget.searches - len(self.asked) * len(self.tools.scopes)
        if searches_left < len(new):
            self.limit = "searches"
        for query, hits in await self._search_all(number, new[: max(0, searches_left)]):
            await self._read(number, query, hits)
        for topic, passages in self._selected().items():
            self.tools.recorder.emit(Selected(round=number, topic=topic, passages=passages))

    async def _search_all(self, number: int, queries: Sequence[Query]) -> list[tuple[Query, tuple[Hit, ...]]]:
        self.asked.extend(queries)
        under_way = [asyncio.ensure_future(self._search(number, query)) for query in queries]
        answers: list[tuple[Query, tuple[Hit, ...]]] = []
        try:
            # Told in the order of the queries, not of the answers: two runs say the same.
            for query, search in zip(queries, under_way, strict=True):
                events = await search
                for event in events:
                    self.tools.recorder.emit(event)
                hits = [hit for event in events if isinstance(event, Searched) for hit in event.hits]
                answers.append((query, tuple(hits)))
        finally:
            for search in under_way:
                search.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        return answers

    async def _search(self, number: int, query: Query) -> list[Searched | SearchFailed]:
        """What one query came to over all scopes; providers are tried in order until one answers."""
        events: list[Searched | SearchFailed] = []
        for scope in self.tools.scopes:
            request = SearchRequest(text=query.text, limit=_WANTED_HITS, sites=scope)
            for provider in self.tools.searches:
                try:
                    found = await self._ask(provider, request)
                except ProviderError as error:
                    events.append(
                        SearchFailed(
                            round=number,
                            provider=provider.name,
                            query=query,
                            code=error.code,
                            message=error.message,
                        )
                    )
                    continue
                except BudgetExhausted as error:
                    self.limit = error.limit
                    return events
                events.append(Searched(round=number, provider=provider.name, query=query, hits=found))
                break
        return events

    async def _ask(self, provider: Search, request: SearchRequest) -> tuple[Hit, ...]:
        async def call() -> tuple[str, Usage]:
            # A provider may be anybody's: what is not hits must not pass for no hits.
            hits = _agreed(_HITS.validate_python, await provider.search(request), provider.name)
            return _HITS.dump_json(hits).decode(), Usage(searches=1)

        body = await self.tools.journal.call(f"search:{provider.name}", request, Usage(searches=1), call)
        return _HITS.validate_json(body)

    async def _read(self, number: int, query: Query, hits: Sequence[Hit]) -> None:
        new = [hit for hit in self._choose(hits) if self._may_read(hit)]
        for hit, page in zip(new, await asyncio.gather(*(self._fetch(hit) for hit in new)), strict=True):
            self._keep(number, query, hit, page)

    def _choose(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits to read now: the most authoritative among the first that are new, then the best of the rest."""
        new = list({hit.identity: hit for hit in reversed(hits) if hit.identity not in self._seen}.values())[
            ::-1
        ]
        if not new:
            return []
        first = max(new[:_WANTED_HITS], key=self._promise)
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

    async def _fetch(self, hit: Hit) -> Page | ProviderError | BudgetExhausted:
        async def call() -> tuple[str, Usage]:
            fetched = _agreed(
                Fetched.model_validate, await self.tools.fetch.fetch(hit), "the reader of pages"
            )
            if fetched.page.status is PageStatus.OK:
                self.tools.pages.put(fetched)
            return fetched.page.model_dump_json(exclude={"text"}), Usage(pages=1)

        try:
            body = await self.tools.journal.call("fetch", hit, Usage(pages=1), call)
        except (ProviderError, BudgetExhausted) as error:
            return error
        page = Page.model_validate_json(body)
        if page.status is not PageStatus.OK:
            return page
        return page.model_copy(update={"text": self.tools.pages.page(page.sha256, page.text_sha256).text})

    def _keep(
        self, number: int, query: Query, hit: Hit, page: Page | ProviderError | BudgetExhausted
    ) -> None:
        if isinstance(page, BudgetExhausted):
            self.limit = page.limit
            return
        if isinstance(page, ProviderError):
            status, reason = PageStatus.ERROR, page.message
        else:
            status, reason = page.status, page.reason or ""
        if isinstance(page, ProviderError) or status is not PageStatus.OK:
            self.tools.recorder.emit(
                PageFailed(round=number, hit=hit, status=status, reason=reason, query=query.text)
            )
            return
        source = self._source(page, hit, query)
        self.sources.append(source)
        self._pages[source.id] = page
        self.index.add(source.id, page)
        self.tools.recorder.emit(PageRead(round=number, source=source))
        for words in find_orders(page.text):
            self.tools.recorder.emit(Noted(code="instruction_like_text", message=words, where=source.id))

    def _source(self, page: Page, hit: Hit, query: Query) -> Source:
        kind, authority = self.tools.profile.classify(page.url)[:2]
        return Source(
            id=f"S{len(self.sources) + 1}",
            url=page.url or hit.url,
            normalized_url=normalise_url(page.url) if page.url else hit.url,
            path=page.path,
            title=page.title,
            title_from=page.title_from,
            publisher=page.publisher,
            site=registrable_domain(page.url) if page.url else None,
            kind=kind,
            authority=authority,
            published_at=page.published_at,
            published_from=page.published_from,
            modified_at=page.modified_at,
            modified_from=page.modified_from,
            lang=page.lang,
            retrieved_at=page.retrieved_at,
            media_type=page.media_type,
            sha256=page.sha256,
            text_sha256=page.text_sha256,
            query=query.text,
        )

    def _selected(self) -> dict[str, tuple[Passage, ...]]:
        return {
            topic.id: self.index.select(
                [self.plan.question, topic.text, *(q.text for q in self.asked if q.topic == topic.id)],
                limit=self.tools.passages,
                characters=self.tools.characters,
            )
            for topic in self.plan.topics
        }


def _agreed(validate: Callable[[object], T], answer: object, who: str) -> T:
    """An answer of the agreed shape.

    Raises:
        BadAnswer: it has another one
    """
    try:
        return validate(answer)
    except ValidationError as error:
        raise BadAnswer(f"{who} gave an answer of the wrong shape ({type(answer).__name__})") from error
