"""Limits and what was used of them."""

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from stet.domain.base import Value


class Usage(Value):
    """What was used; `usd` is None when a price was unknown, which is not the same as zero."""

    rounds: int = 0
    searches: int = 0
    pages: int = 0
    model_calls: int = 0
    tokens: int = 0
    usd: Decimal | None = Decimal(0)
    seconds: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Usage(
            rounds=self.rounds + other.rounds,
            searches=self.searches + other.searches,
            pages=self.pages + other.pages,
            model_calls=self.model_calls + other.model_calls,
            tokens=self.tokens + other.tokens,
            usd=usd,
            seconds=self.seconds + other.seconds,
        )


class Budget(Value):
    """Hard limits; None means that dimension has none.

    `seconds` is wall time from the start of the run, over all its sessions; `usd` is money, and `unpriced` says that a
    call whose price nobody knows does not end the run, though the limit on money then holds no longer. `claims` is how
    many claims are checked and written about, where models make them.
    """

    rounds: int = Field(default=3, ge=1)
    searches: int = Field(default=8, ge=1)
    pages: int = Field(default=12, ge=1)
    model_calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    usd: Decimal | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, gt=0)
    pages_per_query: int = Field(default=2, ge=1)
    claims: int = Field(default=20, ge=1)
    unpriced: bool = False

    def first_exceeded(self, used: Usage) -> str | None:
        """The name of the first limit that `used` is over, or None."""
        for name in ("rounds", "searches", "pages", "model_calls", "tokens", "usd", "seconds"):
            limit, spent = getattr(self, name), getattr(used, name)
            if limit is not None and (not self.unpriced if spent is None else spent > limit):
                return name
        return None


class Depth(StrEnum):
    """How far to go: names for three budgets."""

    QUICK = "quick"
    STANDARD = "standard"
    DEEP = "deep"

    def budget(self) -> Budget:
        """The limits of this depth."""
        limits = {"quick": (1, 3, 6, 12), "standard": (3, 8, 12, 20), "deep": (3, 24, 60, 60)}
        rounds, searches, pages, claims = limits[self.value]
        return Budget(rounds=rounds, searches=searches, pages=pages, claims=claims)
