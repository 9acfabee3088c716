"""`stet bench`, and the part of `stet compare` that runs: an order carried out, kept in its file, and shown."""

import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from stet._version import __version__
from stet.app import App
from stet.cli.benchshown import Goal, apart, show
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.setup import app_of, settings_of
from stet.cli.terminal import cut, one_line
from stet.config import Settings
from stet.domain.run import Level
from stet.errors import BadSetting, StetError
from stet.evaluate.bench.ahead import check_ahead, check_currency, documents_of
from stet.evaluate.bench.book import Book, same_order
from stet.evaluate.bench.load import load_tasks
from stet.evaluate.bench.order import BESIDE, COUNTED, Means, means_of, players_of, tools_of
from stet.evaluate.bench.run import Bench, Terms, begun
from stet.evaluate.bench.state import FOLDER, held, load_result, set_aside, usual_path
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Experiment, Order
from stet.evaluate.cost.pricing import pricing_of
from stet.evaluate.metrics import Labels, load_labels
from stet.report.words import plural

_LONGEST = 300
_SAME_COMMAND = "give the same command again: what has ended is not run again"


class Asked(NamedTuple):
    """What is compared, as flags say it; None says nothing."""

    levels: str | None
    models: list[str] | None
    runs: int
    plant: int
    judge: str | None


class Ways(NamedTuple):
    """How it is run, which changes nothing in what is found."""

    parallel: int
    max_usd: str | None
    allow_unknown_prices: bool | None
    output: str | None
    again: bool
    labels: str | None
    quiet: bool


class Comparing(NamedTuple):
    """What carries out an order."""

    app: App
    settings: Settings
    means: Means
    ways: Ways
    goal: Goal
    earlier: BenchResult | None

    @property
    def max_usd(self) -> Decimal | None:
        """The money for all cells together."""
        return self.settings.budget.usd if self.ways.max_usd is not None else None


def bench(tasks: Sequence[str], asked: Asked, ways: Ways, goal: Goal) -> int:
    """Run every level and player on every task, and show the table.

    Raises:
        BadSetting, NotFound: tasks, levels, players or a file that are none
        StetError: what would have failed for every cell alike
    """
    place = comparing(asked, ways, goal)
    order = Order(
        experiment=Experiment.END_TO_END,
        tasks=load_tasks([Path(task) for task in tasks]),
        levels=levels_of(asked.levels, place.settings),
        players=players_of(parts(asked.models), place.settings),
        runs=asked.runs,
        plant=asked.plant,
        judge=asked.judge,
    )
    return carried_out(place, order)


def comparing(asked: Asked, ways: Ways, goal: Goal) -> Comparing:
    """The settings and the application that an order is carried out with.

    Raises:
        StetError: they cannot be used
    """
    earlier = goal.look()
    said = {"usd": ways.max_usd, "allow_unknown_prices": ways.allow_unknown_prices}
    settings = settings_of(said)
    means = means_of(settings, named=bool(asked.models))
    return Comparing(app_of(settings), settings, means, ways, goal, earlier)


def carried_out(place: Comparing, order: Order) -> int:
    """Do what is left to be done of an order, and show what came of it; the exit status.

    Raises:
        StetError, OSError: what would have failed for every cell alike, or stopped all of them
    """
    path = _path(place, order)
    apart(place.goal.html, path)
    labels = load_labels(Path(place.ways.labels)) if place.ways.labels else Labels()
    with held(path):
        book, fresh = _book(place, order, path)
        pricing = pricing_of(place.settings)
        if book.open_cells() or not book.cells:
            check_ahead(place.app, order, place.means, place.max_usd)
            check_currency(place.app, order, place.means, place.settings.costs, pricing)
            _same_documents(book, documents_of(order), fresh=fresh)
        labels.expect({cell.run for cell in book.cells if cell.run is not None})
        if fresh:
            if path.exists():
                aside = one_line(str(set_aside(path)))
                print(f"stet: the earlier comparison is kept in {aside}", file=sys.stderr)
            book.save()
        terms = Terms(place.means, labels, place.settings.costs, place.ways.parallel, place.max_usd, pricing)
        recount = _other_costs(book, place.settings) or place.ways.labels is not None
        running = Bench(place.app, book, terms, _Told(quiet=place.ways.quiet))
        _work(place, running, path, recount=recount)
        result = book.result
    if not place.ways.quiet:
        print(f"stet: the comparison is in {one_line(str(path))}", file=sys.stderr)
    regressed = show(result, place.goal, place.earlier)
    if any(cell.state is CellState.STOPPED for cell in result.cells):
        return Exit.BUDGET
    return Exit.NOT_ACCEPTED if regressed else Exit.DONE


def _work(place: Comparing, running: Bench, path: Path, *, recount: bool) -> None:
    stoppable = Interruptible()
    stoppable.again = "the same command"

    async def go() -> None:
        if recount and (gone := await running.measure_again()):
            print(
                f"stet: {plural(gone, 'cell')} not counted again: no run of theirs is left", file=sys.stderr
            )
        await running.run()

    try:
        stoppable.run(go)
    except KeyboardInterrupt:
        raise Stopped(path, again=place.ways.again) from None


class Stopped(StetError):
    """The reader stopped the comparison."""

    code = "interrupted"
    retryable = True
    exit_status = Exit.INTERRUPTED

    def __init__(self, path: Path, *, again: bool) -> None:
        how = (
            _SAME_COMMAND.replace("same command", "same command without --again") if again else _SAME_COMMAND
        )
        super().__init__(f"stopped; what was done is saved in {path}", hint=how)


def _path(place: Comparing, order: Order) -> Path:
    if place.ways.output is None:
        (place.app.home / FOLDER).mkdir(mode=0o700, exist_ok=True)
        return usual_path(place.app.home, order)
    if not place.ways.output.strip() or "\0" in place.ways.output:
        raise BadSetting("-o: this cannot be the name of a file", hint="name one: -o bench.json")
    return Path(place.ways.output).expanduser().resolve()


def _book(place: Comparing, order: Order, path: Path) -> tuple[Book, bool]:
    """The cells as they stand in the file, or all of them anew; whether they are new."""
    tools = tools_of(place.settings)
    if path.exists():
        kept = load_result(path)
        if not place.ways.again:
            same_order(path, kept, order)
            book = Book(path, kept, place.app.clock)
            if book.open_cells():
                _same_tools(kept, tools)
            return book, False
    return Book(path, begun(place.app, order, tools), place.app.clock), True


def _same_tools(kept: BenchResult, tools: Mapping[str, str]) -> None:
    """Refuse to go on with other settings than the first cells were made with.

    Raises:
        BadSetting: one differs that decides what a run can reach
    """
    differ = [
        f"{name} was {kept.tools.get(name, '-')} and is {value}"
        for name, value in tools.items()
        if name not in BESIDE and kept.tools.get(name, "-") != value
    ]
    if differ:
        raise BadSetting(
            f"the settings have changed since the comparison began: {'; '.join(differ)}",
            hint="set them back to go on with it, or begin anew: --again",
        )
    if kept.version != __version__:
        print(
            f"stet: begun by version {kept.version}, goes on with {__version__}: its cells differ in that",
            file=sys.stderr,
        )


def _same_documents(book: Book, found: Mapping[str, str], *, fresh: bool) -> None:
    """Write down what the documents hold, or refuse to go on with others than the first cells read.

    Raises:
        BadSetting: those of a task hold something else now
    """
    kept = book.result.documents
    changed = [task for task, held in found.items() if kept.get(task, held) != held]
    if changed and not fresh:
        raise BadSetting(
            f"the documents have changed since the comparison began, of: {', '.join(changed)[:_LONGEST]}",
            hint="put them back to go on with it, or begin anew: --again",
        )
    if fresh:
        book.take(book.result.tools, found)


def _other_costs(book: Book, settings: Settings) -> bool:
    """Whether costs are other ones than those that the cells were counted with; from now on they are these."""
    now = {name: tools_of(settings)[name] for name in COUNTED}
    if all(book.result.tools.get(name) == value for name, value in now.items()):
        return False
    book.take({**book.result.tools, **now}, book.result.documents)
    print("stet: the costs have changed: what has ended is counted again", file=sys.stderr)
    return True


class _Told:
    """Says on stderr which cell began and which ended."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def __call__(self, cell: Cell, ended: int, of: int) -> None:
        if self._quiet:
            return
        where = f"{cell.id.task} · {cell.id.level.value} · {cell.id.player} · try {cell.id.repeat}"
        print(f"{ended}/{of}  {one_line(where)}: {cut(_came(cell), _LONGEST)}", file=sys.stderr, flush=True)


def _came(cell: Cell) -> str:
    match cell.state:
        case CellState.DONE:
            outcome = cell.outcome.value.replace("_", " ") if cell.outcome else "done"
            return f"{outcome}, {cell.seconds or 0:.1f} s"
        case CellState.FAILED:
            return f"failed: {cell.error}: {cell.why}"
        case CellState.STOPPED:
            return "not begun: the money for all cells is used"
        case _:
            return "goes on" if cell.run is not None else "begins"


def levels_of(given: str | None, settings: Settings) -> tuple[Level, ...]:
    """The levels that are named, or the setting's.

    Raises:
        BadSetting: there is no such level
    """
    named = parts([given] if given is not None else None)
    unknown = [name for name in named if name not in set(Level)]
    if unknown or (given is not None and not named):
        raise BadSetting(
            f"--levels: there is no level “{', '.join(unknown)[:80]}”", hint=f"choose of: {', '.join(Level)}"
        )
    return tuple(dict.fromkeys(Level(name) for name in named)) or (settings.level,)


def parts(given: Sequence[str] | None) -> tuple[str, ...]:
    """What is named in options that take several, by commas or by being given again."""
    return tuple(part.strip() for each in given or () for part in each.split(",") if part.strip())
