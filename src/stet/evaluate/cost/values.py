"""What is counted of runs, and what that comes to; the JSON of `stet cost` has the schema `stet.cost/1`."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PlainSerializer

from stet.config import USD
from stet.domain.base import Value
from stet.evaluate.cost.money import plain

SCHEMA = "stet.cost/1"

Amount = Annotated[Decimal, PlainSerializer(plain, return_type=str, when_used="json")]
Count = Annotated[int, Field(ge=0)]

Unit = Literal["tokens", "searches", "pages", "runs", "seconds"]
LineName = Literal["llm", "search", "pages", "infrastructure", "maintenance", "review"]
LINES: Mapping[LineName, str] = {
    "llm": "models",
    "search": "searches",
    "pages": "pages",
    "infrastructure": "infrastructure",
    "maintenance": "maintenance",
    "review": "review by people",
}
"""The lines of a breakdown in their order, with their names for a reader."""


class Step(Value):
    """Calls of one role to one model. `input` has `cached` in it.

    `amount` is what they cost, in `currency`; None where a price is unknown, and then `known` is what the others come
    to. What cost nothing did so in every currency. `unsettled` are those of `calls` that failed or of which nobody
    knows the end: they count with what was reserved for them, whose tokens are in `reserved`. Of `estimated` calls
    the service counted no tokens, and a bound stands in.
    """

    role: str
    provider: str | None
    model: str
    calls: Count = 1
    input: Count = 0
    output: Count = 0
    cached: Count = 0
    reserved: Count = 0
    unsettled: Count = 0
    estimated: Count = 0
    amount: Decimal | None
    known: Decimal = Decimal(0)
    currency: str = USD


class Searches(Value):
    """Searches by one provider; `amount` is what the journal charged for them, in US dollars, as in `Step`."""

    provider: str
    count: Count
    amount: Decimal | None
    known: Decimal = Decimal(0)


class Counts(Value):
    """What was counted of runs, in all.

    `page_amount` is what the journal charged for `pages`, as in `Searches`. `reports` are those that there are to be
    reviewed, `review_seconds` the time that was measured for `measured` of them.
    """

    attempts: Count = 1
    accepted: Count = 0
    steps: tuple[Step, ...] = ()
    searches: tuple[Searches, ...] = ()
    pages: Count = 0
    page_amount: Decimal | None = Decimal(0)
    reports: Count = 0
    measured: Count = 0
    review_seconds: Decimal = Field(default=Decimal(0), ge=0)


class Item(Value):
    """A part of a line: what of, how many of which unit, and its amount, as in `Step`."""

    what: str
    count: Amount
    unit: Unit
    amount: Amount | None
    known: Amount


class Line(Value):
    """A line: `amount` None where a price is unknown, and then `known` is what the others come to."""

    line: LineName
    amount: Amount | None
    known: Amount
    items: tuple[Item, ...]


class Breakdown(Value):
    """What attempts cost, line by line.

    `left_out` are the lines of which `[costs]` says nothing. `total` and `per_attempt` are None where a price is
    unknown. `per_accepted` is the cost of all attempts by those accepted; None where `undefined` (none was accepted)
    or unknown.
    """

    currency: str
    attempts: int
    accepted: int
    lines: tuple[Line, ...]
    left_out: tuple[LineName, ...] = ()
    total: Amount | None
    known: Amount
    per_attempt: Amount | None
    per_accepted: Amount | None
    undefined: bool

    def line(self, name: LineName) -> Line | None:
        """The line of this name; None where it is left out."""
        return next((line for line in self.lines if line.line == name), None)


class Group(Value):
    """What models cost, of one role, model or provider."""

    name: str
    calls: int
    input: int
    output: int
    cached: int
    amount: Amount | None
    known: Amount


class RunCost(Value):
    """One run among several."""

    run: str
    status: str
    outcome: str | None
    accepted: bool
    created_at: datetime
    total: Amount | None
    known: Amount


class CostReport(Value):
    """What `stet cost` says of one attempt or many.

    Attempts that failed, were interrupted, or have not ended (or were killed) count like others. Calls that are
    `unsettled` or `estimated` are those of `Step`.
    """

    schema_: Literal["stet.cost/1"] = Field(default=SCHEMA, alias="schema")
    of: str
    breakdown: Breakdown
    by_role: tuple[Group, ...] = ()
    by_model: tuple[Group, ...] = ()
    by_provider: tuple[Group, ...] = ()
    running: int = 0
    failed: int = 0
    interrupted: int = 0
    unsettled: int = 0
    estimated: int = 0
    runs: tuple[RunCost, ...] = ()

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)
