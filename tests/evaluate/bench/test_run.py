"""Comparisons run over the example documents: all levels and players, failures, money, going on."""

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from benchkit import CLERKS, QUOTE, TODAY, order_of, run_bench, toll_task
from httpkit import Reply, answer
from modeltown import CLERK, Asked, clerk
from stet.app import App
from stet.config import OwnPrice
from stet.domain.report import ReportOutcome
from stet.domain.run import Level, RunStatus
from stet.errors import BadSetting, KeyMissing, NotFound, StoreError
from stet.evaluate.bench.ahead import check_ahead
from stet.evaluate.bench.order import Means, cells_of, left_out
from stet.evaluate.bench.task import Limits
from stet.evaluate.bench.values import CellState, Player

OTHER = Player(engine="model", model="local:other")
PRICED = (
    OwnPrice(at="local", model="clerk", input=Decimal(1), output=Decimal(1)),
    OwnPrice(at="local", model="other", input=Decimal(1), output=Decimal(1)),
)


def refusing(asked: Asked, _: int) -> Reply | None:
    """A server that knows no model `other`."""
    if asked.body["model"] != "other":
        return None
    return answer({"error": {"message": "there is no model other", "code": "model_not_found"}}, 404)


async def test_every_level_and_player_works_on_the_same_task_and_is_counted(tmp_path: Path) -> None:
    order = order_of(list(Level), [QUOTE, CLERKS])
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        result = await run_bench(app, tmp_path / "bench.json", order)
    assert left_out(order) == ("left out: quote at single: it has no memory to answer from",)
    assert [(cell.id.level.value, cell.id.player) for cell in result.cells] == [
        ("single", CLERK),
        *((level, player) for level in ("workflow", "team", "reviewed") for player in ("quote", CLERK)),
    ]
    assert {cell.state for cell in result.cells} == {CellState.DONE}
    by_level = {(cell.id.level, cell.id.player): cell for cell in result.cells}
    reviewed = by_level[Level.REVIEWED, CLERK]
    assert reviewed.approved
    assert reviewed.measures is not None
    assert (reviewed.measures.facts, reviewed.measures.facts_found) == (1, 1)
    assert (reviewed.measures.forbidden, reviewed.measures.forbidden_claimed) == (1, 0)
    assert reviewed.measures.sources >= reviewed.measures.official >= 1
    assert reviewed.measures.supported + reviewed.measures.conflicting > 0
    assert reviewed.measures.tokens > 0
    assert reviewed.models == ("small-2026-11-01",)
    assert reviewed.prompts
    assert by_level[Level.REVIEWED, "quote"].prompts == ()
    single = by_level[Level.SINGLE, CLERK]
    assert (single.outcome, single.approved) == (ReportOutcome.NOT_APPROVED, False)
    assert single.measures is not None
    assert (single.measures.sources, single.measures.facts_found) == (0, 0)
    assert not by_level[Level.TEAM, CLERK].approved
    with app.store() as store:
        specs = [store.run(cell.run or "").spec for cell in result.cells]
    assert len({str(spec.budget) for spec in specs}) == 1
    assert {spec.today for spec in specs} == {TODAY}


def test_cells_come_try_by_try_and_task_by_task() -> None:
    order = order_of([Level.WORKFLOW, Level.TEAM], [QUOTE], toll_task("a"), toll_task("b"), runs=2)
    assert [(each.repeat, each.task, each.level.value) for each in cells_of(order)] == [
        (repeat, task, level) for repeat in (1, 2) for task in "ab" for level in ("workflow", "team")
    ]


async def test_a_failed_run_is_a_result_with_its_code_and_the_others_go_on(tmp_path: Path) -> None:
    order = order_of([Level.WORKFLOW], [OTHER, CLERKS, QUOTE])
    with clerk(failing=refusing) as place:
        app = App(tmp_path / "home", operator=place.operator())
        result = await run_bench(app, tmp_path / "bench.json", order, parallel=3)
        again = await run_bench(app, tmp_path / "bench.json", order)
        asked = len(place.asked)
    failed, done, quoted = result.cells
    assert (failed.state, failed.outcome, failed.error) == (
        CellState.FAILED,
        ReportOutcome.FAILED,
        "unknown_model",
    )
    assert failed.measures is None
    assert "other" in (failed.why or "")
    assert failed.run is not None
    assert (done.state, quoted.state) == (CellState.DONE, CellState.DONE)
    assert again.cells == result.cells
    assert len(place.asked) == asked


async def test_what_has_ended_is_shown_without_a_call_and_without_a_change(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        await run_bench(app, path, order_of([Level.REVIEWED], [CLERKS]))
        before, asked = path.read_bytes(), len(place.asked)
        await run_bench(app, path, order_of([Level.REVIEWED], [CLERKS]))
        assert len(place.asked) == asked
    assert path.read_bytes() == before


async def test_a_cell_whose_run_was_interrupted_goes_on_with_that_run(tmp_path: Path) -> None:
    path, order = tmp_path / "bench.json", order_of([Level.REVIEWED], [CLERKS])

    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        whole = await run_bench(app, path, order)
        run = whole.cells[0].run
        assert run is not None
        # As the file of a process that was killed before it could say that the run had ended.
        waiting = whole.cells[0].model_copy(
            update={"state": CellState.RUNNING, "measures": None, "outcome": None, "approved": False}
        )
        path.write_text(whole.model_copy(update={"cells": (waiting,)}).model_dump_json(by_alias=True))
        asked = len(place.asked)
        result = await run_bench(app, path, order)
        assert len(place.asked) == asked
    assert result.cells == whole.cells
    with app.store() as store:
        assert [record.id for record in store.list_runs()] == [run]


async def test_a_cell_whose_run_was_deleted_is_begun_anew(tmp_path: Path) -> None:
    path, order = tmp_path / "bench.json", order_of([Level.WORKFLOW], [QUOTE])
    app = App(tmp_path / "home")
    whole = await run_bench(app, path, order)
    lost = whole.cells[0].model_copy(update={"state": CellState.RUNNING, "measures": None, "run": "r-gone"})
    path.write_text(whole.model_copy(update={"cells": (lost,)}).model_dump_json(by_alias=True))
    result = await run_bench(app, path, order)
    assert result.cells[0].state is CellState.DONE
    assert result.cells[0].run not in {None, "r-gone", whole.cells[0].run}


async def test_no_cell_begins_beyond_the_money_for_all_and_more_money_finishes_them(tmp_path: Path) -> None:
    path, order = tmp_path / "bench.json", order_of([Level.WORKFLOW], [CLERKS, OTHER, QUOTE])
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator(prices=PRICED))
        short = await run_bench(app, path, order, max_usd=Decimal("0.000001"))
        assert [cell.state.value for cell in short.cells] == ["done", "stopped", "done"]
        assert short.cells[0].usd
        assert short.cells[2].usd == 0
        whole = await run_bench(app, path, order, max_usd=Decimal(10))
    assert {cell.state for cell in whole.cells} == {CellState.DONE}
    assert whole.cells[0] == short.cells[0]


async def test_with_a_limit_on_each_run_a_cell_begins_only_when_its_whole_limit_fits(tmp_path: Path) -> None:
    task = toll_task(limits=Limits(usd=Decimal("0.50")))
    order = order_of([Level.WORKFLOW], [CLERKS, OTHER], task)
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator(prices=PRICED))
        result = await run_bench(app, tmp_path / "bench.json", order, parallel=2, max_usd=Decimal("0.99"))
    assert sorted(cell.state.value for cell in result.cells) == ["done", "stopped"]
    spent = [cell.usd for cell in result.cells if cell.usd]
    assert sum(spent, Decimal(0)) <= Decimal("0.50")


async def test_planted_errors_are_counted_by_kind(tmp_path: Path) -> None:
    order = order_of([Level.REVIEWED], [QUOTE], plant=1)
    result = await run_bench(App(tmp_path / "home"), tmp_path / "bench.json", order)
    assert result.cells[0].measures is not None
    caught = {each.kind: each for each in result.cells[0].measures.caught}
    assert caught["invented_citation"].caught == caught["invented_citation"].planted > 0
    assert all(each.caught + each.open + each.missed <= each.planted for each in caught.values())


async def test_a_store_that_cannot_be_used_ends_the_whole_comparison(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    broken = App(tmp_path / "home", store=str(tmp_path / "file" / "store.sqlite"))
    with pytest.raises(StoreError):
        await run_bench(broken, path, order_of([Level.WORKFLOW], [QUOTE]))


async def test_runs_side_by_side_ask_no_question_twice_within_a_cell(tmp_path: Path) -> None:
    order = order_of([Level.WORKFLOW, Level.REVIEWED], [CLERKS], runs=2)
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator())
        result = await run_bench(app, tmp_path / "bench.json", order, parallel=4)
        # Every prompt has its run's own marks in it, so that equal requests are of one run.
        assert Counter(each.content for each in place.asked).most_common(1)[0][1] == 1
    assert {cell.state for cell in result.cells} == {CellState.DONE}
    with app.store() as store:
        assert {record.status for record in store.list_runs()} == {RunStatus.DONE}
    assert len({cell.run for cell in result.cells}) == 4


def test_what_would_fail_every_cell_alike_is_found_before_the_first(tmp_path: Path) -> None:
    app = App(tmp_path / "home")
    openai = Player(engine="model", model="openai:gpt-5-mini")
    with pytest.raises(KeyMissing, match="OPENAI_API_KEY"):
        check_ahead(app, order_of([Level.WORKFLOW], [QUOTE, openai]), Means())
    with pytest.raises(NotFound):
        check_ahead(app, order_of([Level.WORKFLOW], [QUOTE], toll_task(documents=("/no/such",))), Means())
    with pytest.raises(BadSetting, match="nothing to run"):
        check_ahead(app, order_of([Level.SINGLE], [QUOTE]), Means())
    far = Player(engine="model", model="local:unpriced")
    app = App(
        tmp_path / "home", operator=app.operator.model_copy(update={"urls": {"local": "http://192.0.2.1/v1"}})
    )
    with pytest.raises(BadSetting, match="no price"):
        check_ahead(app, order_of([Level.WORKFLOW], [far]), Means(), Decimal(1))
    with app.store() as store:
        assert not store.list_runs()
