"""Calls: each made once, within the budget, whatever happens in between."""

import asyncio
from collections.abc import Callable, Mapping
from decimal import Decimal

import pytest

from stet.domain.budget import Budget, Usage
from stet.errors import (
    BudgetExhausted,
    KeyMissing,
    NotFound,
    ProviderError,
    RateLimited,
    ReplayMiss,
    StetError,
    Unavailable,
)
from stet.journal import REPLAY, Journal
from stet.journal.replay import error_text, stored_error
from stet.ports import SearchRequest
from stet.store import verify_chain
from stet.store.sql import SqlStore
from stet.testing import FixedClock

ONE = Usage(searches=1)


class Service:
    """Counts what it is asked; answers with the number of the question, or raises."""

    def __init__(
        self, error: BaseException | None = None, used: Usage = ONE, wait: asyncio.Event | None = None
    ):
        self.asked = 0
        self.error = error
        self.used = used
        self.wait = wait

    async def __call__(self) -> tuple[str, Usage]:
        self.asked += 1
        await asyncio.sleep(0)  # others run while a service is asked
        if self.wait is not None:
            await self.wait.wait()
        if self.error is not None:
            raise self.error
        return f'"{self.asked}"', self.used


async def test_a_finished_call_is_never_repeated(store: SqlStore, run: str, clock: FixedClock):
    service = Service()
    request = SearchRequest(text="toll")
    journal = Journal(store, run, Budget(), clock)
    assert await journal.call("search", request, ONE, service) == '"1"'
    assert await journal.call("search", request, ONE, service) == '"1"'
    resumed = Journal(store, run, Budget(), clock)
    assert await resumed.call("search", request.model_dump(mode="json"), ONE, service) == '"1"'
    assert service.asked == 1
    assert await resumed.call("search", request, ONE, service, repeat=1) == '"2"'
    assert await resumed.call("fetch", request, ONE, service) == '"3"'
    assert store.used(run).searches == 3
    verify_chain(store, run)


@pytest.mark.parametrize("first", [{"a": 1, "b": [2, None]}, {"a": "x\ud800 橋 \x00"}])
async def test_requests_are_equal_by_content(
    store: SqlStore, run: str, clock: FixedClock, first: Mapping[str, object]
):
    service = Service()
    journal = Journal(store, run, Budget(), clock)
    await journal.call("model", first, ONE, service)
    await journal.call("model", dict(reversed(list(first.items()))), ONE, service)
    await journal.call("model", {**first, "c": 0}, ONE, service)
    assert service.asked == 2
    verify_chain(store, run)


async def test_the_sixth_of_five_calls_is_not_sent(store: SqlStore, run: str, clock: FixedClock):
    service = Service()
    journal = Journal(store, run, Budget(searches=5), clock)
    calls = (journal.call("search", {"n": n}, ONE, service) for n in range(20))
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert service.asked == 5
    assert sum(isinstance(answer, BudgetExhausted) for answer in answers) == 15
    assert store.used(run).searches == 5
    with pytest.raises(BudgetExhausted) as caught:
        await journal.call("search", {"n": 99}, ONE, service)
    assert (caught.value.limit, caught.value.allowed) == ("searches", "5")


async def test_resuming_at_four_of_five_leaves_one(store: SqlStore, run: str, clock: FixedClock):
    service = Service()
    for session in (4, 20):
        journal = Journal(store, run, Budget(searches=5), clock)
        for n in range(session):
            try:
                await journal.call("search", {"n": n}, ONE, service)
            except BudgetExhausted:
                break
    assert service.asked == 5


async def test_equal_calls_at_once_are_one_call(store: SqlStore, run: str, clock: FixedClock):
    service = Service(wait=asyncio.Event())
    journal = Journal(store, run, Budget(), clock)
    calls = [asyncio.ensure_future(journal.call("search", {}, ONE, service)) for _ in range(3)]
    await asyncio.sleep(0)
    assert service.wait is not None
    service.wait.set()
    assert await asyncio.gather(*calls) == ['"1"'] * 3
    assert service.asked == 1
    assert len(store.calls(run)) == 1


async def test_equal_calls_at_once_share_an_error(store: SqlStore, run: str, clock: FixedClock):
    service = Service(Unavailable("no answer"))
    journal = Journal(store, run, Budget(), clock)
    calls = [journal.call("search", {}, ONE, service) for _ in range(3)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Unavailable] * 3
    assert service.asked == 1


async def test_a_cancelled_call_stays_charged_and_whoever_waited_makes_it(
    store: SqlStore, run: str, clock: FixedClock
):
    service = Service(wait=asyncio.Event())
    journal = Journal(store, run, Budget(), clock)
    first = asyncio.ensure_future(journal.call("search", {}, ONE, service))
    second = asyncio.ensure_future(journal.call("search", {}, ONE, service))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    assert service.wait is not None
    service.wait.set()
    assert await second == '"2"'
    with pytest.raises(asyncio.CancelledError):
        await first
    assert [(c.attempt, c.state) for c in store.calls(run)] == [(1, "started"), (2, "done")]
    assert store.used(run).searches == 2
    verify_chain(store, run)


async def test_a_failed_call_is_written_down_charged_and_tried_again(
    store: SqlStore, run: str, clock: FixedClock
):
    journal = Journal(store, run, Budget(searches=2), clock)
    with pytest.raises(Unavailable):
        await journal.call("search", {}, ONE, Service(Unavailable("no answer", hint="wait")))
    (failed,) = store.calls(run)
    assert failed.state == "failed"
    assert '"code":"unavailable"' in (failed.error or "")
    assert store.used(run).searches == 1
    resumed = Journal(store, run, Budget(searches=2), clock)
    assert await resumed.call("search", {}, ONE, Service()) == '"1"'
    assert [(c.attempt, c.state) for c in store.calls(run)] == [(1, "failed"), (2, "done")]
    with pytest.raises(BudgetExhausted):
        await resumed.call("search", {"n": 2}, ONE, Service())
    verify_chain(store, run)


@pytest.mark.parametrize(
    ("error", "charged"),
    [
        (RateLimited("slow down", retry_after=2.5), Usage(model_calls=1)),
        (KeyMissing("refused"), Usage(model_calls=1)),
        (Unavailable("timed out"), Usage(model_calls=1, tokens=900, usd=Decimal("0.5"))),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_a_call_that_was_turned_away_used_no_tokens(
    store: SqlStore, run: str, clock: FixedClock, error: StetError, charged: Usage
):
    reserve = Usage(model_calls=1, tokens=900, usd=Decimal("0.5"))
    with pytest.raises(type(error)):
        await Journal(store, run, Budget(), clock).call("model", {}, reserve, Service(error))
    assert store.used(run) == charged


async def test_a_bug_leaves_the_call_unknown(store: SqlStore, run: str, clock: FixedClock):
    journal = Journal(store, run, Budget(), clock)
    with pytest.raises(ZeroDivisionError):
        await journal.call("search", {}, ONE, Service(ZeroDivisionError()))
    assert [c.state for c in store.calls(run)] == ["started"]
    assert await journal.call("search", {}, ONE, Service()) == '"1"'


async def test_wall_time_is_checked_before_each_call_and_adds_up_over_sessions(
    store: SqlStore, run: str, clock: FixedClock
):
    service = Service()
    limits = Budget(searches=100, seconds=30)
    journal = Journal(store, run, limits, clock)
    clock.advance(10)
    await journal.call("search", {"n": 1}, ONE, service)
    clock.advance(10)
    await journal.call("search", {"n": 2}, ONE, service)
    assert store.used(run).seconds == 20
    clock.advance(1000)  # between the sessions, which is nobody's time
    resumed = Journal(store, run, limits, clock)
    clock.advance(9)
    await resumed.call("search", {"n": 3}, ONE, service)
    assert resumed.used().seconds == 29
    clock.advance(2)
    with pytest.raises(BudgetExhausted) as caught:
        await resumed.call("search", {"n": 4}, ONE, service)
    assert caught.value.limit == "seconds"
    assert await resumed.call("search", {"n": 1}, ONE, service) == '"1"'
    assert service.asked == 3
    assert resumed.used().seconds == 31


async def test_calls_at_once_do_not_charge_the_same_time_twice(store: SqlStore, run: str):
    clock = FixedClock(tick=1.0)
    journal = Journal(store, run, Budget(searches=50), clock)
    start = clock.monotonic()
    await asyncio.gather(*(journal.call("search", {"n": n}, ONE, Service()) for n in range(5)))
    used = store.used(run).seconds
    assert 0 < used <= clock.monotonic() - start + 1


async def test_a_replay_answers_from_the_stored_run_alone(store: SqlStore, run: str, clock: FixedClock):
    live = Journal(store, run, Budget(), clock)
    await live.call("search", {"n": 1}, ONE, Service())
    with pytest.raises(RateLimited):
        await live.call("search", {"n": 2}, ONE, Service(RateLimited("slow down", retry_after=7)))
    with pytest.raises(Unavailable):
        await live.call("search", {"n": 3}, ONE, Service(Unavailable("once")))
    await live.call("search", {"n": 3}, ONE, Service())
    with pytest.raises(ZeroDivisionError):
        await live.call("search", {"n": 4}, ONE, Service(ZeroDivisionError()))
    before = store.calls(run)

    service = Service()
    replay = Journal(store, run, Budget(), clock, mode=REPLAY)
    assert await replay.call("search", {"n": 1}, ONE, service) == '"1"'
    assert await replay.call("search", {"n": 3}, ONE, service) == '"1"'
    with pytest.raises(RateLimited, match="slow down") as caught:
        await replay.call("search", {"n": 2}, ONE, service)
    assert caught.value.retry_after == 7
    for missing in (4, 5):
        with pytest.raises(ReplayMiss):
            await replay.call("search", {"n": missing}, ONE, service)
    assert service.asked == 0
    assert store.calls(run) == before


async def test_what_the_budget_refused_then_is_refused_again(store: SqlStore, run: str, clock: FixedClock):
    """A refused call left no row: that the totals are at the limit tells it from one that was never thought of."""
    budget = Budget(searches=1)
    await Journal(store, run, budget, clock).call("search", {"n": 1}, ONE, Service())
    replay = Journal(store, run, budget, clock, mode=REPLAY)
    assert await replay.call("search", {"n": 1}, ONE, Service()) == '"1"'
    with pytest.raises(BudgetExhausted):
        await replay.call("search", {"n": 2}, ONE, Service())
    with pytest.raises(ReplayMiss):
        await replay.call("fetch", {"n": 2}, Usage(pages=1), Service())


async def test_a_replay_of_no_run_is_an_error(store: SqlStore, clock: FixedClock):
    with pytest.raises(NotFound):
        await Journal(store, "r-none", Budget(), clock, mode=REPLAY).call("search", {}, ONE, Service())


@pytest.mark.parametrize(
    "error",
    [
        BudgetExhausted("pages", allowed="12"),
        RateLimited("slow", retry_after=None),
        KeyMissing("no key", hint="set it"),
        Unavailable("x"),
        NotFound("y"),
    ],
    ids=lambda error: error.code,
)
def test_errors_come_back_as_they_went(error: StetError):
    again = stored_error(error_text(error))
    assert type(again) is type(error)
    assert (again.message, again.hint) == (error.message, error.hint)


def test_an_unknown_code_is_a_providers_error():
    assert type(stored_error('{"code":"new","message":"m","hint":null}')) is ProviderError
    with pytest.raises(StetError, match="does not say"):
        stored_error("{}")


def test_journals_of_two_runs_share_nothing(store: SqlStore, new_run: Callable[[], str], clock: FixedClock):
    async def both() -> int:
        service = Service()
        for run in (new_run(), new_run()):
            await Journal(store, run, Budget(searches=1), clock).call("search", {}, ONE, service)
        return service.asked

    assert asyncio.run(both()) == 2


async def test_an_answer_of_another_run_is_taken_again_while_it_is_young_enough(
    store: SqlStore, new_run: Callable[[], str], clock: FixedClock
):
    service, request = Service(used=Usage(searches=1, usd=Decimal("0.5"))), SearchRequest(text="toll")
    first, second, third = new_run(), new_run(), new_run()
    await Journal(store, first, Budget(), clock).call("search", request, ONE, service)
    clock.advance(50)
    kept = await Journal(store, second, Budget(), clock).call("search", request, ONE, service, max_age=60)
    assert (kept, service.asked) == ('"1"', 1)
    # It is written down and counts, and costs nothing.
    assert [(c.state, c.response) for c in store.calls(second)] == [("done", '"1"')]
    assert (store.used(second).searches, store.used(second).usd) == (1, Decimal(0))
    clock.advance(70)
    assert (
        await Journal(store, third, Budget(), clock).call("search", request, ONE, service, max_age=60)
        == '"2"'
    )
    verify_chain(store, second)


async def test_an_answer_of_another_run_that_will_not_do_is_asked_for(
    store: SqlStore, new_run: Callable[[], str], clock: FixedClock
):
    service, request = Service(), SearchRequest(text="toll")
    await Journal(store, new_run(), Budget(), clock).call("search", request, ONE, service)
    await Journal(store, new_run(), Budget(), clock).call("search", request, ONE, service, max_age=0)
    assert service.asked == 2
    journal = Journal(store, new_run(), Budget(), clock)
    await journal.call("search", request, ONE, service, max_age=60, usable=lambda _: False)
    assert service.asked == 3


async def test_the_last_answer_of_any_run_can_be_looked_up(
    store: SqlStore, new_run: Callable[[], str], clock: FixedClock
):
    service, request = Service(), SearchRequest(text="toll")
    assert Journal(store, new_run(), Budget(), clock).earlier("search", request) is None
    for _ in range(2):
        await Journal(store, new_run(), Budget(), clock).call("search", request, ONE, service)
        clock.advance(1_000_000)
    asking = new_run()
    assert Journal(store, asking, Budget(), clock).earlier("search", request) == '"2"'
    assert Journal(store, asking, Budget(), clock).earlier("fetch", request) is None
    assert Journal(store, asking, Budget(), clock, mode=REPLAY).earlier("search", request) is None


async def test_a_failed_answer_of_another_run_is_none(
    store: SqlStore, new_run: Callable[[], str], clock: FixedClock
):
    request = SearchRequest(text="toll")
    with pytest.raises(Unavailable):
        await Journal(store, new_run(), Budget(), clock).call(
            "search", request, ONE, Service(Unavailable("x"))
        )
    service = Service()
    await Journal(store, new_run(), Budget(), clock).call("search", request, ONE, service, max_age=60)
    assert service.asked == 1
