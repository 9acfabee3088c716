"""What would fail every cell alike, found before the first begins; and what the documents of tasks hold."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from stet.adapters.models.providers import BY_ODDS
from stet.app import App
from stet.app.native import NATIVE_ROLE
from stet.app.request import MODEL
from stet.config import USD, Costs
from stet.domain.base import content_id, value_id
from stet.domain.events import Planned, Stopped
from stet.domain.run import Level, RoleModel, RunStatus
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.order import Means, cells_of, left_out, request_of
from stet.evaluate.bench.values import CellId, Experiment, Order
from stet.evaluate.cost import Counts, cost_of
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.values import Step
from stet.ports import Ask

if TYPE_CHECKING:
    from stet.adapters.corpus.scan import Scan
    from stet.store.sql import SqlStore


def check_ahead(app: App, order: Order, means: Means, max_usd: Decimal | None = None) -> None:
    """See that nothing is wrong that would fail every cell of a task, a level or a player alike; nothing is begun.

    Raises:
        StetError: what is wrong: no key, no price where money is limited, documents that are gone, …
    """
    cells = cells_of(order)
    if not cells:
        why = "; ".join(left_out(order)) or "there is no task"
        raise BadSetting(f"there is nothing to run: {why}", hint="name other --levels or --models")
    if order.experiment is Experiment.FROZEN:
        with app.store() as store:
            for run in order.frozen:
                _read_to_its_end(store, run)
    for cell in _samples(cells, order):
        request = request_of(order, cell, means)
        if max_usd is not None and (request.model or request.models or request.native):
            limited = request.budget.model_copy(update={"usd": max_usd})
            app.models.chosen(request.model_copy(update={"budget": limited}))
        with app.readable(app.spec(request)):
            pass
    if order.judge is not None:
        _check_judge(app, order.judge, max_usd)


def _check_judge(app: App, name: str, max_usd: Decimal | None) -> None:
    """See that a model can be asked as judge of labels, and at a known price where money is limited."""
    judge = app.models.talking(RoleModel(role="judge", model=name))
    judge.check()
    most = judge.bound(Ask(role="judge", model=name, system="", prompt="", limit=1)).usd
    if max_usd is not None and most is None and not app.operator.allow_unknown_prices:
        raise BadSetting(
            f"no price of {name} is known, so a limit on money cannot be kept",
            hint="give its price in [[prices]] of your settings, or allow it: --allow-unknown-prices",
        )


def _samples(cells: Sequence[CellId], order: Order) -> Iterator[CellId]:
    """A cell of every task, and one of every level and player: of a task that limits money where one does."""
    limited = {task.id for task in order.tasks if task.limits.usd is not None}
    seen: set[object] = set()
    for cell in sorted(cells, key=lambda each: each.task not in limited):
        row = (cell.level, cell.player)
        # What is from memory opens no document.
        opens = cell.task if cell.level is not Level.SINGLE else None
        if row not in seen or (opens is not None and opens not in seen):
            yield cell
        seen |= {row, opens}


def _read_to_its_end(store: "SqlStore", run: str) -> None:
    events = [stamped.event for stamped in store.events(run)]
    if not all(any(isinstance(event, kind) for event in events) for kind in (Planned, Stopped)):
        status = store.run(run).status
        how = (
            f"go on with it: stet ask --resume {run}"
            if status is not RunStatus.DONE
            else "choose another run"
        )
        raise NotFound(f"run {run} has not read to its end: there is nothing to freeze", hint=how)


def check_currency(app: App, order: Order, means: Means, costs: Costs, pricing: Pricing) -> None:
    """See that what models charge and `[costs]` are of one currency. Of searches that shows in what they charge.

    Raises:
        BadSetting: they are not
    """
    if costs.currency == USD:
        return
    cells = {cell.player: cell for cell in cells_of(order)}
    for cell in cells.values():
        request = request_of(order, cell, means)
        if request.engine == MODEL:
            steps = [_trial(app, role, pricing) for role in app.spec(request).models]
            cost_of(Counts(attempts=1, steps=tuple(steps)), costs)


def _trial(app: App, role: RoleModel, pricing: Pricing) -> Step:
    """A call of a role as it would be counted: by the operator's own price, else in US dollars."""
    provider, _, model = role.model.removeprefix(BY_ODDS).partition(":")
    step = Step(role=role.role, provider=provider, model=model, amount=Decimal(1))
    if role.role == NATIVE_ROLE:
        return step
    if pricing.own(role) is not None:
        return step.model_copy(update={"currency": pricing.currency})
    most = app.models.talking(role).bound(
        Ask(role=role.role, model=role.model, system="", prompt="", limit=1)
    )
    return step.model_copy(update={"amount": most.usd})


def documents_of(order: Order) -> Mapping[str, str]:
    """What the documents of each task hold, as one hash by the task's id: of every file that may be read.

    It is made over names below the given folders and bytes, whatever is made of them, manifests among them; where
    the folders lie changes nothing. Tasks whose documents nobody opens are left out.

    Raises:
        NotFound: a file or folder is gone
    """
    opened = {cell.task for cell in cells_of(order) if cell.level is not Level.SINGLE}
    tasks = [task for task in order.tasks if order.experiment is Experiment.END_TO_END]
    known = {given: _held(given) for given in {task.documents for task in tasks if task.id in opened}}
    return {task.id: known[task.documents] for task in tasks if task.documents and task.id in opened}


def _held(given: Sequence[str]) -> str:
    from stet.adapters.corpus.corpus import NO_LIMITS
    from stet.adapters.corpus.scan import Unreadable, read_file, scan, shown

    roots = [Path(each) for each in given]
    found: Scan = scan(roots, NO_LIMITS)
    above = sorted({shown(root.parent) for root in roots}, key=len, reverse=True)
    rows: list[tuple[str, str]] = []
    for file in (*found.found, *found.manifests):
        try:
            holds = content_id(read_file(file.real, NO_LIMITS.max_bytes)[0])
        except Unreadable as error:
            holds = error.reason
        folder = next((each for each in above if file.path.startswith(each)), "")
        rows.append((file.path.removeprefix(folder).lstrip("/"), holds))
    return value_id(sorted(rows))
