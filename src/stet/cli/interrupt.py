"""Ctrl-C: once stops after the step under way and saves, twice stops now."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from stet.cli.exit import Exit

T = TypeVar("T")


class Interruptible:
    """Runs one coroutine so that a reader, or a closed pipe, can end it cleanly."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = False
        self.run_id: str | None = None
        """What can be resumed. Until there is something, the first Ctrl-C stops at once."""
        self.again: str | None = None
        """How to go on, where that is by something else than a run."""

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of `work`.

        Raises:
            KeyboardInterrupt: it was stopped
        """

        async def inside() -> T:
            self._task, self._loop = asyncio.current_task(), asyncio.get_running_loop()
            return await work()

        # Who started us may have said that Ctrl-C is not for us, as shells do for jobs in the background.
        ours = threading.current_thread() is threading.main_thread()
        ours = ours and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        before = signal.signal(signal.SIGINT, self._signal) if ours else None
        try:
            return asyncio.run(inside())
        except asyncio.CancelledError as error:
            raise KeyboardInterrupt from error
        finally:
            if ours:
                signal.signal(signal.SIGINT, before)

    def stop(self) -> None:
        """End the work at its next step."""
        if self._task is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)

    def _signal(self, _: int, __: FrameType | None) -> None:
        if self.run_id is None and self.again is None:
            raise KeyboardInterrupt
        if self._asked:
            # Not an exception, which might rise in the middle of a clean-up: all there is was written ahead.
            self._tell(f"stet: stopped; go on with: {self.again or f'stet ask --resume {self.run_id}'}")
            os._exit(Exit.INTERRUPTED)
        self._asked = True
        self._tell("stopping after this step; Ctrl-C again stops now")
        self.stop()

    def _tell(self, words: str) -> None:
        """Say something from within a signal, which may have come in the middle of a print."""
        shown = "\x1b[?25h" if sys.stderr.isatty() else ""  # the moving line may have hidden the cursor
        with suppress(OSError, ValueError):
            os.write(sys.stderr.fileno(), f"{shown}\n{words}\n".encode())
