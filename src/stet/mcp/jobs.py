"""Work that may take longer than a call: it goes on when nobody waits, and is asked for again by its id."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from stet.app.place import Who
from stet.errors import Busy, NotFound

T = TypeVar("T")
MOST_WORKING: Final = 2
"""Threads that check or audit at one time; each takes a processor."""
MOST_WAITING: Final = 16
"""Pieces of work, under way or in line."""
MOST_KEPT: Final = 64
"""Results that can still be asked for."""
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True, eq=False)
class Job(Generic[T]):
    """A piece of work: `what` it is, in a word, whose it is, and what will come of it."""

    id: str
    what: str
    owner: str | None
    key: str
    future: "asyncio.Future[T]"

    async def done(self, seconds: float) -> bool:
        """Wait so long at most. Who stops waiting stops nothing."""
        if not self.future.done():
            await asyncio.wait({self.future}, timeout=seconds)
        return self.future.done()


class Jobs:
    """What is under way or lately ended, on one event loop."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job[Any]] = {}
        self._turns = threading.BoundedSemaphore(MOST_WORKING)

    def find(self, who: Who, key: str) -> Job[Any] | None:
        """Their newest piece of work with this key."""
        theirs = [job for job in self._jobs.values() if (job.key, job.owner) == (key, who.token)]
        return theirs[-1] if theirs else None

    def get(self, who: Who, job: str) -> Job[Any]:
        """Their piece of work with this id.

        Raises:
            NotFound: none, another's, or forgotten
        """
        found = self._jobs.get(job)
        if found is None or found.owner != who.token:
            raise NotFound(f"nothing goes on here under {job[:40]}", hint="start it again")
        return found

    def go(self, who: Who, what: str, work: Coroutine[Any, Any, T]) -> Job[T]:
        """Begin what waits for others and takes no processor."""
        return self._kept(who, what, "", asyncio.ensure_future(work))

    def work(self, who: Who, what: str, key: str, work: Callable[[], T]) -> Job[T]:
        """Begin what takes the processor, on a thread that does not keep the program from ending.

        Raises:
            Busy: too much is in line
        """
        under_way = [job for job in self._jobs.values() if not job.future.done()]
        if len(under_way) >= MOST_WAITING:
            raise Busy("too much is being checked at this moment", hint="try again in a moment")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = self._kept(who, what, key, future)

        def told(result: T | None, error: BaseException | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # pyright: ignore[reportArgumentType] - there is one where there is no error

        def there() -> None:
            result, fault = None, None
            try:
                with self._turns:
                    result = work()
            except BaseException as error:  # noqa: BLE001  told to whoever asks for the result
                fault = error
            try:
                loop.call_soon_threadsafe(told, result, fault)
            except RuntimeError:
                return  # The loop has ended, and nobody asks any more.

        threading.Thread(target=there, name=f"stet-{what}", daemon=True).start()
        return job

    def forget(self, job: Job[Any]) -> None:
        """Keep its result no longer."""
        self._jobs.pop(job.id, None)

    def _kept(self, who: Who, what: str, key: str, future: "asyncio.Future[T]") -> Job[T]:
        made = Job("j" + "".join(secrets.choice(_ALPHABET) for _ in range(11)), what, who.token, key, future)
        self._jobs[made.id] = made
        future.add_done_callback(_looked_at)
        ended = [job for job in self._jobs.values() if job.future.done()]
        for job in ended[: max(0, len(self._jobs) - MOST_KEPT)]:
            self.forget(job)
        return made


def _looked_at(future: "asyncio.Future[Any]") -> None:
    """Who asks again is told of a failure; asked for here, asyncio does not complain that nobody saw it."""
    if not future.cancelled():
        future.exception()
