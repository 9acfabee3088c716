"""The key under which equal values of different texts are found: 14 days and two weeks have one."""

from decimal import Context, Decimal
from typing import Final

from stet.verify.found import Found, Kind
from stet.verify.units import units

_DIGITS: Final = Context(prec=6)


def key(value: Found) -> str:
    """Kind and normal form; a quantity is in the base unit of its measure, to six digits."""
    unit = units().get(value.unit) if value.kind is Kind.QUANTITY else None
    if unit is None or value.amount is None:
        return f"{value.kind}:{value.normal}"
    base = _DIGITS.multiply(value.amount + unit.offset, unit.factor)
    return f"{value.kind}:{base.normalize(_DIGITS) + Decimal(0)} {unit.measures}"
