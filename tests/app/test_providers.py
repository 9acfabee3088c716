"""The table of providers: which are chosen, in which order, and what is missing."""

import importlib.metadata
from decimal import Decimal

import pytest

from stet.adapters.http import Http
from stet.adapters.models.native import NATIVE
from stet.adapters.models.providers import KEY_VARIABLES
from stet.app import providers
from stet.app.providers import (
    NATIVE_SEARCHES,
    PROVIDERS,
    Services,
    address_of,
    at_hand,
    chains_of,
    make,
    native_access,
)
from stet.errors import BadSetting, KeyMissing
from stet.ports import Answer, SearchRequest

NOTHING = Services(Http(user_agent="stet/0"), None, None, None)


def test_a_chain_is_read_as_it_is_written_each_provider_once():
    hand = at_hand({})
    assert chains_of(["wikipedia, Arxiv ,wikipedia", "crossref"], hand) == (
        ("wikipedia", "arxiv"),
        ("crossref",),
    )


@pytest.mark.parametrize("written", ["gopher", "wikipedia,gopher", ",", " "])
def test_a_provider_that_is_none_is_named_with_those_there_are(written: str):
    with pytest.raises(BadSetting) as error:
        chains_of([written], at_hand({}))
    assert "wikipedia" in (error.value.hint or "")


def test_without_a_name_the_first_that_a_key_makes_possible_is_chosen(monkeypatch: pytest.MonkeyPatch):
    assert chains_of([], at_hand({})) == ()
    monkeypatch.setenv("BRAVE_API_KEY", "k")
    assert chains_of([], at_hand({})) == (("brave",),)
    monkeypatch.setenv("TAVILY_API_KEY", "k")
    assert chains_of([], at_hand({})) == (("tavily",),)


def test_in_a_chain_those_without_a_key_are_left_out_and_a_chain_of_none_is_an_error():
    assert chains_of(["tavily,wikipedia"], at_hand({})) == (("wikipedia",),)
    with pytest.raises(KeyMissing, match="EXA_API_KEY"):
        chains_of(["exa,tavily"], at_hand({}))


def test_an_instance_of_ones_own_is_found_by_variable_or_by_the_operators_table(
    monkeypatch: pytest.MonkeyPatch,
):
    assert not at_hand({})["searxng"]
    assert at_hand({"searxng": "http://127.0.0.1:8888"})["searxng"]
    monkeypatch.setenv("SEARXNG_URL", "http://127.0.0.1:8888")
    assert chains_of([], at_hand({})) == (("searxng",),)


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_provider_can_be_made_and_says_who_it_is_and_what_it_costs(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    for variable in ("TAVILY_API_KEY", "BRAVE_API_KEY", "EXA_API_KEY"):
        monkeypatch.setenv(variable, "test-0123456789")
    monkeypatch.setenv("SEARXNG_URL", "http://127.0.0.1:8888")
    made = make(name, NOTHING)
    assert made.name == name
    assert made.usd is None or made.usd >= Decimal(0)


@pytest.mark.parametrize("name", ["tavily", "brave", "exa"])
def test_a_word_for_a_key_is_refused_by_name_where_the_service_itself_is_asked(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    variable = f"{name.upper()}_API_KEY"
    monkeypatch.setenv(variable, "EMPTY")
    with pytest.raises(KeyMissing, match=f"{variable} holds is too short"):
        make(name, NOTHING)
    assert make(name, NOTHING._replace(url="http://127.0.0.1:8080")).name == name


def test_a_search_by_models_has_the_key_and_the_address_of_its_models(monkeypatch: pytest.MonkeyPatch):
    for name in NATIVE_SEARCHES:
        assert not at_hand({})[f"native:{name}"]
        with pytest.raises(KeyMissing, match=KEY_VARIABLES[name]):
            native_access(name, None, None)
        monkeypatch.setenv(KEY_VARIABLES[name], f"{name}-0123456789")
        assert at_hand({})[f"native:{name}"]
        found = native_access(name, None, None).key
        assert found is not None
        assert found.get_secret_value() == f"{name}-0123456789"
    assert set(NATIVE_SEARCHES) == set(NATIVE)
    assert address_of("native:google", {}) is None
    assert address_of("native:google", {"google": "http://a.example"}) == "http://a.example"
    own = {"google": "http://a.example", "native:google": "http://b.example"}
    assert address_of("native:google", own) == "http://b.example"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://c.example/v1")
    assert address_of("native:openai", {}) == address_of("local", {}) == "http://c.example/v1"
    assert address_of("native:anthropic", {}) is None


class Gazette:
    """A third party's provider."""

    name = "gazette"
    usd = Decimal(0)

    def __init__(self, services: Services) -> None:
        self.services = services

    async def search(self, request: SearchRequest) -> Answer:
        return Answer(hits=())


def test_a_third_party_names_a_provider_by_an_entry_point(monkeypatch: pytest.MonkeyPatch):
    point = importlib.metadata.EntryPoint("gazette", f"{__name__}:Gazette", providers.ENTRY_POINTS)
    monkeypatch.setattr(
        providers, "entry_points", lambda group: [point] if group == providers.ENTRY_POINTS else []
    )
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda _: Gazette)
    assert chains_of(["gazette"], at_hand({})) == (("gazette",),)
    assert isinstance(make("gazette", NOTHING), Gazette)


def test_a_third_party_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch):
    point = importlib.metadata.EntryPoint("gazette", "no_such_module:X", providers.ENTRY_POINTS)
    monkeypatch.setattr(providers, "entry_points", lambda **_: [point])
    with pytest.raises(BadSetting, match="no_such_module"):
        make("gazette", NOTHING)
