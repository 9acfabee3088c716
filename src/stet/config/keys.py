"""Keys and addresses of services, from the environment alone, under the names that people already have."""

import os
import re
from collections.abc import Mapping

from pydantic import SecretStr

from stet.config.texts import is_address
from stet.errors import BadSetting

KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "OPENROUTER_API_KEY",
    "COMETAPI_KEY",
    "TAVILY_API_KEY",
    "BRAVE_API_KEY",
    "EXA_API_KEY",
    "OPENALEX_API_KEY",
)
"""The variables that hold keys."""

_ALSO = {"GEMINI_API_KEY": "GOOGLE_API_KEY"}
"""Second names, as Google's own SDK has one; the first is more exact, since Google sells more than models."""

SEARXNG_URL = "SEARXNG_URL"
"""The address of one's own SearXNG instance."""


OPENAI_BASE_URL = "OPENAI_BASE_URL"
"""The address of a server that speaks as OpenAI does: one's own, or a gateway."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}\Z")


def key(name: str, environ: Mapping[str, str] | None = None, *, named: bool = False) -> SecretStr | None:
    """The key in the variable `name`, one of `KEYS`, or in its second name; None where neither is set.

    `named` is for a variable that the operator named in the settings; it may be any, and has no second name.
    """
    if not (_NAME.match(name) if named else name in KEYS):
        raise BadSetting(f"{name} is not the name of a key", hint=f"one of: {', '.join(KEYS)}")
    name = name if named else variable_of(name, environ)
    value = _read(name, environ)
    if value is not None and not (value.isascii() and value.isprintable() and " " not in value):
        raise BadSetting(
            f"{name} holds something that is no key", hint="copy the key again, without line ends"
        )
    return SecretStr(value) if value is not None else None


def variable_of(name: str, environ: Mapping[str, str] | None = None) -> str:
    """Which variable the key `name` is read from: its second name where only that one is set."""
    also = _ALSO.get(name)
    return also if also and _read(name, environ) is None and _read(also, environ) is not None else name


def searxng_url(environ: Mapping[str, str] | None = None) -> str | None:
    """The operator's SearXNG instance, or None."""
    return _address(SEARXNG_URL, environ)


def openai_base_url(environ: Mapping[str, str] | None = None) -> str | None:
    """Where models of `local:` and `openai:` are reached, where the operator says so."""
    return _address(OPENAI_BASE_URL, environ)


def _address(name: str, environ: Mapping[str, str] | None) -> str | None:
    value = _read(name, environ)
    try:
        return is_address(value) if value is not None else None
    except ValueError as error:
        raise BadSetting(f"{name} {error}", hint=f"export {name}=http://127.0.0.1:8080") from error


def _read(name: str, environ: Mapping[str, str] | None) -> str | None:
    return (os.environ if environ is None else environ).get(name, "").strip() or None
