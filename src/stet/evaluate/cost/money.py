"""Reckoning with money: exact, and rounded where it is shown and nowhere else."""

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal

_EXACT = Context(prec=60)
"""Sums and products of what can be set and counted have fewer digits; a quotient without end is held to so many."""

_MOST, _LEAST, _FINEST = 6, 4, 24
"""Decimal places that are shown: at most, at least, and at most of what is less than those."""


def added(amounts: Iterable[Decimal]) -> Decimal:
    """The sum."""
    total, add = Decimal(0), _EXACT.add
    for amount in amounts:
        total = add(total, amount)
    return total


def known_sum(amounts: Iterable[Decimal | None]) -> Decimal | None:
    """The sum; None where one of them is unknown."""
    # Not `None in …`: that asks every amount whether it equals None, which takes longer than the sum.
    given = [*amounts]
    known = [amount for amount in given if amount is not None]
    return added(known) if len(known) == len(given) else None


def less(amount: Decimal, other: Decimal) -> Decimal:
    """`amount - other`."""
    return _EXACT.subtract(amount, other)


def times(amount: Decimal, count: Decimal | int) -> Decimal:
    """`amount * count`."""
    return _EXACT.multiply(amount, Decimal(count))


def over(amount: Decimal, divisor: Decimal | int) -> Decimal:
    """`amount / divisor`, to 60 digits where it has no end."""
    return _EXACT.divide(amount, Decimal(divisor))


def shown(amount: Decimal) -> str:
    """For a reader: four decimal places, up to six where they are needed, more where else nothing would be left."""
    places = _MOST if amount.is_zero() else min(max(_MOST, 1 - amount.adjusted()), _FINEST)
    rounded = amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, _EXACT)
    whole, _, tail = f"{rounded:f}".partition(".")
    return f"{whole}.{tail.rstrip('0').ljust(_LEAST, '0')}"


def plain(amount: Decimal) -> str:
    """All its digits, without an exponent or zeros at the end."""
    text = f"{amount:f}"
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text
