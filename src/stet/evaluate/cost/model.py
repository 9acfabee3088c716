"""The cost model: counters by prices. Pure; a price nobody knows leaves its line and the total unknown, never zero.

- models: what the journal was told of each call, by its tokens, cached and long ones at rates of their own
- searches: their number by the price of the provider, of `[costs]` or else as the journal was charged
- pages: their number by the price of a page, likewise
- infrastructure: attempts by the price of a run
- maintenance: attempts by the cost of a month, over the runs of a month
- review: seconds by the price of an hour, over 3600; measured seconds first
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from stet.config import USD, Costs
from stet.errors import BadSetting
from stet.evaluate.cost.money import added, known_sum, over, times
from stet.evaluate.cost.values import LINES, Breakdown, Counts, Group, Item, Line, LineName, Step, Unit

_HOUR = 3_600
_NOTHING = Decimal(0)


def cost_of(counts: Counts, costs: Costs) -> Breakdown:
    """What all attempts cost, and one accepted report: the cost of all attempts by those that were accepted.

    Raises:
        BadSetting: an amount is in another currency than `costs`
    """
    parts = _parts(counts, costs)
    total, known = _total(parts)
    accepted, attempts = counts.accepted, counts.attempts
    return Breakdown(
        currency=costs.currency,
        attempts=attempts,
        accepted=accepted,
        lines=tuple(_line(name, items) for name, items in parts.items()),
        left_out=tuple(name for name in LINES if name not in parts),
        total=total,
        known=known,
        per_attempt=over(total, attempts) if total is not None and attempts else None,
        per_accepted=over(total, accepted) if total is not None and accepted else None,
        undefined=not accepted,
    )


def total_of(counts: Counts, costs: Costs) -> tuple[Decimal | None, Decimal]:
    """The `total` and `known` of `cost_of`, without its lines: for one run among many.

    Raises:
        BadSetting: an amount is in another currency than `costs`
    """
    return _total(_parts(counts, costs))


@dataclass(slots=True)
class _Part:
    """An `Item` to be."""

    what: str
    count: Decimal
    unit: Unit
    amount: Decimal | None
    known: Decimal


def _parts(counts: Counts, costs: Costs) -> Mapping[LineName, tuple[_Part, ...]]:
    """The parts of the lines, in the order of `LINES`; those of which `costs` says nothing are left out."""
    found = {
        "llm": tuple(_step(step, costs) for step in counts.steps),
        "search": _searches(counts, costs),
        "pages": _pages(counts, costs),
        "infrastructure": _infrastructure(counts, costs),
        "maintenance": _maintenance(counts, costs),
        "review": _review(counts, costs),
    }
    return {name: items for name in LINES if (items := found[name]) is not None}


def _total(parts: Mapping[LineName, Sequence[_Part]]) -> tuple[Decimal | None, Decimal]:
    items = [item for line in parts.values() for item in line]
    return known_sum(item.amount for item in items), added(item.known for item in items)


def grouped(steps: Sequence[Step], by: str) -> tuple[Group, ...]:
    """What models cost by `role`, `model` or `provider`, in the order in which they come."""
    names = dict.fromkeys(getattr(step, by) or "unknown" for step in steps)
    return tuple(
        _group(name, [step for step in steps if (getattr(step, by) or "unknown") == name]) for name in names
    )


def _group(name: str, steps: Sequence[Step]) -> Group:
    return Group(
        name=name,
        calls=sum(step.calls for step in steps),
        input=sum(step.input for step in steps),
        output=sum(step.output for step in steps),
        cached=sum(step.cached for step in steps),
        amount=known_sum(step.amount for step in steps),
        known=added(step.amount if step.amount is not None else step.known for step in steps),
    )


def _line(name: LineName, items: Sequence[_Part]) -> Line:
    return Line(
        line=name,
        amount=known_sum(item.amount for item in items),
        known=added(item.known for item in items),
        items=tuple(
            Item(what=item.what, count=item.count, unit=item.unit, amount=item.amount, known=item.known)
            for item in items
        ),
    )


def _step(step: Step, costs: Costs) -> _Part:
    what = f"{step.role}, {step.model}"
    _one_currency(
        step.amount, step.currency, costs, f"the price of {step.model}", "give its price in [[prices]]"
    )
    tokens = step.input + step.output + step.reserved
    return _item(what, Decimal(tokens), "tokens", step.amount, step.known)


def _searches(counts: Counts, costs: Costs) -> tuple[_Part, ...]:
    items: list[_Part] = []
    for each in counts.searches:
        price = costs.searches.get(each.provider)
        amount = each.amount if price is None else times(price, each.count)
        if price is None:
            where = "give its price in [costs], searches"
            _one_currency(amount, USD, costs, f"the price of a search by {each.provider}", where)
        items.append(_item(each.provider, Decimal(each.count), "searches", amount, each.known))
    return tuple(items)


def _pages(counts: Counts, costs: Costs) -> tuple[_Part, ...]:
    amount = counts.page_amount if costs.page is None else times(costs.page, counts.pages)
    if costs.page is None:
        _one_currency(amount, USD, costs, "the price of a page", "give it in [costs], page")
    return (_item("pages", Decimal(counts.pages), "pages", amount),)


def _infrastructure(counts: Counts, costs: Costs) -> tuple[_Part, ...] | None:
    if costs.infrastructure is None:
        return None
    amount = times(costs.infrastructure, counts.attempts)
    return (_item("infrastructure", Decimal(counts.attempts), "runs", amount),)


def _maintenance(counts: Counts, costs: Costs) -> tuple[_Part, ...] | None:
    if costs.maintenance is None or costs.runs_per_month is None:
        return None
    amount = over(times(costs.maintenance, counts.attempts), costs.runs_per_month)
    return (_item("maintenance", Decimal(counts.attempts), "runs", amount),)


def _review(counts: Counts, costs: Costs) -> tuple[_Part, ...] | None:
    """Measured seconds as they are, those of the other reports by the table; unknown where it does not say them."""
    if costs.review_hour is None:
        return None
    others = max(0, counts.reports - counts.measured)
    items = [_reviewed("measured", counts.review_seconds, costs.review_hour)] if counts.measured else []
    if others and costs.review_seconds is not None:
        items.append(_reviewed("as [costs] says", times(costs.review_seconds, others), costs.review_hour))
    elif others:
        items.append(_item("as [costs] says", Decimal(0), "seconds", None))
    return tuple(items)


def _reviewed(what: str, seconds: Decimal, hour: Decimal) -> _Part:
    return _item(what, seconds, "seconds", over(times(hour, seconds), _HOUR))


def _item(what: str, count: Decimal, unit: Unit, amount: Decimal | None, known: Decimal = _NOTHING) -> _Part:
    """`known` is looked at where the amount is not."""
    return _Part(what, count, unit, amount, amount if amount is not None else known)


def _one_currency(amount: Decimal | None, currency: str, costs: Costs, what: str, instead: str) -> None:
    """Refuse to add up what is not of one currency; nothing is nothing in all of them.

    Raises:
        BadSetting
    """
    if amount and currency != costs.currency:
        raise BadSetting(
            f"{what} is in {currency} and [costs] in {costs.currency}: money of two currencies is not added up",
            hint=f"{instead} in {costs.currency}, or set the currency of [costs] to {currency}",
        )
