"""A search provider whose turns are shared: by every run of a process, so that none is told off for all."""

from collections.abc import Callable
from decimal import Decimal
from time import monotonic

from stet.adapters.http.pace import Held, Pace
from stet.errors import RateLimited
from stet.ports import Answer, ModelSearch, Search, SearchRequest

IN_A_ROW = 3
"""After as many searches turned away, one after the other, a service is left alone."""

REST = 60.0
"""Seconds for which it is."""


class Paced:
    """The Search port over a provider; `gap` is the least number of seconds between two of its searches.

    A service that turns everything away costs each run a few attempts, and not the pauses between all of them.
    """

    def __init__(
        self, inner: Search, pace: Pace, *, gap: float, now: Callable[[], float] = monotonic
    ) -> None:
        self._inner = inner
        self._pace = pace
        self._gap = gap
        self._now = now
        self._key = f"search:{inner.name}"
        self._turned_away = 0
        self._until = 0.0

    @property
    def name(self) -> str:
        """See `stet.ports.Search`."""
        return self._inner.name

    @property
    def usd(self) -> Decimal | None:
        """See `stet.ports.Search`."""
        return self._inner.usd

    @property
    def at_most(self) -> int:
        """See `stet.ports.ModelSearch`; one, unless a model searches."""
        return self._inner.at_most if isinstance(self._inner, ModelSearch) else 1

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; a pause that the service asks for holds for every run."""
        self._left_alone()
        try:
            return await self._in_turn(request)
        except Held as held:
            raise RateLimited(str(held), retry_after=held.seconds) from held

    async def _in_turn(self, request: SearchRequest) -> Answer:
        async with self._pace.turn(self._key, gap=self._gap):
            self._left_alone()
            try:
                answer = await self._inner.search(request)
            except RateLimited as error:
                self._pace.told(self._key, error.retry_after)
                self._turned_away += 1
                if self._turned_away >= IN_A_ROW:
                    self._until = self._now() + REST
                raise
            self._turned_away = 0
            return answer

    def _left_alone(self) -> None:
        left = self._until - self._now()
        if left > 0:
            raise RateLimited(
                f"{self.name} turned away {self._turned_away} searches in a row and is left alone for now",
                retry_after=left,
            )
