"""What can be set, and the settings in force."""

import os
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field

from stet.config.keeping import Retention
from stet.config.money import Costs, OwnPrice
from stet.config.serve import Serve
from stet.config.spans import is_day_or_span, is_span
from stet.config.texts import Address, Text, without_nul
from stet.domain.base import Value
from stet.domain.budget import Budget, Depth
from stet.domain.people import MOST_NAME, ReviewRule
from stet.domain.run import Level

LIMITS = ("rounds", "searches", "pages", "claims", "usd", "seconds")

OPERATORS = frozenset(
    {
        "allow_host",
        "urls",
        "proxy",
        "browser",
        "fetchers",
        "allow_unknown_prices",
        "name",
        "retention",
        "serve",
    }
)
"""Settings that decide which machines are reached and what is started there, who speaks, and what is forgotten.

They are the operator's: a project's file, which may come from anybody, cannot set them."""


Limit = Annotated[int, Field(ge=1)]


ROLES = ("planner", "analyst", "writer", "reviewer", "judge", "supervisor")
"""Who a model may play."""

NativeName = Literal["openai", "anthropic", "google"]


class Manner(Value):
    """How a model is asked; None leaves it to the service, or to what is known of the model.

    `window` is how many tokens question and answer may have together, `seconds` how long a call may take.
    """

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    window: Annotated[int, Field(ge=1_000)] | None = None
    seconds: Annotated[float, Field(gt=0, le=86_400)] | None = None

    def manner(self) -> dict[str, object]:
        """What is said of it, by name."""
        return {name: said for name in Manner.model_fields if (said := getattr(self, name)) is not None}


class RoleSetting(Manner):
    """The model of a role, as `provider:model`; where it is reached and which variable holds its key, if others."""

    model: Text
    url: Address | None = None
    key: Text | None = None


def _role(said: object) -> object:
    """A model alone is short for a table that names it."""
    return {"model": said} if isinstance(said, str) else said


OfRole = Annotated[RoleSetting, BeforeValidator(_role)] | None


class Cast(Manner):
    """Who plays single roles, and how every model is asked that does not say otherwise for its role."""

    planner: OfRole = None
    analyst: OfRole = None
    writer: OfRole = None
    reviewer: OfRole = None
    judge: OfRole = None
    supervisor: OfRole = None

    def named(self) -> dict[str, RoleSetting]:
        """The roles that are given to a model, in order."""
        return {role: said for role in ROLES if (said := getattr(self, role)) is not None}

    def played(self, model: str | None) -> dict[str, RoleSetting]:
        """Who plays each role, and how it is asked; `model` plays those that are given to no other."""
        rest = dict.fromkeys(ROLES, RoleSetting(model=model)) if model is not None else {}
        common = self.manner()
        return {
            role: said.model_copy(update={**common, **said.manner()})
            for role, said in {**rest, **self.named()}.items()
        }


def _is_rule(text: str) -> str:
    return str(ReviewRule.of(text))


class Flags(Value):
    """What one place says; None where it says nothing.

    `store` is a file or a URL, `profile` a shipped name or a TOML file, `docs` are folders and files.
    `rounds`, `searches`, `pages`, `claims`, `usd` and `seconds` replace single limits of `depth`. Each of `search` is
    a chain of providers (`tavily,wikipedia`: the next where one cannot answer). `since` is a date or a span (`90d`),
    `max_age` a span. `fetchers` read a page, in order. `urls` are other addresses of services, by name;
    `allow_host` are hosts that may be private (`host` or `host:port`). `model` plays every role, `models` single
    ones; `native` are the models that search by themselves, by provider; `prices` are the operator's own, before the
    public lists, and `costs` what a run costs beside its models. `require_review` says which claims people must agree
    with, `name` who decides on them here, `retention` how long things are kept, `serve` what a server offers.
    """

    store: Text | None = None
    profile: Text | None = None
    level: Level | None = None
    engine: Text | None = None
    depth: Depth | None = None
    docs: tuple[Text, ...] | None = None
    rounds: Limit | None = None
    searches: Limit | None = None
    pages: Limit | None = None
    claims: Limit | None = None
    usd: Annotated[Decimal, Field(ge=0)] | None = None
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    search: tuple[Text, ...] | None = None
    official: bool | None = None
    open: bool | None = None
    site: tuple[Text, ...] | None = None
    exclude_site: tuple[Text, ...] | None = None
    since: Annotated[str, AfterValidator(is_day_or_span)] | None = None
    lang: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] | None = None
    max_age: Annotated[str, AfterValidator(is_span)] | None = None
    fetchers: tuple[Text, ...] | None = None
    browser: bool | None = None
    semantic: bool | None = None
    contact: Annotated[str, Field(pattern=r"^[!-~]{3,200}$")] | None = None
    allow_host: tuple[Text, ...] | None = None
    urls: Mapping[str, Address] | None = None
    proxy: Address | None = None
    model: Text | None = None
    models: Cast | None = None
    native: Mapping[NativeName, Text] | None = None
    prices: tuple[OwnPrice, ...] | None = None
    costs: Costs | None = None
    allow_unknown_prices: bool | None = None
    require_review: Annotated[str, AfterValidator(_is_rule)] | None = None
    name: Annotated[str, Field(min_length=1, max_length=MOST_NAME), AfterValidator(without_nul)] | None = None
    retention: Retention | None = None
    serve: Serve | None = None


class Settings(Value):
    """The settings in force. `profile` None means the documents' own profile.toml, else `general`.

    `origins` says for each name where its value came from: `flag`, `environment STET_…`, a file's path or
    `default`. `ignored` are variables that begin with `STET_` and mean nothing.
    """

    home: Path
    config: Path
    project: Path | None = None
    store: str
    profile: str | None = None
    level: Level = Level.REVIEWED
    engine: str = "quote"
    depth: Depth = Depth.STANDARD
    docs: tuple[str, ...] = ()
    budget: Budget = Budget()
    search: tuple[str, ...] = ()
    official: bool = True
    open: bool = True
    site: tuple[str, ...] = ()
    exclude_site: tuple[str, ...] = ()
    since: str | None = None
    lang: str | None = None
    max_age: str = "1d"
    fetchers: tuple[str, ...] = ("http",)
    browser: bool = False
    semantic: bool = False
    contact: str | None = None
    allow_host: tuple[str, ...] = ()
    urls: Mapping[str, str] = {}
    proxy: str | None = None
    model: str | None = None
    models: Cast = Cast()
    native: Mapping[NativeName, str] = {}
    prices: tuple[OwnPrice, ...] = ()
    costs: Costs = Costs()
    allow_unknown_prices: bool = False
    require_review: str | None = None
    name: str | None = None
    retention: Retention = Retention()
    serve: Serve = Serve()
    origins: Mapping[str, str]
    ignored: tuple[str, ...] = ()

    def rows(self) -> Iterator["Row"]:
        """Every setting for a reader: name, value, origin; passwords in addresses are left out."""
        for name in ("home", *Flags.model_fields):
            value = getattr(self.budget if name in LIMITS else self, name)
            yield Row(name, _shown(name, value), self.origins[name])

    def paths(self) -> tuple[tuple[str, str], ...]:
        """Where things are, by name; the project's file only where there is one."""
        found = [("home", str(self.home)), ("store", shown_store(self.store)), ("config", str(self.config))]
        found += [("project", str(self.project))] if self.project else []
        return (*found, ("indexes", str(self.home / "indexes")), ("logs", str(self.home / "logs")))


class Row(NamedTuple):
    """A setting for a reader."""

    name: str
    value: str
    origin: str


def _shown(name: str, value: object) -> str:
    match value:
        case None | ():
            return "-"
        case Mapping() if not value:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Cast():
            own = [f"{name}={said}" for name, said in value.manner().items()]
            return " ".join((*own, *(f"{name}={_part(said)}" for name, said in value.named().items()))) or "-"
        case Costs() | Retention() | Serve():
            return "-" if value in (Costs(), Retention(), Serve()) else value.shown()
        case tuple():
            return (os.pathsep if name == "docs" else " ").join(_part(part) for part in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case Mapping():
            return " ".join(f"{key}={_part(part)}" for key, part in value.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return shown_store(str(value))


def _part(part: object) -> str:
    match part:
        case RoleSetting():
            own = [f"{name} {said}" for name, said in part.manner().items()]
            return f"{part.model} ({', '.join(own)})" if own else part.model
        case OwnPrice():
            return f"{part.model}@{shown_store(part.at)}"
        case _:
            return shown_store(str(part))


def shown_store(store: str) -> str:
    """A store's file or any URL for a reader: without password or parameters."""
    if "://" not in store:
        return store
    try:
        parts = urlsplit(store)
        host = parts.netloc.rpartition("@")[2]
        user = parts.username
    except ValueError:
        return f"{store.split('://', 1)[0]}://…"
    secret = f"{user or ''}:***@" if parts.password else f"{user}@" if user else ""
    return f"{parts.scheme}://{secret}{host}{parts.path}"
