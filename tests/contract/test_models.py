"""One suite over all models: what a role may rely on, whoever answers."""

from collections.abc import Callable, Iterator

import pytest

from httpkit import Server
from stet.domain.budget import Usage
from stet.errors import Unavailable
from stet.ports import Finish, Model
from stet.testing import ScriptedModel
from wirekit import ANSWERS, SHAPE, asking, model, refusing, saying

Opened = Callable[[str], Model]
"""A model that says one text, and then is out of order."""

NAMES = [*sorted(ANSWERS), "openrouter", "cometapi", "local", "scripted"]


@pytest.fixture(params=NAMES)
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    name: str = request.param
    servers: list[Server] = []

    def open_(text: str) -> Model:
        if name == "scripted":
            return ScriptedModel([text, Unavailable("out of order")])
        body = ANSWERS.get(name, ANSWERS["openai"])(text)
        server = Server(saying(body, refusing(503, "out of order")))
        servers.append(server.__enter__())
        return model(name, server)

    yield open_
    for server in servers:
        server.__exit__()


async def test_it_says_what_it_was_given_within_its_bound(opened: Opened):
    talking = opened("It is warm.")
    ask = asking()
    bound = talking.bound(ask)
    said = await talking.ask(ask)
    assert (said.text, said.finish, said.mode) == ("It is warm.", Finish.STOP, "text")
    assert bound.model_calls == 1
    assert 0 < said.input_tokens + said.output_tokens <= bound.tokens
    assert said.cached_tokens <= said.input_tokens
    assert bound == Usage(model_calls=1, tokens=bound.tokens, usd=bound.usd)


async def test_a_shape_comes_as_the_text_of_its_json(opened: Opened):
    said = await opened('{"degrees": 7}').ask(asking(shape=SHAPE))
    assert said.text == '{"degrees": 7}'
    assert said.mode in ("native", "tool", "prompted")


async def test_a_failure_is_one_of_ours_and_is_worth_another_try_where_it_says_so(opened: Opened):
    talking = opened("x")
    await talking.ask(asking())
    with pytest.raises(Unavailable) as caught:
        await talking.ask(asking())
    assert caught.value.retryable


async def test_it_has_a_name_and_a_window_and_a_longer_question_has_a_higher_bound(opened: Opened):
    talking = opened("x")
    assert ":" in talking.name
    assert talking.window >= 1_000
    short, long = talking.bound(asking("a")), talking.bound(asking("a" * 3_000))
    assert long.tokens > short.tokens
