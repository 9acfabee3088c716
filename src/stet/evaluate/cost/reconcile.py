"""Our counters beside a provider's bill, by model and day; the JSON has the schema `stet.bill/1`."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.errors import BadSetting
from stet.evaluate.cost.bill import Bill, Billed, model_key
from stet.evaluate.cost.counting import Cast, named, paid
from stet.evaluate.cost.money import known_sum, less, over
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.values import Amount

if TYPE_CHECKING:
    from stet.store.charges import Spoken
    from stet.store.costs import Charged

SCHEMA = "stet.bill/1"
_MODEL = "model:"


class Side(Value):
    """What one side counts; a count or an amount that it does not tell is None.

    `calls` are rows on the provider's side, which may hold many calls each.
    """

    calls: int
    input: int | None
    output: int | None
    cached: int | None
    amount: Amount | None


class Compared(Value):
    """A model on a day; a side that knows nothing of it is None.

    `tokens` and `amount` are ours less theirs, and the shares those of what they say; None where one side does not tell
    or theirs is nothing.
    """

    model: str
    day: date | None
    ours: Side | None
    theirs: Side | None
    tokens: int | None
    tokens_share: float | None
    amount: Amount | None
    amount_share: float | None


class Unreadable(Value):
    """A row of the bill that could not be read: its line, and why."""

    line: int
    why: str


class Reconciled(Value):
    """A bill beside our counters.

    `rows` are the models and days, the last of them (`total`) all together. `unreadable` are the first of
    `unreadable_rows`, `empty_rows` those in which nothing was billed, `credits` what rows with a negative amount come
    to. `outside` are calls of ours on days beyond those of the bill, and `unsettled` calls that failed or whose end
    nobody knows: we cannot say what was billed of them.
    """

    schema_: Literal["stet.bill/1"] = Field(default=SCHEMA, alias="schema")
    whose: str | None
    providers: tuple[str, ...]
    currency: str
    currency_named: bool
    first: date | None
    last: date | None
    rows: tuple[Compared, ...]
    total: Compared
    bill_rows: int
    empty_rows: int
    credits: Amount
    unreadable_rows: int
    unreadable: tuple[Unreadable, ...]
    outside: int
    unsettled: int

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


def reconciled(bill: Bill, runs: Iterable["Charged"], pricing: Pricing) -> Reconciled:
    """The bill beside what these runs used of the providers that it is from, or of all where that is not known.

    Raises:
        BadSetting: what a call cost is in another currency than the bill
    """
    providers, days = bill.columns.providers, bill.days
    ours: dict[tuple[str, date], _Ours] = {}
    outside = unsettled = 0
    for run in runs:
        cast = Cast(run.models)
        for said in run.spoken:
            by = cast.plays(said.role)
            when = date.fromisoformat(said.day)
            if providers and named(by)[0] not in providers:
                continue
            if days is None or not days[0] <= when <= days[1]:
                outside += 1
                continue
            amount = _ours_amount(*paid(said, by, pricing), said.model, bill.currency)
            ours.setdefault((model_key(said.model), when), _Ours(said.model)).add(said, amount)
        unsettled += _unsettled(run, cast, providers)
    sides = {key: one.side() for key, one in ours.items()}
    theirs = {key: _theirs(billed, bill) for key, billed in bill.sums.items()}
    return _result(bill, {key: one.model for key, one in ours.items()}, sides, theirs, (outside, unsettled))


def _result(
    bill: Bill,
    names: Mapping[tuple[str, date], str],
    ours: Mapping[tuple[str, date], Side],
    theirs: Mapping[tuple[str, date], Side],
    aside: tuple[int, int],
) -> Reconciled:
    keys = sorted({*ours, *theirs}, key=lambda key: (key[1], key[0]))
    rows = tuple(
        _compared(names.get(key) or bill.sums[key].model, key[1], ours.get(key), theirs.get(key))
        for key in keys
    )
    days = bill.days or (None, None)
    return Reconciled(
        whose=bill.columns.whose,
        providers=bill.columns.providers,
        currency=bill.currency,
        currency_named=bill.named,
        first=days[0],
        last=days[1],
        rows=rows,
        total=_compared("all", None, _all(ours.values()), _all(theirs.values())),
        bill_rows=bill.rows,
        empty_rows=bill.empty,
        credits=bill.credits,
        unreadable_rows=bill.unread_rows,
        unreadable=tuple(Unreadable(line=line, why=why) for line, why in bill.unread),
        outside=aside[0],
        unsettled=aside[1],
    )


class _Ours:
    """Our calls to a model on a day, as they are added up."""

    def __init__(self, model: str) -> None:
        self.model = model
        self._said: list[Spoken] = []
        self._amounts: list[Decimal | None] = []

    def add(self, said: "Spoken", amount: Decimal | None) -> None:
        """One call more."""
        self._said.append(said)
        self._amounts.append(amount)

    def side(self) -> Side:
        """All of them."""
        return Side(
            calls=len(self._said),
            input=sum(said.input for said in self._said),
            output=sum(said.output for said in self._said),
            cached=sum(said.cached for said in self._said),
            amount=known_sum(self._amounts),
        )


def _theirs(billed: Billed, bill: Bill) -> Side:
    columns = bill.columns
    return Side(
        calls=billed.rows,
        input=billed.input if columns.input else None,
        output=billed.output if columns.output is not None else None,
        cached=billed.cached if columns.cached is not None else None,
        amount=billed.cost,
    )


def _all(sides: Iterable[Side]) -> Side | None:
    each = [*sides]
    if not each:
        return None
    return Side(
        calls=sum(side.calls for side in each),
        input=_whole(side.input for side in each),
        output=_whole(side.output for side in each),
        cached=_whole(side.cached for side in each),
        amount=known_sum(side.amount for side in each),
    )


def _whole(counts: Iterable[int | None]) -> int | None:
    known = [*counts]
    return None if None in known else sum(count for count in known if count is not None)


def _compared(model: str, day: date | None, ours: Side | None, theirs: Side | None) -> Compared:
    tokens = [_tokens(side) for side in (ours, theirs)]
    amounts = [side.amount if side is not None else Decimal(0) for side in (ours, theirs)]
    more = tokens[0] - tokens[1] if tokens[0] is not None and tokens[1] is not None else None
    dearer = less(amounts[0], amounts[1]) if amounts[0] is not None and amounts[1] is not None else None
    return Compared(
        model=model,
        day=day,
        ours=ours,
        theirs=theirs,
        tokens=more,
        tokens_share=more / tokens[1] if more is not None and tokens[1] else None,
        amount=dearer,
        amount_share=float(over(dearer, amounts[1])) if dearer is not None and amounts[1] else None,
    )


def _tokens(side: Side | None) -> int | None:
    """What a side counts of tokens; one that knows nothing of a model counts none."""
    if side is None:
        return 0
    return None if side.input is None or side.output is None else side.input + side.output


def _ours_amount(amount: Decimal | None, currency: str, model: str, wanted: str) -> Decimal | None:
    if amount and currency != wanted:
        raise BadSetting(
            f"what {model} cost is in {currency} and the bill in {wanted}: they are not compared",
            hint=f"give its price in {wanted} in [[prices]]",
        )
    return amount


def _unsettled(run: "Charged", cast: Cast, providers: tuple[str, ...]) -> int:
    open_calls = [each for each in run.charges if each.kind.startswith(_MODEL)]
    roles = [each.kind.removeprefix(_MODEL).partition(":")[0] for each in open_calls]
    return sum(not providers or named(cast.plays(role))[0] in providers for role in roles)
