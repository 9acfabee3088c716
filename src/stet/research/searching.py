"""Searching: every query by every chain of providers, on official sites and anywhere, merged by rank."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from stet.domain.budget import Usage
from stet.domain.events import Noted, Searched, SearchFailed
from stet.domain.evidence import Hit
from stet.domain.question import Query
from stet.errors import BadAnswer, BudgetExhausted, KeyMissing, ProviderError, QuotaExceeded
from stet.journal import retried
from stet.ports import Answer, ModelSearch, Search, SearchRequest
from stet.research.tools import Tools

T = TypeVar("T")

WANTED_HITS = 10
_AT_ONCE = 2
_FOR_GOOD = frozenset({BadAnswer.code, KeyMissing.code, QuotaExceeded.code})
"""Errors that another query would meet as well."""


class Found(NamedTuple):
    """What one query came to: the merged hits, what to write down, and the limit that cut it short, if one did."""

    query: Query
    hits: tuple[Hit, ...]
    events: tuple[Searched | SearchFailed | Noted, ...]
    limit: str | None


def cost(tools: Tools) -> int:
    """How many searches one query takes when every chain's first provider answers."""
    return sum(len(chain.scopes) for chain in tools.searches)


class Searching:
    """The searches of a run.

    A provider that cannot answer whatever it is asked (no key, another shape, nothing left of a quota) is not asked
    again. The first query is asked before the others, so that such a one costs one query and not all. Two searches of
    a chain are under way at once: one killed in the middle loses no more than those.
    """

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._dead: dict[str, str] = {}
        self._turns = [asyncio.Semaphore(_at_once(chain.providers)) for chain in tools.searches]
        self._said: set[Noted] = set()

    async def all(self, number: int, queries: Sequence[Query]) -> list[Found]:
        """The queries of round `number`; told in the order of the queries, not of the answers."""
        first = [await self._search(number, query) for query in queries[:1]]
        for event in (event for found in first for event in found.events):
            if isinstance(event, SearchFailed) and event.code in _FOR_GOOD:
                self._dead[event.provider] = event.message
        return [*first, *await together(self._search(number, query) for query in queries[1:])]

    async def _search(self, number: int, query: Query) -> Found:
        asked = [(place, scope) for place, chain in enumerate(self._tools.searches) for scope in chain.scopes]
        parts = await together(self._by_chain(number, query, place, scope) for place, scope in asked)
        events = tuple(event for part in parts for event in part.events)
        limit = next((part.limit for part in parts if part.limit is not None), None)
        return Found(query, merged([part.hits for part in parts]), self._once(events), limit)

    def _once(
        self, events: Sequence[Searched | SearchFailed | Noted]
    ) -> tuple[Searched | SearchFailed | Noted, ...]:
        """What was said of every search alike is said once."""
        kept = [event for event in events if not isinstance(event, Noted) or event not in self._said]
        self._said.update(event for event in kept if isinstance(event, Noted))
        return tuple(dict.fromkeys(kept))

    async def _by_chain(self, number: int, query: Query, place: int, sites: tuple[str, ...]) -> Found:
        """One query in one scope: the providers of a chain are tried in order until one answers."""
        tools, chain = self._tools, self._tools.searches[place]
        request = SearchRequest(
            text=query.text,
            limit=WANTED_HITS,
            sites=sites,
            exclude_sites=tools.exclude_sites,
            since=tools.since,
            lang=tools.lang,
        )
        events: list[Searched | SearchFailed | Noted] = []
        said = {"round": number, "query": query, "sites": sites}
        for provider in chain.providers:
            name = {**said, "provider": provider.name}
            try:
                if provider.name in self._dead:
                    raise BadAnswer(f"not asked again: {self._dead[provider.name]}")
                async with self._turns[place]:
                    answer = await _ask(tools, provider, request)
            except (ProviderError, KeyMissing) as error:
                events.append(
                    SearchFailed.model_validate({**name, "code": error.code, "message": error.message})
                )
                continue
            except BudgetExhausted as error:
                return Found(query, (), tuple(events), error.limit)
            events.append(Searched.model_validate({**name, "hits": answer.hits}))
            events += [Noted(code=r.code, message=r.message, where=provider.name) for r in answer.remarks]
            return Found(query, answer.hits, tuple(events), None)
        return Found(query, (), tuple(events), None)


def _at_once(providers: Sequence[Search]) -> int:
    """How many searches of a chain are under way at once; what a model's take is known when they have ended."""
    several = any(isinstance(each, ModelSearch) and each.at_most > 1 for each in providers)
    return 1 if several else _AT_ONCE


async def _ask(tools: Tools, provider: Search, request: SearchRequest) -> Answer:
    async def call() -> tuple[str, Usage]:
        # A provider may be anybody's: what is not an answer must not pass for an empty one.
        answer = agreed(Answer.model_validate, await provider.search(request), provider.name)
        return answer.model_dump_json(), Usage(searches=answer.searches, usd=answer.usd)

    most = provider.at_most if isinstance(provider, ModelSearch) else 1
    reserve = Usage(searches=most, usd=provider.usd)
    # Another model may have searched under the same name yesterday, and would have found other pages.
    max_age = tools.max_age if most == 1 else 0.0
    body = await retried(
        lambda: tools.journal.call(f"search:{provider.name}", request, reserve, call, max_age=max_age),
        tools.journal.attempts,
    )
    return Answer.model_validate_json(body)


def merged(answers: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """Hits of several answers as one list by rank, each page once with every provider that gave it.

    Of one page, the hit with the best rank stays; at one rank, that of the earlier answer.
    """
    best: dict[str, Hit] = {}
    by: dict[str, list[str]] = {}
    placed = sorted(
        ((hit.rank, place, hit) for place, answer in enumerate(answers) for hit in answer),
        key=lambda item: item[:2],
    )
    for _, _, hit in placed:
        best.setdefault(hit.identity, hit)
        by.setdefault(hit.identity, []).extend((hit.provider, *hit.also))
    return tuple(
        hit.model_copy(update={"also": tuple(n for n in dict.fromkeys(by[key]) if n != hit.provider)})
        for key, hit in best.items()
    )


async def together(works: Iterable[Awaitable[T]]) -> list[T]:
    """The results of `works`, run side by side, in their order; one that fails stops the others."""
    under_way = [asyncio.ensure_future(work) for work in works]
    try:
        return [await work for work in under_way]
    finally:
        for work in under_way:
            work.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def agreed(validate: Callable[[object], T], answer: object, who: str) -> T:
    """An answer of the agreed shape.

    Raises:
        BadAnswer: it has another one
    """
    try:
        return validate(answer)
    except ValidationError as error:
        raise BadAnswer(f"{who} gave an answer of the wrong shape ({type(answer).__name__})") from error
