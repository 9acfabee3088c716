"""Another try: bounded, spaced, every attempt a call of its own."""

import pytest

from stet.domain.budget import Budget, Usage
from stet.errors import (
    BadAnswer,
    BudgetExhausted,
    Learned,
    QuotaExceeded,
    RateLimited,
    StetError,
    Unavailable,
)
from stet.journal import ATTEMPTS, LONGEST_WAIT, Journal, retried
from stet.journal.retry import LESSONS
from stet.store.sql import SqlStore
from stet.testing import FixedClock


class Calls:
    """Raises what it was given, one after the other, then answers."""

    def __init__(self, *errors: StetError) -> None:
        self.errors = list(errors)
        self.made = 0

    async def __call__(self) -> str:
        self.made += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"


async def test_what_passes_is_tried_again_and_answered():
    for error in (Unavailable("x"), RateLimited("x", retry_after=0.01), RateLimited("x", retry_after=0)):
        calls = Calls(error)
        assert await retried(calls, first_wait=0.001) == "answer"
        assert calls.made == 2


async def test_the_last_error_is_told_when_the_attempts_are_over():
    calls = Calls(*(Unavailable(str(n)) for n in range(9)))
    with pytest.raises(Unavailable, match=str(ATTEMPTS - 1)):
        await retried(calls, first_wait=0.001)
    assert calls.made == ATTEMPTS


@pytest.mark.parametrize(
    "error", [BadAnswer("x"), QuotaExceeded("x"), RateLimited("x", retry_after=LONGEST_WAIT + 1)]
)
async def test_what_does_not_pass_or_would_take_too_long_is_not_tried_again(error: StetError):
    calls = Calls(error)
    with pytest.raises(type(error)):
        await retried(calls, first_wait=0.001)
    assert calls.made == 1


async def test_a_first_attempt_that_the_budget_forbids_says_so():
    with pytest.raises(BudgetExhausted):
        await retried(Calls(BudgetExhausted("searches", allowed="8")))


async def test_a_second_attempt_that_the_budget_forbids_leaves_the_error_of_the_first():
    with pytest.raises(Unavailable, match="down"):
        await retried(Calls(Unavailable("down"), BudgetExhausted("searches", allowed="8")), first_wait=0.001)


async def test_every_attempt_is_a_row_and_counts(store: SqlStore, run: str, clock: FixedClock):
    calls = Calls(Unavailable("down"))
    journal = Journal(store, run, Budget(), clock)

    async def search() -> tuple[str, Usage]:
        return await calls(), Usage(searches=1)

    body = await retried(
        lambda: journal.call("search", {"q": "x"}, Usage(searches=1), search), first_wait=0.001
    )
    assert body == "answer"
    assert [(c.attempt, c.state) for c in store.calls(run)] == [(1, "failed"), (2, "done")]
    assert store.used(run).searches == 2


async def test_a_service_that_teaches_is_asked_again_at_once_and_loses_no_attempt():
    calls = Calls(Learned("mode"), Learned("limit"), Unavailable("x"), Learned("seed"))
    assert await retried(calls, first_wait=0.001) == "answer"
    assert calls.made == 5


async def test_a_service_that_teaches_without_end_is_given_up():
    calls = Calls(*(Learned(str(n)) for n in range(99)))
    with pytest.raises(Learned):
        await retried(calls, first_wait=0.001)
    assert calls.made == LESSONS + ATTEMPTS
