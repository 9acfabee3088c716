"""What two results differ by: what explains it, and each figure of each row with what chance could do."""

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.run import Level

SCHEMA = "stet.drift/1"
Better = Literal["higher", "lower"]
Unit = Literal["share", "count", "s", "money"]


class Finding(StrEnum):
    """What is said of a figure.

    `same`: no pair differs. `better`, `worse`, and `moved` for what has no direction: more than chance, corrected for
    all figures and rows. `perhaps`: more than chance alone, and not after that correction. `noise`: no more than
    chance. `too_few`: so few pairs could not show it whatever they were.
    """

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    MOVED = "moved"
    PERHAPS = "perhaps"
    NOISE = "noise"
    TOO_FEW = "too_few"


class Difference(Value):
    """Something else than the answers that is not the same: it may explain what moved.

    `pairs` that may not be compared because of it are left out; None where all stay in.
    """

    what: str
    where: str = ""
    baseline: str
    now: str
    pairs: int | None = None


class Move(Value):
    """A figure of a row over the pairs that have it on both sides; `changed` of them differ.

    `baseline` and `now` are means over those pairs (of cost per accepted report: all cost over all accepted), and
    `difference` is what `now` is more. `low` and `high` are its 95 % interval, `p` the chance of a difference so
    large where nothing changed, `corrected` the same after the correction for all figures and rows. They are None
    where there is no chance in it. `counts` says whether it can make a regression.
    """

    figure: str
    title: str
    unit: Unit
    better: Better | None
    pairs: int
    changed: int
    baseline: float | None
    now: float | None
    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    corrected: float | None = None
    finding: Finding
    counts: bool = True

    @property
    def regressed(self) -> bool:
        """Whether it is worse, beyond noise, and counts."""
        return self.counts and self.finding is Finding.WORSE


class DriftRow(Value):
    """A level played by somebody, on both sides. `certain`: the same answer every time, so that every change is one."""

    level: Level
    player: str
    pairs: int
    certain: bool
    moves: tuple[Move, ...]


class Side(Value):
    """One of the two results."""

    version: str
    day: date
    cells: int


class Drift(Value):
    """What differs between two results, schema `stet.drift/1`; `pairs` are the cells that were compared."""

    schema_: Literal["stet.drift/1"] = Field(default=SCHEMA, alias="schema")
    baseline: Side
    now: Side
    pairs: int
    differences: tuple[Difference, ...] = ()
    rows: tuple[DriftRow, ...] = ()

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    @property
    def regressed(self) -> bool:
        """Whether anything is worse beyond noise."""
        return any(move.regressed for row in self.rows for move in row.moves)

    @property
    def comparable(self) -> bool:
        """Whether there was anything to compare: without a pair, no regression says nothing."""
        return self.pairs > 0
