"""What people decide on claims: kept beside what the program decided, and never instead of it."""

import re
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from stet.domain.base import Value
from stet.domain.claims import Action

MOST_NOTE = 2_000
MOST_NAME = 80
"""Characters of a note and of a name."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_SAMPLE = re.compile(r"sample:(\d{1,3}(?:\.\d{1,3})?)%(?:,seed=(\d{1,18}))?\Z", re.ASCII)


class Verdict(StrEnum):
    """What a person who looked a claim up says of it: its words support it, they do not, or one cannot tell."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNCLEAR = "unclear"


class PersonDecision(Value):
    """What one person said of one claim at one time; `action` is what should become of the claim."""

    claim: str
    verdict: Verdict
    action: Action | None = None
    note: str | None = Field(default=None, max_length=MOST_NOTE)
    name: str = Field(min_length=1, max_length=MOST_NAME)
    at: datetime

    @field_validator("claim", "note", "name", mode="before")
    @classmethod
    def _storable(cls, text: object) -> object:
        """What no store can hold would grow when it is written out, and pass the bound."""
        return _UNSTORABLE.sub("\ufffd", text) if isinstance(text, str) else text


def standing(decisions: Iterable[PersonDecision]) -> tuple[PersonDecision, ...]:
    """Those that count: the last of each person on each claim, in the order in which they were said."""
    last: dict[tuple[str, str], PersonDecision] = {}
    for each in decisions:
        last.pop((each.claim, each.name), None)
        last[each.claim, each.name] = each
    return tuple(last.values())


def _absent(value: object) -> bool:
    return value is None


class ReviewRule(Value):
    """Which claims people must agree with before a report is accepted.

    `percent` of a sample is above 0 and at most 100. Without a `seed` the run's id draws the sample.
    """

    kind: Literal["high-stakes", "all", "sample"]
    percent: Decimal | None = Field(default=None, gt=0, le=100, exclude_if=_absent)
    seed: int | None = Field(default=None, ge=0, exclude_if=_absent)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.kind == "sample") != (self.percent is not None):
            raise ValueError("a sample, and nothing else, is so many per cent")
        if self.seed is not None and self.percent is None:
            raise ValueError("only a sample has a seed")
        return self

    @classmethod
    def of(cls, text: str) -> Self:
        """The rule in `high-stakes`, `all`, `sample:20%` or `sample:20%,seed=7`.

        Raises:
            ValueError: it is none of them
        """
        said = text.strip().casefold()
        if said in {"high-stakes", "all"}:
            return cls.model_validate({"kind": said})
        found = _SAMPLE.match(said)
        percent = Decimal(found[1]) if found else Decimal(0)
        if found is None or not 0 < percent <= 100:
            raise ValueError("is not high-stakes, all, or a sample such as sample:20% or sample:20%,seed=7")
        return cls(kind="sample", percent=percent, seed=int(found[2]) if found[2] else None)

    def __str__(self) -> str:
        seed = f",seed={self.seed}" if self.seed is not None else ""
        return f"sample:{self.percent:f}%{seed}" if self.percent is not None else self.kind


class People(Value):
    """What people said of a report. It is added where a report is shown or exported, and never stored in one.

    `decisions` are all of them, oldest first. `checked` are the claims that somebody decided on, in the report's
    order. With a rule `needed` are the claims that it asks for, `open` those of them with which nobody agreed yet,
    and `against` the claims of the report's sentences that somebody disagrees with or finds unclear.
    """

    decisions: tuple[PersonDecision, ...] = ()
    checked: tuple[str, ...] = ()
    rule: ReviewRule | None = None
    needed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    against: tuple[str, ...] = ()

    @property
    def satisfied(self) -> bool:
        """Whether nothing that a rule asks for is missing; so without a rule."""
        return self.rule is None or not (self.open or self.against)
