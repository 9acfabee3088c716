"""The table of search providers and readers: one line each, and what third parties bring."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, NamedTuple

from pydantic import SecretStr

from stet.adapters.keys import SHORTEST
from stet.adapters.models.providers import KEY_VARIABLES, Access
from stet.config import SEARXNG_URL, key, openai_base_url, searxng_url
from stet.errors import BadSetting, KeyMissing
from stet.ports import Search

if TYPE_CHECKING:
    from stet.adapters.http import Http

DOCUMENTS = "documents"
"""The provider that stands for `--docs`."""

FETCHERS = ("http", "tavily-extract")
"""Readers of pages, by name."""

ENTRY_POINTS = "stet.search"
"""Where a third party's package names a provider: a callable that takes `Services` and returns a `Search`."""


class Services(NamedTuple):
    """What a provider is made with: the guarded HTTP client, the operator's address for it, and a contact.

    `model` is the one that searches, for a provider of models that does so by itself; None leaves it its usual one.
    """

    http: "Http"
    url: str | None
    contact: str | None
    proxy: str | None
    model: str | None = None


class Provider(NamedTuple):
    """A search service: where its class is, the variable it needs, and how often it may be asked.

    `wants` are what its class is made with; `may_use` is a variable whose key it takes and can do without. `gap` is the
    least number of seconds between two searches: what the service documents for its smallest plan, or asks of
    polite users.
    """

    module: str
    name: str
    variable: str | None
    gap: float
    wants: tuple[str, ...] = ("http",)
    may_use: str | None = None


PROVIDERS: Mapping[str, Provider] = {
    "tavily": Provider("tavily", "Tavily", "TAVILY_API_KEY", 0.6, ("http", "key")),
    "brave": Provider("brave", "Brave", "BRAVE_API_KEY", 1.0, ("http", "key")),
    "exa": Provider("exa", "Exa", "EXA_API_KEY", 0.2, ("http", "key")),
    "searxng": Provider("searxng", "Searxng", SEARXNG_URL, 0.5),
    "duckduckgo": Provider("duckduckgo", "DuckDuckGo", None, 1.0, ("proxy",)),
    "wikipedia": Provider("wikipedia", "Wikipedia", None, 0.2),
    "openalex": Provider("openalex", "OpenAlex", None, 0.2, ("http", "key"), "OPENALEX_API_KEY"),
    "arxiv": Provider("arxiv", "Arxiv", None, 3.0),
    "crossref": Provider("crossref", "Crossref", None, 0.2, ("http", "contact")),
    "europepmc": Provider("europepmc", "EuropePmc", None, 0.2, ("http", "contact")),
}
"""In the order in which one is chosen when none is named: only those that a key or address makes possible."""


NATIVE = "native:"
"""Before the name of a provider of models that searches by itself; its pages are read by our own fetch all the same."""

NATIVE_SEARCHES = ("openai", "anthropic", "google")
"""The providers of models that search by themselves; each has the key and the address of its models."""

_NATIVE_KEYS = {f"{NATIVE}{name}": KEY_VARIABLES[name] for name in NATIVE_SEARCHES}

_OPENAI = frozenset({"openai", "openai-responses", "local"})
"""Providers of models whose address the variable OPENAI_BASE_URL gives."""


def known() -> tuple[str, ...]:
    """Every provider's name, those of third parties last."""
    ours = (*PROVIDERS, *_NATIVE_KEYS)
    return (*ours, *sorted(p.name for p in entry_points(group=ENTRY_POINTS) if p.name not in ours))


def at_hand(urls: Mapping[str, str]) -> dict[str, bool]:
    """Of each provider, whether what it needs is set; `urls` are the operator's addresses of services."""
    found = {name: name not in PROVIDERS or _ready(PROVIDERS[name], urls.get(name)) for name in known()}
    return found | {name: key(variable) is not None for name, variable in _NATIVE_KEYS.items()}


def _ready(provider: Provider, url: str | None) -> bool:
    if provider.variable is None:
        return True
    if provider.variable == SEARXNG_URL:
        return (url or searxng_url()) is not None
    return key(provider.variable) is not None


def chains_of(search: Sequence[str], keys: Mapping[str, bool]) -> tuple[tuple[str, ...], ...]:
    """Chains of provider names as they were written (`tavily,wikipedia`), checked.

    With none written, the first provider that a key or address makes possible; with none of those, nothing. In a
    chain, providers whose key is missing are left to those that have one.

    Raises:
        BadSetting: no such provider
        KeyMissing: a chain has none that could be asked; says which variable
    """
    if not search:
        first = next((n for n in keys if n in PROVIDERS and PROVIDERS[n].variable and keys[n]), None)
        return ((first,),) if first else ()
    chains: list[tuple[str, ...]] = []
    for written in search:
        chain = tuple(dict.fromkeys(name.strip().lower() for name in written.split(",") if name.strip()))
        unknown = [name for name in chain if name not in keys]
        if unknown or not chain:
            raise BadSetting(
                f"there is no search provider “{', '.join(unknown) or written}”",
                hint=f"choose of: {', '.join(keys)}",
            )
        ready = tuple(name for name in chain if keys[name])
        if not ready:
            raise _missing(chain[0])
        chains.append(ready)
    return tuple(dict.fromkeys(chains))


def _missing(name: str) -> KeyMissing:
    variable = PROVIDERS[name].variable if name in PROVIDERS else _NATIVE_KEYS.get(name)
    return KeyMissing(
        f"{name} needs {variable}, which is not set",
        hint=f"export {variable}=…, or search without a key: --search wikipedia",
    )


def address_of(name: str, urls: Mapping[str, str]) -> str | None:
    """Where a service is reached, where the operator says so; a search by models where these are."""
    if name in _NATIVE_KEYS:
        return urls.get(name) or address_of(name.removeprefix(NATIVE), urls)
    return urls.get(name) or (openai_base_url() if name in _OPENAI else None)


def native_access(name: str, url: str | None, proxy: str | None) -> Access:
    """How the search of a provider of models (`openai`) is reached, and with which key; `url` as `address_of` has it.

    Raises:
        BadSetting: there is no such search
        KeyMissing: its key is not set
    """
    if name not in NATIVE_SEARCHES:
        raise BadSetting(
            f"there is no native search “{name}”", hint=f"choose of: {', '.join(NATIVE_SEARCHES)}"
        )
    variable = KEY_VARIABLES[name]
    secret = key(variable)
    if secret is None:
        raise KeyMissing(
            f"the search of {name} needs {variable}, which is not set", hint=f"export {variable}=…"
        )
    return Access(base_url=url, key=secret, proxy=proxy)


def make(name: str, services: Services) -> Search:
    """The provider with this name.

    Raises:
        BadSetting: no such provider, or a third party's could not be made
        KeyMissing: what it needs is not set
    """
    if name in _NATIVE_KEYS:
        return _native(name, services)
    provider = PROVIDERS.get(name)
    if provider is None:
        return _foreign(name, services)
    if not _ready(provider, services.url):
        raise _missing(name)
    made: Callable[..., Search] = getattr(
        importlib.import_module(f"stet.adapters.search.{provider.module}"), provider.name
    )
    options: dict[str, object] = {what: getattr(services, what) for what in provider.wants if what != "key"}
    variable = provider.variable or provider.may_use
    if "key" in provider.wants and variable is not None:
        options["key"] = _whole(name, variable, key(variable), services.url)
    url = services.url or (searxng_url() if provider.variable == SEARXNG_URL else None)
    if url is not None:
        options["base_url"] = url
    return made(**options)


def _native(name: str, services: Services) -> Search:
    from stet.adapters.models.native import NativeSearch

    short = name.removeprefix(NATIVE)
    return NativeSearch(short, native_access(short, services.url, services.proxy), model=services.model)


def _whole(name: str, variable: str, secret: SecretStr | None, url: str | None) -> SecretStr | None:
    """A key that can be one; what stands in for the service at an address of the operator's may want any word.

    Raises:
        KeyMissing: the service itself has no keys as short as this one
    """
    if secret is not None and url is None and len(secret.get_secret_value()) < SHORTEST:
        raise KeyMissing(
            f"{name} needs a key: what {variable} holds is too short to be one", hint="copy the key again"
        )
    return secret


def _foreign(name: str, services: Services) -> Search:
    found = next((point for point in entry_points(group=ENTRY_POINTS) if point.name == name), None)
    if found is None:
        raise BadSetting(f"there is no search provider “{name}”", hint=f"choose of: {', '.join(known())}")
    try:
        return found.load()(services)
    except (ImportError, AttributeError, TypeError) as error:
        raise BadSetting(f"the provider “{name}” of {found.value} cannot be made: {error}") from error
