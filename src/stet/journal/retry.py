"""Another try of a call that failed for a while: bounded, spaced, and each a call of its own in the journal."""

from collections.abc import Awaitable, Callable

import anyio

from stet.errors import BudgetExhausted, RateLimited, StetError

ATTEMPTS = 2
"""How often a call is made at most; every attempt counts against the budget."""

LONGEST_WAIT = 30.0
"""Seconds. A service that asks for a longer pause than this is given up for now."""

LESSONS = 5
"""How often a service may say how it wants to be asked (`learned`); these are no attempts, and wait for nothing."""

_FIRST_WAIT = 0.5


async def retried(
    call: Callable[[], Awaitable[str]], attempts: int = ATTEMPTS, *, first_wait: float = _FIRST_WAIT
) -> str:
    """The answer of `call`, tried again after an error that says it is worth it.

    The pause is the one that the service asks for (`RateLimited.retry_after`), else `first_wait` seconds, doubled
    each time; a service that said how it wants to be asked is asked again at once. When the budget ends the
    attempts, the error that called for another is what counts.

    Raises:
        BudgetExhausted: the first attempt was not allowed
        StetError: of the last attempt
    """
    last: StetError | None = None
    number = lessons = 0
    while number < attempts:
        try:
            return await call()
        except BudgetExhausted:
            if last is None:
                raise
            break
        except StetError as error:
            last = error
            if error.code == "learned" and lessons < LESSONS:
                lessons += 1
                continue
            wait = _pause(error, first_wait * 2**number)
            number += 1
            if wait is None or number == attempts:
                raise
            await anyio.sleep(wait)
    assert last is not None  # noqa: S101 - left only by `break`, which an error went before
    raise last


def _pause(error: StetError, usual: float) -> float | None:
    """Seconds until another try, or None where none is worth it."""
    if not error.retryable:
        return None
    asked = error.retry_after if isinstance(error, RateLimited) else None
    if asked is None:
        return min(usual, LONGEST_WAIT)
    return asked if asked <= LONGEST_WAIT else None
