"""A model answers by one exchange, in the manner that its server takes, and every failure has a type."""

from collections.abc import Iterator
from typing import cast

import pytest
from pydantic import SecretStr

from httpkit import Raw, Reply, Server, answer
from stet.adapters.models.exchange import MOST_BYTES
from stet.adapters.models.habits import Memory
from stet.adapters.models.prices import Price, Prices
from stet.adapters.models.providers import Access
from stet.adapters.models.talk import Settings, TalkingModel
from stet.errors import (
    BadAnswer,
    KeyMissing,
    Learned,
    QuotaExceeded,
    RateLimited,
    StetError,
    TooLong,
    Unavailable,
    UnknownModel,
)
from stet.ports import Finish
from wirekit import (
    ANSWERS,
    KEY,
    MODELS,
    SHAPE,
    Body,
    access,
    anthropic,
    asking,
    chat,
    google,
    model,
    refusing,
    responses,
    saying,
    sent,
)

FORMATS = sorted(MODELS)
HTML = (200, {"content-type": "text/html"}, "<!doctype html><title>Welcome</title>")


@pytest.mark.parametrize("provider", FORMATS)
async def test_prose_is_asked_for_by_one_request_with_limit_and_key(provider: str):
    with Server(saying(ANSWERS[provider]())) as server:
        said = await model(provider, server).ask(asking(limit=77))
    assert (said.text, said.finish, said.mode) == ("It is warm.", Finish.STOP, "text")
    assert (said.model, said.input_tokens, said.output_tokens) == ("small-2026-11-01", 40, 9)
    assert said.cached_tokens == (0 if provider == "openai" else 16)
    assert not said.estimated
    assert len(server.requests) == 1
    assert b":77" in server.requests[0].body.replace(b": ", b":")
    assert KEY in " ".join(server.requests[0].headers.values())


@pytest.mark.parametrize("provider", FORMATS)
async def test_a_shape_is_asked_for_natively_where_the_table_says_so(provider: str):
    with Server(saying(ANSWERS[provider]('{"degrees": 7}'))) as server:
        said = await model(provider, server).ask(asking(shape=SHAPE))
    assert (said.text, said.mode) == ('{"degrees": 7}', "native")
    assert b'"degrees"' in server.requests[0].body
    assert b'"tools"' not in server.requests[0].body


@pytest.mark.parametrize("provider", FORMATS)
async def test_a_shape_is_the_arguments_of_a_tool_where_the_native_way_was_refused(provider: str):
    memory = Memory()
    replies = refusing(400, "json_schema is not supported"), ANSWERS[provider](call='{"degrees": 7}')
    with Server(saying(*replies)) as server:
        talking = model(provider, server, memory=memory)
        with pytest.raises(Learned, match="native"):
            await talking.ask(asking(shape=SHAPE))
        assert len(server.requests) == 1
        said = await talking.ask(asking(shape=SHAPE))
        # Another model object with the same memory need not learn it again.
        again = await model(provider, server, memory=memory).ask(asking(shape=SHAPE))
    assert (said.text.replace(" ", ""), said.mode) == ('{"degrees":7}', "tool")
    assert again.mode == "tool"
    assert len(server.requests) == 3


@pytest.mark.parametrize("provider", FORMATS)
async def test_a_shape_is_prompted_for_in_the_end_and_stands_before_what_changes(provider: str):
    memory = Memory()
    refusals = refusing(400, "response_format json_schema"), refusing(422, "tool_choice is not supported")
    with Server(saying(*refusals, ANSWERS[provider]('{"degrees": 7}'))) as server:
        talking = model(provider, server, memory=memory)
        for _ in refusals:
            with pytest.raises(Learned):
                await talking.ask(asking(shape=SHAPE))
        said = await talking.ask(asking("And tomorrow?", shape=SHAPE))
    assert (said.text, said.mode) == ('{"degrees": 7}', "prompted")
    body = server.requests[-1].body.decode()
    instructions = "systemInstruction" if provider == "google" else "Answer briefly."
    assert instructions in body
    assert "degrees" in body
    assert "response_format" not in body
    assert "tools" not in body


async def test_the_system_part_and_the_schema_stand_before_the_prompt():
    with Server(saying(refusing(400, "json_schema"), refusing(400, "tools"), chat("{}"))) as server:
        talking = model("local", server)
        for _ in range(2):
            with pytest.raises(Learned):
                await talking.ask(asking(shape=SHAPE))
        await talking.ask(asking(shape=SHAPE))
    stable, prompt = cast("list[dict[str, str]]", sent(server)["messages"])
    assert stable["content"].startswith("Answer briefly.\n\n")
    assert stable["content"].endswith(SHAPE.json_schema)
    assert prompt == {"role": "user", "content": "How warm is it?"}


async def test_the_name_of_the_limit_is_learned_from_a_refusal():
    words = "Unsupported parameter: 'max_completion_tokens' is not supported. Use 'max_tokens' instead."
    with Server(saying(refusing(400, words), chat())) as server:
        talking = model("openai", server)
        with pytest.raises(Learned, match="max_completion_tokens"):
            await talking.ask(asking())
        await talking.ask(asking())
    assert "max_tokens" not in sent(server, 0)
    assert sent(server, 1)["max_tokens"] == 60
    assert "max_completion_tokens" not in sent(server, 1)


async def test_a_server_that_knows_neither_name_of_the_limit_is_not_asked_for_ever():
    with Server(lambda seen: refusing(400, f"unknown field: {seen.body.decode()}")) as server:
        talking = model("local", server)
        for _ in range(2):
            with pytest.raises(Learned):
                await talking.ask(asking())
        with pytest.raises(BadAnswer, match="did not accept"):
            await talking.ask(asking())


async def test_a_request_that_is_too_long_teaches_nothing_though_it_names_the_limit():
    words = "The maximum context length is 8192, max_tokens included; longer is not supported."
    with Server(saying(refusing(400, words))) as server:
        talking = model("local", server)
        for _ in range(2):
            with pytest.raises(TooLong):
                await talking.ask(asking())
    assert "max_tokens" in sent(server)


async def test_a_limit_that_is_not_heeded_goes_by_its_other_name_the_next_time():
    long = chat(usage={"prompt_tokens": 40, "completion_tokens": 900, "total_tokens": 940})
    with Server(saying(long, chat())) as server:
        talking = model("openai", server)
        said = await talking.ask(asking(limit=60))
        await talking.ask(asking(limit=60))
    assert said.output_tokens == 900
    assert "max_completion_tokens" in sent(server, 0)
    assert "max_tokens" in sent(server, 1)


async def test_a_parameter_that_is_refused_is_dropped_and_the_others_stay():
    words = "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) is."
    settings = Settings(temperature=0.2, seed=7, effort="low", seconds=20)
    with Server(saying(refusing(400, words), chat())) as server:
        talking = model("local", server, settings=settings)
        with pytest.raises(Learned, match="temperature"):
            await talking.ask(asking())
        await talking.ask(asking())
    assert sent(server, 0)["temperature"] == 0.2
    assert "temperature" not in sent(server, 1)
    assert sent(server, 1)["seed"] == 7


async def test_two_calls_at_once_may_learn_the_same():
    import anyio

    learned: list[Learned] = []

    async def one(talking: TalkingModel) -> None:
        with pytest.raises(Learned) as caught:
            await talking.ask(asking(shape=SHAPE))
        learned.append(caught.value)

    handler = saying(refusing(400, "response_format"), refusing(400, "response_format"), chat(call="{}"))
    with Server(handler, delay=0.1) as server:
        talking = model("local", server)
        async with anyio.create_task_group() as group:
            group.start_soon(one, talking)
            group.start_soon(one, talking)
        assert (await talking.ask(asking(shape=SHAPE))).mode == "tool"
    assert len(learned) == 2


@pytest.mark.parametrize(
    ("provider", "body", "finish"),
    [
        ("openai", chat("It is", finish="length"), Finish.LENGTH),
        ("openai", chat("It is", finish="content_filter"), Finish.REFUSED),
        ("openai", chat(None, refusal="It is"), Finish.REFUSED),
        ("openai-responses", responses("It is", finish="incomplete"), Finish.LENGTH),
        ("anthropic", anthropic("It is", finish="max_tokens"), Finish.LENGTH),
        ("anthropic", anthropic("It is", finish="refusal"), Finish.REFUSED),
        ("google", google("It is", finish="MAX_TOKENS"), Finish.LENGTH),
        ("google", google("It is", finish="SAFETY"), Finish.REFUSED),
    ],
)
async def test_why_it_ended_is_told(provider: str, body: Body, finish: Finish):
    with Server(saying(body)) as server:
        said = await model(provider, server).ask(asking())
    assert (said.finish, said.text) == (finish, "It is")


@pytest.mark.parametrize("content", [None, "", []])
async def test_an_answer_that_says_nothing_is_an_answer_that_was_paid_for(content: object):
    with Server(saying(chat(content))) as server:
        said = await model("openai", server).ask(asking())
    assert (said.text, said.finish, said.output_tokens) == ("", Finish.STOP, 9)


async def test_a_question_refused_as_such_is_a_refusal():
    body: Body = {
        "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
        "usageMetadata": {"promptTokenCount": 40},
    }
    with Server(saying(body)) as server:
        said = await model("google", server).ask(asking())
    assert (said.finish, said.text, said.input_tokens) == (Finish.REFUSED, "", 40)


async def test_thinking_is_left_out_wherever_it_stands():
    bodies = (
        chat("<think>Warm?</think>\n\nIt is warm."),
        chat("Warm?\n</think>\nIt is warm."),
        chat("It is warm.", reasoning_content="Warm?"),
        chat("It is warm.", reasoning="Warm?"),
    )
    with Server(saying(*bodies)) as server:
        talking = model("local", server)
        assert [(await talking.ask(asking())).text for _ in bodies] == ["It is warm."] * 4
    with Server(saying(chat("<think>Is it warm? Let me", finish="length"))) as server:
        said = await model("local", server).ask(asking())
    assert (said.text, said.finish) == ("", Finish.LENGTH)


async def test_usage_that_is_missing_or_no_number_is_estimated_from_above():
    with Server(
        saying(
            chat(usage={}),
            chat(usage={"prompt_tokens": -3, "completion_tokens": "many"}),
            chat(usage={"prompt_tokens": None, "completion_tokens": None}),
        )
    ) as server:
        talking = model("local", server)
        for _ in range(3):
            said = await talking.ask(asking())
            assert said.estimated
            bound = talking.bound(asking())
            assert 0 < said.input_tokens <= bound.tokens
            assert said.output_tokens >= len("It is warm.") // 3


async def test_broken_arguments_of_a_tool_come_as_they_are():
    with Server(saying(chat(None, call='{"degrees": 7,', finish="length"))) as server:
        talking = model("openrouter", server, "someone/small")
        said = await talking.ask(asking(shape=SHAPE))
    assert (said.text, said.mode, said.finish) == ('{"degrees": 7,', "tool", Finish.LENGTH)


async def test_text_in_place_of_the_tool_that_must_be_called_is_the_answer():
    with Server(saying(chat('{"degrees": 7}'))) as server:
        said = await model("openrouter", server, "someone/small").ask(asking(shape=SHAPE))
    assert (said.text, said.mode) == ('{"degrees": 7}', "tool")


FAILURES: list[tuple[Reply | Body, type[StetError], str]] = [
    (
        refusing(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key"),
        KeyMissing,
        "refused the key",
    ),
    (refusing(403, "Country not supported"), KeyMissing, "refused the key"),
    (refusing(404, "The model `x` does not exist", code="model_not_found"), UnknownModel, "knows no model"),
    ((404, {}, "page not found"), UnknownModel, "nothing there"),
    (refusing(429, "Slow down", code="rate_limit_exceeded"), RateLimited, "too often"),
    (refusing(429, "Check your plan", code="insufficient_quota"), QuotaExceeded, "nothing left"),
    (refusing(400, "Your credit balance is too low"), QuotaExceeded, "nothing left"),
    (refusing(402, "Pay"), QuotaExceeded, "nothing left"),
    (refusing(429, "Request too large on tokens per min: Limit 30000"), TooLong, "too long"),
    (
        refusing(400, "This model's maximum context length is 8192", code="context_length_exceeded"),
        TooLong,
        "long",
    ),
    (refusing(400, "prompt is too long: 300000 tokens"), TooLong, "too long"),
    (refusing(413, "big"), TooLong, "too long"),
    (refusing(400, "max_tokens is too large: 60. At most 16 are possible."), BadAnswer, "max_tokens is too"),
    (refusing(400, "Something else"), BadAnswer, "did not accept the request"),
    (refusing(500, "Oops", kind="server_error"), Unavailable, "out of order"),
    (refusing(529, "Overloaded", kind="overloaded_error"), Unavailable, "out of order"),
    ((502, {"content-type": "text/html"}, "<html>Bad gateway</html>"), Unavailable, "502"),
    ((302, {"location": "/elsewhere"}, ""), BadAnswer, "redirect"),
    (HTML, BadAnswer, "a page of HTML"),
    ((200, {}, ""), BadAnswer, "empty"),
    ((200, {}, '{"choices": ['), BadAnswer, "no JSON"),
    ((200, {}, '{"choices": NaN}'), BadAnswer, "no JSON"),
    ((200, {}, "[1, 2]"), BadAnswer, "another shape"),
    ((200, {"content-encoding": "gzip"}, "x"), BadAnswer, "packed"),
    ({"error": {"code": 429, "message": "Slow"}}, RateLimited, "status 200: Slow"),
    ({"error": {"code": 502, "message": "Upstream"}}, Unavailable, "Upstream"),
    ({"error": {"type": "overloaded_error", "message": "Full"}}, Unavailable, "Full"),
    ({"error": {"message": "Broken"}}, BadAnswer, "status 200: Broken"),
    ({"error": "model is loading"}, BadAnswer, "model is loading"),
]


@pytest.mark.parametrize("provider", FORMATS)
@pytest.mark.parametrize(("reply", "kind", "words"), FAILURES)
async def test_a_failure_has_its_type_in_every_format(
    provider: str, reply: Reply | Body, kind: type[StetError], words: str
):
    with Server(saying(reply)) as server:
        with pytest.raises(StetError, match=words) as caught:
            await model(provider, server).ask(asking())
        assert len(server.requests) == 1
    assert type(caught.value) is kind
    assert KEY not in f"{caught.value}{caught.value.hint}{caught.value.__cause__!r}"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"choices": []},
        {"choices": None},
        {"choices": [{}]},
        {"choices": [{"message": None}]},
        {"object": "chat.completion", "choices": [{"message": {"content": 7}}]},
    ],
)
async def test_a_completion_without_a_message_is_a_bad_answer(body: Body):
    with Server(saying(body)) as server, pytest.raises(BadAnswer):
        await model("local", server).ask(asking())


@pytest.mark.parametrize("provider", ["openai-responses", "anthropic", "google"])
@pytest.mark.parametrize(
    "body", [{}, {"output": None, "content": None, "candidates": None}, {"candidates": []}]
)
async def test_an_answer_of_another_shape_is_a_bad_answer(provider: str, body: Body):
    with Server(saying(body)) as server, pytest.raises(BadAnswer):
        await model(provider, server).ask(asking())


FAILED_RUN: Body = {"status": "failed", "output": [], "error": {"code": "server_error", "message": "x"}}


@pytest.mark.parametrize(
    ("provider", "body", "kind"),
    [
        ("openai-responses", {**responses(), **FAILED_RUN}, Unavailable),
        ("anthropic", {"type": "error", "error": {"type": "api_error", "message": "x"}}, Unavailable),
        ("google", google("", finish="MALFORMED_FUNCTION_CALL"), BadAnswer),
    ],
)
async def test_a_failed_run_of_the_model_is_no_answer(provider: str, body: Body, kind: type[StetError]):
    with Server(saying(body)) as server, pytest.raises(kind):
        await model(provider, server).ask(asking())


@pytest.mark.parametrize(
    ("headers", "pause"),
    [({"retry-after": "7"}, 7.0), ({"retry-after-ms": "250", "retry-after": "9"}, 0.25), ({}, None)],
)
async def test_the_pause_that_is_asked_for_is_told(headers: dict[str, str], pause: float | None):
    with Server(saying((429, headers, "{}"))) as server, pytest.raises(RateLimited) as caught:
        await model("openai", server).ask(asking())
    assert caught.value.retry_after == pause


async def test_gemini_tells_a_pause_and_the_end_of_a_day_apart():
    def exhausted(quota: str) -> Reply:
        details = [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "14s"},
        ]
        return answer(
            {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "x", "details": details}}, 429
        )

    with Server(saying(exhausted("RequestsPerMinute"), exhausted("RequestsPerDay-FreeTier"))) as server:
        talking = model("google", server)
        with pytest.raises(RateLimited) as caught:
            await talking.ask(asking())
        assert caught.value.retry_after == 14.0
        with pytest.raises(QuotaExceeded):
            await talking.ask(asking())


@pytest.mark.parametrize("provider", FORMATS)
async def test_an_answer_without_end_is_left(provider: str):
    def without_end() -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"
        for _ in range(2 * MOST_BYTES // 1_000_000):
            yield b" " * 1_000_000

    with Server(lambda _: Raw(without_end())) as server, pytest.raises(BadAnswer, match="larger than"):
        await model(provider, server).ask(asking())


@pytest.mark.parametrize("provider", FORMATS)
async def test_an_answer_that_does_not_come_in_time_is_unavailable(provider: str):
    with Server(lambda _: Raw([30.0])) as server:
        talking = model(provider, server, settings=Settings(seconds=0.3))
        with pytest.raises(Unavailable, match="no answer"):
            await talking.ask(asking())


async def test_an_answer_that_drips_is_cut_off_when_its_time_is_over():
    def dripping() -> Iterator[bytes | float]:
        yield b"HTTP/1.1 200 OK\r\n\r\n"
        while True:
            yield b" "
            yield 0.05

    with Server(lambda _: Raw(dripping())) as server:
        talking = model("local", server, settings=Settings(seconds=0.5))
        with pytest.raises(Unavailable, match=r"none within 0\.5 seconds"):
            await talking.ask(asking())


@pytest.mark.parametrize("provider", FORMATS)
async def test_an_answer_that_breaks_off_is_unavailable(provider: str):
    broken = Raw([b'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"choices":'])
    with Server(lambda _: broken) as server, pytest.raises(Unavailable, match="no answer"):
        await model(provider, server).ask(asking())


async def test_a_server_that_is_not_there_is_unavailable():
    with Server() as server:
        pass
    with pytest.raises(Unavailable, match="no answer"):
        await model("local", server).ask(asking())


@pytest.mark.parametrize("provider", FORMATS)
async def test_a_key_does_not_follow_a_redirect(provider: str):
    with Server(host="127.0.0.2") as other:
        away = 307, {"location": other.url("/v1/chat/completions")}, ""
        with Server(saying(away)) as server, pytest.raises(BadAnswer, match="redirect"):
            await model(provider, server).ask(asking())
        assert other.accepted == 0


@pytest.mark.parametrize("provider", FORMATS)
async def test_the_environment_says_nothing_to_the_vendors_libraries(
    provider: str, monkeypatch: pytest.MonkeyPatch
):
    with Server() as trap, Server(saying(ANSWERS[provider]())) as server:
        there = trap.url()
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, there)
        for vendor in ("OPENAI", "ANTHROPIC", "GOOGLE_GEMINI"):
            monkeypatch.setenv(f"{vendor}_BASE_URL", there)
        for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE"):
            monkeypatch.setenv(f"{name}_API_KEY", "trap-key")
        monkeypatch.setenv("SSL_CERT_FILE", "/trap/certificates.pem")
        monkeypatch.setenv("OPENAI_ORG_ID", "trap-org")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "trap-project")
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "trap-token")
        monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
        for vendor in ("OPENAI", "ANTHROPIC"):
            monkeypatch.setenv(f"{vendor}_CUSTOM_HEADERS", "X-Trap: trap\nAuthorization: Bearer trap-key")
        await model(provider, server).ask(asking())
        assert trap.accepted == 0
    seen = server.requests[0]
    assert "trap" not in f"{seen.headers}{seen.body}"


async def test_a_server_of_ones_own_needs_no_key_and_gets_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "trap-key")
    with Server(saying(chat())) as server:
        said = await model("local", server, key=None).ask(asking())
    assert said.usd == 0
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize("provider", [*FORMATS, "openrouter", "cometapi"])
async def test_without_a_key_nothing_is_sent_and_the_variable_is_named(provider: str):
    with Server() as server, pytest.raises(KeyMissing, match="_KEY is not set") as caught:
        await model(provider, server, key=None).ask(asking())
    assert server.accepted == 0
    assert "--engine quote" in (caught.value.hint or "")


async def test_the_operators_proxy_is_used_and_no_other():
    with Server(saying(chat())) as proxy:
        reach = Access(base_url="http://127.0.0.3:9/v1", key=SecretStr(KEY), proxy=proxy.url())
        said = await TalkingModel("openai:small", reach).ask(asking())
    assert said.text == "It is warm."
    assert proxy.paths == ["http://127.0.0.3:9/v1/chat/completions"]


async def test_own_prices_are_charged_and_bound_the_call_from_above():
    with Server(saying(anthropic())) as server:
        where = access("anthropic", server).base_url or ""
        price = Price(input="3", output="15", cached="0.3")  # pyright: ignore[reportArgumentType]
        talking = model("anthropic", server, prices=Prices({(where, "claude-haiku-4-5"): price}))
        said = await talking.ask(asking())
        bound = talking.bound(asking())
    assert str(said.usd) == "0.0002118"  # 24 × 3 + 16 × 0.3 + 9 × 15, in millionths
    assert bound.usd is not None
    assert said.usd is not None
    assert said.usd < bound.usd
    assert said.input_tokens + said.output_tokens <= bound.tokens


async def test_a_gateway_has_no_price_that_was_not_given():
    with Server(saying(chat())) as server:
        talking = model("openai", server)
        assert (await talking.ask(asking())).usd is None
        assert talking.bound(asking()).usd is None


async def test_the_window_is_the_one_set_or_listed_or_a_small_one():
    home = Access(key=SecretStr(KEY))
    assert TalkingModel("openai:gpt-5-mini", home).window == 400_000
    assert TalkingModel("openai:gpt-5-mini", home, Settings(window=9_000)).window == 9_000
    assert TalkingModel("cometapi:gpt-5-mini", home).window == 32_000
