"""The operator's own prices, found by a run's role: by the address at which it is asked, or by its provider."""

from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from stet.adapters.models.providers import BY_ODDS, Access, seat
from stet.config import USD, OwnPrice, Settings
from stet.domain.run import RoleModel
from stet.errors import BadSetting

if TYPE_CHECKING:
    from stet.adapters.models.prices import Price


class Pricing:
    """Prices in one currency. `urls` are the operator's addresses of providers, by name."""

    def __init__(
        self, own: tuple[OwnPrice, ...] = (), currency: str = USD, urls: Mapping[str, str] | None = None
    ) -> None:
        self.currency = currency
        self._own = tuple(price for price in own if price.currency == currency)
        self._urls = urls or {}
        self._found = lru_cache(maxsize=1_000)(self._find)

    def own(self, role: RoleModel) -> "Price | None":
        """The own price of a role's model, or None."""
        return self._found(role.model, role.url) if self._own else None

    def cost(self, role: RoleModel, tokens_in: int, tokens_out: int, cached: int) -> Decimal | None:
        """What one call costs by the own price; None where there is none."""
        from stet.adapters.models.prices import Counted

        price = self.own(role)
        return (
            price.of(Counted(input=tokens_in, output=tokens_out, cached=cached))
            if price is not None
            else None
        )

    def _find(self, name: str, url: str | None) -> "Price | None":
        from stet.app.prices import own_prices
        from stet.app.providers import address_of

        own = own_prices(self._own, self.currency)
        provider, _, model = name.removeprefix(BY_ODDS).partition(":")
        places = [provider]
        # A provider or an address that is known no more can still be priced by the provider's name.
        with suppress(BadSetting):
            places.insert(0, seat(name, Access(base_url=url or address_of(provider, self._urls))).base_url)
        by_place = {(at.rstrip("/"), of): price for (at, of), price in own.items()}
        return next((by_place[at, model] for at in places if (at, model) in by_place), None)


def pricing_of(settings: Settings) -> Pricing:
    """As the settings say."""
    return Pricing(settings.prices, settings.costs.currency, settings.urls)
