"""A key that a service repeats is taken out of its answer; a word that stands for a key takes no words out."""

import pytest
from pydantic import SecretStr

from httpkit import Server, answer
from stet.adapters.keys import SHORTEST, without_key
from stet.adapters.models.providers import PROVIDERS, Access, check_key, seat
from stet.errors import KeyMissing, StetError
from wirekit import ANSWERS, KEY, MODELS, asking, model, refusing, saying


@pytest.mark.parametrize("key", ["", "k", "EMPTY", "a" * (SHORTEST - 1)])
def test_what_is_too_short_to_be_a_key_takes_nothing_out(key: str) -> None:
    assert without_key(b"kEMPTYaaaaaaak", key) == b"kEMPTYaaaaaaak"


def test_a_key_is_taken_out_wherever_it_stands() -> None:
    assert without_key(f"a {KEY} b{KEY}".encode(), KEY) == b"a [key] b[key]"


@pytest.mark.parametrize("provider", MODELS)
@pytest.mark.parametrize("key", ["k", "e", "EMPTY", "assist"])
async def test_an_answer_to_a_word_for_a_key_is_whole(provider: str, key: str) -> None:
    text = "The kea, an assistant to none, likes EMPTY kennels."
    with Server(saying(ANSWERS[provider](text))) as server:
        said = await model(provider, server, key=key).ask(asking())
    assert said.text == text


@pytest.mark.parametrize("provider", MODELS)
async def test_a_key_that_is_repeated_is_not_kept(provider: str) -> None:
    with Server(saying(ANSWERS[provider](f"Your key is {KEY}."))) as server:
        said = await model(provider, server).ask(asking())
    assert said.text == "Your key is [key]."
    no = saying(refusing(400, f"no such field for {KEY}"))
    with Server(no) as server, pytest.raises(StetError) as caught:
        await model(provider, server).ask(asking())
    assert KEY not in f"{caught.value.message}{caught.value.hint}"


@pytest.mark.parametrize("name", [name for name, provider in PROVIDERS.items() if provider.needs_key])
def test_the_service_itself_has_no_key_that_short(name: str) -> None:
    def check(key: str, url: str | None = None) -> None:
        check_key(seat(f"{name}:m", Access(base_url=url, key=SecretStr(key))))

    with pytest.raises(KeyMissing, match=f"{PROVIDERS[name].key_variable} holds is too short"):
        check("EMPTY")
    check("a" * SHORTEST)
    check("EMPTY", "http://127.0.0.1:8080/v1")


def test_a_server_of_ones_own_may_want_any_word_or_none() -> None:
    for key in (None, SecretStr("EMPTY")):
        check_key(seat("local:m", Access(base_url="http://127.0.0.1:8080/v1", key=key)))


async def test_a_search_service_takes_the_same_care() -> None:
    from stet.adapters.http import Http
    from stet.adapters.search.service import Service

    with Server(lambda _: answer({"a": "kea EMPTY test-0123456789"})) as server:
        http = Http(allow=[f"127.0.0.1:{server.port}"], user_agent="stet/0")
        found = {
            key: await Service(http, "p", key_variable="P_KEY", key=SecretStr(key)).ask(
                "GET", server.url("/")
            )
            for key in ("k", "EMPTY", "test-0123456789")
        }
        await http.aclose()
    assert found["k"] == found["EMPTY"]
    assert b"kea EMPTY test-0123456789" in found["k"]
    assert b"kea EMPTY [key]" in found["test-0123456789"]
