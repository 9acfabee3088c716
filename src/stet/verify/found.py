"""A value as it was found in a text, and its normal form."""

from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a value is."""

    NUMBER = "number"
    PERCENT = "percent"
    POINTS = "percentage points"
    MONEY = "money"
    QUANTITY = "quantity"
    DATE = "date"
    ORDINAL = "ordinal"
    REFERENCE = "reference"
    NAME = "name"


class Found(NamedTuple):
    """A value at `[start, end)` of a text; `exact` are its words, `normal` the form in which equal values are equal.

    `amount` and `step` (the worth of the last written digit) are in `unit`, as written: "EUR", "km", "%" or "".
    `also` is the other reading of an ambiguous number or date. `bound` is "~", ">" or "<" where the text says
    about, more than or less than.
    """

    kind: Kind
    start: int
    end: int
    exact: str
    normal: str
    amount: Decimal | None = None
    step: Decimal = Decimal(1)
    unit: str = ""
    also: str = ""
    bound: str = ""


class Missing(NamedTuple):
    """A value of a claim that its passage does not give; `reason` is a code, `detail` a sentence for the reader."""

    value: Found
    reason: str
    detail: str

    @property
    def exact(self) -> str:
        """The words of the value in the claim."""
        return self.value.exact


class Derived(NamedTuple):
    """A value of a claim that follows from the passage by the arithmetic in `formula`."""

    value: Found
    formula: str


class FoundDate(NamedTuple):
    """A date at `[start, end)`; `also` is the other reading of "3/4/2026"."""

    start: int
    end: int
    normal: str
    also: str = ""


def normal_amount(kind: Kind, value: Decimal, unit: str) -> str:
    """The form in which equal amounts of one unit are equal: "12.5 %", "EUR 35000000", "5 km"."""
    # A number so long that its digits would help nobody keeps its exponent.
    digits = format(value.normalize(), "f") if -12 < value.adjusted() < 30 else str(value.normalize())
    return f"{unit} {digits}" if kind is Kind.MONEY else f"{digits} {unit}".rstrip()
