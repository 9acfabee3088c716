"""A model that plants: asked in its own words, by the journal, and read by code."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from modelkit import Desk, scripted
from stet.engines.model.caller import Caller, House
from stet.errors import BadAnswer
from stet.evaluate.planting_models import PLANTER, ModelSwapper
from stet.store import open_store
from stet.testing import MOMENT, ScriptedModel


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_store(str(tmp_path / "plant.sqlite")) as store:
        yield Desk(store)


def swapper(desk: Desk, model: ScriptedModel) -> ModelSwapper:
    house = House(today=MOMENT.date(), salt=desk.run)
    return ModelSwapper(Caller({PLANTER: model}, desk.journal(), desk.told.append, house))


async def test_a_planter_sees_statements_and_source_and_its_exchanges_are_read(desk: Desk) -> None:
    model = scripted({"swaps": [{"statement": 1, "old": "12 euros", "new": "15 euros"}]})
    (swap,) = await swapper(desk, model).swaps(
        ["The fee is 12 euros."], "It is 12 euros, and 15 euros at night."
    )
    assert (swap.statement, swap.old, swap.new) == (1, "12 euros", "15 euros")
    (asked,) = model.asked
    assert asked.role == PLANTER
    assert "1. The fee is 12 euros." in asked.prompt
    assert "15 euros at night" in asked.prompt
    assert [call.kind for call in desk.store.calls(desk.run)] == ["model:planter"]


async def test_a_question_is_asked_once(desk: Desk) -> None:
    model = scripted({"swaps": []})
    for _ in range(2):
        assert await swapper(desk, model).swaps(["One."], "Two.") == ()
    assert len(model.asked) == 1


async def test_an_answer_that_cannot_be_read_twice_is_an_error(desk: Desk) -> None:
    with pytest.raises(BadAnswer):
        await swapper(desk, scripted("no", "no")).swaps(["One."], "Two.")


async def test_a_source_that_does_not_fit_is_shown_from_its_beginning(desk: Desk) -> None:
    model = scripted({"swaps": []}, window=4_000)
    await swapper(desk, model).swaps(["One."], "begin " + "é 天 " * 20_000 + " end")
    assert "begin" in model.asked[0].prompt
    assert len(model.asked[0].prompt.encode()) < 3 * 4_000
