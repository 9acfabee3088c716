"""The journal: every outside call is written down before it is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

import anyio

from stet.domain.base import Value, canonical_json, value_id
from stet.domain.budget import Budget, Usage
from stet.errors import BudgetExhausted, KeyMissing, QuotaExceeded, RateLimited, ReplayMiss, StetError
from stet.journal.replay import Tape, error_text
from stet.journal.retry import ATTEMPTS
from stet.ports import Call, CallRecord, CallStore, Clock


class Mode(StrEnum):
    """Where answers come from: the outside (and the run's own past), or a stored run alone."""

    LIVE = "live"
    REPLAY = "replay"


LIVE, REPLAY = Mode.LIVE, Mode.REPLAY

# The service turned the call away: the attempt counts, tokens and money were not used.
_TURNED_AWAY = (RateLimited, QuotaExceeded, KeyMissing)


def _always(_: str) -> bool:
    return True


class Journal:
    """Makes outside calls for a run, each at most once, within its budget.

    Tasks of one event loop may share a journal; processes may share a run. Store calls are made in the loop's
    own thread: they take a few milliseconds, and come in ones and twos between calls that take seconds.

    Args:
        store: where the calls are written, and where a replay reads them.
        run: the run that makes the calls; in `REPLAY`, the stored run that answers them.
        budget: the limits, over all sessions of the run.
        clock: gives the times in the rows, and the wall time that is charged as `seconds`.
        mode: `LIVE` or `REPLAY`.
    """

    def __init__(
        self, store: CallStore, run: str, budget: Budget, clock: Clock, *, mode: Mode = LIVE
    ) -> None:
        self._store = store
        self._run = run
        self._budget = budget
        self._clock = clock
        self._tape = Tape(store, run) if mode is REPLAY else None
        self._flights: dict[str, _Flight] = {}
        self._charged_until = clock.monotonic()

    async def call(
        self,
        kind: str,
        request: Value | Mapping[str, object],
        reserve: Usage,
        fn: Call,
        *,
        repeat: int = 0,
        max_age: float = 0.0,
        usable: Callable[[str], bool] = _always,
    ) -> str:
        """The response to a request: the one in the journal, or else the one that `fn` brings.

        A call that failed, or that was never heard of again, is tried anew and charged anew. An equal call
        that is under way in this journal is waited for, and its answer or its error shared.

        Args:
            kind: what is asked of whom (`search`, `fetch`, `model`).
            request: a value, or a mapping of JSON values; calls of one kind, request and repeat are equal.
            reserve: the most that the call may use. Its `seconds` are not looked at: the journal charges each
                row the wall time that passed since the last, so that the sum is the time of all sessions.
            fn: makes the call; returns the response as JSON text, and what was used.
            repeat: sets wanted repeats of one request apart.
            max_age: how many seconds ago another run may have got its answer for it to be taken instead of asking;
                it is written down and charged like one that was asked for, at no money. 0 always asks.
            usable: whether an answer of another run will do.

        Raises:
            BudgetExhausted: the call would pass a limit, and was not made
            ReplayMiss: the stored run has no answer
            StoreError: the journal cannot be written
            StetError: what `fn` raised; the call is written down as failed
        """
        data, key = _named(kind, request, repeat)
        if self._tape is not None:
            return self._from_tape(kind, key, reserve)
        while (under_way := self._flights.get(key)) is not None:
            await under_way.landed.wait()
            if under_way.error is not None:
                raise under_way.error
            if under_way.response is not None:
                return under_way.response
            # Whoever made it was cancelled, or fell over a bug: it is ours to make now.
        flight = self._flights[key] = _Flight()
        try:
            older = _Older(max_age, usable)
            flight.response = await self._make(kind, key, canonical_json(data), reserve, fn, older)
        except StetError as error:
            flight.error = error
            raise
        finally:
            del self._flights[key]
            flight.landed.set()
        return flight.response

    def _from_tape(self, kind: str, key: str, reserve: Usage) -> str:
        assert self._tape is not None  # noqa: S101 - asked before
        try:
            return self._tape.answer(kind, key)
        except ReplayMiss:
            # A call that the budget refused left no row: then the totals say so.
            refused = self._budget.first_exceeded(self._store.used(self._run) + reserve)
            if refused is None:
                raise
            raise BudgetExhausted(refused, allowed=str(getattr(self._budget, refused))) from None

    def lost(self) -> int:
        """How many calls an earlier session began of which nobody knows the end; they stay charged."""
        return sum(call.state == "started" for call in self._store.calls(self._run)) - len(self._flights)

    @property
    def attempts(self) -> int:
        """How often a call that failed for a while is made: a replay has nobody to ask again."""
        return 1 if self._tape is not None else ATTEMPTS

    def used(self) -> Usage:
        """What the run used so far, with the wall time up to now."""
        used = self._store.used(self._run)
        return used.model_copy(update={"seconds": used.seconds + self._uncharged()})

    def adopt(self, call: CallRecord, used: Usage) -> None:
        """Write down the answer that another run got, as this run's own; `used` is what it counts for here.

        Raises:
            BudgetExhausted: it would pass a limit
        """
        opened = call.model_copy(update={"charged": used, "started_at": self._clock.now()})
        row = self._store.begin(self._run, opened, self._budget)
        if row.state != "done":
            ended = {"state": "done", "response": call.response, "ended_at": self._clock.now()}
            self._store.end(self._run, row.model_copy(update=ended))

    def earlier(self, kind: str, request: Value | Mapping[str, object]) -> str | None:
        """The last answer that any run got to a request, however long ago; a replay knows of none."""
        if self._tape is not None:
            return None
        found = self._store.recent(kind, _named(kind, request, 0)[1], None)
        return found.response if found is not None else None

    def _kept(self, kind: str, key: str, older: "_Older") -> str | None:
        """An answer of another run that will do."""
        if older.max_age <= 0:
            return None
        since = self._clock.now() - timedelta(seconds=older.max_age)
        found = self._store.recent(kind, key, since)
        return found.response if found and found.response and older.usable(found.response) else None

    async def _make(
        self, kind: str, key: str, request: str, reserve: Usage, fn: Call, older: "_Older"
    ) -> str:
        # Cancellation leaves the row `started`: nobody knows what became of the call, so it stays charged.
        call = self._store.begin(
            self._run,
            CallRecord(
                kind=kind,
                key=key,
                attempt=1,
                state="started",
                request=request,
                charged=reserve.model_copy(update={"seconds": self._uncharged()}),
                started_at=self._clock.now(),
            ),
            self._budget,
        )
        if call.state == "done" and call.response is not None:
            return call.response
        self._charged_until += call.charged.seconds
        if (kept := self._kept(kind, key, older)) is not None:
            self._end(call, reserve.model_copy(update={"usd": Decimal(0)}), state="done", response=kept)
            return kept
        try:
            response, used = await fn()
        except StetError as error:
            if isinstance(error, _TURNED_AWAY):
                reserve = reserve.model_copy(update={"tokens": 0, "usd": Decimal(0)})
            self._end(call, reserve, state="failed", error=error_text(error))
            raise
        self._end(call, used, state="done", response=response)
        return response

    def _end(
        self,
        call: CallRecord,
        used: Usage,
        *,
        state: str,
        response: str | None = None,
        error: str | None = None,
    ) -> None:
        passed = self._uncharged()
        ended = {
            "state": state,
            "response": response,
            "error": error,
            "charged": used.model_copy(update={"seconds": call.charged.seconds + passed}),
            "ended_at": self._clock.now(),
        }
        self._store.end(self._run, call.model_copy(update=ended))
        self._charged_until += passed

    def _uncharged(self) -> float:
        """Seconds of this session that no row carries yet."""
        return max(0.0, round(self._clock.monotonic() - self._charged_until, 6))


def _named(kind: str, request: Value | Mapping[str, object], repeat: int) -> tuple[object, str]:
    """A request as JSON values, and the key of the call."""
    data: object = request.model_dump(mode="json") if isinstance(request, Value) else dict(request)
    return data, value_id([kind, data, repeat])


class _Older(NamedTuple):
    """Which answers of other runs will do."""

    max_age: float
    usable: Callable[[str], bool]


@dataclass(slots=True)
class _Flight:
    """A call under way in this journal."""

    landed: anyio.Event = field(default_factory=anyio.Event)
    response: str | None = None
    error: StetError | None = None
