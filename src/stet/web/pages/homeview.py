"""What a question's form says, the plan that is shown before anything is spent, and what runs like it have cost."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, Literal

from pydantic import ConfigDict, Field, ValidationError
from starlette.datastructures import FormData

from stet.app.asked import MOST_TOPICS, Asked, Offer
from stet.app.request import MODEL, QUOTE, Request
from stet.domain.base import Value
from stet.domain.budget import Budget, Depth
from stet.domain.question import Plan, TopicKind
from stet.domain.run import Level, RunStatus
from stet.errors import BadQuestion, BadSetting
from stet.ports import RunRecord
from stet.web.pages.shell import field

LEVELS: Final[Mapping[Level, str]] = {
    Level.REVIEWED: "by topic, then claim by claim, then a review",
    Level.WORKFLOW: "one thread, with a review: for narrow questions",
    Level.TEAM: "several researchers, no review: never approved",
    Level.SINGLE: "a model's memory, no sources: never approved",
}
DEPTHS: Final[Mapping[Depth, str]] = {
    depth: f"{limits.rounds} rounds, {limits.searches} searches, {limits.pages} pages"
    if limits.rounds > 1
    else f"1 round, {limits.searches} searches, {limits.pages} pages"
    for depth, limits in ((depth, depth.budget()) for depth in Depth)
}
_BY_MODEL: Final = "model:"
_FIELDS: Final[Mapping[str, str]] = {
    "question": "the question",
    "corpora": "corpora",
    "search": "search",
    "level": "level",
    "engine": "who answers",
    "model": "who answers",
    "depth": "depth",
    "limits": "the most it may cost",
    "topics": "the plan",
}
_LIKE: Final = 3
"""Runs that are enough to say what is usual."""


class Filled(Value):
    """A form as it was sent, to be shown again."""

    question: str = ""
    corpora: tuple[str, ...] = ()
    search: tuple[str, ...] = ()
    level: str = ""
    who: str = ""
    depth: str = ""
    usd: str = ""


class Range(Value):
    """The least and the most that was seen."""

    least: Decimal
    most: Decimal


class Estimate(Value):
    """What a run may use at most, and what `like` runs of the same kind have used; None where none is known.

    `usd` is None too where the price of one of them is unknown. Without a model there are no calls to pay.
    """

    engine: str
    most: Budget
    like: int
    model_calls: Range | None = None
    usd: Range | None = None
    seconds: Range | None = None


class Preview(Value):
    """What a run would begin with: schema `stet.plan/1`. `asked_a_model` says that the plan cost a model's call."""

    schema_: Literal["stet.plan/1"] = Field(default="stet.plan/1", alias="schema")
    plan: Plan
    asked_a_model: bool
    estimate: Estimate

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


def filled(fields: FormData) -> Filled:
    """What stands in a form, whatever it is; cut where no field takes more."""

    def several(name: str) -> tuple[str, ...]:
        return tuple(each[:200] for each in fields.getlist(name)[:40] if isinstance(each, str) and each)

    return Filled(
        question=field(fields, "question"),
        corpora=several("corpus"),
        search=several("search"),
        level=field(fields, "level")[:40],
        who=field(fields, "who")[:220],
        depth=field(fields, "depth")[:40],
        usd=field(fields, "usd")[:40],
    )


def asked_of(said: Filled, topics: Sequence[Mapping[str, object]] = ()) -> Asked:
    """What is asked by a form.

    Raises:
        BadQuestion: there is no question
        BadSetting: a field holds what cannot be; says which
    """
    if not said.question:
        raise BadQuestion("the question is empty", hint="write what you want to know")
    told: dict[str, object] = {"question": said.question, "corpora": said.corpora, "search": said.search}
    told |= {name: value for name, value in (("level", said.level), ("depth", said.depth)) if value}
    if said.who.startswith(_BY_MODEL):
        told |= {"engine": MODEL, "model": said.who.removeprefix(_BY_MODEL)}
    elif said.who:
        told["engine"] = said.who
    if said.usd:
        told["limits"] = {"usd": said.usd.replace(",", ".")}
    if topics:
        told["topics"] = topics
    try:
        return Asked.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        name = _FIELDS.get(str(first["loc"][0]) if first["loc"] else "", "the form")
        raise BadSetting(f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}") from error


def topics_of(fields: FormData) -> tuple[Mapping[str, object], ...]:
    """The topics of an edited plan; one that was emptied is left out, and each line is a query."""
    return tuple(_topics(fields))


def _topics(fields: FormData) -> Iterator[Mapping[str, object]]:
    for number in range(1, MOST_TOPICS + 1):
        text = field(fields, f"topic-{number}")
        queries = [line.strip() for line in field(fields, f"queries-{number}").split("\n") if line.strip()]
        if text:
            kind = field(fields, f"kind-{number}") or TopicKind.PART.value
            yield {"text": text, "kind": kind, "queries": queries}
        elif queries:
            raise BadSetting("the plan: there are searches without a topic", hint="name it, or empty both")


def players(offer: Offer) -> Iterator[tuple[str, str]]:
    """Who may answer: the value of a choice, and its words."""
    yield QUOTE, "Quotations, found by rule: no model, no key, no cost"
    for model in offer.models:
        yield f"{_BY_MODEL}{model}", model


def estimate(request: Request, before: Sequence[RunRecord]) -> Estimate:
    """What a run may use, by its limits and by the runs that went `before` it."""
    like = [record for record in before if _like(request, record)]
    if len(like) < _LIKE:
        return Estimate(engine=request.engine, most=request.budget, like=len(like))
    used = [record.used for record in like]
    money = [each.usd for each in used if each.usd is not None]
    return Estimate(
        engine=request.engine,
        most=request.budget,
        like=len(like),
        model_calls=_range([Decimal(each.model_calls) for each in used]),
        usd=_range(money) if len(money) == len(used) else None,
        seconds=_range([Decimal(f"{each.seconds:.1f}") for each in used]),
    )


def _range(values: Sequence[Decimal]) -> Range:
    return Range(least=min(values), most=max(values))


def _like(request: Request, record: RunRecord) -> bool:
    """Whether a run ended that was of the same kind: who answered, how, and how far it might go."""
    spec = record.spec
    if record.status is not RunStatus.DONE or (spec.engine, spec.level) != (request.engine, request.level):
        return False
    same = all(
        getattr(spec.budget, name) == getattr(request.budget, name)
        for name in ("rounds", "searches", "pages", "claims")
    )
    if request.engine == QUOTE or not same:
        return same
    wanted = {role.model for role in request.models.values()} or {request.model}
    return {role.model for role in spec.models} == wanted
