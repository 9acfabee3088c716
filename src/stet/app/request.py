"""What a person asks for, and the spec of the run that comes of it."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from stet._version import __version__
from stet.app.providers import DOCUMENTS, FETCHERS, at_hand, chains_of
from stet.confidence.profile import Profile, load_profile
from stet.config import ROLES, OwnPrice, RoleSetting
from stet.domain.base import Value, canonical_json
from stet.domain.budget import Budget
from stet.domain.identity import canonical_host, host
from stet.domain.people import ReviewRule
from stet.domain.question import Plan
from stet.domain.run import Level, PromptHash, RoleModel, RunSpec, WebPlan
from stet.errors import BadQuestion, BadSetting

LONGEST_QUESTION = 4000
"""Characters; more than this is material, and material belongs in a document."""

DEFAULT_PROFILE = "general"

QUOTE, MODEL = ENGINES = ("quote", "model")

EMBED = "all-MiniLM-L6-v2-int8"
"""The model of the extra `semantic`."""


class Operator(Value):
    """What only the operator decides: which machines may be reached, and through what.

    Fields as in `stet.config.Flags`.
    """

    allow_host: tuple[str, ...] = ()
    urls: Mapping[str, str] = {}
    proxy: str | None = None
    contact: str | None = None
    browser: bool = False
    semantic: bool = False
    native: Mapping[str, str] = {}
    prices: tuple[OwnPrice, ...] = ()
    allow_unknown_prices: bool = False


class WebRequest(Value):
    """What is wanted of the web; `search` names chains of providers, and none leaves the choice to the keys at hand.

    Fields as in `stet.domain.run.WebPlan`.
    """

    search: tuple[str, ...] = ()
    official: bool = True
    open: bool = True
    sites: tuple[str, ...] = ()
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    lang: str | None = None
    fetchers: tuple[str, ...] = ("http",)
    max_age: float = 86_400.0


class Request(Value):
    """What a person asks for.

    `documents` are folders and files; `web` None stays with them. `profile` None takes the folder's own, else
    `general`. `model` plays every role of the engine `model` that `models` gives to no other. `frozen` is a run whose
    reading is taken again: then there is nothing to search, and its question and date hold. `native` is a provider
    whose own search answers at level `single`. People must agree with `require_review`; `plan` is followed.
    """

    question: str
    documents: tuple[str, ...] = ()
    web: WebRequest | None = None
    level: Level = Level.REVIEWED
    engine: str = "quote"
    profile: str | None = None
    budget: Budget = Budget()
    today: date | None = None
    model: str | None = None
    models: Mapping[str, RoleSetting] = {}
    frozen: str | None = None
    native: str | None = None
    require_review: ReviewRule | None = None
    plan: Plan | None = None


def spec_of(
    request: Request,
    today: date,
    operator: Operator,
    models: tuple[RoleModel, ...] = (),
    prompts: tuple[PromptHash, ...] = (),
) -> RunSpec:
    """The spec of a new run, made on the day `today`; `models` and `prompts` are those of the engine `model`.

    Raises:
        StetError: what was asked cannot be done
    """
    question = _question(request.question)
    web = _web(request.web, operator.urls, request.today or today) if request.web is not None else None
    if not request.documents and web is None and request.level is not Level.SINGLE:
        raise BadSetting(
            "there is nothing to read",
            hint="give a folder or files with --docs, or search the web: --search wikipedia needs no key",
        )
    profile = profile_of(request.profile, request.documents)
    return RunSpec(
        question=question,
        level=request.level,
        engine=request.engine,
        profile=profile.name,
        profile_json=_written(profile),
        models=models,
        prompts=prompts,
        budget=_budget(request.budget, operator),
        providers=(*((DOCUMENTS,) if request.documents else ()), *(web.names if web else ())),
        documents=request.documents,
        folder=str(Path.cwd()),
        embed=EMBED if operator.semantic else None,
        web=web,
        native=request.native,
        require_review=request.require_review,
        plan=request.plan and request.plan.model_copy(update={"question": question}),
        today=request.today or today,
        version=__version__,
    )


def with_models_of(request: Request, past: RunSpec) -> Request:
    """The request with the limits of another run, and its models in the roles for which it names none."""
    request = request.model_copy(update={"budget": past.budget})
    if request.model is not None:
        return request
    kept = {
        role.role: RoleSetting.model_validate(role.model_dump(exclude={"role"}))
        for role in past.models
        if role.role in ROLES
    }
    return request.model_copy(update={"models": {**kept, **request.models}})


def frozen_spec(
    request: Request,
    past: RunSpec,
    operator: Operator,
    models: tuple[RoleModel, ...],
    prompts: tuple[PromptHash, ...],
) -> RunSpec:
    """The spec of a run that takes the reading of another again: its question, profile, budget and date hold.

    `past` names the other run in its `frozen`.
    """
    if request.documents or request.web is not None:
        raise BadSetting(
            "a run on frozen evidence searches and reads nothing", hint="leave out --docs and --search"
        )
    return past.model_copy(
        update={
            "level": request.level,
            "engine": request.engine,
            "models": models,
            "prompts": prompts,
            "budget": _budget(past.budget, operator),
            "documents": (),
            "web": None,
            "require_review": request.require_review or past.require_review,
            "version": __version__,
        }
    )


def profile_of(name: str | None, documents: Sequence[str] = ()) -> Profile:
    """The profile asked for; with none, `profile.toml` of the one folder that has one, else `general`.

    Raises:
        BadSetting: no such profile, or the file cannot be read as one
    """
    if name is not None:
        return load_profile(name)
    own = [path for d in documents if (path := Path(d) / "profile.toml").is_file()]
    if len(own) > 1:
        raise BadSetting("several folders bring a profile.toml", hint=f"choose one: --profile {own[0]}")
    return load_profile(str(own[0]) if own else DEFAULT_PROFILE)


_profiles: dict[str, Profile] = {}
"""Profiles by the text that a spec holds. To see that one holds together takes longer than all else before a call."""

_MOST_PROFILES = 8


def _written(profile: Profile) -> str:
    """The text of a profile that was looked at already; the spec that holds it is read with no second look."""
    text = canonical_json(profile)
    _keep(text, profile)
    return text


def _keep(text: str, profile: Profile) -> None:
    while len(_profiles) >= _MOST_PROFILES:
        _profiles.pop(next(iter(_profiles)), None)
    _profiles[text] = profile


def profile_in(spec: RunSpec) -> Profile:
    """The profile that a spec holds; looked at once a process for each."""
    known = _profiles.get(spec.profile_json)
    if known is None:
        known = Profile.model_validate_json(spec.profile_json)
        _keep(spec.profile_json, known)
    return known


def _budget(limits: Budget, operator: Operator) -> Budget:
    return limits.model_copy(update={"unpriced": operator.allow_unknown_prices})


def _question(given: str) -> str:
    question = " ".join(given.split())
    if not any(letter.isalnum() for letter in question):
        raise BadQuestion("the question is empty of words", hint='stet ask "your question" --docs FOLDER')
    if len(question) > LONGEST_QUESTION:
        raise BadQuestion(
            f"the question has {len(question)} characters; {LONGEST_QUESTION} is the most",
            hint="put the material into a document, give its folder with --docs, and ask something short",
        )
    return question


def check_engine(request: Request) -> None:
    """See that the level and the engine go together.

    Raises:
        BadSetting: they do not
    """
    if request.native is not None and request.level is not Level.SINGLE:
        raise BadSetting(
            "--native-search is for level single; elsewhere its pages are leads like any other",
            hint=f"add --level single, or search with it: --search native:{request.native}",
        )
    if request.engine not in ENGINES:
        raise BadSetting(f"there is no engine “{request.engine}”", hint=f"choose of: {', '.join(ENGINES)}")
    if request.level is Level.SINGLE and request.engine == QUOTE:
        raise BadSetting(
            "level single asks a model from memory, and the engine quote has none",
            hint="choose workflow, team or reviewed, or name a model: --model openai:gpt-5",
        )


def _web(wanted: WebRequest, urls: Mapping[str, str], today: date) -> WebPlan | None:
    """Where to look; None where the request names no provider and none can be chosen."""
    chains = chains_of(wanted.search, at_hand(urls))
    if not chains:
        return None
    if not (wanted.official or wanted.open or wanted.sites):
        raise BadSetting(
            "both halves of every search are switched off", hint="leave out --no-official or --no-open"
        )
    unknown = [name for name in wanted.fetchers if name not in FETCHERS]
    if unknown or not wanted.fetchers:
        raise BadSetting(
            f"there is no reader of pages “{', '.join(unknown)}”", hint=f"choose of: {', '.join(FETCHERS)}"
        )
    sites, left_out = hosts_of(wanted.sites, "--site"), hosts_of(wanted.exclude_sites, "--exclude-site")
    if sites and set(sites) <= set(left_out):
        raise BadSetting("every --site is also an --exclude-site", hint="leave one of them out")
    if wanted.since is not None and wanted.since > today:
        raise BadSetting(
            f"--since: {wanted.since} is after {today}", hint="give a day before, or a span: 90d"
        )
    return WebPlan(
        chains=chains,
        official=wanted.official,
        open=wanted.open,
        sites=sites,
        exclude_sites=left_out,
        since=wanted.since,
        lang=wanted.lang,
        fetchers=tuple(dict.fromkeys(wanted.fetchers)),
        max_age=wanted.max_age,
    )


def hosts_of(sites: Sequence[str], option: str) -> tuple[str, ...]:
    """Sites as people write them (`example.org`, `https://www.example.org/`) as hosts.

    Raises:
        BadSetting: one of them is no site; `option` names where it was written
    """
    found: list[str] = []
    for site in sites:
        name = host(site) if "://" in site else canonical_host(site.strip().rstrip("/"))
        if name is None or "." not in name:
            raise BadSetting(
                f"{option}: “{site[:80]}” is not a site", hint="give a host, such as example.org"
            )
        found.append(name.removeprefix("www."))
    return tuple(dict.fromkeys(found))
