"""Comparisons to run in tests: tasks over the example documents, an application that reaches the clerk, a bench."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from modeltown import ASKED, CLERK, TOLL
from stet.app import App
from stet.config import Costs
from stet.domain.budget import Depth
from stet.domain.run import Level
from stet.evaluate.bench.book import Book
from stet.evaluate.bench.order import Means
from stet.evaluate.bench.run import Bench, Terms, begun
from stet.evaluate.bench.state import load_result
from stet.evaluate.bench.task import Category, Fact, Forbidden, Limits, Task
from stet.evaluate.bench.values import (
    BenchResult,
    Cell,
    CellId,
    CellState,
    Experiment,
    Measures,
    Order,
    Player,
)
from stet.evaluate.metrics import Labels

TODAY = date(2026, 11, 30)
QUOTE = Player(engine="quote")
CLERKS = Player(engine="model", model=CLERK)

TASK_FILE = f"""
[[task]]
id = "start"
category = "conflicting_evidence"
question = "{ASKED}"
documents = ["{TOLL}"]
today = 2026-11-30

[task.limits]
depth = "quick"

[[task.facts]]
id = "start-date"
text = "The toll starts on 1 September 2027."
values = ["2027-09-01"]
words = ["toll"]

[[task.forbidden]]
id = "old-date"
text = "The toll starts on 1 March 2027."
values = ["2027-03-01"]
words = ["toll"]
why = "superseded"
"""


def toll_task(name: str = "start", **fields: object) -> Task:
    """A task over the example documents; its fact is what the clerk quotes."""
    given = {
        "id": name,
        "category": Category.CONFLICTING_EVIDENCE,
        "question": ASKED,
        "documents": (str(TOLL),),
        "today": TODAY,
        "limits": Limits(depth=Depth.QUICK),
        "facts": (
            Fact(
                id="start-date",
                text="It starts on 1 September 2027.",
                values=("2027-09-01",),
                words=("toll",),
            ),
        ),
        "forbidden": (
            Forbidden(
                id="fee", text="It costs 99 euros.", values=("99 euros",), words=("toll",), why="false"
            ),
        ),
    }
    return Task.model_validate({**given, **fields})


def order_of(
    levels: Sequence[Level], players: Sequence[Player], *tasks: Task, runs: int = 1, plant: int = 0
) -> Order:
    """An end-to-end order; without a task, of the one above."""
    return Order(
        experiment=Experiment.END_TO_END,
        tasks=tasks or (toll_task(),),
        levels=tuple(levels),
        players=tuple(players),
        runs=runs,
        plant=plant,
    )


async def run_bench(
    app: App, path: Path, order: Order, *, parallel: int = 1, max_usd: Decimal | None = None
) -> BenchResult:
    """Begin an order or go on with it, and read what is in its file then."""
    book = _book(app, path, order)
    terms = Terms(Means(), Labels(), Costs(), parallel, max_usd)
    await Bench(app, book, terms, lambda *_: None).run()
    return load_result(path)


def _book(app: App, path: Path, order: Order) -> Book:
    kept = load_result(path) if path.exists() else begun(app, order, {})
    return Book(path, kept, app.clock)


def cell_of(
    task: str = "start",
    level: Level = Level.REVIEWED,
    player: str = "quote",
    repeat: int = 1,
    **fields: Any,
) -> Cell:
    """A finished cell with these fields."""
    named = CellId(task=task, level=level, player=player, repeat=repeat)
    return Cell.model_validate({"id": named, "state": CellState.DONE, **fields})


def measures(**fields: object) -> Measures:
    """Measures in which nothing was counted but what is named."""
    none = {name: 0 for name, field in Measures.model_fields.items() if field.is_required()}
    return Measures.model_validate({**none, "usd": Decimal(0), "cost": Decimal(0), **fields})
