"""What things cost, as an operator says it: `[[prices]]` of models, and the table `[costs]` for all the rest."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field, model_validator

from stet.config.texts import Text
from stet.domain.base import Value

USD = "USD"

Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
"""The three letters of ISO 4217."""

# So few digits that products and sums of them stay exact, however many calls there are.
Money = Annotated[Decimal, Field(ge=0, max_digits=18)]


class LongPrice(Value):
    """What a call costs that has more than `over` tokens of input, cached ones with them.

    All of its tokens cost this, not the rest alone; `cached` None: as its input.
    """

    over: Annotated[int, Field(ge=1)]
    input: Money
    output: Money
    cached: Money | None = None


class OwnPrice(Value):
    """Money for a million tokens of a model at an address (or of a provider, by its name); US dollars by default."""

    at: Text
    model: Text
    input: Money
    output: Money
    cached: Money | None = None
    long: LongPrice | None = None
    currency: Currency = USD


class Costs(Value):
    """The table `[costs]`: what a run costs beside its models. What is None is left out of the sum.

    `searches` are prices of one search, by provider; `page` is that of a page; `infrastructure` that of a run.
    `maintenance` is what a month costs, shared by `runs_per_month`. `review_hour` is what an hour of the person costs
    who reviews reports, each of which takes `review_seconds` where nobody measured it.
    """

    currency: Currency = USD
    searches: Mapping[Text, Money] = {}
    page: Money | None = None
    infrastructure: Money | None = None
    maintenance: Money | None = None
    runs_per_month: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    review_seconds: Annotated[Decimal, Field(ge=0, max_digits=18)] | None = None
    review_hour: Money | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.maintenance is None) != (self.runs_per_month is None):
            raise ValueError(
                "maintenance and runs_per_month go together: a month's cost, and the runs that share it"
            )
        if self.review_seconds is not None and self.review_hour is None:
            raise ValueError("review_seconds needs review_hour, what an hour of the reviewer costs")
        return self

    def shown(self) -> str:
        """For a reader of the settings."""
        said = self.model_dump(mode="json", exclude={"searches"}, exclude_none=True)
        prices = [f"{name}={price}" for name, price in self.searches.items()]
        return " ".join([*(f"{name}={value}" for name, value in said.items()), *prices])
