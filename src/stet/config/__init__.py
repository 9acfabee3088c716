"""The only reader of the environment and of settings files.

A value comes from the first of these that has it: a flag, the environment (`STET_…`), the project's
`stet.toml`, the user's `config.toml`, the default; each remembers where it came from. Keys of providers are
read from the environment alone and are never part of the settings.
"""

from stet.config.keeping import Retention
from stet.config.keys import (
    KEYS,
    OPENAI_BASE_URL,
    SEARXNG_URL,
    key,
    openai_base_url,
    searxng_url,
    variable_of,
)
from stet.config.loading import Terminal, checked, load_settings, prepare_home, terminal
from stet.config.money import USD, Costs, LongPrice, OwnPrice
from stet.config.serve import Ceiling, Serve
from stet.config.values import ROLES, Cast, Flags, RoleSetting, Row, Settings, shown_store

__all__ = [
    "KEYS",
    "OPENAI_BASE_URL",
    "ROLES",
    "SEARXNG_URL",
    "USD",
    "Cast",
    "Ceiling",
    "Costs",
    "Flags",
    "LongPrice",
    "OwnPrice",
    "Retention",
    "RoleSetting",
    "Row",
    "Serve",
    "Settings",
    "Terminal",
    "checked",
    "key",
    "load_settings",
    "openai_base_url",
    "prepare_home",
    "searxng_url",
    "shown_store",
    "terminal",
    "variable_of",
]
