"""Ctrl-C: once stops after the step under way and saves, twice stops now."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


class Interruptible:
    """Runs one coroutine so that a reader, or a closed pipe, can end it cleanly."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = False
        self.saved = False
        """Whether there is something to save: before, the first Ctrl-C stops at once."""

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of `work`.

        Raises:
            KeyboardInterrupt: it was stopped
        """

        async def inside() -> T:
            self._task, self._loop = asyncio.current_task(), asyncio.get_running_loop()
            return await work()

        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, self._signal) if main else None
        try:
            return asyncio.run(inside())
        except asyncio.CancelledError as error:
            raise KeyboardInterrupt from error
        finally:
            if main:
                signal.signal(signal.SIGINT, before)

    def stop(self) -> None:
        """End the work at its next step."""
        if self._task is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)

    def _signal(self, _: int, __: FrameType | None) -> None:
        if self._asked or not self.saved:
            raise KeyboardInterrupt
        self._asked = True
        # Not print(): the signal may have come in the middle of one.
        os.write(
            sys.__stderr__.fileno() if sys.__stderr__ else 2,
            b"\nstopping after this step; Ctrl-C again stops now\n",
        )
        self.stop()
