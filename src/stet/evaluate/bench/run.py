"""A comparison run: cell after cell, each written down before and after, so that it can go on from any moment."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from stet._version import __version__
from stet.app import App
from stet.config import Costs
from stet.domain.budget import Budget
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import RoleModel, RunStatus
from stet.errors import BadSetting, NotFound, StetError, StoreError
from stet.evaluate.bench.book import ENDED, Book
from stet.evaluate.bench.measure import caught_of, measures_from, spent_of, subject_of
from stet.evaluate.bench.order import Means, cells_of, left_out, request_of
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Experiment, Measures, Order
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.metrics import Labels
from stet.ports import RunRecord
from stet.saved import accepted

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

Told = Callable[[Cell, int, int], None]
"""Is told of a cell that began or ended, how many have ended, and of how many."""


class Terms(NamedTuple):
    """How a comparison is run, which changes nothing in what it finds.

    `parallel` is how many cells are under way at once; `max_usd` the money for all of them together; `pricing` are the
    operator's own prices.
    """

    means: Means
    labels: Labels
    costs: Costs
    parallel: int = 1
    max_usd: Decimal | None = None
    pricing: Pricing | None = None


def begun(
    app: App, order: Order, tools: Mapping[str, str], documents: Mapping[str, str] | None = None
) -> BenchResult:
    """The result of an order before anything was done."""
    now = app.clock.now()
    return BenchResult(
        order=order,
        version=__version__,
        day=now.date(),
        updated_at=now,
        tools=tools,
        documents=documents or {},
        cells=tuple(Cell(id=each) for each in cells_of(order)),
        notes=left_out(order),
    )


class Bench:
    """Runs what is open in a book.

    Args:
        app: the application; all cells share its connections and turns.
        book: the cells.
        terms: how they are run.
        told: hears of every cell that begins or ends.
    """

    def __init__(self, app: App, book: Book, terms: Terms, told: Told) -> None:
        self._app, self._book, self._terms, self._told = app, book, terms, told
        self._order = book.result.order
        self._under_way: set[int] = set()
        # What the judge of labels took, also where its answer was remembered.
        self._judged: Decimal | None = Decimal(0)

    async def run(self) -> None:
        """Finish every open cell. A run that could not go on is a result; what stops all of them is raised.

        Raises:
            StoreError, OSError: the store, or the file of the comparison, cannot be used
        """
        todo = iter(self._book.open_cells())
        count = max(1, min(self._terms.parallel, len(self._book.cells)))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(count):
                    group.create_task(self._work(todo))
        except BaseExceptionGroup as many:
            raise _first(many) from many

    async def _work(self, todo: Iterator[int]) -> None:
        for number in todo:
            if self._begins(number):
                await self._cell(number)
            else:
                cell = self._book.cells[number]
                stopped = {"state": CellState.STOPPED, "usd": self._own(cell)}
                self._say(self._book.put(number, cell.model_copy(update=stopped)))

    async def _cell(self, number: int) -> None:
        """See one cell through: begin or go on with its run, then measure it."""
        self._under_way.add(number)
        try:
            report = await self._report(number)
            if report is not None:
                await self._measure(number, report)
        finally:
            self._under_way.discard(number)

    async def _report(self, number: int) -> Report | None:
        """The report of a cell's run; None where it failed."""
        cell = self._book.cells[number]
        record = self._known(cell)
        self._say(cell.model_copy(update={"state": CellState.RUNNING}))
        try:
            if record is None:
                request = request_of(self._order, cell.id, self._terms.means)
                return await self._app.ask(request, (), lambda run: self._begun(number, run))
            if record.status is RunStatus.FAILED:
                self._fail(number, record.outcome or "failed", _words_of(self._app, record.id))
                return None
            return await self._app.resume(record.id)
        except StoreError:
            raise
        except StetError as error:
            self._fail(number, error.code, error.message)
        except Exception as error:
            if isinstance(error, OSError) and not isinstance(error, ConnectionError | TimeoutError):
                raise  # the disk: no other cell could do better
            self._fail(number, "bug", f"a fault in stet ({type(error).__name__}: {error})")
        return None

    def _known(self, cell: Cell) -> RunRecord | None:
        """The stored run of a cell that had begun; None where there is none, or somebody deleted it."""
        if cell.run is None:
            return None
        with self._app.store() as store, suppress(NotFound):
            return store.run(cell.run)
        return None

    def _begun(self, number: int, run: str) -> None:
        cell = self._book.cells[number]
        self._book.put(number, cell.model_copy(update={"state": CellState.RUNNING, "run": run}))

    def _fail(self, number: int, code: str, why: str) -> None:
        """Write down that a run could not go on, with what it used all the same."""
        cell = self._book.cells[number]
        fields: dict[str, object] = {}
        if cell.run is not None:
            with self._app.store() as store:
                used = store.run(cell.run).used
                fields = {"seconds": used.seconds, "usd": used.usd, "cost": None}
                with suppress(BadSetting):  # money of two currencies: the cost stays unknown
                    fields = spent_of(store, cell.run, self._terms.costs, self._terms.pricing)._asdict()
        failed = {"state": CellState.FAILED, "outcome": ReportOutcome.FAILED, "error": code, "why": why}
        self._say(self._book.put(number, cell.model_copy(update=failed | fields)))

    async def _measure(self, number: int, report: Report) -> None:
        """Count what a run came to; what cannot be counted is written down, and counted when the bench goes on."""
        cell = self._book.cells[number]
        with self._app.store() as store:
            fields: dict[str, object] = {
                "state": CellState.DONE,
                "outcome": report.outcome,
                "approved": accepted(store, report.run),
                "error": None,
                "why": None,
                "seconds": report.usage.seconds,
                "usd": report.usage.usd,
                "cost": None,
            }
            try:
                fields |= spent_of(store, report.run, self._terms.costs, self._terms.pricing)._asdict()
                fields["seconds"] = report.usage.seconds
                found = await self._measures(store, report.run, task_of(self._order, cell, report.question))
                if self._order.plant:
                    planted = await caught_of(store, report.run, self._order.plant)
                    found = found.model_copy(update={"caught": planted})
                fields["measures"] = found
            except (StoreError, OSError):
                raise
            except Exception as error:  # noqa: BLE001  one cell must not end the others
                fields |= {"error": "not_measured", "why": f"{type(error).__name__}: {error}"}
        self._say(self._book.put(number, cell.model_copy(update=fields)))

    async def _measures(self, store: "SqlStore", run: str, task: Task | None) -> Measures:
        subject = subject_of(store, run, task, self._terms.labels)
        if self._order.judge is not None:
            from stet.evaluate.metrics.relabel import relabelled_by

            role, most = RoleModel(role="judge", model=self._order.judge), Budget(usd=self._terms.max_usd)
            subject, used = await relabelled_by(self._app, store.run(run).spec, role, most, subject)
            self._judged = None if self._judged is None or used.usd is None else self._judged + used.usd
        return measures_from(store, subject, self._terms.costs, self._terms.pricing)

    async def measure_again(self) -> int:
        """Count what has ended anew, as other labels or costs want it: all of it, or nothing is changed.

        How many cells could not be: their runs are not in the store any more.

        Raises:
            NotFound: a label names what a run does not have
            StetError, OSError: the store, or the file of the comparison, cannot be used
        """
        counted: dict[int, Cell] = {}
        gone = 0
        for number, cell in enumerate(self._book.cells):
            if cell.state not in ENDED or cell.run is None:
                continue
            if self._known(cell) is None:
                gone += 1
                continue
            with self._app.store() as store:
                cost = spent_of(store, cell.run, self._terms.costs, self._terms.pricing).cost
                fields: dict[str, object] = {"cost": cost}
                if cell.measures is not None:
                    task = task_of(self._order, cell, store.run(cell.run).spec.question)
                    found = await self._measures(store, cell.run, task)
                    fields["measures"] = found.model_copy(update={"caught": cell.measures.caught})
            counted[number] = cell.model_copy(update=fields)
        self._book.put_all(counted)
        return gone

    def _begins(self, number: int) -> bool:
        """Whether the money allows a cell to begin, or to go on: whole, where its task limits what it may spend."""
        most, cell = self._terms.max_usd, self._book.cells[number]
        if most is None or cell.state is CellState.DONE or self._limit(number) == 0:
            return True
        sums = [self._taken(other) for other in range(len(self._book.cells)) if other != number]
        sums.append(self._judged)
        own, limit = self._own(cell), self._limit(number)
        known = [each for each in (*sums, own) if each is not None]
        if own is None or len(known) <= len(sums):
            return self._app.operator.allow_unknown_prices
        used = sum(known, Decimal(0))
        return used < most if limit is None else used - own + max(own, limit) <= most

    def _taken(self, number: int) -> Decimal | None:
        """The money that a cell has used, or may use yet while it is under way; None where a price is unknown."""
        cell = self._book.cells[number]
        own = cell.usd if cell.state in ENDED else self._own(cell)
        limit = self._limit(number) if number in self._under_way else None
        return own if own is None or limit is None else max(own, limit)

    def _own(self, cell: Cell) -> Decimal | None:
        """What the run of a cell has used so far, and has set aside for calls under way."""
        record = self._known(cell)
        return record.used.usd if record is not None else Decimal(0)

    def _limit(self, number: int) -> Decimal | None:
        """The most that a cell may spend, where its task says so; the rules that quote spend nothing offline."""
        cell = self._book.cells[number]
        task = next((task for task in self._order.tasks if task.id == cell.id.task), None)
        if cell.id.player == "quote" and task is not None and not task.search:
            return Decimal(0)
        return task.limits.usd if task is not None else None

    def _say(self, cell: Cell) -> None:
        ended = sum(each.state in ENDED for each in self._book.cells)
        self._told(cell, ended, len(self._book.cells))


def task_of(order: Order, cell: Cell, question: str) -> Task | None:
    """The task that a cell is measured against: its own, or in a frozen experiment the one with its question."""
    if order.experiment is Experiment.END_TO_END:
        own = next((task for task in order.tasks if task.id == cell.id.task), None)
        if own is not None:
            return own
    asked = " ".join(question.split())
    return next((task for task in order.tasks if " ".join(task.question.split()) == asked), None)


def _words_of(app: App, run: str) -> str:
    """What a failed run said last of itself."""
    from stet.domain.events import Failed

    with app.store() as store:
        said = [stamped.event for stamped in store.events(run) if isinstance(stamped.event, Failed)]
    return said[-1].message if said else "its reason was not written down"


def _first(many: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error in a group of them."""
    first = many.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first  # pyright: ignore[reportUnknownArgumentType]
