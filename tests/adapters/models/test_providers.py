"""Names, addresses and keys are looked at before anything is sent."""

import pytest
from pydantic import SecretStr

from stet.adapters.models.providers import KEY_VARIABLES, Access, check_key, read_name, seat
from stet.errors import BadSetting, KeyMissing


def test_a_name_is_a_provider_and_a_model_that_may_have_colons():
    provider, model = read_name("local:qwen2.5:7b-instruct")
    assert (provider.name, model) == ("local", "qwen2.5:7b-instruct")


@pytest.mark.parametrize("name", ["", "gpt-5", "openai:", "openai: ", "nobody:gpt", ":gpt", "OpenAI:gpt"])
def test_what_names_no_model_is_a_setting_that_cannot_be_used(name: str):
    with pytest.raises(BadSetting) as caught:
        seat(name, Access())
    assert "openai-responses" in (caught.value.hint or "")


@pytest.mark.parametrize(
    "base_url",
    ["", "api.example", "ftp://api.example", "http://", "http://user:word@api.example", "http://a/?key=x"],
)
def test_an_address_must_be_one(base_url: str):
    with pytest.raises(BadSetting):
        seat("local:m", Access(base_url=base_url))


@pytest.mark.parametrize("key", ["two words", "schlüssel", "line\nbreak"])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(key: str):
    with pytest.raises(BadSetting) as caught:
        seat("openai:m", Access(key=SecretStr(key)))
    assert key not in f"{caught.value}{caught.value.hint}"


def test_a_key_is_needed_where_it_is_and_its_variable_is_named():
    for name, variable in KEY_VARIABLES.items():
        place = seat(f"{name}:m", Access(base_url="http://127.0.0.1:9/v1", key=SecretStr(" ")))
        if name == "local":
            check_key(place)
            continue
        with pytest.raises(KeyMissing, match=variable) as caught:
            check_key(place)
        assert "--engine quote" in (caught.value.hint or "")


def test_a_providers_own_address_is_home_and_a_slash_makes_no_difference():
    assert seat("openai:m", Access()).at_home
    assert seat("openai:m", Access(base_url="https://api.openai.com/v1/")).at_home
    assert not seat("openai:m", Access(base_url="https://api.openai.com.example/v1")).at_home
    assert not seat("openai:m", Access(base_url="http://127.0.0.1:9/v1")).at_home
    assert seat("local:m", Access(base_url="http://127.0.0.1:9/v1")).on_loopback
    assert not seat("local:m", Access(base_url="http://127.example/v1")).on_loopback
