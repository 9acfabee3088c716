"""Reading the settings of every place, and joining them."""

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import ValidationError

from stet.config.texts import without_nul
from stet.config.values import LIMITS, OPERATORS, Cast, Flags, Settings
from stet.domain.budget import Depth
from stet.domain.run import Level
from stet.domain.toml import parse_toml
from stet.errors import BadSetting, StoreError

PROJECT_FILE = "stet.toml"
USER_FILE = "config.toml"
STORE_FILE = "stet.sqlite"
_PREFIX = "STET_"
_ELSEWHERE = frozenset({"STET_HOME", "STET_TEST_POSTGRES"})
_LARGEST_FILE = 1_000_000
_OF_DEPTH = ("rounds", "searches", "pages", "claims")
_LISTS = frozenset({"search", "site", "exclude_site", "fetchers", "allow_host"})


class Terminal(NamedTuple):
    """What the environment says about the terminal; `color` None leaves it to whether there is one."""

    color: bool | None
    dumb: bool


_HINTS = {
    "level": f"one of: {', '.join(Level)}",
    "depth": f"one of: {', '.join(Depth)}",
    "docs": "a list of folders and files",
    "store": "a file, or an address such as postgresql+psycopg://USER@HOST/DATABASE",
    "profile": "eu-law, general, science, or the path of a TOML file",
    "search": "a list of providers, such as tavily,wikipedia",
    "since": "a date such as 2026-05-01, or a span such as 90d",
    "max_age": "a span such as 12h or 1d, or 0 to ask anew",
    "lang": "two letters, such as en",
    "contact": "an address or e-mail without spaces, by which site owners can reach you",
    "model": "provider:model, such as openai:gpt-5 or local:qwen",
    "models": 'a table of roles and models: writer = "anthropic:claude-opus-4"; and window, seconds for all of them',
    "native": 'a table of models that search by themselves: openai = "gpt-5"; also anthropic, google',
    "prices": "tables with at, model, input and output, in US dollars for a million tokens",
    "costs": "a table with currency, searches, page, infrastructure, maintenance, review_hour; see docs/costs.md",
    "require_review": "high-stakes, all, or a sample such as sample:20%",
    "name": "the name that stands beside what you decide on claims",
    "retention": 'a table: pages = "90d", calls = "30d", runs = "2y"; a day at least',
    "serve": "a table: corpora, models, search, limits, runs, hosts, tokens_only; see docs/server.md",
    "urls": 'a table of services and their addresses: tavily = "https://…"',
}


class _Layer(NamedTuple):
    """What one place says, and the place's name for each setting."""

    said: Flags
    place: str

    def origin(self, name: str) -> str:
        return f"{self.place} {_PREFIX}{name.upper()}" if self.place == "environment" else self.place


def load_settings(
    flags: Flags | None = None,
    *,
    home: Path | None = None,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """The settings in force in `folder` (default: the working directory), with `flags` over everything.

    Raises:
        BadSetting: a value or file that cannot be used; says which place and which setting
    """
    environ = os.environ if environ is None else environ
    folder = Path.cwd() if folder is None else folder
    house, config, house_from = _home(home, environ)
    project = _project_file(folder)
    layers = [_Layer(flags or Flags(), "flag"), _Layer(_from_environment(environ), "environment")]
    layers += [
        _Layer(_from_file(path, operators=path == config), str(path))
        for path in (project, config)
        if path and path.is_file()
    ]
    values: dict[str, object] = {}
    origins = {"home": house_from}
    for name in Flags.model_fields:
        layer = next((layer for layer in layers if getattr(layer.said, name) is not None), None)
        origins[name] = layer.origin(name) if layer else "default"
        if layer:
            values[name] = getattr(layer.said, name)
    values |= _cast(layers, origins)
    limits = {name: values.pop(name) for name in LIMITS if name in values}
    depth = values.get("depth", Depth.STANDARD)
    origins |= {name: origins["depth"] for name in _OF_DEPTH if name not in limits}
    budget = (depth if isinstance(depth, Depth) else Depth.STANDARD).budget().model_copy(update=limits)
    fixed = {"home": house, "config": config, "project": project, "budget": budget, "origins": origins}
    known = {f"{_PREFIX}{name.upper()}" for name in Flags.model_fields} | _ELSEWHERE
    ignored = tuple(sorted(name for name in environ if name.startswith(_PREFIX) and name not in known))
    return Settings.model_validate({"store": str(house / STORE_FILE), **values, **fixed, "ignored": ignored})


def _cast(layers: Sequence[_Layer], origins: dict[str, str]) -> dict[str, object]:
    """`models` role by role, each from the first place that names it: one role more as a flag changes no other."""
    values: dict[str, object] = {}
    places: list[str] = []
    for layer in layers:
        said = layer.said.models or Cast()
        fresh = {name: getattr(said, name) for name in said.model_fields_set if name not in values}
        if fresh:
            values |= fresh
            places.append(layer.origin("models"))
    if not values:
        return {}
    origins["models"] = ", ".join(places)
    return {"models": Cast.model_validate(values)}


def prepare_home(settings: Settings) -> Path:
    """Make the home folder, for its owner alone, and see that it can be written.

    Raises:
        StoreError: it cannot be made or written
    """
    home = settings.home
    hint = "set STET_HOME to a folder that you can write to"
    if home.exists() and not home.is_dir():
        raise StoreError(f"{home} is a file, not a folder", hint=hint)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(f"the folder {home} cannot be written: {why}", hint=hint) from error
    return home


def terminal(environ: Mapping[str, str] | None = None) -> Terminal:
    """NO_COLOR, FORCE_COLOR and TERM as their conventions say: set and not empty counts."""
    environ = os.environ if environ is None else environ
    dumb = environ.get("TERM", "").casefold() in {"dumb", "unknown"}
    if environ.get("NO_COLOR"):
        return Terminal(color=False, dumb=dumb)
    return Terminal(color=True if environ.get("FORCE_COLOR") else False if dumb else None, dumb=dumb)


def _home(given: Path | None, environ: Mapping[str, str]) -> tuple[Path, Path, str]:
    """The home folder, the user's settings file, and where the former came from. STET_HOME moves both."""
    named = environ.get("STET_HOME", "")
    if given is None and not named:
        import platformdirs

        places = platformdirs.PlatformDirs("stet", appauthor=False)
        return Path(places.user_data_dir), Path(places.user_config_dir) / USER_FILE, "default"
    try:
        home = Path(without_nul(str(given or named))).expanduser().absolute()
    except (ValueError, RuntimeError) as error:
        raise BadSetting(f"STET_HOME: {error}", hint="give the path of a folder") from error
    return home, home / USER_FILE, "flag" if given else "environment STET_HOME"


def _project_file(folder: Path) -> Path | None:
    """The nearest stet.toml of `folder`, or of a folder above it inside the same repository.

    No further: a file that someone else left in a shared folder above must not steer a run.
    """
    folder = folder.absolute()
    above = [folder, *folder.parents]
    root = next((number for number, path in enumerate(above) if (path / ".git").exists()), 0)
    return next((path / PROJECT_FILE for path in above[: root + 1] if (path / PROJECT_FILE).is_file()), None)


def _from_environment(environ: Mapping[str, str]) -> Flags:
    """The `STET_…` variables; an empty one counts as not set, STET_DOCS is a list like PATH."""
    said: dict[str, object] = {}
    for name in Flags.model_fields:
        text = environ.get(f"{_PREFIX}{name.upper()}", "")
        if text:
            said[name] = _of_text(name, text)
    return checked(said, lambda name: f"{_PREFIX}{name.upper()}")


def _of_text(name: str, text: str) -> object:
    """A variable's text as the setting's shape: `docs` is a list like PATH, other lists are parted by spaces."""
    if name == "docs":
        return [part for part in text.split(os.pathsep) if part]
    if name in {"urls", "models", "native", "retention"}:
        return {name: url for name, _, url in (part.partition("=") for part in text.split())}
    return text.split() if name in _LISTS else text


def _from_file(path: Path, *, operators: bool) -> Flags:
    """A settings file; relative places in it are relative to its folder. `operators`: it may say what they decide."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise BadSetting(f"{path}: too large for a settings file")
        said: dict[str, object] = parse_toml(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{path}: not readable as TOML: {error}", hint="see docs/settings.md") from error
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror or error}", hint="check who may read it") from error
    if not operators and (named := _operators_alone(said)):
        raise BadSetting(
            f"{path}: {named[0]}: a project's file cannot set this",
            hint="set it in your own config.toml or in the environment: it is for the operator to say",
        )
    flags = checked(said, lambda name: f"{path}: {name}")
    if not operators and flags.store is not None:
        _own_store(path, flags.store)
    placed: dict[str, object] = {}
    if flags.docs is not None:
        placed["docs"] = tuple(_beside(path, document) for document in flags.docs)
    if flags.serve is not None:
        placed["serve"] = flags.serve.placed(lambda folder: _beside(path, folder))
    if flags.store is not None and "://" not in flags.store:
        placed["store"] = _beside(path, flags.store)
    if flags.profile is not None and (flags.profile.endswith(".toml") or "/" in flags.profile):
        placed["profile"] = _beside(path, flags.profile)
    return flags.model_copy(update=placed)


def _own_store(file: Path, store: str) -> None:
    """A project may keep its runs beside its file; another machine, or another place here, is not its to choose.

    Raises:
        BadSetting: it names one
    """
    place = Path(os.path.normpath(_beside(file, store)))
    if "://" in store or file.parent not in place.parents:
        raise BadSetting(
            f"{file}: store: a project's file can only name a file in its own folder",
            hint="set another store in your own config.toml or as STET_STORE",
        )


def _operators_alone(said: Mapping[str, object]) -> list[str]:
    """What a project's file may not say: settings of the operator's, and where a role's model is reached."""
    named = sorted(OPERATORS & said.keys())
    models = said.get("models")
    if isinstance(models, Mapping):
        for role, table in cast("Mapping[str, object]", models).items():
            if isinstance(table, Mapping):
                named += [f"models.{role}.{name}" for name in ("url", "key") if name in table]
    return named


def _beside(file: Path, place: str) -> str:
    return str(file.parent / Path(place).expanduser())


def checked(said: Mapping[str, object], where: Callable[[str], str]) -> Flags:
    """What a place says, as `Flags`.

    Raises:
        BadSetting: for the first thing that is wrong, with its place and what it may be
    """
    try:
        return Flags.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
    name, inside = str(first["loc"][0]), [part for part in first["loc"][1:] if isinstance(part, str)]
    place = ".".join([where(name), *inside])
    if first["type"] == "extra_forbidden":
        known = f"settings: {', '.join(Flags.model_fields)}"
        raise BadSetting(f"{place}: no such setting", hint=_HINTS.get(name) if inside else known)
    why = first["msg"].removeprefix("Value error, ")
    # The value is not repeated: a store's URL may hold a password.
    raise BadSetting(f"{place}: {why[:1].lower()}{why[1:]}", hint=_HINTS.get(name))
