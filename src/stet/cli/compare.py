"""`stet compare`: finished runs side by side, or what runs have read given to models."""

from collections.abc import Sequence
from pathlib import Path

from stet.cli.bench import Asked, Ways, carried_out, comparing, levels_of, parts
from stet.cli.benchshown import Goal, apart, show
from stet.cli.exit import Exit
from stet.cli.setup import reading_app
from stet.config import load_settings
from stet.errors import BadSetting
from stet.evaluate.bench.load import load_tasks
from stet.evaluate.bench.order import players_of
from stet.evaluate.bench.state import held, load_result, save_result, set_aside
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import BenchResult
from stet.evaluate.compare import frozen_order, needs_run, side_by_side
from stet.evaluate.metrics import Labels, load_labels


def frozen(runs: Sequence[str], tasks: Sequence[str], asked: Asked, ways: Ways, goal: Goal) -> int:
    """Give the passages that runs have read to every player at every level, and show the table.

    Raises:
        NotFound: no such run, or one that has not read to its end
        StetError: what would have failed for every cell alike
    """
    place = comparing(asked, ways, goal)
    levels, players = levels_of(asked.levels, place.settings), players_of(parts(asked.models), place.settings)
    order = frozen_order(place.app, runs, _tasks(tasks), levels, players, asked.runs)
    return carried_out(place, order.model_copy(update={"plant": asked.plant, "judge": asked.judge}))


def beside(runs: Sequence[str], tasks: Sequence[str], asked: Asked, ways: Ways, goal: Goal) -> int:
    """Show finished runs side by side; nothing is run.

    Raises:
        NotFound: no such run, or one that has not ended
        BadSetting: options that are for runs yet to be made
    """
    needs_run(runs)
    made = (asked.levels, asked.models, asked.judge, ways.max_usd, ways.allow_unknown_prices)
    if any(each is not None for each in made) or asked.runs > 1 or asked.plant or ways.parallel > 1:
        raise BadSetting(
            "finished runs are shown as they are: levels, models and limits are for runs yet to be made",
            hint="give their passages to other models with --frozen, or leave these options out",
        )
    earlier = goal.look()
    labels = load_labels(Path(ways.labels)) if ways.labels else Labels()
    result = side_by_side(reading_app(), runs, _tasks(tasks), labels, load_settings().costs)
    labels.expect({cell.run for cell in result.cells if cell.run is not None})
    if ways.output is not None:
        apart(goal.html, Path(ways.output))
        _keep(Path(ways.output), result, again=ways.again)
    return Exit.NOT_ACCEPTED if show(result, goal, earlier) else Exit.DONE


def _keep(path: Path, result: BenchResult, *, again: bool) -> None:
    """Write the result; another that is there already is kept beside it, if that is what `again` says."""
    with held(path):
        if path.exists():
            load_result(path)
            if not again:
                raise BadSetting(
                    f"-o: {path} is there already", hint="add --again to keep it beside, or name another file"
                )
            set_aside(path)
        save_result(path, result)


def _tasks(given: Sequence[str]) -> tuple[Task, ...]:
    return load_tasks([Path(task) for task in given]) if given else ()
