"""Prices: one's own first, list prices only where the list's owner sells, and unknown is unknown."""

from datetime import date
from decimal import Decimal

import pytest
from pydantic import SecretStr

from stet.adapters.models.prices import Counted, Price, Prices, price_date
from stet.adapters.models.providers import Access, Seat, seat

CALL = Counted(input=1_000_000, output=100_000, cached=200_000)
OWN = Price(input=Decimal(3), output=Decimal(15), cached=Decimal("0.3"))


def at(name: str, base_url: str | None = None) -> Seat:
    return seat(name, Access(base_url=base_url, key=SecretStr("k")))


def test_an_own_price_is_by_address_or_provider_and_comes_first():
    prices = Prices(
        {("https://gate.example/v1/", "m"): OWN, ("cometapi", "m"): OWN, ("openai", "gpt-5-mini"): OWN}
    )
    expected = Decimal("0.8") * 3 + Decimal("0.2") * Decimal("0.3") + Decimal("0.1") * 15
    for place in (at("openai:m", "https://gate.example/v1"), at("cometapi:m"), at("openai:gpt-5-mini")):
        assert prices.usd(place, CALL) == expected
    assert prices.usd(at("cometapi:other"), CALL) is None


def test_without_a_price_for_cached_input_it_is_paid_as_input():
    prices = Prices({("local", "m"): Price(input=Decimal(1), output=Decimal(0))})
    assert prices.usd(at("local:m", "http://127.0.0.1:9/v1"), CALL) == 1


def test_an_own_price_says_nothing_of_searches():
    prices = Prices({("openai-responses", "gpt-5-mini"): OWN})
    assert prices.usd(at("openai-responses:gpt-5-mini"), Counted(input=1, output=1, searches=1)) is None


@pytest.mark.parametrize(
    "name",
    [
        "openai:gpt-5-mini",
        "anthropic:claude-haiku-4-5",
        "google:gemini-2.5-flash",
        "openrouter:openai/gpt-5-mini",
    ],
)
def test_a_list_price_holds_at_the_providers_own_address_alone(name: str):
    usd = Prices().usd(at(name), CALL)
    assert usd is not None
    assert Decimal(0) < usd < Decimal(10)
    assert Prices().usd(at(name, "https://gate.example/v1"), CALL) is None
    assert Prices().usd(at(name, "http://127.0.0.1:9/v1"), CALL) is None


def test_what_a_cache_served_is_cheaper_and_a_search_costs():
    place = at("anthropic:claude-haiku-4-5")
    full = Prices().usd(place, Counted(input=1_000_000, output=0))
    cached = Prices().usd(place, Counted(input=1_000_000, output=0, cached=1_000_000))
    searched = Prices().usd(place, Counted(input=1_000_000, output=0, searches=2))
    assert full is not None
    assert cached is not None
    assert searched is not None
    assert cached < full < searched
    assert searched - full == Decimal("0.02")


def test_the_exact_id_that_a_service_names_finds_the_price_of_the_model():
    place = at("openai:gpt-5-mini")
    assert Prices().usd(place, CALL, model="gpt-5-mini-2025-08-07") == Prices().usd(place, CALL)
    assert Prices().usd(place, CALL, model="something-unheard-of") == Prices().usd(place, CALL)


def test_a_model_or_a_gateway_that_no_list_knows_has_no_price():
    assert Prices().usd(at("openai:unheard-of-model"), CALL) is None
    assert Prices().usd(at("cometapi:gpt-5-mini"), CALL) is None
    assert Prices().usd(at("local:m", "https://gate.example/v1"), CALL) is None


@pytest.mark.parametrize("host", ["127.0.0.1:9", "127.8.8.8", "localhost:1", "[::1]:2"])
def test_a_server_on_this_machine_is_free_of_charge(host: str):
    assert Prices().usd(at("local:m", f"http://{host}/v1"), CALL) == 0


def test_the_lists_say_how_fresh_they_are():
    assert date(2026, 9, 1) <= price_date(date(2026, 11, 30)) <= date(2026, 11, 30)
    assert price_date(date(2026, 10, 1)) <= date(2026, 10, 1)


LONG = Price.model_validate(
    {
        "input": 2,
        "output": 10,
        "cached": "0.2",
        "long": {"over": 200_000, "input": 4, "output": 15, "cached": "0.4"},
    }
)


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        (Counted(input=200_000, output=1_000), "0.41"),
        (Counted(input=200_001, output=1_000), "0.815004"),
        (Counted(input=150_000, output=0, cached=100_000), "0.12"),
        (Counted(input=250_000, output=0, cached=200_000), "0.28"),
    ],
)
def test_a_long_call_costs_its_own_rates_for_all_its_tokens(counted: Counted, expected: str):
    assert LONG.of(counted) == Decimal(expected)
    assert Prices({("cometapi", "m"): LONG}).usd(at("cometapi:m"), counted) == Decimal(expected)


def test_cached_tokens_of_a_long_call_cost_its_input_where_nothing_else_is_said():
    price = Price.model_validate(
        {"input": 1, "output": 1, "cached": 0, "long": {"over": 10, "input": 3, "output": 1}}
    )
    assert price.of(Counted(input=1_000_000, output=0, cached=1_000_000)) == 3


def test_more_tokens_never_cost_less():
    sizes = (0, 1, 199_999, 200_000, 200_001, 900_000)
    costs = [LONG.of(Counted(input=size, output=5)) for size in sizes]
    assert costs == sorted(costs)


@pytest.mark.parametrize("name", ["google:gemini-2.5-pro", "anthropic:claude-sonnet-4-5"])
def test_the_public_list_has_rates_of_long_calls_and_cached_tokens_count_for_the_length(name: str):
    place = at(name)
    below, above = (Prices().usd(place, Counted(input=n, output=0)) for n in (200_000, 200_001))
    mixed = Prices().usd(place, Counted(input=200_001, output=0, cached=200_000))
    few = Prices().usd(place, Counted(input=200_000, output=0, cached=199_999))
    assert below is not None
    assert above is not None
    assert mixed is not None
    assert few is not None
    assert above / below > Decimal("1.9")
    assert mixed / few > Decimal("1.9")
