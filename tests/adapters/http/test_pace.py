"""Turns are fair, bounded and spaced; time is virtual, so that nothing here waits."""

import asyncio
import selectors
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest

from stet.adapters.http.pace import Pace


class Skipping(selectors.DefaultSelector):
    """Where others would wait, time passes at once; waiting for nothing is a deadlock."""

    passed = 0.0

    def select(self, timeout: float | None = None):
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everything waits for ever"
            self.passed += max(timeout, 0.0)
        return ready


class Virtual(asyncio.SelectorEventLoop):
    def __init__(self, start: float = 0.0) -> None:
        self.skipping = Skipping()
        self.start = start
        super().__init__(self.skipping)

    def time(self) -> float:
        return self.start + self.skipping.passed


@contextmanager
def virtual(start: float = 0.0) -> Generator[Virtual]:
    loop = Virtual(start)
    yield loop
    loop.close()


def run(loop: Virtual, work: Coroutine[Any, Any, object]) -> None:
    loop.run_until_complete(work)


class Log:
    """Starts by key, as (name, time), and the most that ran at once."""

    def __init__(self, pace: Pace, loop: Virtual) -> None:
        self.pace, self.loop = pace, loop
        self.starts: list[tuple[str, float]] = []
        self.now = self.most = 0

    async def work(self, key: str, name: str, seconds: float = 1.0, **how: Any) -> None:
        async with self.pace.turn(key, **how):
            self.starts.append((name, round(self.loop.time(), 3)))
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                await asyncio.sleep(seconds)
            finally:
                self.now -= 1


def test_starts_of_one_key_are_spaced_and_at_most_two_run():
    with virtual() as loop:
        log = Log(Pace(now=loop.time), loop)

        async def all_of_them():
            await asyncio.gather(*(log.work("a", str(n), 3.0) for n in range(4)))

        run(loop, all_of_them())
        assert log.starts == [("0", 0.0), ("1", 0.5), ("2", 3.0), ("3", 3.5)]
        assert log.most == 2


def test_a_bound_over_all_keys_holds_and_who_waited_longest_goes_first():
    with virtual() as loop:
        log = Log(Pace(now=loop.time, in_all=3, gap=0.0), loop)

        async def all_of_them():
            await asyncio.gather(*(log.work(f"k{n}", str(n)) for n in range(7)))

        run(loop, all_of_them())
        assert log.most == 3
        assert [name for name, _ in log.starts] == list("0123456")
        assert [at for _, at in log.starts] == [0, 0, 0, 1, 1, 1, 2]


def test_a_busy_key_does_not_hold_up_another():
    with virtual() as loop:
        log = Log(Pace(now=loop.time, in_all=3, at_once=1), loop)

        async def all_of_them():
            await asyncio.gather(
                *(log.work("slow", f"s{n}", 50.0) for n in range(5)), log.work("other", "o", 1.0)
            )

        run(loop, all_of_them())
        assert ("o", 0.0) in log.starts


def test_a_newcomer_does_not_overtake_who_already_waits():
    with virtual() as loop:
        log = Log(Pace(now=loop.time, in_all=1, gap=0.0), loop)

        async def late():
            await asyncio.sleep(0.5)
            await log.work("c", "third")

        async def all_of_them():
            await asyncio.gather(log.work("a", "first"), log.work("b", "second"), late())

        run(loop, all_of_them())
        assert [name for name, _ in log.starts] == ["first", "second", "third"]


def test_a_turn_may_ask_for_a_gap_and_a_bound_of_its_own():
    with virtual() as loop:
        log = Log(Pace(now=loop.time), loop)

        async def all_of_them():
            await asyncio.gather(*(log.work("a", str(n), 1.0, gap=10.0, at_once=1) for n in range(3)))

        run(loop, all_of_them())
        assert [at for _, at in log.starts] == [0.0, 10.0, 20.0]


def test_nothing_starts_before_the_time_that_the_other_side_named():
    with virtual() as loop:
        pace = Pace(now=loop.time)
        log = Log(pace, loop)

        async def all_of_them():
            pace.told("a", 30.0)
            assert pace.held("a") == 30.0
            assert pace.held("b") == 0.0
            await asyncio.gather(log.work("a", "a"), log.work("b", "b"))

        run(loop, all_of_them())
        assert dict(log.starts) == {"a": 30.0, "b": 0.0}
        assert pace.held("a") == 0.0


def test_those_who_wait_already_wait_on_when_a_complaint_comes():
    with virtual() as loop:
        pace = Pace(now=loop.time, at_once=1)
        log = Log(pace, loop)

        async def all_of_them():
            both = asyncio.gather(log.work("a", "1", 0.1), log.work("a", "2", 0.1))
            await asyncio.sleep(0.3)
            pace.told("a", 20.0)
            await both

        run(loop, all_of_them())
        assert dict(log.starts) == {"1": 0.0, "2": 20.3}


def test_a_complaint_doubles_the_gap_to_a_minute_at_most():
    with virtual() as loop:
        pace = Pace(now=loop.time)
        log = Log(pace, loop)

        async def all_of_them():
            for n in range(10):
                await log.work("a", str(n), 0.0)
                pace.told("a", None)

        run(loop, all_of_them())
        starts = [at for _, at in log.starts]
        gaps = [round(b - a, 3) for a, b in pairwise(starts)]
        assert gaps == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]


def test_complaints_about_requests_under_way_together_count_once():
    with virtual() as loop:
        pace = Pace(now=loop.time, gap=0.5)
        log = Log(pace, loop)

        async def all_of_them():
            await log.work("a", "1", 1.0)
            for _ in range(5):
                pace.told("a", None)
            await log.work("a", "2", 0.0)
            await log.work("a", "3", 0.0)

        run(loop, all_of_them())
        assert [at for _, at in log.starts] == [0.0, 1.0, 2.0]


def test_a_grown_gap_shrinks_again_when_it_is_calm():
    with virtual() as loop:
        pace = Pace(now=loop.time)
        log = Log(pace, loop)

        async def grow():
            for _ in range(3):
                await log.work("a", "x", 0.0)
                pace.told("a", None)

        async def two():
            log.starts.clear()
            await log.work("a", "x", 0.0)
            await log.work("a", "y", 0.0)

        def gap() -> float:
            run(loop, two())
            return round(log.starts[1][1] - log.starts[0][1], 3)

        run(loop, grow())
        assert gap() == 4.0
        run(loop, asyncio.sleep(610))
        assert gap() == 2.0
        run(loop, asyncio.sleep(3_600))
        assert gap() == 0.5


def test_whoever_gives_up_waiting_or_working_leaves_the_place_to_the_next():
    with virtual() as loop:
        log = Log(Pace(now=loop.time, at_once=1, gap=0.0), loop)

        async def all_of_them():
            tasks = [asyncio.create_task(log.work("a", str(n), 100.0)) for n in range(4)]
            await asyncio.sleep(1)
            tasks[1].cancel()  # waits
            tasks[0].cancel()  # works
            await asyncio.sleep(1)
            tasks[2].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        run(loop, all_of_them())
        assert log.starts == [("0", 0.0), ("2", 1.0), ("3", 2.0)]


def test_who_is_cancelled_at_the_very_moment_of_being_let_in_gives_the_turn_back():
    with virtual() as loop:
        log = Log(Pace(now=loop.time, at_once=1, gap=0.0), loop)

        async def all_of_them():
            first = asyncio.create_task(log.work("a", "1", 5.0))
            second = asyncio.create_task(log.work("a", "2", 5.0))
            await asyncio.sleep(1)
            first.cancel()
            await asyncio.sleep(0)  # the first one leaves and lets the second in, which has not run yet
            second.cancel()
            await asyncio.gather(first, second, return_exceptions=True)
            await log.work("a", "3", 0.0)

        run(loop, all_of_them())
        assert [name for name, _ in log.starts][-1] == "3"


def test_an_error_inside_ends_the_turn():
    with virtual() as loop:
        pace = Pace(now=loop.time, at_once=1, gap=0.0)

        async def fail():
            async with pace.turn("a"):
                raise ValueError("inside")

        async def all_of_them():
            for _ in range(3):
                with pytest.raises(ValueError, match="inside"):
                    await fail()

        run(loop, all_of_them())


def test_turns_that_a_closed_loop_left_behind_do_not_block_the_next_loop():
    clock: list[Virtual] = []
    pace = Pace(now=lambda: clock[0].time(), at_once=1, in_all=1)  # noqa: PLW0108 - the loop comes later
    tasks: list[asyncio.Task[None]] = []
    with virtual() as first:
        clock[:] = [first]
        log = Log(pace, first)

        async def leave():
            tasks.extend(asyncio.create_task(log.work("a", name, 1e6)) for name in ("has it", "waits"))
            await asyncio.sleep(2)

        run(first, leave())
        assert log.starts == [("has it", 0.0)]
    with virtual(100.0) as second:
        clock[:] = [second]
        log = Log(pace, second)
        run(second, log.work("a", "late"))
        assert log.starts == [("late", 100.0)]


def test_idle_keys_are_forgotten():
    with virtual() as loop:
        pace = Pace(now=loop.time, gap=0.01)
        log = Log(pace, loop)

        async def all_of_them():
            for n in range(2_000):
                await log.work(f"host-{n}", "x", 0.1)

        run(loop, all_of_them())
        assert len(pace._keys) <= 512
