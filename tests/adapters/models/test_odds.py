"""Probabilities of the first token are asked for where they are wanted, and read as they are told."""

from typing import cast

import pytest

from httpkit import Server
from stet.adapters.models.providers import PROVIDERS, Access, Format, read_name, seat
from stet.adapters.models.talk import Settings, TalkingModel
from stet.domain.base import canonical_json
from stet.errors import BadSetting
from stet.ports import Ask, Said
from wirekit import Body, access, asking, chat, saying

ASK = asking(limit=1).model_copy(update={"odds": 20})


def told(logprobs: object) -> Body:
    """A chat completion of one token, with what the service tells of it."""
    body = chat("Yes", finish="length")
    choices = cast("list[Body]", body["choices"])
    choices[0]["logprobs"] = logprobs
    return body


def tops(*pairs: tuple[str, object]) -> Body:
    one = [{"token": token, "logprob": logprob, "bytes": None} for token, logprob in pairs]
    return {
        "content": [{"token": "Yes", "logprob": -0.1, "bytes": None, "top_logprobs": one}],
        "refusal": None,
    }


async def heard(server: Server, ask: Ask = ASK) -> Said:
    model = TalkingModel("logprob:local:small", access("local", server), Settings(seconds=20))
    assert model.name == "logprob:local:small"
    return await model.ask(ask)


async def test_they_are_asked_for_by_number_and_read_likeliest_first() -> None:
    body = told(tops(("No", -2.5), ("Yes", -0.1), ("yes", 1e-6)))
    with Server(saying(body)) as server:
        said = await heard(server)
    (request,) = server.requests
    assert b'"logprobs":true' in request.body.replace(b": ", b":")
    assert b'"top_logprobs":20' in request.body.replace(b": ", b":")
    assert b'"small"' in request.body
    assert [(each.token, each.logprob) for each in said.odds] == [("yes", 0.0), ("Yes", -0.1), ("No", -2.5)]
    assert Said.model_validate_json(said.model_dump_json()) == said


@pytest.mark.parametrize(
    "logprobs",
    [None, {"content": None}, {"content": []}, tops(), tops(("Yes", 4.0))],
    ids=["none", "null", "empty", "no tops", "no probability"],
)
async def test_a_service_that_tells_none_gives_none(logprobs: object) -> None:
    with Server(saying(told(logprobs))) as server:
        assert (await heard(server)).odds == ()


async def test_they_are_not_asked_for_where_nobody_wants_them() -> None:
    with Server(saying(told(tops(("Yes", -0.1))))) as server:
        said = await heard(server, asking())
    assert b"logprobs" not in server.requests[0].body
    assert said.odds == ()


def test_a_call_without_them_keeps_the_key_that_it_always_had() -> None:
    assert "odds" not in canonical_json(asking())
    assert "odds" in canonical_json(ASK)


@pytest.mark.parametrize("provider", sorted(PROVIDERS))
def test_only_what_speaks_the_chat_format_can_be_asked(provider: str) -> None:
    name = f"logprob:{provider}:m"
    assert read_name(name) == (PROVIDERS[provider], "m")
    where = Access(base_url="http://127.0.0.1:9/v1")
    if PROVIDERS[provider].format is Format.CHAT:
        assert seat(name, where).name == name
    else:
        with pytest.raises(BadSetting, match="probabilities"):
            seat(name, where)
