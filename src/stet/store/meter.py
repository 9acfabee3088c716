"""The sum of what a run's calls are charged, kept exactly so that a reservation can be taken back."""

from decimal import Context, Decimal, Inexact
from typing import Self

from stet.domain.base import Value
from stet.domain.budget import Usage

_EXACT = Context(prec=60, traps=[Inexact])


class Meter(Value):
    """Totals that add and subtract without drift.

    Seconds are decimal, to the microsecond, because floats do not subtract back to what they were. A charge
    without a known price is counted in `unpriced` instead of making the sum unknown for good: the call that
    settles it may know.
    """

    rounds: int = 0
    searches: int = 0
    pages: int = 0
    model_calls: int = 0
    tokens: int = 0
    usd: Decimal = Decimal(0)
    unpriced: int = 0
    seconds: Decimal = Decimal(0)

    def add(self, usage: Usage) -> Self:
        """The totals with a charge more."""
        return self._move(usage, 1)

    def subtract(self, usage: Usage) -> Self:
        """The totals with a charge less."""
        return self._move(usage, -1)

    def _move(self, usage: Usage, sign: int) -> Self:
        return type(self)(
            rounds=self.rounds + sign * usage.rounds,
            searches=self.searches + sign * usage.searches,
            pages=self.pages + sign * usage.pages,
            model_calls=self.model_calls + sign * usage.model_calls,
            tokens=self.tokens + sign * usage.tokens,
            usd=_EXACT.add(self.usd, sign * (usage.usd or Decimal(0))),
            unpriced=self.unpriced + sign * (usage.usd is None),
            seconds=self.seconds + sign * Decimal(f"{usage.seconds:.6f}"),
        )

    def usage(self) -> Usage:
        """The totals as a usage: money is unknown while any charge has no price."""
        return Usage(
            rounds=self.rounds,
            searches=self.searches,
            pages=self.pages,
            model_calls=self.model_calls,
            tokens=self.tokens,
            usd=None if self.unpriced else self.usd,
            seconds=float(self.seconds),
        )
