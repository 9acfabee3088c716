"""The only reader of the environment and of settings files.

A value comes from the first of these that has it: a flag, the environment (`STET_…`), the project's
`stet.toml`, the user's `config.toml`, the default; each remembers where it came from. Keys of providers are
read from the environment alone and are never part of the settings.
"""

from stet.config.keys import KEYS, SEARXNG_URL, key, searxng_url
from stet.config.loading import Terminal, checked, load_settings, prepare_home, terminal
from stet.config.values import Flags, Row, Settings, shown_store

__all__ = [
    "KEYS",
    "SEARXNG_URL",
    "Flags",
    "Row",
    "Settings",
    "Terminal",
    "checked",
    "key",
    "load_settings",
    "prepare_home",
    "searxng_url",
    "shown_store",
    "terminal",
]
