"""The figures of a cell that two results are compared by, each with the direction in which it is better."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from math import isfinite
from typing import Final, NamedTuple

from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import Cell, CellState, Measures
from stet.evaluate.drift_values import Better, Unit
from stet.evaluate.metrics import TARGETS

COST: Final = "cost_per_accepted"
_UNITS: Final[Mapping[str, Unit]] = {"share": "share", "seconds": "s"}


class Figure(NamedTuple):
    """What is read of a cell and its task: a number, or None where the cell has none."""

    name: str
    title: str
    unit: Unit
    better: Better | None
    of: Callable[[Cell, Task | None], float | None]


def figures(cells: Sequence[Cell]) -> tuple[Figure, ...]:
    """The figures that are compared: the counts, then every metric that one of the cells has.

    A metric that this version does not know has no direction.
    """
    named = dict.fromkeys(name for cell in cells if cell.measures for name in cell.measures.metrics)
    known = [name for name in TARGETS if name in named]
    return (*COUNTS, *(_metric(name) for name in (*known, *sorted(named.keys() - TARGETS.keys()))))


def figure_of_caught(cell: Cell, _: Task | None) -> float | None:
    """The share of the planted errors that were caught."""
    caught = cell.measures.caught if cell.measures else ()
    return _share(sum(each.caught for each in caught), sum(each.planted for each in caught))


def _metric(name: str) -> Figure:
    target = TARGETS.get(name)
    if target is None:
        return Figure(name, name, "count", None, _quotient(name))
    unit: Unit = _UNITS.get(target.unit, "count")
    better: Better = "higher" if target.better == "more" else "lower"
    return Figure(name, target.title, unit, better, _quotient(name))


def _quotient(name: str) -> Callable[[Cell, Task | None], float | None]:
    def of(cell: Cell, _: Task | None) -> float | None:
        found = cell.measures.metrics.get(name) if cell.measures else None
        return _finite(None if found is None else found.value)

    return of


def _count(read: Callable[[Measures], float]) -> Callable[[Cell, Task | None], float | None]:
    def of(cell: Cell, _: Task | None) -> float | None:
        return None if cell.measures is None else _finite(read(cell.measures))

    return of


def _facts(cell: Cell, task: Task | None) -> float | None:
    """A cell that failed found none of the facts of its task."""
    if cell.measures is not None:
        return _share(cell.measures.facts_found, cell.measures.facts)
    return 0.0 if cell.state is CellState.FAILED and task is not None and task.facts else None


def _forbidden(cell: Cell, _: Task | None) -> float | None:
    """A cell that failed claims nothing, and gets no credit for that."""
    return _share(cell.measures.forbidden_claimed, cell.measures.forbidden) if cell.measures else None


def _approved(cell: Cell, _: Task | None) -> float | None:
    return float(cell.approved)


def _failed(cell: Cell, _: Task | None) -> float | None:
    return float(cell.state is CellState.FAILED)


def _seconds(cell: Cell, _: Task | None) -> float | None:
    return _finite(cell.seconds)


def _money(cell: Cell, _: Task | None) -> float | None:
    return money(cell.cost)


def money(amount: Decimal | None) -> float | None:
    """An amount as a number; None of what is unknown."""
    return None if amount is None else _finite(float(amount))


def _share(part: float, of: float) -> float | None:
    return part / of if of else None


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


COUNTS: Final[tuple[Figure, ...]] = (
    Figure("approved", "approved", "share", "higher", _approved),
    Figure("failed", "failed", "share", "lower", _failed),
    Figure("facts_found", "reference facts found", "share", "higher", _facts),
    Figure("forbidden_claimed", "forbidden facts claimed", "share", "lower", _forbidden),
    Figure("caught", "planted errors caught", "share", "higher", figure_of_caught),
    Figure(COST, "cost per accepted report", "money", "lower", _money),
    Figure("cost", "cost of a run", "money", None, _money),
    Figure("seconds", "seconds", "s", "lower", _seconds),
    Figure("supported", "claims supported", "count", None, _count(lambda found: found.supported)),
    Figure("unsupported", "claims unsupported", "count", None, _count(lambda found: found.unsupported)),
    Figure("conflicting", "claims conflicting", "count", None, _count(lambda found: found.conflicting)),
    Figure("unreviewed", "claims unreviewed", "count", None, _count(lambda found: found.unreviewed)),
    Figure("sources", "sources", "count", None, _count(lambda found: found.sources)),
    Figure("sites", "sites", "count", None, _count(lambda found: found.sites)),
    Figure("rounds", "rounds", "count", None, _count(lambda found: found.rounds)),
    Figure("gaps", "gaps stated", "count", None, _count(lambda found: found.gaps)),
    Figure("tokens", "tokens", "count", None, _count(lambda found: found.tokens)),
)
"""Those that every bench has. How many claims, sources and gaps there are is not better or worse by itself."""
