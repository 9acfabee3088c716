"""What is asked over a network, within what the operator offers: no path and no address comes from who asks."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from stet.app.request import LONGEST_QUESTION, MODEL, QUOTE, Request, WebRequest
from stet.app.settings import engine_of, refuse_beside_documents, rule_of, web_of
from stet.confidence.profile import SHIPPED
from stet.config import RoleSetting, Settings
from stet.config.spans import day
from stet.domain.base import Value
from stet.domain.budget import Budget, Depth
from stet.domain.people import ReviewRule
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.domain.run import Level
from stet.errors import BadSetting

_MOST_NAMED = 20
MOST_TOPICS = 5
_MOST_QUERIES = 8
_LONGEST_TOPIC = 400
_OF_SEARCH = ("sites", "exclude_sites", "since", "lang", "official", "open")

Named = Annotated[str, Field(min_length=1, max_length=200)]
Names = Annotated[tuple[Named, ...], Field(max_length=_MOST_NAMED)]
Role = Literal["planner", "analyst", "writer", "reviewer", "judge", "supervisor"]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


class AskedLimits(Value):
    """Limits of one run; None leaves one to the depth, and all are at most the operator's."""

    rounds: Count | None = None
    searches: Count | None = None
    pages: Count | None = None
    claims: Count | None = None
    usd: Annotated[Decimal, Field(ge=0, max_digits=18)] | None = None
    seconds: Annotated[float, Field(gt=0, le=31_536_000)] | None = None


class AskedTopic(Value):
    """A topic of a checklist that who asks has looked at; without a query it is searched for by its own words."""

    text: Annotated[str, Field(min_length=1, max_length=_LONGEST_TOPIC)]
    kind: TopicKind = TopicKind.PART
    queries: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=_LONGEST_TOPIC)], ...],
        Field(max_length=_MOST_QUERIES),
    ] = ()


class Asked(Value):
    """A question, and how it is to be researched; None leaves a thing to the operator's settings.

    `corpora` are the operator's folders of documents, by their names, and all that is read if no `search` is named.
    Each of `search` is a chain of providers (`tavily,wikipedia`: the next where one cannot answer). `model` plays all
    roles, `models` single ones. `since` is a date or a span (`90d`). With `topics` the run follows them, and makes no
    plan of its own.
    """

    question: Annotated[str, Field(min_length=1, max_length=4 * LONGEST_QUESTION)]
    corpora: Names = ()
    search: Names = ()
    sites: Names = ()
    exclude_sites: Names = ()
    since: Annotated[str, Field(max_length=20)] | None = None
    lang: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] | None = None
    official: bool | None = None
    open: bool | None = None
    level: Level | None = None
    engine: Literal["quote", "model"] | None = None
    model: Named | None = None
    models: Mapping[Role, Named] = {}
    profile: Literal["eu-law", "general", "science"] | None = None
    depth: Depth | None = None
    limits: AskedLimits = AskedLimits()
    today: date | None = None
    require_review: Annotated[str, Field(max_length=60)] | None = None
    topics: Annotated[tuple[AskedTopic, ...], Field(max_length=MOST_TOPICS)] = ()


class Offer(Value):
    """What may be asked for: corpora, models and search providers by name, profiles, and the most for one run."""

    corpora: tuple[str, ...]
    models: tuple[str, ...]
    search: tuple[str, ...]
    profiles: tuple[str, ...]
    most: Budget


def offer_of(settings: Settings) -> Offer:
    """What these settings offer."""
    serve = settings.serve
    played = [settings.model, *(role.model for role in settings.models.named().values())]
    models = serve.models if serve.models is not None else tuple(name for name in played if name)
    search = serve.search if serve.search is not None else tuple(_names(settings.search))
    least = serve.limits.model_dump(exclude_none=True)
    return Offer(
        corpora=tuple(sorted(serve.corpora)),
        models=tuple(dict.fromkeys(models)),
        search=tuple(dict.fromkeys(search)),
        profiles=SHIPPED,
        most=settings.budget.model_copy(update=least),
    )


def request_of(settings: Settings, asked: Asked, today: date) -> Request:
    """The request that an operator with these settings makes of what is asked on the day `today`.

    Raises:
        BadSetting: something is asked for that is not on offer; says what is
    """
    offer = offer_of(settings)
    documents = folders_of(settings, asked.corpora)
    models = _played(settings, asked, offer)
    named = asked.model is not None or bool(asked.models)
    engine = asked.engine or (MODEL if named else engine_of(settings))
    return Request(
        question=asked.question,
        documents=documents,
        web=_web(settings, asked, offer, asked.today or today),
        level=asked.level or settings.level,
        engine=engine,
        model=None if engine == QUOTE else asked.model or settings.model,
        models={} if engine == QUOTE else models,
        profile=asked.profile or settings.profile,
        budget=_budget(settings, asked, offer.most),
        today=asked.today,
        require_review=_rule(settings, asked),
        plan=_plan(asked),
    )


def folders_of(settings: Settings, corpora: Sequence[str]) -> tuple[str, ...]:
    """Where corpora are, by their names.

    Raises:
        BadSetting: one of them is not on offer
    """
    offered = settings.serve.corpora
    _on_offer("corpus", corpora, tuple(sorted(offered)))
    return tuple(str(Path(offered[name]).absolute()) for name in dict.fromkeys(corpora))


def _played(settings: Settings, asked: Asked, offer: Offer) -> dict[str, RoleSetting]:
    """Who plays each role; a model that the settings name is reached where they say."""
    _on_offer("model", [*filter(None, [asked.model]), *asked.models.values()], offer.models)
    played = settings.models.played(asked.model or settings.model)
    known = {role.model: role for role in settings.models.named().values()}
    # Who names a model for all roles means all of them, also those to which the settings give another.
    wanted = {**(dict.fromkeys(played, asked.model) if asked.model else {}), **asked.models}
    chosen = {role: known.get(name, RoleSetting(model=name)) for role, name in wanted.items()}
    common = settings.models.manner()
    return played | {
        role: said.model_copy(update={**common, **said.manner()}) for role, said in chosen.items()
    }


def _web(settings: Settings, asked: Asked, offer: Offer, today: date) -> WebRequest | None:
    """Where to look: with corpora and no provider named, nowhere else."""
    _on_offer("search provider", list(_names(asked.search)), offer.search)
    if asked.corpora and not asked.search:
        given = {name: getattr(asked, name) for name in _OF_SEARCH}
        refuse_beside_documents([name for name, said in given.items() if said not in (None, ())], "search")
        return None
    search = asked.search or settings.search
    if not search or not set(_names(search)) <= set(offer.search):
        return None
    own = web_of(settings.model_copy(update={"docs": (), "search": search}), today)
    wanted = {
        "sites": asked.sites or None,
        "exclude_sites": asked.exclude_sites or None,
        "since": _since(asked.since, today),
        "lang": asked.lang,
        "official": asked.official,
        "open": asked.open,
    }
    return own and own.model_copy(update={name: said for name, said in wanted.items() if said is not None})


def _since(since: str | None, today: date) -> date | None:
    if since is None:
        return None
    try:
        return day(since, today)
    except ValueError as error:
        raise BadSetting(
            "since: is not a date or a span", hint="such as 2026-05-01, or a span such as 90d"
        ) from error


def _budget(settings: Settings, asked: Asked, most: Budget) -> Budget:
    """The limits asked for; without any, the operator's own."""
    limits = asked.limits.model_dump(exclude_none=True)
    depth = (
        asked.depth.budget().model_dump(include={"rounds", "searches", "pages", "claims"})
        if asked.depth
        else {}
    )
    wanted = {**depth, **limits}
    over = [
        name for name, value in wanted.items() if (top := getattr(most, name)) is not None and value > top
    ]
    if over:
        names = ", ".join(f"{name} {getattr(most, name)}" for name in over)
        raise BadSetting(f"more than one run may use here: {', '.join(over)}", hint=f"at most {names}")
    start = settings.budget.model_dump()
    least = {
        name: top
        for name, top in most.model_dump().items()
        if top is not None and name != "unpriced" and (start[name] is None or start[name] > top)
    }
    return settings.budget.model_copy(update={**least, **wanted})


def _rule(settings: Settings, asked: Asked) -> ReviewRule | None:
    """Who asks may demand a review where the operator does not; the operator's own rule stands."""
    own = rule_of(settings)
    if own is not None or asked.require_review is None:
        return own
    try:
        return ReviewRule.of(asked.require_review)
    except ValueError as error:
        raise BadSetting(f"require_review: {error}") from error


def _plan(asked: Asked) -> Plan | None:
    """The plan that topics are; what nothing answers cannot be written about, so that one of them is the answer."""
    if not asked.topics:
        return None
    kinds = [topic.kind for topic in asked.topics]
    if not {TopicKind.ANSWER, TopicKind.PART} & set(kinds):
        kinds[0] = TopicKind.ANSWER
    topics = tuple(
        Topic(id=f"T{number}", text=_line("topic", topic.text), kind=kind)
        for number, (topic, kind) in enumerate(zip(asked.topics, kinds, strict=True), 1)
    )
    queries: dict[str, Query] = {}
    for topic, given in zip(topics, asked.topics, strict=True):
        for text in given.queries or (given.text,):
            query = _line("query", text)
            queries.setdefault(query.casefold(), Query(text=query, topic=topic.id))
    return Plan(question=asked.question, topics=topics, queries=tuple(queries.values()))


def _line(what: str, text: str) -> str:
    line = " ".join(text.split())
    if not any(char.isalnum() for char in line):
        raise BadSetting(f"topics: a {what} has no word in it", hint="leave it out, or say what is wanted")
    return line


def _names(chains: Sequence[str]) -> Sequence[str]:
    return [name.strip().lower() for chain in chains for name in chain.split(",") if name.strip()]


def _on_offer(what: str, wanted: Sequence[str], offered: Sequence[str]) -> None:
    missing = [name for name in wanted if name not in offered]
    if missing:
        hint = f"choose of: {', '.join(offered)}" if offered else "the operator offers none: see [serve]"
        raise BadSetting(f"there is no {what} “{missing[0][:80]}” here", hint=hint)
