"""Extraction in processes of its own: a page that harms its reader harms what can be killed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date
from typing import BinaryIO, cast

from anyio import to_thread
from pydantic import ValidationError

from stet.adapters.extract import Extracted, Limits
from stet.adapters.fetch.apart_worker import Task, receive, send
from stet.adapters.http.pace import Pace
from stet.domain.evidence import PageStatus

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from stet.adapters.fetch.apart_worker import serve; serve(int(sys.argv[2]))"
)
_MEMORY_BYTES = 1_500_000_000
_DOCUMENTS = 200
"""A process is replaced after so many, so that what leaks in it stays small."""


class _Worker:
    """One process, in a group of its own so that what it starts dies with it."""

    def __init__(self) -> None:
        # The search path is handed over, and the caller's main program is not run again, as multiprocessing would.
        command = [sys.executable, "-P", "-c", _START, json.dumps(sys.path), str(_MEMORY_BYTES)]
        self.process = subprocess.Popen(  # noqa: S603 - our own code, numbers and paths as arguments
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.documents = 0

    @property
    def usable(self) -> bool:
        return self.documents < _DOCUMENTS and self.process.poll() is None

    def converse(self, task: Task, raw: bytes) -> bytes:
        """Hand over a task and wait for the answer; empty when the process ends before it."""
        stdin, stdout = cast("BinaryIO", self.process.stdin), cast("BinaryIO", self.process.stdout)
        self.documents += 1
        try:
            send(stdin, task.model_dump_json().encode())
            send(stdin, raw)
            return receive(stdout) or b""
        except (OSError, ValueError):  # it is gone, or was closed
            return b""

    def kill(self) -> None:
        """End the process and all that it started; may be called from any thread, and twice."""
        if self.process.returncode is not None:  # its number may be another's by now
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def end(self) -> int:
        """Kill it, close its pipes, and return its exit status."""
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return self.process.wait()


class Apart:
    """A few processes that extract, started when needed; for all runs of a process and any event loop.

    Args:
        processes: how many at most.
        seconds: how long one document may take, the start of a process included.
        patience: how many seconds to wait for a process at work before another is started; starting one takes
            longer than most pages do.
    """

    def __init__(self, *, processes: int = 2, seconds: float = 30.0, patience: float = 0.25) -> None:
        self._seconds = seconds
        self._patience = patience
        self._turns = Pace(in_all=processes, at_once=processes, gap=0.0)
        self._lock = threading.Lock()
        self._back = threading.Condition(self._lock)
        self._idle: list[_Worker] = []
        self._busy = 0
        self._closed = False

    async def extract(
        self,
        raw: bytes,
        *,
        name: str,
        declared_type: str | None,
        url: str | None,
        today: date,
        limits: Limits,
    ) -> Extracted:
        """See `stet.adapters.extract.extract`; a crash is status `error`, too long a time `timeout`."""
        task = Task(name=name, declared_type=declared_type, url=url, today=today, limits=limits)
        async with self._turns.turn("extract"):
            stop = _Stop()
            try:
                return await to_thread.run_sync(self._run, task, raw, stop, abandon_on_cancel=True)
            finally:
                # Cancelled: the thread, which then has nobody to wait for, ends when its process does.
                stop()

    def warm(self) -> None:
        """Start a process, if none is there, so that the first document need not wait for it."""
        with self._lock:
            if not self._idle and not self._busy and not self._closed:
                with contextlib.suppress(OSError):
                    self._idle.append(_Worker())

    def close(self) -> None:
        """End the processes that wait for work; those at work end with it."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def _run(self, task: Task, raw: bytes, stop: "_Stop") -> Extracted:
        try:
            worker = self._take()
        except OSError as error:
            return Extracted(status=PageStatus.ERROR, reason=f"the reader cannot be started ({error})")
        late = threading.Event()

        def give_up() -> None:
            late.set()
            worker.kill()

        timer = threading.Timer(self._seconds, give_up)
        timer.daemon = True
        timer.start()
        stop.by(worker.kill)
        answer = worker.converse(task, raw)
        stop.by(None)
        timer.cancel()
        try:
            found = Extracted.model_validate_json(answer)
        except ValidationError:
            return self._failed(worker, late=late.is_set())
        self._give_back(worker)
        return found

    def _failed(self, worker: _Worker, *, late: bool) -> Extracted:
        with self._back:
            self._busy -= 1
            self._back.notify()
        code = worker.end()
        if late:
            return Extracted(
                status=PageStatus.TIMEOUT, reason=f"the page was not read within {self._seconds:g} s"
            )
        why = f"signal {-code}" if code < 0 else f"exit status {code}"
        return Extracted(status=PageStatus.ERROR, reason=f"the reader stopped on this page ({why})")

    def _take(self) -> _Worker:
        """A process that is free; a new one where none is, or where those at work do not come back soon."""
        with self._back:
            self._back.wait_for(lambda: self._idle or not self._busy, timeout=self._patience)
            self._busy += 1
            while self._idle:
                worker = self._idle.pop()
                if worker.usable:
                    return worker
                worker.end()
        try:
            return _Worker()
        except OSError:
            with self._back:
                self._busy -= 1
            raise

    def _give_back(self, worker: _Worker) -> None:
        with self._back:
            self._busy -= 1
            self._back.notify()
            if worker.usable and not self._closed:
                self._idle.append(worker)
                return
        worker.end()


class _Stop:
    """Called to stop what a thread does; the thread says how, and may say it too late."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._how: Callable[[], None] | None = None
        self._called = False

    def by(self, how: Callable[[], None] | None) -> None:
        with self._lock:
            self._how = how
            if self._called and how is not None:
                how()

    def __call__(self) -> None:
        with self._lock:
            self._called = True
            if self._how is not None:
                self._how()
