"""From a seat to a model of pydantic-ai, through the vendor's own client; libraries are loaded when first needed.

Every client is told its address, its key and its HTTP client, so that it has nothing to look for in the environment;
what it finds there all the same does not pass `Exchange`. Retries are off: every request is a call of its own.
"""

from typing import TYPE_CHECKING

from stet.adapters.models.exchange import certificates
from stet.adapters.models.habits import Manner
from stet.adapters.models.providers import Format, Seat

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider

_NO_KEY = "none"
# A tag that no text has: thinking is cut from texts by `said.without_thinking`, which also knows unclosed tags.
_NO_TAGS = ("\x00", "\x00")


def made(place: Seat, client: "httpx2.AsyncClient", how: Manner, seconds: float) -> "Model":
    """The model at `place`, to be asked once through `client`."""
    if place.provider.format is Format.CHAT:
        return _chat(place, client, how, seconds)
    makers = {
        Format.RESPONSES: _responses,
        Format.ANTHROPIC: _anthropic,
        Format.GOOGLE: _google,
    }
    return makers[place.provider.format](place, client, seconds)


def _profile() -> "ModelProfile":
    from pydantic_ai.profiles import ModelProfile

    # What a model can do is our table's business and its server's, not a list's that knows no gateway.
    return ModelProfile(
        supports_tools=True,
        supports_json_schema_output=True,
        supports_json_object_output=False,
        native_output_requires_schema_in_instructions=False,
        thinking_tags=_NO_TAGS,
    )


def _openai_provider(place: Seat, client: "httpx2.AsyncClient", seconds: float) -> "OpenAIProvider":
    from openai import AsyncOpenAI
    from pydantic_ai.providers.openai import OpenAIProvider

    sdk = AsyncOpenAI(
        api_key=place.key or _NO_KEY,
        base_url=place.base_url,
        organization="",
        project="",
        webhook_secret="",
        admin_api_key="",
        max_retries=0,
        timeout=seconds,
        http_client=client,
    )
    return OpenAIProvider(openai_client=sdk)


def _chat(place: Seat, client: "httpx2.AsyncClient", how: Manner, seconds: float) -> "Model":
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile

    profile = OpenAIModelProfile(
        **_profile(), openai_chat_supports_max_completion_tokens=how.limit == "max_completion_tokens"
    )
    return OpenAIChatModel(place.model, provider=_openai_provider(place, client, seconds), profile=profile)


def _responses(place: Seat, client: "httpx2.AsyncClient", seconds: float) -> "Model":
    from pydantic_ai.models.openai import OpenAIResponsesModel

    return OpenAIResponsesModel(
        place.model, provider=_openai_provider(place, client, seconds), profile=_profile()
    )


def _anthropic(place: Seat, client: "httpx2.AsyncClient", seconds: float) -> "Model":
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    sdk = AsyncAnthropic(
        api_key=place.key or _NO_KEY,
        base_url=place.base_url,
        webhook_key="",
        max_retries=0,
        timeout=seconds,
        http_client=client,
        open_telemetry=False,
    )
    return AnthropicModel(place.model, provider=AnthropicProvider(anthropic_client=sdk), profile=_profile())


def _google(place: Seat, client: "httpx2.AsyncClient", seconds: float) -> "Model":
    from google.genai.client import Client
    from google.genai.types import HttpOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    options = HttpOptions(
        base_url=place.base_url,
        httpx_async_client=client,
        timeout=int(seconds * 1000),
        # For the client's other, unused connections: without this they take proxies and certificates from the
        # environment, and load the latter for every call.
        client_args={"trust_env": False, "verify": certificates()},
        async_client_args={"ssl": certificates()},
    )
    sdk = Client(vertexai=False, api_key=place.key or _NO_KEY, http_options=options)
    return GoogleModel(place.model, provider=GoogleProvider(client=sdk), profile=_profile())
