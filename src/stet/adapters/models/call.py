"""One call by pydantic-ai, with the errors of its libraries turned into ours."""

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import anyio
from pydantic import JsonValue, TypeAdapter

from stet.adapters.http import Reply
from stet.adapters.keys import without_key
from stet.adapters.models.faults import cleared, unreached
from stet.adapters.models.habits import Manner
from stet.adapters.models.providers import Format, Seat, check_key
from stet.errors import BadAnswer, BadSetting, Unavailable, UnknownModel
from stet.ports import Shape
from stet.report.clean import short

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

# A request that is too long or not paid for may name its limit too; how it was asked is not what was wrong with it.
_TEACHING = (BadAnswer, UnknownModel, Unavailable)
_OBJECT = TypeAdapter(dict[str, JsonValue])
_PROMPTED = "Answer with one JSON value that fits this JSON schema, and with nothing before or after it:"


async def called(
    place: Seat,
    how: Manner,
    messages: "Sequence[ModelMessage]",
    settings: "ModelSettings",
    parameters: "ModelRequestParameters",
    *,
    seconds: float,
    inspect: Callable[[Reply], None] | None = None,
) -> "ModelResponse":
    """The answer to one request, by exactly one HTTP exchange that takes at most `seconds`.

    `inspect` sees a reply that did not accept the request, before that is raised as an error, and may raise another.

    Raises:
        KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer, BadSetting, TooLong, UnknownModel
    """
    check_key(place)
    # Loaded here: together they take longer to import than all the rest of the program.
    from pydantic_ai.direct import model_request

    from stet.adapters.models.clients import made
    from stet.adapters.models.exchange import exchange

    _quiet()
    async with exchange(place, seconds) as (client, transport):
        try:
            model = made(place, client, how, seconds)
            with anyio.fail_after(seconds):
                return await model_request(
                    model, messages, model_settings=settings, model_request_parameters=parameters
                )
        except TimeoutError:
            raise unreached(place.name, f"none within {seconds:g} seconds") from None
        except Exception as error:  # noqa: BLE001 - the edge to vendors' libraries; their errors have no end
            if transport.fault is not None:
                if inspect and transport.reply and isinstance(transport.fault, _TEACHING):
                    inspect(transport.reply)
                raise transport.fault from None
            words = _words(error, place)
            if transport.reply is None:
                raise BadSetting(f"{place.name} cannot be asked like this: {words}") from None
            raise BadAnswer(f"{place.name}: the answer cannot be read: {words}") from None


def _words(error: Exception, place: Seat) -> str:
    """What an error of a vendor's library says, in short and without the key."""
    return cleared(short(without_key(str(error).encode("utf-8", "replace"), place.key).decode(), 200))


def messages(system: str, prompt: str, shape: Shape | None = None) -> "list[ModelMessage]":
    """One request: the part that stays the same first. A `shape` here is one to be prompted for."""
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart

    wanted = "" if shape is None else f"{_PROMPTED}\n{shape.json_schema}"
    stable = "\n\n".join(part for part in (system, wanted) if part)
    parts = [SystemPromptPart(stable)] if stable else []
    return [ModelRequest(parts=[*parts, UserPromptPart(prompt)])]


def parameters(shape: Shape | None, mode: str) -> "ModelRequestParameters":
    """What asks for a shape in one of the modes; its schema must be a JSON object."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    if shape is None or mode not in ("native", "tool"):
        return ModelRequestParameters()
    schema = _OBJECT.validate_json(shape.json_schema)
    if mode == "tool":
        tool = ToolDefinition(
            name=shape.name, description=shape.description, parameters_json_schema=schema, kind="output"
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    wanted = OutputObjectDefinition(json_schema=schema, name=shape.name, description=shape.description)
    return ModelRequestParameters(output_mode="native", output_object=wanted, allow_text_output=False)


def private(place: Seat, *, odds: int | None = None) -> "ModelSettings":
    """What every call of a provider carries: nothing kept by the service where it can be told so, caches where not.

    With `odds`, the wish for so many likely first tokens; for the chat format alone.
    """
    from pydantic_ai.models.anthropic import AnthropicModelSettings
    from pydantic_ai.models.openai import OpenAIChatModelSettings
    from pydantic_ai.settings import ModelSettings

    if place.provider.format is Format.ANTHROPIC:
        # This service caches only what is marked.
        return AnthropicModelSettings(anthropic_cache_instructions=True)
    if place.provider.format is Format.RESPONSES:
        # The chat format keeps nothing by default, and some servers refuse the word.
        return OpenAIChatModelSettings(openai_store=False)
    if odds is not None and place.provider.format is Format.CHAT:
        return OpenAIChatModelSettings(openai_logprobs=True, openai_top_logprobs=odds)
    return ModelSettings()


def _quiet() -> None:
    """Keep notes for developers off stderr: settings that a model does not know, usage that it did not count."""
    from pydantic_ai.exceptions import UnsupportedSettingWarning, UsageExtractionFailedWarning

    # Entered anew each time: what runs the program may have reset the filters; an equal entry is not doubled.
    for category in (UnsupportedSettingWarning, UsageExtractionFailedWarning):
        warnings.filterwarnings("ignore", category=category)
