"""What `stet doctor` finds of the web: providers, how pages are read, and, when asked, what providers answer."""

import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from importlib.util import find_spec

from stet._version import __version__
from stet.app import App
from stet.app.providers import NATIVE, PROVIDERS, Provider, at_hand
from stet.app.reading import Told, ask_each
from stet.app.settings import operator_of
from stet.cli.finding import Finding, fault
from stet.cli.interrupt import Interruptible
from stet.cli.terminal import one_line
from stet.config import SEARXNG_URL, Settings, key, searxng_url, shown_store
from stet.errors import KeyMissing, StetError
from stet.ports import SearchRequest
from stet.report.words import plural

_REQUEST = SearchRequest(text="public library", limit=5)
"""Something of which every provider has pages; five hits cost what one does."""
_SECONDS = 20.0
_CHECK_KEY = "see that the key is whole and of this service"


def web_findings(settings: Settings, *, live: bool) -> Iterator[Finding]:
    """The web, as far as it is set up; `live` asks the providers."""
    app = App(settings.home, settings.store, operator=operator_of(settings))
    try:
        yield _agent(app)
        ready = at_hand(settings.urls)
    except StetError as error:
        yield fault("web", error)
        return
    told = (
        _asked(app, [name for name, good in ready.items() if good and _cheap(name, settings)]) if live else {}
    )
    for name, good in ready.items():
        if name in told:
            yield _answered(told[name], _where(name, settings), chosen=_chosen(name, settings))
        else:
            yield Finding(name, True, _where(name, settings), off=not good)
    yield _browser(switched_on=settings.browser)
    yield _semantic(switched_on=settings.semantic)


def _agent(app: App) -> Finding:
    """How pages are asked for; makes what reaches the web, which fails where a setting cannot be used."""
    from stet.adapters.fetch.robots import user_agent

    operator = app.operator
    said = user_agent(__version__, operator.contact)
    _ = app.web
    facts = [f"reads as {said}"]
    facts += [f"by the proxy {shown_store(operator.proxy)}"] if operator.proxy else []
    facts += [f"may also reach {', '.join(operator.allow_host)}"] if operator.allow_host else []
    if operator.contact is None:
        facts.append("no contact set (STET_CONTACT), by which site owners could reach you")
    return Finding("web", True, "; ".join(facts))


def _cheap(name: str, settings: Settings) -> bool:
    """Whether a look is worth its price: a search by a model reads pages of tokens, so it must be asked for."""
    return not name.startswith(NATIVE) or _named(name, settings)


def _where(name: str, settings: Settings) -> str:
    """What a provider needs, whether that is set, and where it is asked if not at its own address."""
    provider = PROVIDERS.get(name)
    if name.startswith(NATIVE):
        return _by_model(name, settings)
    if provider is None:
        return "from another package"
    url = settings.urls.get(name)
    if url is None:
        return _needs(provider)
    needs = f"{_needs(provider)}; " if provider.variable != SEARXNG_URL else ""
    return f"{needs}asked at {shown_store(url)}"


def _by_model(name: str, settings: Settings) -> str:
    from stet.adapters.models.native import NATIVE as SERVICES
    from stet.adapters.models.providers import KEY_VARIABLES

    provider, model = SERVICES[name.removeprefix(NATIVE)]
    variable = KEY_VARIABLES[provider]
    url = settings.urls.get(name)
    at = f"; asked at {shown_store(url)}" if url else ""
    return f"{variable} is {'set' if key(variable) is not None else 'not set'}; by {model}{at}"


def _needs(provider: Provider) -> str:
    variable = provider.variable
    if variable == SEARXNG_URL:
        url = searxng_url()
        return f"{SEARXNG_URL} is {shown_store(url)}" if url else f"{SEARXNG_URL} is not set"
    if variable is not None:
        return f"{variable} is set" if key(variable) is not None else f"{variable} is not set"
    if provider.may_use is not None:
        may = "is set" if key(provider.may_use) is not None else "is not set"
        return f"needs no key; {provider.may_use}, which it can use, {may}"
    return "needs no key"


def _chosen(name: str, settings: Settings) -> bool:
    """Whether the operator set this provider up, so that its failing is a fault and not the weather."""
    return (
        _named(name, settings)
        or name in settings.urls
        or (name in PROVIDERS and bool(PROVIDERS[name].variable))
    )


def _named(name: str, settings: Settings) -> bool:
    """Whether the settings name it to search with."""
    return name in {part for chain in settings.search for part in chain.replace(",", " ").split()}


def _asked(app: App, names: Sequence[str]) -> dict[str, Told]:
    """What each provider answers to one small search."""
    prices = [_price(app, name) for name in names]
    most = sum((price for price in prices if price is not None), Decimal(0))
    unknown = ", and what those without a known price ask" if None in prices else ""
    print(
        f"asking {plural(len(names), 'provider')} once each; at most {most:f} USD in all{unknown}",
        file=sys.stderr,
    )
    told = Interruptible().run(lambda: ask_each(app, names, _REQUEST, seconds=_SECONDS))
    return {one.name: one for one in told}


def _price(app: App, name: str) -> Decimal | None:
    try:
        return app.web.search(name).usd
    except StetError:  # which asking it will tell
        return Decimal(0)


def _answered(told: Told, where: str, *, chosen: bool) -> Finding:
    answer, error = told.answer, told.error
    if answer is None:
        seen = f"{where}; {error.code}: {error.message}" if error else where
        hint = error.hint if error else None
        if isinstance(error, KeyMissing):
            return Finding(told.name, False, seen, hint or _CHECK_KEY)
        return Finding(told.name, not chosen, seen, hint, warning=chosen is False)
    usd = (
        "price unknown" if answer.usd is None else f"{answer.usd.normalize():f} USD" if answer.usd else "free"
    )
    seen = f"{where}; {plural(len(answer.hits), 'hit')} in {told.seconds:.2f} s, {usd}"
    suspicious = next((r.message for r in answer.remarks if r.code == "suspicious"), None)
    if suspicious is not None:
        return Finding(
            told.name, True, f"{seen}; {one_line(suspicious)}", "see how the service is set up", warning=True
        )
    if not answer.hits:
        return Finding(told.name, True, f"{seen}; nothing found for “{_REQUEST.text}”", None, warning=True)
    return Finding(told.name, True, seen)


def _browser(*, switched_on: bool) -> Finding:
    from stet.adapters.fetch.browser import find_browser

    found = find_browser()
    library = find_spec("playwright") is not None
    facts = [f"playwright is {'' if library else 'not '}installed", f"browser: {found or 'none found'}"]
    there = library and found is not None
    how = "switched on" if switched_on else "switched off (STET_BROWSER)"
    hint = "pip install 'stet-research[browser]', and install chromium" if switched_on and not there else None
    return Finding("browser", there or not switched_on, "; ".join([*facts, how]), hint, off=not switched_on)


def _semantic(*, switched_on: bool) -> Finding:
    from stet.adapters.semantic import NEEDED

    missing = [module for module in NEEDED if find_spec(module) is None]
    seen = f"not installed: {', '.join(missing)}" if missing else "installed"
    how = "switched on" if switched_on else "switched off (STET_SEMANTIC)"
    hint = "pip install 'stet-research[semantic]'" if switched_on and missing else None
    return Finding("semantic", not (switched_on and missing), f"{seen}; {how}", hint, off=not switched_on)
