"""The only reader of the environment and of settings files.

A value comes from the first of these that has it: a flag, the environment (`STET_…`), the project's
`stet.toml`, the user's `config.toml`, the default; each remembers where it came from. Keys of providers are
read from the environment alone and are never part of the settings.
"""

import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError

from stet.domain.base import Value
from stet.domain.budget import Budget, Depth
from stet.domain.run import Level
from stet.errors import BadSetting, StoreError

PROJECT_FILE = "stet.toml"
USER_FILE = "config.toml"
STORE_FILE = "stet.sqlite"
KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "COMETAPI_KEY",
    "TAVILY_API_KEY",
    "BRAVE_API_KEY",
    "EXA_API_KEY",
)
"""The variables that hold keys, under the names that people already have."""

_PREFIX = "STET_"
_ELSEWHERE = frozenset({"STET_HOME", "STET_TEST_POSTGRES"})
_LARGEST_FILE = 1_000_000


def _without_nul(text: str) -> str:
    """Refuse what no file name, address or name can hold, before it reaches something that fails oddly."""
    if "\0" in text or not text.strip():
        raise ValueError("is empty or holds a NUL character")
    return text


Text = Annotated[str, AfterValidator(_without_nul)]
Limit = Annotated[int, Field(ge=1)]


class Flags(Value):
    """What one place says; None where it says nothing.

    `store` is a file or a URL, `profile` a shipped name or a TOML file, `docs` are folders and files.
    `rounds`, `searches`, `pages`, `usd` and `seconds` replace single limits of `depth`.
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
    usd: Annotated[Decimal, Field(ge=0)] | None = None
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None


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
    origins: Mapping[str, str]
    ignored: tuple[str, ...] = ()

    def rows(self) -> Iterator["Row"]:
        """Every setting for a reader: name, value, origin; a password in the store's URL is left out."""
        values: dict[str, object] = {name: getattr(self.budget, name) for name in _LIMITS}
        values |= {name: getattr(self, name) for name in ("home", "profile", "level", "engine", "depth")}
        values |= {"store": shown_store(self.store), "docs": os.pathsep.join(self.docs) or None}
        for name in ("home", *Flags.model_fields):
            value = values[name]
            yield Row(name, "-" if value is None else str(value), self.origins[name])

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


class Terminal(NamedTuple):
    """What the environment says about the terminal; `color` None leaves it to whether there is one."""

    color: bool | None
    dumb: bool


_LIMITS = ("rounds", "searches", "pages", "usd", "seconds")
_HINTS = {
    # `single` is a level too, for engines that have a model to ask; the one of this version has none.
    "level": f"one of: {', '.join(level for level in Level if level is not Level.SINGLE)}",
    "depth": f"one of: {', '.join(Depth)}",
    "docs": "a list of folders and files",
    "store": "a file, or an address such as postgresql+psycopg://USER@HOST/DATABASE",
    "profile": "eu-law, general, science, or the path of a TOML file",
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
    layers += [_Layer(_from_file(path), str(path)) for path in (project, config) if path and path.is_file()]
    values: dict[str, object] = {}
    origins = {"home": house_from}
    for name in Flags.model_fields:
        layer = next((layer for layer in layers if getattr(layer.said, name) is not None), None)
        origins[name] = layer.origin(name) if layer else "default"
        if layer:
            values[name] = getattr(layer.said, name)
    limits = {name: values.pop(name) for name in _LIMITS if name in values}
    depth = values.get("depth", Depth.STANDARD)
    origins |= {name: origins["depth"] for name in ("rounds", "searches", "pages") if name not in limits}
    budget = (depth if isinstance(depth, Depth) else Depth.STANDARD).budget().model_copy(update=limits)
    fixed = {"home": house, "config": config, "project": project, "budget": budget, "origins": origins}
    known = {f"{_PREFIX}{name.upper()}" for name in Flags.model_fields} | _ELSEWHERE
    ignored = tuple(sorted(name for name in environ if name.startswith(_PREFIX) and name not in known))
    return Settings.model_validate({"store": str(house / STORE_FILE), **values, **fixed, "ignored": ignored})


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


def key(name: str, environ: Mapping[str, str] | None = None) -> SecretStr | None:
    """The key in the variable `name`, one of `KEYS`, or None where it is not set."""
    if name not in KEYS:
        raise BadSetting(f"{name} is not the name of a key", hint=f"one of: {', '.join(KEYS)}")
    value = (os.environ if environ is None else environ).get(name, "").strip()
    return SecretStr(value) if value else None


def terminal(environ: Mapping[str, str] | None = None) -> Terminal:
    """NO_COLOR, FORCE_COLOR and TERM as their conventions say: set and not empty counts."""
    environ = os.environ if environ is None else environ
    dumb = environ.get("TERM", "").casefold() in {"dumb", "unknown"}
    if environ.get("NO_COLOR"):
        return Terminal(color=False, dumb=dumb)
    return Terminal(color=True if environ.get("FORCE_COLOR") else False if dumb else None, dumb=dumb)


def shown_store(store: str) -> str:
    """A store's file or URL for a reader: without password or parameters."""
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


def _home(given: Path | None, environ: Mapping[str, str]) -> tuple[Path, Path, str]:
    """The home folder, the user's settings file, and where the former came from. STET_HOME moves both."""
    named = environ.get("STET_HOME", "")
    if given is None and not named:
        import platformdirs

        places = platformdirs.PlatformDirs("stet", appauthor=False)
        return Path(places.user_data_dir), Path(places.user_config_dir) / USER_FILE, "default"
    try:
        home = Path(_without_nul(str(given or named))).expanduser().absolute()
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
            said[name] = [part for part in text.split(os.pathsep) if part] if name == "docs" else text
    return checked(said, lambda name: f"{_PREFIX}{name.upper()}")


def _from_file(path: Path) -> Flags:
    """A settings file; relative places in it are relative to its folder."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise BadSetting(f"{path}: too large for a settings file")
        said: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSetting(f"{path}: not readable as TOML: {error}", hint="see docs/settings.md") from error
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror or error}", hint="check who may read it") from error
    flags = checked(said, lambda name: f"{path}: {name}")
    placed: dict[str, object] = {}
    if flags.docs is not None:
        placed["docs"] = tuple(_beside(path, document) for document in flags.docs)
    if flags.store is not None and "://" not in flags.store:
        placed["store"] = _beside(path, flags.store)
    if flags.profile is not None and (flags.profile.endswith(".toml") or "/" in flags.profile):
        placed["profile"] = _beside(path, flags.profile)
    return flags.model_copy(update=placed)


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
    name = str(first["loc"][0])
    if first["type"] == "extra_forbidden":
        raise BadSetting(f"{where(name)}: no such setting", hint=f"settings: {', '.join(Flags.model_fields)}")
    why = first["msg"].removeprefix("Value error, ")
    # The value is not repeated: a store's URL may hold a password.
    raise BadSetting(f"{where(name)}: {why[:1].lower()}{why[1:]}", hint=_HINTS.get(name))
