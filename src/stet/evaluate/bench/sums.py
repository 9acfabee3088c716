"""Cells added up by level and player, over tasks and tries; failed and rejected runs are among them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from statistics import median
from typing import Literal, NamedTuple

from stet.domain.report import ReportOutcome
from stet.domain.run import Level
from stet.evaluate.bench.book import ENDED
from stet.evaluate.bench.run import task_of
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Measures, Order, Quotient
from stet.evaluate.planting_values import Share, share

Unsaid = Literal["undefined", "unknown"]
"""Money that cannot be told: nothing was accepted, or a price is unknown."""


class Row(NamedTuple):
    """The cells of a level and a player; `number` names it where its name is too long."""

    number: int
    level: Level
    player: str
    cells: tuple[Cell, ...]

    @property
    def ended(self) -> tuple[Cell, ...]:
        """Those that are done or failed."""
        return tuple(cell for cell in self.cells if cell.state in ENDED)

    @property
    def measured(self) -> tuple[Measures, ...]:
        """What was counted of those that have a report."""
        return tuple(cell.measures for cell in self.cells if cell.measures is not None)

    @property
    def approved(self) -> Share:
        """Approved reports of all cells that ended."""
        return share(sum(cell.approved for cell in self.ended), len(self.ended))

    def outcomes(self) -> Mapping[ReportOutcome, int]:
        """How the cells ended, by outcome."""
        return {each: sum(cell.outcome is each for cell in self.ended) for each in ReportOutcome}

    @property
    def open(self) -> int:
        """Cells that have not ended: stopped, under way or waiting."""
        return len(self.cells) - len(self.ended)

    def mean(self, name: str) -> float | None:
        """The mean of a count of `Measures` over the cells that have a report."""
        counts = [float(getattr(each, name)) for each in self.measured]
        return sum(counts) / len(counts) if counts else None

    @property
    def seconds(self) -> float | None:
        """The median time of a run that ended."""
        took = [cell.seconds for cell in self.ended if cell.seconds is not None]
        return median(took) if took else None

    def money(self, name: Literal["usd", "cost"]) -> Decimal | None:
        """The sum over all cells, failed ones too; None where a price is unknown."""
        sums = [getattr(cell, name) for cell in self.cells]
        return None if None in sums else sum(sums, Decimal(0))

    @property
    def per_accepted(self) -> Decimal | Unsaid:
        """The cost of all attempts for each report that was accepted."""
        accepted = sum(cell.approved for cell in self.ended)
        cost = self.money("cost")
        if not accepted:
            return "undefined"
        return "unknown" if cost is None else cost / accepted

    def metrics(self) -> Mapping[str, Quotient]:
        """Every metric over all cells that have a report: parts and wholes added."""
        pooled: dict[str, Quotient] = {}
        for each in self.measured:
            for name, quotient in each.metrics.items():
                pooled[name] = pooled[name] + quotient if name in pooled else quotient
        return pooled

    def labelled(self) -> Mapping[str, int]:
        """How many labels were given by whom."""
        counts: dict[str, int] = {}
        for each in self.measured:
            for name, count in each.labelled.items():
                counts[name] = counts.get(name, 0) + count
        return counts


def facts_of(order: Order, cells: Sequence[Cell]) -> Share:
    """Reference facts that were found, of all; a run that failed found none of its task's."""
    found = of = 0
    for cell in cells:
        if cell.measures is not None:
            found, of = found + cell.measures.facts_found, of + cell.measures.facts
        elif cell.state is CellState.FAILED:
            task = task_of(order, cell, "")
            of += len(task.facts) if task is not None else 0
    return share(found, of)


def forbidden_of(cells: Sequence[Cell]) -> Share:
    """What must not be claimed and was, of all that was looked for in reports."""
    counted = [cell.measures for cell in cells if cell.measures is not None]
    return share(sum(each.forbidden_claimed for each in counted), sum(each.forbidden for each in counted))


def rows_of(result: BenchResult) -> tuple[Row, ...]:
    """A row for each level and player that has cells, in the order that was given."""
    groups: dict[tuple[Level, str], list[Cell]] = {}
    for cell in result.cells:
        groups.setdefault((cell.id.level, cell.id.player), []).append(cell)
    return tuple(
        Row(number, level, player, tuple(cells))
        for number, ((level, player), cells) in enumerate(groups.items(), start=1)
    )


def tasks_of(result: BenchResult) -> tuple[str, ...]:
    """What the cells were about, by id, in order."""
    return tuple(dict.fromkeys(cell.id.task for cell in result.cells))
