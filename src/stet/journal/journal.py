"""The journal: every outside call is written down before it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

import anyio

from stet.domain.base import Value, canonical_json, value_id
from stet.domain.budget import Budget, Usage
from stet.errors import KeyMissing, QuotaExceeded, RateLimited, StetError
from stet.journal.replay import Tape, error_text
from stet.ports import Call, CallRecord, CallStore, Clock


class Mode(StrEnum):
    """Where answers come from: the outside (and the run's own past), or a stored run alone."""

    LIVE = "live"
    REPLAY = "replay"


LIVE, REPLAY = Mode.LIVE, Mode.REPLAY

# The service turned the call away: the attempt counts, tokens and money were not used.
_TURNED_AWAY = (RateLimited, QuotaExceeded, KeyMissing)


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
        self, kind: str, request: Value | Mapping[str, object], reserve: Usage, fn: Call, *, repeat: int = 0
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

        Raises:
            BudgetExhausted: the call would pass a limit, and was not made
            ReplayMiss: the stored run has no answer
            StoreError: the journal cannot be written
            StetError: what `fn` raised; the call is written down as failed
        """
        data: object = request.model_dump(mode="json") if isinstance(request, Value) else dict(request)
        key = value_id([kind, data, repeat])
        if self._tape is not None:
            return self._tape.answer(kind, key)
        while (under_way := self._flights.get(key)) is not None:
            await under_way.landed.wait()
            if under_way.error is not None:
                raise under_way.error
            if under_way.response is not None:
                return under_way.response
            # Whoever made it was cancelled, or fell over a bug: it is ours to make now.
        flight = self._flights[key] = _Flight()
        try:
            flight.response = await self._make(kind, key, canonical_json(data), reserve, fn)
        except StetError as error:
            flight.error = error
            raise
        finally:
            del self._flights[key]
            flight.landed.set()
        return flight.response

    def used(self) -> Usage:
        """What the run used so far, with the wall time up to now."""
        used = self._store.used(self._run)
        return used.model_copy(update={"seconds": used.seconds + self._uncharged()})

    async def _make(self, kind: str, key: str, request: str, reserve: Usage, fn: Call) -> str:
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


@dataclass(slots=True)
class _Flight:
    """A call under way in this journal."""

    landed: anyio.Event = field(default_factory=anyio.Event)
    response: str | None = None
    error: StetError | None = None
