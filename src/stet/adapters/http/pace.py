"""Politeness: how many requests at once, and how soon after one another, for each host and in all."""

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

_WIDEST = 60.0
"""A gap that grows by complaints grows no further than this, in seconds."""
_NARROWEST = 0.05
"""What a gap of nothing grows from."""
_CALM = 600.0
"""Seconds without a complaint after which a grown gap is halved."""
_KEYS = 512
"""Idle keys are looked for when there are more than this."""


@dataclass(eq=False, slots=True)
class _Turn:
    """One caller, waiting for its turn or having it; it belongs to the loop it was asked for on."""

    key: "_Key"
    gap: float | None
    at_once: int | None
    number: int
    loop: asyncio.AbstractEventLoop
    granted: "asyncio.Future[None]"
    has_it: bool = False


@dataclass(eq=False, slots=True)
class _Key:
    """What is known of one key; times are seconds of the clock, `gap` is the one last asked for."""

    waiting: deque[_Turn] = field(default_factory=deque[_Turn])
    running: list[_Turn] = field(default_factory=list[_Turn])
    gap: float = 0.0
    last_start: float = float("-inf")
    not_before: float = float("-inf")
    grown: float = 0.0
    grown_at: float = float("-inf")
    calm_since: float = float("-inf")


@dataclass(eq=False, slots=True)
class _Alarm:
    """When somebody looks again, and the loop that will."""

    at: float
    loop: asyncio.AbstractEventLoop


class Held(Exception):
    """No turn: the other side asked for a pause that is longer than anybody waits. `seconds` is what is left of it."""

    def __init__(self, key: str, seconds: float) -> None:
        super().__init__(f"{key} asked for a pause of {seconds:.0f} s")
        self.seconds = seconds


class Pace:
    """Turns at asking, shared by all runs of a process; safe from several threads and event loops.

    In each key (a host, a service) turns come in the order they were asked for; between keys, whoever has
    waited longest goes first. A turn ends when its block is left, however that happens.

    Args:
        in_all: turns at once, over all keys.
        at_once: turns at once of one key, where a turn says nothing else.
        gap: seconds between two starts of one key, where a turn says nothing else.
        patience: seconds that a turn waits at most because the other side asked for a pause.
        now: seconds that never go back; the same for all loops.
    """

    def __init__(
        self,
        *,
        in_all: int = 8,
        at_once: int = 2,
        gap: float = 0.5,
        patience: float = 60.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._in_all = in_all
        self._at_once = at_once
        self._gap = gap
        self._patience = patience
        self._now = now
        self._lock = threading.RLock()
        self._keys: dict[str, _Key] = {}
        self._number = 0
        self._alarm: _Alarm | None = None

    def turn(
        self, key: str, *, gap: float | None = None, at_once: int | None = None
    ) -> AbstractAsyncContextManager[None]:
        """Wait for a turn and hold it while the block runs.

        Raises:
            Held: on entering; a pause was asked for that is longer than `patience`, before or while it waited
        """
        return self._turn(key, gap, at_once)

    def told(self, key: str, seconds: float | None) -> None:
        """The other side said "too many": nothing of `key` starts within `seconds`, and its gap doubles.

        Complaints about requests that were under way together double it once. It is halved again after each
        ten minutes without a complaint.
        """
        with self._lock:
            state, now = self._key(key), self._now()
            if seconds is not None:
                state.not_before = max(state.not_before, now + seconds)
            if not state.grown or state.last_start > state.grown_at:
                before = max(self._widened(state, now), state.gap, _NARROWEST)
                state.grown, state.grown_at = min(_WIDEST, 2 * before), now
            state.calm_since = now
            left = state.not_before - now
            if left > self._patience:
                while state.waiting:
                    _refuse(state.waiting.popleft(), Held(key, left))
            self._move()

    def held(self, key: str) -> float:
        """Seconds for which nothing of `key` will start because the other side said so; 0 for none."""
        with self._lock:
            state = self._keys.get(key)
            return max(0.0, state.not_before - self._now()) if state else 0.0

    @asynccontextmanager
    async def _turn(self, key: str, gap: float | None, at_once: int | None) -> AsyncGenerator[None]:
        loop = asyncio.get_running_loop()
        with self._lock:
            if (left := self.held(key)) > self._patience:
                raise Held(key, left)
            self._number += 1
            turn = _Turn(self._key(key), gap, at_once, self._number, loop, loop.create_future())
            turn.key.waiting.append(turn)
            self._move()
        try:
            await turn.granted
            yield
        finally:
            with self._lock:
                line = turn.key.running if turn.has_it else turn.key.waiting
                if turn in line:
                    line.remove(turn)
                self._move()

    def _key(self, name: str) -> _Key:
        state = self._keys.get(name)
        if state is None:
            if len(self._keys) >= _KEYS:
                self._forget()
            state = self._keys[name] = _Key(gap=self._gap)
        return state

    def _forget(self) -> None:
        now = self._now()
        for name, state in list(self._keys.items()):
            past = max(state.last_start + state.gap, state.not_before) <= now
            if past and not state.waiting and not state.running and not self._widened(state, now):
                del self._keys[name]

    def _widened(self, state: _Key, now: float) -> float:
        """The gap that complaints have brought, less what calm has taken off it again."""
        while state.grown and now - state.calm_since >= _CALM:
            state.calm_since += _CALM
            state.grown = state.grown / 2 if state.grown / 2 > max(state.gap, _NARROWEST) else 0.0
        return state.grown

    def _move(self) -> None:
        """Give every turn that can be given now, and see to it that somebody looks again in time."""
        now = self._now()
        self._drop_the_dead()
        free = self._in_all - sum(len(state.running) for state in self._keys.values())
        soonest: tuple[float, _Turn] | None = None
        heads = sorted((s.waiting[0] for s in self._keys.values() if s.waiting), key=lambda t: t.number)
        while heads:
            turn = heads.pop(0)
            start = self._start(turn, now)
            if start is None:
                continue
            if start > now:
                soonest = min(soonest, (start, turn), key=lambda s: s[0]) if soonest else (start, turn)
            elif free > 0:
                free -= 1
                self._give(turn, now)
                if turn.key.waiting:
                    heads = sorted([*heads, turn.key.waiting[0]], key=lambda t: t.number)
        if soonest is not None:
            self._look_again(*soonest, now)

    def _start(self, turn: _Turn, now: float) -> float | None:
        """When the first in line of a key may start, by time alone; None while the key is busy."""
        state = turn.key
        if len(state.running) >= (self._at_once if turn.at_once is None else turn.at_once):
            return None
        state.gap = self._gap if turn.gap is None else turn.gap
        return max(state.last_start + max(state.gap, self._widened(state, now)), state.not_before)

    def _give(self, turn: _Turn, now: float) -> None:
        turn.key.waiting.popleft()
        turn.key.running.append(turn)
        turn.key.last_start = now
        turn.has_it = True
        _soon(turn.loop, lambda: _wake(turn.granted))

    def _drop_the_dead(self) -> None:
        """Take out turns whose loop was closed under them: nobody else would ever end them."""
        for state in self._keys.values():
            for turns in (state.waiting, state.running):
                for turn in [t for t in turns if t.loop.is_closed()]:
                    turns.remove(turn)

    def _look_again(self, at: float, turn: _Turn, now: float) -> None:
        pending = self._alarm
        if pending is not None and pending.at <= at and not pending.loop.is_closed():
            return
        alarm = self._alarm = _Alarm(at, turn.loop)

        def ring() -> None:
            with self._lock:
                if self._alarm is alarm:
                    self._alarm = None
                self._move()

        _soon(turn.loop, lambda: turn.loop.call_later(at - now, ring))


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    with contextlib.suppress(RuntimeError):  # closed by another thread since; its turns are dropped next time
        loop.call_soon_threadsafe(call)


def _refuse(turn: _Turn, why: Held) -> None:
    def tell() -> None:
        if not turn.granted.done():
            turn.granted.set_exception(why)

    _soon(turn.loop, tell)


def _wake(granted: "asyncio.Future[None]") -> None:
    if not granted.done():
        granted.set_result(None)
