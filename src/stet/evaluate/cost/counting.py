"""Counting what stored runs used, from what the journal wrote down of each call."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from stet.adapters.models.providers import BY_ODDS
from stet.config import USD
from stet.domain.report import ReportOutcome
from stet.domain.run import RoleModel, RunStatus
from stet.evaluate.cost.money import added, known_sum
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.values import Counts, Searches, Step
from stet.saved import is_accepted

if TYPE_CHECKING:
    from stet.store.charges import Charge, Spoken
    from stet.store.costs import Charged
    from stet.store.sql import SqlStore

_MODEL = "model:"
_NATIVE = "native"
_READ_BY_PEOPLE = frozenset({ReportOutcome.APPROVED.value, ReportOutcome.NOT_APPROVED.value})
_READING = ("search:", "fetch")
_COUNTERS = ("calls", "input", "output", "cached", "reserved", "unsettled", "estimated")
_PAUSE = timedelta(minutes=30)
"""Who is silent for longer than this between two claims did something else."""


def counts_of_run(store: "SqlStore", run: str, pricing: Pricing | None = None) -> Counts:
    """What one run used, by its full id; `pricing` are the operator's own prices, for calls without another.

    Raises:
        IntegrityError: the store cannot be read
    """
    return counts_of_runs(
        counted(charged, pricing or Pricing(), taken=is_taken(store, charged))
        for charged in store.charged([run])
    )


def counts_of_runs(counts: Iterable[Counts]) -> Counts:
    """The counters of several runs as one."""
    each = [*counts]
    return Counts(
        attempts=sum(one.attempts for one in each),
        accepted=sum(one.accepted for one in each),
        steps=joined_steps(step for one in each for step in one.steps),
        searches=_joined_searches(search for one in each for search in one.searches),
        pages=sum(one.pages for one in each),
        page_amount=known_sum(one.page_amount for one in each),
        reports=sum(one.reports for one in each),
        measured=sum(one.measured for one in each),
        review_seconds=added(one.review_seconds for one in each),
    )


def is_taken(store: "SqlStore", charged: "Charged") -> bool:
    """Whether a run's report is accepted, as `stet.saved.accepted` says it.

    Raises:
        IntegrityError, NotFound: people must agree with it, and it cannot be read
    """
    return is_accepted(store, charged.run, charged.status, charged.outcome, ruled=charged.ruled)


def counted(charged: "Charged", pricing: Pricing, *, taken: bool) -> Counts:
    """What one run used; one that failed or was interrupted counts as an attempt with what it used till then.

    `taken` says whether its report is accepted. What a run read again of another one's reading was paid there.
    """
    cast = Cast(charged.models)
    models = _Steps()
    _answered(models, charged.spoken, cast, pricing)
    others: list[Charge] = []
    for each in charged.charges:
        if each.kind.startswith(_MODEL):
            _unsettled(models, each, cast, pricing)
        else:
            others.append(each)
    if charged.frozen:
        others = [each for each in others if not each.kind.startswith(_READING)]
    seconds = review_seconds(charged.reviews)
    reports = int(charged.status is RunStatus.DONE and charged.outcome in _READ_BY_PEOPLE)
    read = [each for each in others if each.pages]
    return Counts(
        attempts=1,
        accepted=int(taken),
        steps=models.all(),
        searches=_joined_searches(
            Searches(provider=each.kind.partition(":")[2] or each.kind, count=each.searches, amount=each.usd)
            for each in others
            if each.searches
        ),
        pages=sum(each.pages for each in read),
        page_amount=known_sum(each.usd for each in read),
        reports=reports,
        measured=int(reports > 0 and seconds is not None),
        review_seconds=seconds if reports and seconds is not None else Decimal(0),
    )


class Cast(NamedTuple):
    """Who played which role."""

    models: tuple[RoleModel, ...]

    def plays(self, role: str) -> RoleModel | None:
        """The model of a role; who answers from memory is the writer."""
        wanted = "writer" if role == "single" else role
        for model in self.models:
            if model.role == wanted:
                return model
        return None


@dataclass(slots=True)
class _Sum:
    """Calls of a step as they are added up."""

    amounts: list[Decimal | None] = field(default_factory=list[Decimal | None])
    input: int = 0
    output: int = 0
    cached: int = 0
    reserved: int = 0
    unsettled: int = 0
    estimated: int = 0


class _Steps:
    """Steps as they are added up, by role, provider, model and currency."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str | None, str, str], _Sum] = {}

    def of(self, role: str, place: tuple[str | None, str], amount: Decimal | None, currency: str) -> _Sum:
        """One call more, and the sum in which its tokens are to be counted."""
        key = (role, *place, currency)
        one = self._sums.get(key)
        if one is None:
            one = self._sums[key] = _Sum()
        one.amounts.append(amount)
        return one

    def all(self) -> tuple[Step, ...]:
        """A step of each."""
        return tuple(_step(*key, one) for key, one in self._sums.items())


def _step(role: str, provider: str | None, model: str, currency: str, one: _Sum) -> Step:
    known = [amount for amount in one.amounts if amount is not None]
    total = added(known)
    return Step(
        role=role,
        provider=provider,
        model=model,
        currency=currency,
        amount=total if len(known) == len(one.amounts) else None,
        known=total,
        calls=len(one.amounts),
        input=one.input,
        output=one.output,
        cached=one.cached,
        reserved=one.reserved,
        unsettled=one.unsettled,
        estimated=one.estimated,
    )


def paid(said: "Spoken", by: RoleModel | None, pricing: Pricing) -> tuple[Decimal | None, str]:
    """What an answer cost, and in which currency: as the journal has it, else by the operator's own price."""
    # The search of a native answer is in its price, and an own price says nothing of searches.
    if (
        by is not None
        and said.role != _NATIVE
        and (said.usd is None or (said.usd and pricing.currency != USD))
    ):
        own = pricing.cost(by, said.input, said.output, said.cached)
        if own is not None:
            return own, pricing.currency
    return said.usd, USD


def _answered(models: _Steps, spoken: "Sequence[Spoken]", cast: Cast, pricing: Pricing) -> None:
    played: dict[str, tuple[RoleModel | None, str | None]] = {}
    for said in spoken:
        if said.role not in played:
            by = cast.plays(said.role)
            played[said.role] = (by, named(by)[0])
        by, provider = played[said.role]
        one = models.of(said.role, (provider, said.model), *paid(said, by, pricing))
        one.input += said.input
        one.output += said.output
        one.cached += said.cached
        one.estimated += said.estimated


def _unsettled(models: _Steps, charge: "Charge", cast: Cast, pricing: Pricing) -> None:
    """A call without an answer: what was reserved for it, which is the most that it can have cost."""
    role = charge.kind.removeprefix(_MODEL).partition(":")[0]
    by = cast.plays(role)
    amount = charge.usd
    if amount and pricing.currency != USD and by is not None and pricing.own(by) is not None:
        amount = None  # its tokens are not told apart, so that no other price of it can be reckoned
    one = models.of(role, named(by), amount, USD)
    one.reserved += charge.tokens
    one.unsettled += 1


def named(by: RoleModel | None) -> tuple[str | None, str]:
    """The provider and the model of a role, as they were asked for."""
    if by is None:
        return None, "unknown"
    provider, _, model = by.model.removeprefix(BY_ODDS).partition(":")
    return provider, model


def joined_steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Steps of one role to one model as one."""
    groups: dict[tuple[str, str | None, str, str], list[Step]] = {}
    for step in steps:
        groups.setdefault((step.role, step.provider, step.model, step.currency), []).append(step)
    return tuple(group[0] if len(group) == 1 else _joined(group) for group in groups.values())


def _joined(steps: Sequence[Step]) -> Step:
    counters = {name: sum(getattr(step, name) for step in steps) for name in _COUNTERS}
    known = added(step.amount if step.amount is not None else step.known for step in steps)
    amount = known_sum(step.amount for step in steps)
    return steps[0].model_copy(update={**counters, "amount": amount, "known": known})


def _joined_searches(searches: Iterable[Searches]) -> tuple[Searches, ...]:
    groups: dict[str, list[Searches]] = {}
    for each in searches:
        groups.setdefault(each.provider, []).append(each)
    return tuple(
        Searches(
            provider=name,
            count=sum(each.count for each in group),
            amount=known_sum(each.amount for each in group),
            known=added(each.amount if each.amount is not None else each.known for each in group),
        )
        for name, group in groups.items()
    )


def review_seconds(reviews: Sequence[tuple[str, str]]) -> Decimal | None:
    """How long people looked at a report: the time between the claims that each of them reviewed, pauses left out.

    None where nobody reviewed two claims, so that nothing can be measured: the first has no beginning.
    """
    times: dict[str, list[datetime]] = {}
    for name, at in reviews:
        try:
            times.setdefault(name, []).append(datetime.fromisoformat(at).astimezone(UTC))
        except ValueError:
            return None
    gaps = [
        later - earlier
        for when in times.values()
        for earlier, later in zip(sorted(when), sorted(when)[1:], strict=False)
        if later - earlier <= _PAUSE
    ]
    microseconds = sum((gap // timedelta(microseconds=1) for gap in gaps), 0)
    return Decimal(microseconds).scaleb(-6) if gaps else None
