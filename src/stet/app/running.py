"""Runs that go on in this process beside whoever asks for them, and what follows them.

They have a thread and an event loop of their own: reading documents and checking claims takes the processor for tenths
of a second, in which pages must still be served.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from stet.app.app import App, Listener
from stet.app.request import Request
from stet.domain.events import Stamped
from stet.domain.report import Report
from stet.domain.run import RunStatus
from stet.errors import Busy, StetError
from stet.store import open_store

T = TypeVar("T")
Begun = Callable[[str], None]
Over = Callable[[str | None], None]
_Work = Callable[[Listener, Begun], Coroutine[Any, Any, Report]]

MOST = 4
"""Runs at one time, unless the operator says otherwise."""
LOOK_AGAIN = 1.0
"""Seconds after which events of a run that goes on in another process are looked for."""
_STOP_SECONDS = 20.0


class Running:
    """Starts, follows and stops runs; made, used and closed on one event loop.

    Args:
        app: the application; its connections belong to the runs' own loop from now on.
        most: how many runs may go on at one time.

    Raises:
        StoreError: the store cannot be used
    """

    def __init__(self, app: App, *, most: int = MOST) -> None:
        self.app = app
        self.store = open_store(app.store_url)
        self._most = most
        self._under_way = 0
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._resuming: set[str] = set()
        self._feeds: dict[str, _Feed] = {}
        self._own = asyncio.get_running_loop()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="stet-runs", daemon=True)
        self._thread.start()

    async def start(self, request: Request, begun: Begun | None = None, over: Over | None = None) -> str:
        """Start a run and return its id as soon as it has one; it goes on by itself.

        `begun` is told the id before anybody else, `over` when the run has ended, or never began (None); both on the
        runs' thread.

        Raises:
            Busy: as many runs as may go on at one time do
            StetError: what was asked cannot be done
        """
        return await self._started(lambda heard, told: self.app.ask(request, (heard,), told), begun, over)

    async def resume(self, run: str, over: Over | None = None) -> str:
        """Go on with a run that was interrupted or failed, by its full id; nothing is done for one that is done.

        `over` as in `start`.

        Raises:
            Busy: it goes on already, or as many runs as may go on at one time do
            StetError: it cannot be gone on with
        """
        if self.goes_on(run):
            raise Busy(f"run {run} goes on already", hint="follow it")
        # It has no task yet while its documents are read, and must not be gone on with twice.
        self._resuming.add(run)
        try:
            return await self._started(lambda heard, told: self.app.resume(run, (heard,), told), None, over)
        finally:
            self._resuming.discard(run)

    def goes_on(self, run: str) -> bool:
        """Whether a run goes on in this process, or is about to."""
        return run in self._tasks or run in self._resuming

    def stop(self, run: str) -> bool:
        """Stop a run of this process at its next step; what it has is kept. False where no such run goes on."""
        task = self._tasks.get(run)
        if task is not None:
            self._loop.call_soon_threadsafe(task.cancel)
        return task is not None

    async def elsewhere(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of `work` on the runs' loop, where the connections of the application belong."""

        async def there() -> T:
            return await work()

        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(there(), self._loop))

    async def follow(self, run: str, after: int = 0) -> AsyncGenerator[tuple[Stamped, ...]]:
        """The events of a run, by its full id, with a number greater than `after`; ends when the run has ended.

        They come as the store has them, so that none is lost or told twice, whichever process the run goes on in.
        An empty tuple says that there was nothing new for a while.

        Raises:
            NotFound: no such run
        """
        feed = self._feeds.get(run)
        if feed is None or feed.over:
            feed = self._feeds[run] = _Feed(self, run)
        feed.users += 1
        try:
            while True:
                new = tuple(feed.events[after:])
                if new:
                    after = new[-1].number
                    yield new
                elif feed.over:
                    feed.check()
                    return
                elif not await feed.moved():
                    yield ()
        finally:
            feed.users -= 1
            if not feed.users:
                feed.stop()
                if self._feeds.get(run) is feed:
                    del self._feeds[run]

    async def close(self) -> None:
        """Stop every run, wait until each has written down where it is, and end the thread."""
        tasks = tuple(self._tasks.values())

        async def end() -> None:
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=_STOP_SECONDS)

        await self.elsewhere(end)
        for feed in tuple(self._feeds.values()):
            feed.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()
        self.store.close()

    async def _started(self, work: _Work, begun: Begun | None, over: Over | None) -> str:
        if self._under_way >= self._most:
            raise Busy(f"{self._most} runs go on already", hint="wait until one has ended, or stop one")
        self._under_way += 1
        ready: asyncio.Future[str] = self._own.create_future()
        started = _Started(self, ready, begun, over)
        asyncio.run_coroutine_threadsafe(started.go(work), self._loop).add_done_callback(_looked_at)
        return await ready

    def began(self, run: str, task: "asyncio.Task[Any]") -> None:
        """A run has begun in a task of the runs' loop."""
        self._tasks[run] = task

    def wake(self, run: str) -> None:
        """Something was written of a run."""
        if (feed := self._feeds.get(run)) is not None:
            feed.wake()

    def over(self, run: str | None) -> None:
        """A run has ended, or never began."""
        self._under_way -= 1
        if run is not None:
            self._tasks.pop(run, None)
            self.wake(run)

    def tell(self, what: Callable[..., object], *with_: object) -> None:
        """Have something done on the loop that this belongs to, from the runs' thread."""
        # At the very end nobody is left to tell.
        with suppress(RuntimeError):
            self._own.call_soon_threadsafe(what, *with_)


class _Started:
    """One run on the runs' thread."""

    def __init__(
        self, running: Running, ready: "asyncio.Future[str]", begun: Begun | None, over: Over | None
    ) -> None:
        self._running, self._ready, self._begun, self._over = running, ready, begun, over
        self._run: str | None = None

    async def go(self, work: _Work) -> None:
        came: str | BaseException = ""
        try:
            # A run that was done before is served without beginning again.
            came = (await work(self._heard, self._told)).run
        except StetError as error:
            # Once it has begun, the run tells of its own failure: it is an event.
            came = error
        except BaseException as error:
            came = error
            raise
        finally:
            self._end(came)

    def _end(self, came: str | BaseException) -> None:
        """Tell who asked to be told before anybody hears how it ended: what they kept for it is free by then."""
        try:
            if self._over is not None:
                self._over(self._run)
        finally:
            self._settle(came)
            self._running.tell(self._running.over, self._run)

    def _told(self, run: str) -> None:
        self._run = run
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - `go` runs in one
        self._running.began(run, task)
        if self._begun is not None:
            self._begun(run)
        self._settle(run)

    def _heard(self, _: Stamped) -> None:
        if self._run is not None:
            self._running.tell(self._running.wake, self._run)

    def _settle(self, came: str | BaseException) -> None:
        def settle() -> None:
            if self._ready.done():
                return
            if isinstance(came, str):
                self._ready.set_result(came)
            else:
                self._ready.set_exception(came)

        self._running.tell(settle)


class _Feed:
    """The events of one run, read once for all who follow it."""

    def __init__(self, running: Running, run: str) -> None:
        self._running, self._run = running, run
        self.users = 0
        self._woken = asyncio.Event()
        self._moved = asyncio.Event()
        self._error: BaseException | None = None
        self.events: list[Stamped] = []
        self.over = False
        self._pump = asyncio.create_task(self._go())

    def wake(self) -> None:
        """There may be something new."""
        self._woken.set()

    def stop(self) -> None:
        """Read no more."""
        self.over = True
        self._pump.cancel()
        self._moved.set()

    def check(self) -> None:
        """Raise what ended it, if anything did."""
        if self._error is not None:
            raise self._error

    async def moved(self) -> bool:
        """Wait until there is something new; False after a while without."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._moved.wait(), LOOK_AGAIN)
            return True
        return False

    async def _go(self) -> None:
        try:
            while True:
                self._woken.clear()
                ended, new = await asyncio.to_thread(self._read)
                self.events.extend(new)
                self.over = ended
                if new or ended:
                    moved, self._moved = self._moved, asyncio.Event()
                    moved.set()
                if ended:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), LOOK_AGAIN)
        except StetError as error:
            self._error = error
            self.stop()

    def _read(self) -> tuple[bool, tuple[Stamped, ...]]:
        # Where the run stands is read first: what it wrote before it ended is among the events read after. One that
        # has just been resumed is still written down as interrupted.
        store = self._running.store
        here = self._running.goes_on(self._run)
        ended = not here and store.run(self._run).status is not RunStatus.RUNNING
        return ended, store.events(self._run, len(self.events))


def _looked_at(future: "Future[None]") -> None:
    """A failure was told already; asked for here, asyncio does not complain that nobody saw it."""
    if not future.cancelled():
        future.exception()
