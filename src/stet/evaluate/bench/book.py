"""The cells of a comparison as it goes on: every change is in the file before the next step."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stet.errors import BadSetting
from stet.evaluate.bench.state import save_result
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Order
from stet.ports import Clock

ENDED = frozenset({CellState.DONE, CellState.FAILED})


class Book:
    """A result and its file.

    Args:
        path: the file.
        result: what it holds, or is to hold.
        clock: gives the time of the last change.
    """

    def __init__(self, path: Path, result: BenchResult, clock: Clock) -> None:
        self._path, self._result, self._clock = path, result, clock
        self._cells = list(result.cells)

    @property
    def result(self) -> BenchResult:
        """As it stands."""
        return self._result.model_copy(update={"cells": tuple(self._cells)})

    @property
    def cells(self) -> Sequence[Cell]:
        """Every cell as it stands."""
        return self._cells

    def put(self, number: int, cell: Cell) -> Cell:
        """Put a changed cell in its place, and have it in the file.

        Raises:
            OSError: the file cannot be written
        """
        self._cells[number] = cell
        self.save()
        return cell

    def save(self) -> None:
        """Write the file.

        Raises:
            OSError: it cannot be written
        """
        self._result = self._result.model_copy(update={"updated_at": self._clock.now()})
        save_result(self._path, self.result)

    def take(self, tools: Mapping[str, str]) -> None:
        """Take these settings for those of the result."""
        self._result = self._result.model_copy(update={"tools": dict(tools)})

    def open_cells(self) -> tuple[int, ...]:
        """The numbers of the cells that something is left to be done for: to run, or to measure."""
        return tuple(number for number, cell in enumerate(self._cells) if not finished(cell))


def finished(cell: Cell) -> bool:
    """Whether nothing is left to be done for a cell."""
    return cell.state is CellState.FAILED or (cell.state is CellState.DONE and cell.measures is not None)


def same_order(path: Path, kept: BenchResult, order: Order) -> None:
    """Refuse a file that holds the result of another order.

    Raises:
        BadSetting: it does; says in what they differ
    """
    if kept.order == order:
        return
    differ = [name for name in Order.model_fields if getattr(kept.order, name) != getattr(order, name)]
    raise BadSetting(
        f"{path} holds another comparison: its {', '.join(differ)} differ",
        hint="name another file with -o FILE, or begin anew and keep the old one beside it: --again",
    )
