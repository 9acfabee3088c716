"""What a refusal teaches, and what it does not."""

import pytest
from pydantic import SecretStr

from stet.adapters.models.habits import Habits, Manner, Memory, lesson, manner
from stet.adapters.models.providers import PROVIDERS, Access, Seat, seat


def at(name: str) -> Seat:
    return seat(name, Access(base_url="http://127.0.0.1:9/v1", key=SecretStr("k")))


@pytest.mark.parametrize(
    ("name", "mode", "limit"),
    [
        ("openai:gpt-5-mini", "native", "max_completion_tokens"),
        ("openai:gpt-3.5-turbo", "tool", "max_completion_tokens"),
        ("openai-responses:gpt-5", "native", None),
        ("anthropic:claude-haiku-4-5", "native", None),
        ("anthropic:claude-3-opus", "tool", None),
        ("google:gemini-2.5-flash", "native", None),
        ("google:gemma-3", "prompted", None),
        ("openrouter:deepseek/deepseek-chat", "tool", "max_tokens"),
        ("openrouter:openai/gpt-5", "native", "max_tokens"),
        ("cometapi:gpt-5-mini", "native", "max_completion_tokens"),
        ("cometapi:gpt-4o", "native", "max_tokens"),
        ("cometapi:deepseek-v3", "tool", "max_tokens"),
        ("local:qwen2.5:7b", "native", "max_tokens"),
    ],
)
def test_the_table_says_how_to_begin(name: str, mode: str, limit: str | None):
    how = manner(at(name), Habits(), shaped=True)
    assert (how.mode, how.limit) == (mode, limit)
    assert manner(at(name), Habits(), shaped=False).mode == "text"


def test_the_table_knows_every_provider():
    for name in PROVIDERS:
        assert manner(at(f"{name}:unheard-of"), Habits(), shaped=True).mode in ("native", "tool", "prompted")


def test_what_was_refused_is_not_sent_again():
    place, memory = at("local:small"), Memory()
    memory.refuse(place, "native")
    memory.refuse(place, "seed")
    memory.refuse(place, "max_tokens")
    how = manner(place, memory.of(place), shaped=True, parameters=("temperature", "seed"))
    assert how == Manner("tool", "max_completion_tokens", ("temperature",))
    memory.refuse(place, "tool")
    assert manner(place, memory.of(place), shaped=True).mode == "prompted"


def test_what_was_learned_of_one_server_says_nothing_of_another():
    memory = Memory()
    memory.refuse(at("local:small"), "native")
    other = seat("local:small", Access(base_url="http://127.0.0.1:10/v1"))
    assert memory.of(other) == Habits()
    assert memory.of(at("local:large")) == Habits()


def test_a_name_that_is_ignored_is_still_better_than_one_that_is_refused():
    place, memory = at("local:small"), Memory()
    memory.ignore(place, "max_tokens")
    assert manner(place, memory.of(place), shaped=False).limit == "max_completion_tokens"
    memory.refuse(place, "max_completion_tokens")
    assert manner(place, memory.of(place), shaped=False).limit == "max_tokens"


NATIVE = Manner("native", "max_tokens", ("temperature", "effort"))
TOOL = Manner("tool", "max_completion_tokens")


@pytest.mark.parametrize(
    ("status", "text", "sent", "what"),
    [
        (
            400,
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
            NATIVE,
            "native",
        ),
        (
            422,
            '{"detail":[{"loc":["body","response_format","type"],"msg":"Input should be text"}]}',
            NATIVE,
            "native",
        ),
        (400, "output_config.format: Extra inputs are not permitted", NATIVE, "native"),
        (400, "failed to parse grammar", NATIVE, "native"),
        (404, "No endpoints found that support tool use", TOOL, "tool"),
        (400, "tool_choice must be auto", TOOL, "tool"),
        (400, "Unknown name max_tokens", NATIVE, "max_tokens"),
        (
            422,
            '{"loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}',
            TOOL,
            TOOL.limit,
        ),
        (400, "temperature is deprecated for this model", NATIVE, "temperature"),
        (400, "Unsupported parameter: reasoning_effort", NATIVE, "effort"),
        # What teaches nothing: a wrong value, something not sent, another status.
        (400, "max_tokens is too large: 99999", NATIVE, None),
        (400, "max_completion_tokens is not supported", NATIVE, None),
        (400, "temperature must be between 0 and 2", NATIVE, None),
        (400, "tools are not supported", NATIVE, None),
        (400, "response_format is not supported", TOOL, None),
        (400, "the content is not allowed", NATIVE, None),
        (404, "model not found; max_tokens unknown", NATIVE, None),
        (429, "response_format", NATIVE, None),
        (500, "response_format", NATIVE, None),
        (400, "response_format", Manner("prompted", "max_tokens"), None),
        (400, "response_format", Manner("text", None), None),
    ],
)
def test_a_refusal_is_about_what_it_names(status: int, text: str, sent: Manner, what: str | None):
    assert lesson(status, text, sent) == what
