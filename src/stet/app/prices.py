"""The operator's own prices, as those who reckon with them take them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stet.config import OwnPrice

if TYPE_CHECKING:
    from stet.adapters.models.prices import Price


def own_prices(own: Sequence[OwnPrice], currency: str) -> "Mapping[tuple[str, str], Price]":
    """The prices that are in `currency`, by address or provider, and model."""
    from stet.adapters.models.prices import Price

    return {
        (price.at, price.model): Price.model_validate(price.model_dump(exclude={"at", "model", "currency"}))
        for price in own
        if price.currency == currency
    }
