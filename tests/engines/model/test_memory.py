"""From memory: one call, prose, no thinking in it."""

import pytest

from modelkit import QUESTION, Desk, scripted
from stet.errors import BadAnswer


async def test_the_answer_comes_without_its_thinking(desk: Desk) -> None:
    # K070
    model = scripted("<think>Was it May?</think>It starts in May, as far as I remember.")
    memory = desk.engine(model).memory
    assert memory is not None
    assert (await memory.recall(QUESTION)).text == "It starts in May, as far as I remember."
    (asked,) = model.asked
    assert (asked.role, asked.shape) == ("single", None)
    assert [call.kind for call in desk.store.calls(desk.run)] == ["model:single"]


async def test_thinking_without_an_end_is_no_answer(desk: Desk) -> None:
    memory = desk.engine(scripted("<think>Was it May? I believe")).memory
    assert memory is not None
    with pytest.raises(BadAnswer, match="empty"):
        await memory.recall(QUESTION)
