"""What `stet doctor` finds of models: keys, addresses, who plays which role, and what they answer when asked."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from time import monotonic
from typing import NamedTuple

from stet.adapters.keys import SHORTEST
from stet.adapters.models.providers import PROVIDERS, Provider, read_name
from stet.app import App
from stet.app.settings import engine_of, operator_of
from stet.cli.finding import Finding, fault
from stet.cli.interrupt import Interruptible
from stet.config import (
    OPENAI_BASE_URL,
    ROLES,
    RoleSetting,
    Settings,
    key,
    openai_base_url,
    shown_store,
    variable_of,
)
from stet.domain.run import RoleModel
from stet.errors import Learned, ProviderError, StetError, Unavailable
from stet.ports import Ask, Model, Said
from stet.report.words import plural

_ASK = Ask(role="doctor", model="", system="Answer with one word.", prompt="Say: ready.", limit=16)
"""A few tokens; 16 is the least that every service takes as a limit."""
_SECONDS = 60.0
_LESSONS = 4
"""How often a service is asked in another manner, since it did not take the first one."""


@dataclass(frozen=True, slots=True)
class _Cast:
    """A model of the settings and the roles that it plays."""

    setting: RoleSetting
    roles: tuple[str, ...]

    @property
    def played(self) -> str:
        return "every role" if self.roles == ROLES else ", ".join(self.roles)


class _Told(NamedTuple):
    """What a model answered, or why it did not."""

    said: Said | None
    error: StetError | None
    seconds: float


def model_findings(settings: Settings, *, live: bool) -> Iterator[Finding]:
    """Models, as far as they are set up; `live` asks those that the settings name."""
    for provider in PROVIDERS.values():
        yield _provider(provider, settings)
    yield _prices(settings)
    chosen = _chosen(settings)
    yield from _uncast(settings, chosen)
    made = {one: _made(settings, one) for one in chosen}
    ready = {one: model for one, model in made.items() if not isinstance(model, StetError)}
    told = _asked(ready) if live and ready else {}
    for one, model in made.items():
        if isinstance(model, StetError):
            yield Finding(
                "model", False, f"{one.setting.model} plays {one.played}; {model.message}", model.hint
            )
        else:
            yield _model(settings, one, model, told.get(one))


def _provider(provider: Provider, settings: Settings) -> Finding:
    """Its key and its address; a key alone never makes it be asked."""
    name = f"model:{provider.name}"
    try:
        secret = key(provider.key_variable)
        url = _address(provider, settings)
    except StetError as error:
        return fault(name, error)
    needs = f"{variable_of(provider.key_variable)} is {'not set' if secret is None else 'set'}"
    if not provider.needs_key:
        needs += ", and needed only by servers that want one"
    short = secret is not None and len(secret.get_secret_value()) < SHORTEST
    if short:
        needs += f", to less than {SHORTEST} characters: no key of a service, and not taken out of answers"
    where = f"asked at {url}" if url else f"{OPENAI_BASE_URL} is not set"
    has_key = secret is not None and not (short and url == provider.base_url)
    ready = bool(url) and (has_key or not provider.needs_key)
    return Finding(name, True, f"{needs}; {where}", off=not ready)


def _address(provider: Provider, settings: Settings, own: str | None = None) -> str | None:
    """Where it is asked, and who said so if that is not its own address."""
    if own:
        return f"{shown_store(own)} (set for the role)"
    if url := settings.urls.get(provider.name):
        return f"{shown_store(url)} (urls)"
    if provider.name in {"openai", "openai-responses", "local"} and (url := openai_base_url()):
        return f"{shown_store(url)} ({OPENAI_BASE_URL})"
    return provider.base_url


def _prices(settings: Settings) -> Finding:
    from stet.adapters.models.prices import price_date

    listed = f"public lists as of {price_date(date.today()).isoformat()}"  # noqa: DTZ011 - the user's day
    own = f"{plural(len(settings.prices), 'price')} of your own" if settings.prices else "none of your own"
    return Finding("prices", True, f"{listed}; {own}")


def _chosen(settings: Settings) -> tuple[_Cast, ...]:
    """The models that the settings name, each with its roles."""
    roles: dict[str, tuple[RoleSetting, list[str]]] = {}
    for role, setting in settings.models.played(settings.model).items():
        roles.setdefault(setting.model_dump_json(), (setting, []))[1].append(role)
    return tuple(_Cast(setting, tuple(names)) for setting, names in roles.values())


def _uncast(settings: Settings, chosen: Sequence[_Cast]) -> Iterator[Finding]:
    """Roles that nobody plays, where models play."""
    played = {role for one in chosen for role in one.roles}
    missing = [role for role in ROLES if role not in played]
    if engine_of(settings) == "model" and missing:
        yield Finding(
            "model",
            False,
            f"nobody plays {', '.join(missing)}",
            "name one for all roles: --model, or STET_MODEL",
        )


def _made(settings: Settings, one: _Cast) -> Model | StetError:
    try:
        app = App(settings.home, settings.store, operator=operator_of(settings))
        model = app.models.talking(RoleModel(role=one.roles[0], **one.setting.model_dump()))
        model.check()
    except StetError as error:
        return error
    return model


def _asked(ready: "dict[_Cast, Model]") -> dict[_Cast, _Told]:
    """What each model answers to one small question."""
    most = [model.bound(_ASK).usd for model in ready.values()]
    known = sum((usd for usd in most if usd is not None), Decimal(0))
    unknown = ", and what those without a known price ask" if None in most else ""
    print(
        f"asking {plural(len(ready), 'model')} of the settings once each; at most {known:f} USD in all{unknown}",
        file=sys.stderr,
    )

    async def ask() -> list[_Told]:
        return list(await asyncio.gather(*map(_tell, ready.values())))

    return dict(zip(ready, Interruptible().run(ask), strict=True))


async def _tell(model: Model) -> _Told:
    begun = monotonic()
    try:
        async with asyncio.timeout(_SECONDS):
            said = await _learning(model)
    except TimeoutError:
        error = Unavailable(f"no answer within {_SECONDS:g} s", hint="see that the server runs")
        return _Told(None, error, monotonic() - begun)
    except StetError as error:
        return _Told(None, error, monotonic() - begun)
    return _Told(said, None, monotonic() - begun)


async def _learning(model: Model) -> Said:
    for _ in range(_LESSONS):
        try:
            return await model.ask(_ASK)
        except Learned:
            continue
    return await model.ask(_ASK)


def _model(settings: Settings, one: _Cast, model: Model, told: _Told | None) -> Finding:
    usd = model.bound(_ASK).usd
    price = "price unknown" if usd is None else "no charge" if usd == 0 else "price known"
    where = _address(read_name(one.setting.model)[0], settings, one.setting.url)
    seen = (
        f"{one.setting.model} plays {one.played}; asked at {where}; window {model.window:,} tokens; {price}"
    )
    if told is None:
        return Finding("model", True, seen)
    if told.said is None:
        error = told.error or ProviderError("no answer")
        return Finding("model", False, f"{seen}; {error.code}: {error.message}", error.hint)
    said = told.said
    took = plural(said.input_tokens + said.output_tokens, "token")
    cost = "price unknown" if said.usd is None else f"{said.usd.normalize():f} USD"
    about = "about " if said.estimated else ""
    return Finding(
        "model", True, f"{seen}; {said.model} answered in {told.seconds:.1f} s, {about}{took}, {cost}"
    )
