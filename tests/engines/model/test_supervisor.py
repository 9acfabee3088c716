"""Every topic is looked after by exactly one researcher, whatever the supervisor says."""

import pytest

from modelkit import Desk, plan_of, scripted
from stet.domain.budget import Budget
from stet.engines.model.supervisor import by_topic
from stet.errors import (
    BadAnswer,
    KeyMissing,
    ProviderError,
    QuotaExceeded,
    StetError,
    TooLong,
    Unavailable,
    UnknownModel,
)

PLAN = plan_of("When?", "Who?", "How much?")
IN_TURN = [("T1",), ("T2",), ("T3",)]


async def split(desk: Desk, *answers: object) -> list[tuple[str, ...]]:
    supervisor = desk.engine(scripted(*answers)).supervisor
    assert supervisor is not None
    return [part.topics for part in await supervisor.split(PLAN)]


async def test_a_good_split_is_taken(desk: Desk) -> None:
    assert await split(desk, {"parts": [["T1", "T3"], ["T2"], []]}) == [("T1", "T3"), ("T2",)]
    assert desk.codes() == []


@pytest.mark.parametrize(
    "parts",
    [
        [["T1"], ["T2"]],
        [["T1", "T2"], ["T2", "T3"]],
        [["T1", "T2"], ["T3", "T9"]],
        [["T1", "T2", "T3"]],
        [],
    ],
)
async def test_any_other_is_not(desk: Desk, parts: list[list[str]]) -> None:
    assert await split(desk, {"parts": parts}) == IN_TURN
    assert desk.codes() == ["split_by_code"]


async def test_an_unreadable_one_is_not(desk: Desk) -> None:
    assert await split(desk, "no", "no") == IN_TURN
    assert desk.codes() == ["split_by_code"]


@pytest.mark.parametrize(
    "kind", [Unavailable, QuotaExceeded, BadAnswer, TooLong, UnknownModel, ProviderError, KeyMissing]
)
async def test_a_service_that_fails_costs_the_split_and_not_the_run(
    desk: Desk, kind: type[StetError]
) -> None:
    assert await split(desk, kind("out of order"), kind("out of order")) == IN_TURN
    (note,) = desk.notes
    assert note.code == "split_by_code"
    assert note.message.endswith(f"{kind.code}: out of order")


async def test_a_budget_without_a_call_left_does_not_end_the_run(desk: Desk) -> None:
    poor = Desk(desk.store, Budget(model_calls=0))
    assert await split(poor, {"parts": [["T1", "T3"], ["T2"]]}) == IN_TURN
    assert "the limit on model_calls is reached" in poor.notes[0].message


async def test_where_there_is_one_way_nobody_is_asked(desk: Desk) -> None:
    model = scripted()
    supervisor = desk.engine(model).supervisor
    assert supervisor is not None
    assert [p.topics for p in await supervisor.split(plan_of("When?", "Who?"))] == [("T1",), ("T2",)]
    assert [p.topics for p in await supervisor.split(plan_of("When?"))] == [("T1",)]
    assert not model.asked


def test_five_topics_are_divided_among_four() -> None:
    assert [part.topics for part in by_topic(["T1", "T2", "T3", "T4", "T5"])] == [
        ("T1", "T5"),
        ("T2",),
        ("T3",),
        ("T4",),
    ]
