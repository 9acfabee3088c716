"""Runs compared: the same passages for several models, and finished runs side by side."""

from pathlib import Path

import pytest

from benchkit import CLERKS, QUOTE, TODAY, run_bench, toll_task
from modeltown import ASKED, TOLL, clerk
from stet.app import App, Request
from stet.config import Costs
from stet.domain.budget import Budget, Depth
from stet.domain.run import Level
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.ahead import check_ahead
from stet.evaluate.bench.order import Means, cells_of, left_out
from stet.evaluate.bench.table import text_of
from stet.evaluate.bench.values import CellState, Experiment, Player
from stet.evaluate.compare import frozen_order, needs_run, side_by_side
from stet.evaluate.metrics import Labels

NATIVE = Player(engine="model", native="openai")


def asking(**fields: object) -> Request:
    given = {"question": ASKED, "documents": (str(TOLL),), "today": TODAY, "level": Level.WORKFLOW}
    return Request.model_validate({"budget": Depth.QUICK.budget(), **given, **fields})


async def test_the_same_passages_go_to_every_player_and_nothing_is_searched_again(tmp_path: Path) -> None:
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        first = await app.ask(asking())
        order = frozen_order(
            app, [first.run[:-1]], [toll_task()], [Level.WORKFLOW, Level.REVIEWED], [QUOTE, CLERKS], 1
        )
        check_ahead(app, order, Means())
        result = await run_bench(app, tmp_path / "frozen.json", order)
    assert order.experiment is Experiment.FROZEN
    assert order.frozen == (first.run,)
    assert "planner" not in place.roles()
    assert {cell.state for cell in result.cells} == {CellState.DONE}
    assert {cell.id.task for cell in result.cells} == {first.run}
    counted = [cell.measures for cell in result.cells if cell.measures is not None]
    assert len(counted) == 4
    assert {(each.sources, each.searches, each.pages) for each in counted} == {
        (counted[0].sources, first.usage.searches, first.usage.pages)
    }
    assert {(each.facts, each.facts_found) for each in counted} == {(1, 1)}
    with app.store() as store:
        for cell in result.cells:
            spec = store.run(cell.run or "").spec
            assert (spec.frozen, spec.documents, spec.web) == (first.run, (), None)
    assert text_of(result).startswith("Frozen evidence: ")


async def test_memory_and_searches_by_models_have_no_part_in_frozen_evidence(tmp_path: Path) -> None:
    app = App(tmp_path / "home")
    first = await app.ask(asking())
    order = frozen_order(app, [first.run], [], [Level.SINGLE, Level.WORKFLOW], [QUOTE, NATIVE], 2)
    assert [(cell.level, cell.player) for cell in cells_of(order)] == [(Level.WORKFLOW, "quote")] * 2
    assert len(left_out(order)) == 3


async def test_a_run_that_read_nothing_cannot_be_frozen(tmp_path: Path) -> None:
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        memory = await app.ask(asking(level=Level.SINGLE, documents=(), engine="model", model=CLERKS.model))
    order = frozen_order(app, [memory.run], [], [Level.WORKFLOW], [QUOTE], 1)
    with pytest.raises(NotFound, match="nothing to freeze"):
        check_ahead(app, order, Means())
    with pytest.raises(NotFound):
        frozen_order(app, ["rnone"], [], [Level.WORKFLOW], [QUOTE], 1)


async def test_runs_side_by_side_say_what_makes_them_not_comparable(tmp_path: Path) -> None:
    app = App(tmp_path / "home")
    same = [await app.ask(asking()), await app.ask(asking(level=Level.REVIEWED))]
    alike = side_by_side(app, [each.run for each in same], [toll_task()], Labels(), Costs())
    assert alike.notes == ()
    assert [cell.id.task for cell in alike.cells] == ["start", "start"]
    assert alike.order.experiment is Experiment.END_TO_END
    other = await app.ask(asking(question="Who pays the toll?", budget=Budget(pages=3), today="2026-10-30"))
    unlike = side_by_side(app, [same[0].run, other.run], [], Labels(), Costs())
    assert {note.rpartition("different ")[2] for note in unlike.notes} == {
        "questions",
        "dates to reckon from",
        "budgets",
    }
    assert "not comparable as they are" in text_of(unlike)
    assert unlike.cells[1].measures is not None
    assert unlike.cells[1].measures.facts == 0


async def test_equal_runs_are_tries_of_one_cell_and_a_run_given_twice_counts_once(tmp_path: Path) -> None:
    app = App(tmp_path / "home")
    one, two = await app.ask(asking()), await app.ask(asking())
    result = side_by_side(app, [one.run, two.run, one.run], [], Labels(), Costs())
    assert [cell.id.repeat for cell in result.cells] == [1, 2]
    with pytest.raises(BadSetting, match="two runs"):
        side_by_side(app, [one.run, one.run], [], Labels(), Costs())


async def test_a_failed_run_stays_in_and_one_under_way_is_refused(tmp_path: Path) -> None:
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        good = await app.ask(asking(engine="model", model=CLERKS.model))
    with pytest.raises(Exception, match=r".+"):  # the server has gone
        await app.ask(asking(engine="model", model=CLERKS.model))
    with app.store() as store:
        failed = store.list_runs()[0]
        under_way = store.create(failed.spec, app.clock.now())
    result = side_by_side(app, [good.run, failed.id], [], Labels(), Costs())
    assert [cell.state for cell in result.cells] == [CellState.DONE, CellState.FAILED]
    assert result.cells[1].error == failed.outcome
    with pytest.raises(NotFound, match="has not ended"):
        side_by_side(app, [good.run, under_way], [], Labels(), Costs())


def test_a_comparison_needs_two_runs() -> None:
    with pytest.raises(BadSetting, match="two runs"):
        needs_run(["r1"])
