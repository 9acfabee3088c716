"""Counters in a file: the same sum without a store."""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from stet.config import USD, Costs, OwnPrice
from stet.domain.base import Value
from stet.domain.run import RoleModel
from stet.domain.toml import parse_toml
from stet.errors import BadSetting, NotFound
from stet.evaluate.cost.money import times
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.values import Counts, Searches, Step

_LARGEST = 1_000_000
_HINT = "see examples/costs and docs/costs.md"

_Count = Annotated[int, Field(ge=0, le=10**12)]


class StepCount(Value):
    """One call, or `calls` of them with these tokens each; `model` is `provider:model`."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    model: Annotated[str, Field(pattern=r"^[^:\s]+:\S", max_length=200)]
    calls: _Count = 1
    input: _Count = 0
    output: _Count = 0
    cached: _Count = 0


class CountsFile(Value):
    """Counters of one attempt; `attempts` were made that used as much, and `accepted` of them were accepted.

    `searches` are numbers by provider. `review_seconds` are measured ones of a report; without them those of `costs`
    count.
    """

    attempts: Annotated[int, Field(ge=1, le=10**9)] = 1
    accepted: _Count = 0
    steps: tuple[StepCount, ...] = ()
    searches: Mapping[str, _Count] = {}
    pages: _Count = 0
    review_seconds: Annotated[Decimal, Field(ge=0, max_digits=18)] | None = None
    costs: Costs = Costs()
    prices: tuple[OwnPrice, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.accepted > self.attempts:
            raise ValueError("more are accepted than attempted")
        return self

    def counts(self) -> Counts:
        """As those of stored runs."""
        pricing = Pricing(self.prices, self.costs.currency)
        measured = self.review_seconds is not None
        return Counts(
            attempts=self.attempts,
            accepted=self.accepted,
            steps=tuple(self._step(step, pricing) for step in self.steps),
            searches=tuple(
                Searches(provider=name, count=count * self.attempts, amount=None if count else Decimal(0))
                for name, count in self.searches.items()
            ),
            pages=self.pages * self.attempts,
            page_amount=Decimal(0) if not self.pages else None,
            reports=self.attempts,
            measured=self.attempts if measured else 0,
            review_seconds=times(self.review_seconds, self.attempts)
            if self.review_seconds is not None
            else Decimal(0),
        )

    def _step(self, step: StepCount, pricing: Pricing) -> Step:
        by = RoleModel(role=step.name, model=step.model)
        amount, currency = pricing.cost(by, step.input, step.output, step.cached), pricing.currency
        if amount is None:
            amount, currency = _listed(step), USD
        calls = step.calls * self.attempts
        provider, _, model = step.model.partition(":")
        return Step(
            role=step.name,
            provider=provider,
            model=model,
            calls=calls,
            input=step.input * calls,
            output=step.output * calls,
            cached=step.cached * calls,
            amount=times(amount, calls) if amount is not None else None,
            currency=currency,
        )


def _listed(step: StepCount) -> Decimal | None:
    """The price of a call by the public lists, in US dollars."""
    from stet.adapters.models.prices import Counted, Prices
    from stet.adapters.models.providers import Access, seat

    try:
        place = seat(step.model, Access())
    except BadSetting:  # no provider that is known here
        return None
    return Prices().usd(place, Counted(input=step.input, output=step.output, cached=step.cached))


def read_counts(path: Path) -> CountsFile:
    """The counters in a TOML file.

    Raises:
        NotFound: there is no such file
        BadSetting: it cannot be read, or says what cannot be; names the field
    """
    if not path.is_file():
        raise NotFound(f"--counts: there is no file {path}", hint=_HINT)
    if path.stat().st_size > _LARGEST:
        raise BadSetting(f"--counts: {path} is too large for a file of counters", hint=_HINT)
    try:
        said = parse_toml(path.read_text(encoding="utf-8-sig"), parse_float=Decimal)
        return CountsFile.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        why = first["msg"].removeprefix("Value error, ")
        raise BadSetting(f"--counts: {path}: {where + ': ' if where else ''}{why}", hint=_HINT) from error
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise BadSetting(f"--counts: {path} is not readable as TOML: {error}", hint=_HINT) from error
