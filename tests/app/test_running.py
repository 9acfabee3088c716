"""Runs that go on beside whoever asks, and are followed from any moment without loss."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.app.running import Running
from stet.domain.events import Finished, Stamped, Started
from stet.domain.run import RunStatus
from stet.errors import Busy, NotFound
from stet.saved import report_of

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"
ASKED = Request(question="When does the harbour bridge toll start, and for whom?", documents=(str(TOLL),))


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    made = Running(App(tmp_path), most=2)
    yield made
    await made.close()


async def told(running: Running, run: str, after: int = 0) -> list[Stamped]:
    return [stamped async for some in running.follow(run, after) for stamped in some]


async def test_a_run_has_its_id_before_it_ends_and_is_followed_to_its_report(running: Running):
    run = await running.start(ASKED)
    assert running.goes_on(run)
    events = await told(running, run)
    assert isinstance(events[0].event, Started)
    assert isinstance(events[-1].event, Finished)
    assert events == list(running.store.events(run))
    assert not running.goes_on(run)


async def test_many_followers_hear_every_event_once_from_wherever_they_begin(running: Running):
    run = await running.start(ASKED)
    heard = await asyncio.gather(*(told(running, run, after) for after in range(10) for _ in range(5)))
    whole = list(running.store.events(run))
    assert [len(each) for each in heard] == [len(whole) - after for after in range(10) for _ in range(5)]
    assert all(each == whole[len(whole) - len(each) :] for each in heard)


async def test_a_run_of_another_process_is_followed_as_the_store_has_it(running: Running):
    report = await App(running.app.home).ask(ASKED)
    events = await told(running, report.run, 3)
    assert events[0].number == 4
    assert events[-1].event == Finished(report=report)


async def test_a_stopped_run_keeps_what_it_has_and_is_gone_on_with(running: Running):
    run = await running.start(ASKED)
    assert running.stop(run)
    before = await told(running, run)
    assert running.store.run(run).status in {RunStatus.INTERRUPTED, RunStatus.DONE}
    assert await running.resume(run) == run
    after = await told(running, run)
    assert after[: len(before)] == before
    assert report_of(running.store, run).outcome.value == "approved"
    assert not running.stop(run)


async def test_no_more_runs_go_on_than_may_and_none_is_begun_twice(running: Running):
    runs = await asyncio.gather(running.start(ASKED), running.start(ASKED))
    with pytest.raises(Busy):
        await running.start(ASKED)
    with pytest.raises(Busy):
        await running.resume(runs[0])
    for run in runs:
        await told(running, run)
    assert await running.start(ASKED) not in runs


async def test_what_cannot_be_asked_is_an_error_of_the_one_who_asks_and_leaves_no_run(running: Running):
    with pytest.raises(NotFound):
        await running.start(ASKED.model_copy(update={"documents": ("no-such-folder",)}))
    assert running.store.list_runs() == ()
    with pytest.raises(NotFound):
        await told(running, "r0000000aaaa")


async def test_a_closed_house_has_written_down_where_every_run_is(tmp_path: Path):
    made = Running(App(tmp_path))
    run = await made.start(ASKED)
    await made.close()
    with App(tmp_path).store() as store:
        assert store.run(run).status in {RunStatus.INTERRUPTED, RunStatus.DONE}
