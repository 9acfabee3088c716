"""Whose models can be asked, where, in which wire format, and with whose key.

Nothing here reads the environment: addresses and keys come in as an `Access`. To add a provider that speaks one of
the four formats is one entry in `PROVIDERS`.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from pydantic import SecretStr

from stet.adapters.keys import SHORTEST
from stet.domain.base import Value
from stet.errors import BadSetting, KeyMissing

BY_ODDS = "logprob:"
"""Before a model's name: the judge is asked for one word, and the probabilities of its first token are what counts."""

WITHOUT = "go on without a model: --engine quote"
"""The hint of every error about a key."""


class Format(StrEnum):
    """The wire formats that are spoken, by the name of the interface that defines each."""

    CHAT = "chat"
    """OpenAI chat completions, and what calls itself compatible."""
    RESPONSES = "responses"
    ANTHROPIC = "anthropic"
    """Anthropic messages."""
    GOOGLE = "google"
    """Gemini `generateContent`."""


class Access(Value):
    """Where a provider is reached and with which key; None leaves the provider's own address.

    `base_url` is what paths are put behind (`https://api.example/v1`); `proxy` is the operator's, as a URL.
    """

    base_url: str | None = None
    key: SecretStr | None = None
    proxy: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of models.

    `list_prices` is its id in genai-prices, None for one that is not billed by a public list. `key_variable` is
    where people keep its key, which some servers do without (`needs_key`).
    """

    name: str
    title: str
    format: Format
    base_url: str | None
    key_variable: str
    needs_key: bool = True
    list_prices: str | None = None


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            "openai",
            "OpenAI",
            Format.CHAT,
            "https://api.openai.com/v1",
            "OPENAI_API_KEY",
            list_prices="openai",
        ),
        Provider(
            "openai-responses",
            "OpenAI (Responses)",
            Format.RESPONSES,
            "https://api.openai.com/v1",
            "OPENAI_API_KEY",
            list_prices="openai",
        ),
        Provider(
            "anthropic",
            "Anthropic",
            Format.ANTHROPIC,
            "https://api.anthropic.com",
            "ANTHROPIC_API_KEY",
            list_prices="anthropic",
        ),
        Provider(
            "google",
            "Google Gemini",
            Format.GOOGLE,
            "https://generativelanguage.googleapis.com",
            "GEMINI_API_KEY",
            list_prices="google",
        ),
        Provider(
            "openrouter",
            "OpenRouter",
            Format.CHAT,
            "https://openrouter.ai/api/v1",
            "OPENROUTER_API_KEY",
            list_prices="openrouter",
        ),
        Provider("cometapi", "CometAPI", Format.CHAT, "https://api.cometapi.com/v1", "COMETAPI_KEY"),
        Provider("local", "a server of your own", Format.CHAT, None, "OPENAI_API_KEY", needs_key=False),
    )
}

KEY_VARIABLES: Mapping[str, str] = {name: provider.key_variable for name, provider in PROVIDERS.items()}
"""Which environment variable holds the key of each provider; `local` may do without."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A model where it is reached: all that a call needs to know of its place.

    `base_url` ends without a slash. `key` is empty where none is sent.
    """

    provider: Provider
    model: str
    base_url: str
    key: str
    proxy: str | None = None
    by_odds: bool = False

    @property
    def name(self) -> str:
        """`provider:model`, after `logprob:` where it is asked for probabilities."""
        return f"{BY_ODDS if self.by_odds else ''}{self.provider.name}:{self.model}"

    @property
    def at_home(self) -> bool:
        """Whether it is reached at the provider's own address, and so is what the provider sells."""
        return self.base_url == self.provider.base_url

    @property
    def on_loopback(self) -> bool:
        """Whether the server runs on this machine."""
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def read_name(name: str) -> tuple[Provider, str]:
    """The provider and the model of `provider:model`, `logprob:` before it or not; a model's name may have colons.

    Raises:
        BadSetting: no such provider, or no model
    """
    first, _, model = name.strip().removeprefix(BY_ODDS).partition(":")
    provider = PROVIDERS.get(first.strip())
    if provider is None or not model.strip():
        raise BadSetting(
            f"{name!r} names no model",
            hint=f"write provider:model, with one of: {', '.join(PROVIDERS)}",
        )
    return provider, model.strip()


def seat(name: str, access: Access) -> Seat:
    """The model `name` (`provider:model`) where `access` says; a missing key is not an error yet.

    Raises:
        BadSetting: no such provider, no model, no address, or an address or a key that cannot be one
    """
    provider, model = read_name(name)
    by_odds = name.strip().startswith(BY_ODDS)
    if by_odds and provider.format is not Format.CHAT:
        raise BadSetting(
            f"{provider.name} tells no probabilities of tokens in a way that is read here",
            hint=f"{BY_ODDS} goes before: {', '.join(p.name for p in PROVIDERS.values() if p.format is Format.CHAT)}",
        )
    base_url = access.base_url.strip() if access.base_url else provider.base_url
    if not base_url:
        raise BadSetting(
            f"{name} needs an address", hint="set OPENAI_BASE_URL, such as http://127.0.0.1:8080/v1"
        )
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or "@" in parts.netloc:
        raise BadSetting(f"the address of {provider.name} is none: write http(s)://host/path")
    key = access.key.get_secret_value().strip() if access.key else ""
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise BadSetting(f"what {provider.key_variable} holds is no key", hint=WITHOUT)
    return Seat(provider, model, base_url.rstrip("/"), key, access.proxy, by_odds)


def check_key(place: Seat) -> None:
    """See that there is a key where one is needed, before anything is planned.

    A server that stands in for the service may want any word for a key; the service itself has no short ones.

    Raises:
        KeyMissing: there is none, or what there is cannot be one; names the variable
    """
    provider = place.provider
    if provider.needs_key and place.at_home and 0 < len(place.key) < SHORTEST:
        raise KeyMissing(
            f"{provider.name} needs a key: what {provider.key_variable} holds is too short to be one",
            hint=f"copy the key again, or {WITHOUT}",
        )
    if provider.needs_key and not place.key:
        raise KeyMissing(
            f"{provider.name} needs a key: {provider.key_variable} is not set",
            hint=f"set {provider.key_variable}, or {WITHOUT}",
        )
