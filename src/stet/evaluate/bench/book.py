"""The cells of a comparison as it goes on: every change is in the file before the next step."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stet.errors import BadSetting
from stet.evaluate.bench.order import cells_of
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

    def put_all(self, cells: Mapping[int, Cell]) -> None:
        """Put changed cells in their places at once: the file has all of them or none.

        Raises:
            OSError: the file cannot be written
        """
        for number, cell in cells.items():
            self._cells[number] = cell
        self.save()

    def take(self, tools: Mapping[str, str], documents: Mapping[str, str]) -> None:
        """Take these settings and documents for those of the result; the next change has them in the file."""
        self._result = self._result.model_copy(update={"tools": {**tools}, "documents": {**documents}})

    def open_cells(self) -> tuple[int, ...]:
        """The numbers of the cells that something is left to be done for: to run, or to measure."""
        return tuple(number for number, cell in enumerate(self._cells) if not finished(cell))


def finished(cell: Cell) -> bool:
    """Whether nothing is left to be done for a cell."""
    return cell.state is CellState.FAILED or (cell.state is CellState.DONE and cell.measures is not None)


def same_order(path: Path, kept: BenchResult, order: Order) -> None:
    """Refuse a file that holds the result of another order, or other cells than its own order has.

    Raises:
        BadSetting: it does; says in what they differ
    """
    if kept.order == order:
        if [cell.id for cell in kept.cells] != [*cells_of(order)]:
            raise BadSetting(
                f"{path} does not hold the cells of its order",
                hint="name another file with -o FILE, or begin anew and keep the old one beside it: --again",
            )
        return
    differ = [name for name in Order.model_fields if getattr(kept.order, name) != getattr(order, name)]
    raise BadSetting(
        f"{path} holds another comparison: its {', '.join(differ)} differ",
        hint="name another file with -o FILE, or begin anew and keep the old one beside it: --again",
    )
