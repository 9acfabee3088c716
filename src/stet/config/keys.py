"""Keys and addresses of services, from the environment alone, under the names that people already have."""

import os
from collections.abc import Mapping

from pydantic import SecretStr

from stet.errors import BadSetting

KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "COMETAPI_KEY",
    "TAVILY_API_KEY",
    "BRAVE_API_KEY",
    "EXA_API_KEY",
    "OPENALEX_API_KEY",
)
"""The variables that hold keys."""

SEARXNG_URL = "SEARXNG_URL"
"""The address of one's own SearXNG instance."""


def key(name: str, environ: Mapping[str, str] | None = None) -> SecretStr | None:
    """The key in the variable `name`, one of `KEYS`, or None where it is not set."""
    if name not in KEYS:
        raise BadSetting(f"{name} is not the name of a key", hint=f"one of: {', '.join(KEYS)}")
    value = (os.environ if environ is None else environ).get(name, "").strip()
    return SecretStr(value) if value else None


def searxng_url(environ: Mapping[str, str] | None = None) -> str | None:
    """The operator's SearXNG instance, or None."""
    return (os.environ if environ is None else environ).get(SEARXNG_URL, "").strip() or None
