"""What calls cost, in US dollars: the operator's own prices first, then the public lists in genai-prices.

A list price holds only at the provider's own address: a gateway, or any other base URL, sells the same names at
prices of its own, so that without an own price what it asks is unknown. `local:` on this machine is free of charge;
what its electricity costs, nobody bills by call. Unknown is None, and is not zero.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING

from pydantic import Field

from stet.adapters.models.providers import Seat
from stet.domain.base import Value

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo

_MILLION = Decimal(1_000_000)
_EXACT = Context(prec=60)
"""More digits than tokens by prices have."""


class Rates(Value):
    """Money for a million tokens of input, of output, and of input that a cache served (None: as input)."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0)


class LongRates(Rates):
    """The rates of all tokens of a call that has more than `over` tokens of input, cached ones with them.

    So do Anthropic, Google and OpenAI bill long contexts, and genai-prices its `TieredPrices`.
    """

    over: int = Field(ge=1)


class Price(Rates):
    """The rates of a model; `long` are those of long calls, None where they cost no other."""

    long: LongRates | None = None

    def of(self, counted: "Counted") -> Decimal:
        """What a call costs; its searches are not in it."""
        rates = self.long if self.long is not None and counted.input > self.long.over else self
        cached = min(counted.cached, counted.input)
        rate = rates.input if rates.cached is None else rates.cached
        whole = Decimal(0)
        for tokens, price in (
            (counted.input - cached, rates.input),
            (cached, rate),
            (counted.output, rates.output),
        ):
            whole = _EXACT.fma(Decimal(tokens), price, whole)
        return _EXACT.divide(whole, _MILLION)


class Counted(Value):
    """What is to be paid: tokens (`input` has `cached` and `cache_writes` in it) and searches of the web."""

    input: int
    output: int
    cached: int = 0
    cache_writes: int = 0
    searches: int = 0


Own = Mapping[tuple[str, str], Price]
"""The operator's prices by (base URL or provider, model), as in `[prices]` of stet.toml."""


class Prices:
    """Prices of models, for what a call cost and for what it may cost at most."""

    def __init__(self, own: Own | None = None) -> None:
        self._own = {(where.rstrip("/"), model): price for (where, model), price in (own or {}).items()}

    def usd(self, place: Seat, counted: Counted, *, model: str | None = None) -> Decimal | None:
        """The price of a call, or None where no price is known.

        `model` is the exact id that the service named, where that is known. An own price says nothing of
        searches, so that with them the sum is unknown.
        """
        own = self._of_own(place)
        if own is not None:
            return None if counted.searches else own.of(counted)
        if place.provider.name == "local" and place.on_loopback:
            return Decimal(0)
        found = self._listed(place, model) or self._listed(place, place.model)
        return _list_price(found, place, counted) if found is not None else None

    def window(self, place: Seat) -> int | None:
        """How many tokens question and answer may have together by the public list; None where that is not known."""
        found = self._listed(place, place.model)
        return found.context_window if found is not None else None

    def _of_own(self, place: Seat) -> Price | None:
        keys = ((place.base_url, place.model), (place.provider.name, place.model))
        return next((self._own[key] for key in keys if key in self._own), None)

    def _listed(self, place: Seat, model: str | None) -> "ModelInfo | None":
        if place.provider.list_prices is None or not place.at_home or model is None:
            return None
        return _known(place.provider.list_prices, model)


def price_date(today: date) -> date:
    """The latest change of a price that the public lists know, up to `today`: how fresh they are at least."""
    return max((day for day in _changes() if day <= today), default=date(2026, 1, 1))


@cache
def _known(provider: str, model: str) -> "ModelInfo | None":
    from genai_prices.data_snapshot import get_snapshot

    try:
        return get_snapshot().find_provider_model(model, None, provider, None)[1]
    except LookupError:
        return None


def _list_price(found: "ModelInfo", place: Seat, counted: Counted) -> Decimal | None:
    from genai_prices import Usage
    from genai_prices.data_snapshot import get_snapshot

    provider = get_snapshot().find_provider(None, place.provider.list_prices, None)
    usage = Usage(
        input_tokens=counted.input,
        cache_read_tokens=counted.cached,
        cache_write_tokens=counted.cache_writes,
        output_tokens=counted.output,
        **({"web_searches": counted.searches} if counted.searches else {}),
    )
    try:
        return found.calc_price(usage, provider).total_price
    except (LookupError, ValueError):
        return None


def _changes() -> Iterator[date]:
    from genai_prices.data_snapshot import get_snapshot

    for provider in get_snapshot().providers:
        for model in provider.models:
            if isinstance(model.prices, list):
                starts = (getattr(price.constraint, "start_date", None) for price in model.prices)
                yield from (start for start in starts if isinstance(start, date))
