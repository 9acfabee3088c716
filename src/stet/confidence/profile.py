"""A profile: which sites are official, what kinds of source weigh, how age and agreement count."""

from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from pydantic import Field, ValidationError, model_validator

from stet.domain.base import Value
from stet.domain.claims import Label
from stet.domain.identity import canonical_host, host, url_path
from stet.domain.toml import parse_toml
from stet.errors import BadSetting

SHIPPED = ("eu-law", "general", "science")
"""The profiles that come with the program."""

Factor = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Boost = Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]


class _Fault(ValueError):
    """What is wrong with a field of the file, so that its line can be named."""

    def __init__(self, field: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.field = field


class Kind(Value):
    """A kind of source: its weight (0 to 1), its name for readers, are its sites searched first."""

    authority: Factor
    title: str = Field(min_length=1)
    official: bool = False


class Rule(Value):
    """Pages under `host` (it and its subdomains), and under `path` where that is not empty, are of `kind`.

    `sample` is an address that the rule must decide; a profile with a rule that cannot match is refused.
    """

    host: str
    path: str = ""
    kind: str
    sample: str


class Band(Value):
    """Sources at most `days` old count `factor`."""

    days: int = Field(ge=0)
    factor: Factor


class Recency(Value):
    """Bands from young to old, then what is `older` than all of them, and what is `undated`."""

    bands: tuple[Band, ...] = Field(min_length=1)
    older: Factor
    undated: Factor

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        days = [band.days for band in self.bands]
        if days != sorted(set(days)):
            raise ValueError("the days of the bands must rise")
        return self


class Labels(Value):
    """The least score that is called high, and the least that is called medium."""

    high: Factor
    medium: Factor

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.medium > self.high:
            raise ValueError("medium must not be above high")
        return self


class Classified(NamedTuple):
    """The kind of a source and its authority (0 to 1)."""

    kind: str
    authority: float


class Profile(Value):
    """All numbers and lists behind a score.

    `corroboration` holds the factor for one independent site, for two, and so on; the last one holds for
    all higher counts. `unknown_site` is the kind of sites that no rule names, `no_address` that of documents
    without an address.
    """

    name: str
    title: str = Field(min_length=1)
    kinds: dict[str, Kind]
    unknown_site: str
    no_address: str
    recency: Recency
    corroboration: tuple[Boost, ...] = Field(min_length=1)
    labels: Labels
    rules: tuple[Rule, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for field in ("unknown_site", "no_address"):
            if getattr(self, field) not in self.kinds:
                raise _Fault((field,), f"{getattr(self, field)!r} is not one of the kinds")
        if list(self.corroboration) != sorted(self.corroboration):
            raise _Fault(("corroboration",), "must not fall as sites are added")
        seen: set[tuple[str, str]] = set()
        for rule in self.rules:
            place = ("sites", rule.kind, f"{rule.host}{rule.path}")
            if rule.kind not in self.kinds:
                raise _Fault(place[:2], "is not one of the kinds")
            if (rule.host, rule.path) in seen:
                raise _Fault(place, "stands twice")
            seen.add((rule.host, rule.path))
            if self.rule_for(rule.sample) != rule:
                raise _Fault(place, f"does not decide its sample {rule.sample!r}")
        return self

    @cached_property
    def _by_host(self) -> dict[str, tuple[Rule, ...]]:
        table: dict[str, list[Rule]] = {}
        for rule in self.rules:
            table.setdefault(rule.host, []).append(rule)
        return {name: tuple(sorted(rules, key=lambda rule: -len(rule.path))) for name, rules in table.items()}

    def rule_for(self, url: str) -> Rule | None:
        """The rule that decides for an address: the longest host by whole labels, then the longest path."""
        name = host(url)
        if name is None:
            return None
        path = url_path(url)
        while name:
            for rule in self._by_host.get(name, ()):
                if not rule.path or path == rule.path or path.startswith(rule.path + "/"):
                    return rule
            _, _, name = name.partition(".")
        return None

    def classify(self, url: str | None) -> Classified:
        """Kind and authority of the source at `url`; None is a document that names no address."""
        if url is None or host(url) is None:
            kind = self.no_address
        else:
            rule = self.rule_for(url)
            kind = rule.kind if rule else self.unknown_site
        return Classified(kind, self.kinds[kind].authority)

    def official_sites(self) -> tuple[str, ...]:
        """The hosts of official kinds, the weightiest kind first, then as the profile lists them."""
        rules = [rule for rule in self.rules if self.kinds[rule.kind].official]
        rules.sort(key=lambda rule: -self.kinds[rule.kind].authority)
        return tuple(dict.fromkeys(rule.host for rule in rules))

    def kind_title(self, kind: str) -> str:
        """The name of a kind for readers; a kind that this profile does not know is shown as it is."""
        return self.kinds[kind].title if kind in self.kinds else kind

    def label(self, value: float) -> Label:
        """The word for a score, by its unrounded value."""
        if value >= self.labels.high:
            return Label.HIGH
        return Label.MEDIUM if value >= self.labels.medium else Label.LOW


class _File(Value):
    """A profile as it stands in TOML: `[sites.KIND]` maps a host (`host` or `host/path`) to its sample."""

    title: str
    unknown_site: str
    no_address: str
    kinds: dict[str, Kind]
    recency: Recency
    corroboration: tuple[Boost, ...]
    labels: Labels
    sites: dict[str, dict[str, str]] = Field(default_factory=dict[str, dict[str, str]])


def load_profile(name_or_path: str | Path) -> Profile:
    """A shipped profile by its name, or the one in a TOML file (a folder stands for its `profile.toml`).

    Raises:
        BadSetting: no such profile, or the file is not a profile; says where in the file
    """
    if isinstance(name_or_path, str) and name_or_path in SHIPPED:
        return _shipped(name_or_path)
    path = Path(name_or_path)
    if path.is_dir():
        path = path / "profile.toml"
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise BadSetting(f"profile {path} is not UTF-8 text") from error
        raise BadSetting(
            f"there is no profile {str(name_or_path)!r}",
            hint=f"use {', '.join(SHIPPED)}, or the path of a TOML file",
        ) from error
    except OSError as error:
        raise BadSetting(f"profile {path} cannot be read: {error.strerror}") from error
    return parse_profile(
        text, path.stem if path.stem != "profile" else path.resolve().parent.name, where=str(path)
    )


@cache
def _shipped(name: str) -> Profile:
    text = resources.files("stet.confidence").joinpath("profiles", f"{name}.toml").read_text("utf-8")
    return parse_profile(text, name)


def parse_profile(text: str, name: str, *, where: str | None = None) -> Profile:
    """The profile in a TOML text.

    Raises:
        BadSetting: not TOML, or not a profile; the message names the line or the field
    """
    where = where or name
    try:
        raw = parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"profile {where} is not valid TOML: {error}") from error
    try:
        file = _File.model_validate(raw)
        rules = tuple(
            _rule(kind, match, sample)
            for kind, sites in file.sites.items()
            for match, sample in sites.items()
        )
        return Profile(
            name=name,
            title=file.title,
            kinds=file.kinds,
            unknown_site=file.unknown_site,
            no_address=file.no_address,
            recency=file.recency,
            corroboration=file.corroboration,
            labels=file.labels,
            rules=rules,
        )
    except ValidationError as error:
        raise BadSetting(f"profile {where}: {_first_fault(error, text)}") from error
    except _Fault as error:
        raise BadSetting(f"profile {where}: {_located(error.field, str(error), text)}") from error


def _rule(kind: str, match: str, sample: str) -> Rule:
    name, slash, path = match.partition("/")
    canonical = canonical_host(name)
    if canonical is None:
        raise _Fault(("sites", kind, match), "is not a host")
    return Rule(
        host=canonical,
        path=url_path(f"https://{canonical}/{path}").removesuffix("/") if slash else "",
        kind=kind,
        sample=sample,
    )


def _first_fault(error: ValidationError, text: str) -> str:
    fault = error.errors(include_url=False)[0]
    cause = fault.get("ctx", {}).get("error")
    field = cause.field if isinstance(cause, _Fault) else tuple(str(part) for part in fault["loc"])
    return _located(field, fault["msg"].removeprefix("Value error, "), text)


def _located(field: tuple[str, ...], message: str, text: str) -> str:
    line = _line_of(field, text)
    return f"{'.'.join(field)}: {message}" + (f" (line {line})" if line else "")


def _line_of(field: tuple[str, ...], text: str) -> int | None:
    """The line that comes closest to a field: its key, else the table it stands in."""
    best: tuple[int, int] | None = None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = tuple(part.strip(' "[]') for part in stripped.split("#")[0].split("."))
            here = table
        elif "=" in stripped and not stripped.startswith("#"):
            here = (*table, stripped.partition("=")[0].strip(' "'))
        else:
            continue
        if field[: len(here)] == here and (best is None or len(here) > best[0]):
            best = (len(here), number)
    return best[1] if best else None
