"""Runs compared: the same saved passages given to several models, or finished runs side by side."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stet._version import __version__
from stet.app import App
from stet.app.request import MODEL
from stet.config import Costs
from stet.domain.base import canonical_json
from stet.domain.report import ReportOutcome
from stet.domain.run import Level, RunSpec, RunStatus
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.measure import measures_of, spent_of
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import BenchResult, Cell, CellId, CellState, Experiment, Order, Player
from stet.evaluate.metrics import Labels
from stet.ports import RunRecord
from stet.report.clean import short
from stet.saved import accepted, report_of

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

_LONGEST_NAME = 60


def with_question(tasks: Sequence[Task], question: str) -> Task | None:
    """The task that asks this, however its words are spaced."""
    return next((task for task in tasks if _plain(task.question) == _plain(question)), None)


def frozen_order(
    app: App,
    runs: Sequence[str],
    tasks: Sequence[Task],
    levels: Sequence[Level],
    players: Sequence[Player],
    tries: int,
) -> Order:
    """The order of a comparison on what runs have read; of `tasks` those are kept whose question a run asks.

    Raises:
        NotFound: no such run
    """
    with app.store() as store:
        records = [store.run(run) for run in runs]
    found = [with_question(tasks, record.spec.question) for record in records]
    kept = {task.id: task for task in found if task is not None}
    return Order(
        experiment=Experiment.FROZEN,
        tasks=tuple(kept.values()),
        frozen=tuple(dict.fromkeys(record.id for record in records)),
        levels=tuple(levels),
        players=tuple(players),
        runs=tries,
    )


def side_by_side(
    app: App, runs: Sequence[str], tasks: Sequence[Task], labels: Labels, costs: Costs
) -> BenchResult:
    """Finished runs as the cells of a comparison; nothing is run. Its notes say what makes them not comparable.

    Raises:
        NotFound: no such run, or one that has not ended
        BadSetting: one run, however often it is named
    """
    with app.store() as store:
        records = tuple({record.id: record for record in map(store.run, runs)}.values())
        needs_run([record.id for record in records])
        for record in records:
            if record.status not in {RunStatus.DONE, RunStatus.FAILED}:
                raise NotFound(
                    f"run {record.id} has not ended", hint=f"go on with it: stet ask --resume {record.id}"
                )
        ids = _ids(records, tasks)
        cells = tuple(
            _cell(store, record, ids[record.id], with_question(tasks, record.spec.question), labels, costs)
            for record in records
        )
    now = app.clock.now()
    return BenchResult(
        order=_order(records, tasks),
        version=__version__,
        day=now.date(),
        updated_at=now,
        cells=cells,
        notes=differences(records),
    )


def _order(records: Sequence[RunRecord], tasks: Sequence[Task]) -> Order:
    """The order that would have made these runs."""
    frozen = {record.spec.frozen for record in records}
    same = len(frozen) == 1 and None not in frozen
    found = [with_question(tasks, record.spec.question) for record in records]
    return Order(
        experiment=Experiment.FROZEN if same else Experiment.END_TO_END,
        tasks=tuple({task.id: task for task in found if task is not None}.values()),
        frozen=tuple(each for each in frozen if each is not None) if same else (),
        levels=tuple(dict.fromkeys(record.spec.level for record in records)),
        players=tuple({(each := player_of(record.spec)).name: each for record in records}.values()),
    )


def player_of(spec: RunSpec) -> Player:
    """Who played in a run: a model in every role, or several that are named together."""
    if spec.engine != MODEL:
        return Player(engine="quote")
    models = dict.fromkeys(role.model for role in spec.models)
    return Player(engine="model", model="+".join(models), native=spec.native)


def _ids(records: Sequence[RunRecord], tasks: Sequence[Task]) -> Mapping[str, CellId]:
    """What each run is a cell of; runs of one question, level and player are tries of one another."""
    same = _order(records, ()).experiment is Experiment.FROZEN
    tries: dict[tuple[str, Level, str], int] = {}
    found: dict[str, CellId] = {}
    for record in records:
        task = with_question(tasks, record.spec.question)
        about = task.id if task is not None else short(record.spec.question, _LONGEST_NAME)
        if same:
            about = record.spec.frozen or about
        row = (about, record.spec.level, player_of(record.spec).name)
        tries[row] = tries.get(row, 0) + 1
        found[record.id] = CellId(task=about, level=row[1], player=row[2], repeat=tries[row])
    return found


def _cell(
    store: "SqlStore", record: RunRecord, named: CellId, task: Task | None, labels: Labels, costs: Costs
) -> Cell:
    spent = spent_of(store, record.id, costs)
    begun = Cell(id=named, run=record.id, **spent._asdict())
    if record.status is RunStatus.FAILED:
        failed = {"state": CellState.FAILED, "outcome": ReportOutcome.FAILED, "error": record.outcome}
        return begun.model_copy(update=failed)
    report = report_of(store, record.id)
    done = {
        "state": CellState.DONE,
        "outcome": report.outcome,
        "approved": accepted(store, record.id),
        "seconds": report.usage.seconds,
        "measures": measures_of(store, record.id, task, labels, costs),
    }
    return begun.model_copy(update=done)


def differences(records: Sequence[RunRecord]) -> tuple[str, ...]:
    """What differs between runs beside level and models, so that their figures cannot be compared as they are."""
    aspects: dict[str, set[str]] = {
        "questions": {_plain(record.spec.question) for record in records},
        "dates to reckon from": {record.spec.today.isoformat() for record in records},
        "budgets": {canonical_json(record.spec.budget) for record in records},
        "documents": {canonical_json(record.spec.documents) for record in records if _reads(record.spec)},
        "searches": {
            canonical_json(record.spec.web) if record.spec.web else "-"
            for record in records
            if _reads(record.spec)
        },
        "saved passages": {str(record.spec.frozen) for record in records},
        "profiles": {record.spec.profile_json for record in records},
        "versions of stet": {record.spec.version for record in records},
        "prompts": {str(record.spec.prompts) for record in records if record.spec.prompts},
    }
    return tuple(
        f"not comparable as they are: the runs have {len(values)} different {name}"
        for name, values in aspects.items()
        if len(values) > 1
    )


def _reads(spec: RunSpec) -> bool:
    """Whether a run looks for sources by itself."""
    return spec.level is not Level.SINGLE and spec.frozen is None


def _plain(question: str) -> str:
    return " ".join(question.split())


def needs_run(runs: Sequence[str]) -> None:
    """Refuse to compare nothing, or a run with nothing.

    Raises:
        BadSetting: fewer than two runs
    """
    if len(runs) < 2:
        raise BadSetting(
            "a comparison needs two runs",
            hint="name another (stet runs lists them), or give one's passages to models: --frozen RUN --models …",
        )
