"""A search provider whose turns are shared: by every run of a process, so that none is told off for all."""

from decimal import Decimal

from stet.adapters.http.pace import Pace
from stet.errors import RateLimited
from stet.ports import Answer, Search, SearchRequest


class Paced:
    """The Search port over a provider; `gap` is the least number of seconds between two of its searches."""

    def __init__(self, inner: Search, pace: Pace, *, gap: float) -> None:
        self._inner = inner
        self._pace = pace
        self._gap = gap
        self._key = f"search:{inner.name}"

    @property
    def name(self) -> str:
        """See `stet.ports.Search`."""
        return self._inner.name

    @property
    def usd(self) -> Decimal | None:
        """See `stet.ports.Search`."""
        return self._inner.usd

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; a pause that the service asks for holds for every run."""
        async with self._pace.turn(self._key, gap=self._gap):
            try:
                return await self._inner.search(request)
            except RateLimited as error:
                self._pace.told(self._key, error.retry_after)
                raise
