"""What a document does to its reader stays in a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date

import pytest

from stet.adapters.extract import Extracted, Limits
from stet.adapters.fetch.apart import Apart
from stet.domain.evidence import PageStatus

PAGE = b"<html><head><title>Pier</title></head><body><p>The north pier is closed.</p></body></html>"


@contextmanager
def readers(seconds: float = 30.0) -> Generator[Apart]:
    apart = Apart(processes=1, seconds=seconds)
    yield apart
    apart.close()


async def read(apart: Apart, raw: bytes = PAGE) -> Extracted:
    return await apart.extract(
        raw, name="", declared_type=None, url=None, today=date(2026, 11, 30), limits=Limits()
    )


def pid_of(apart: Apart) -> int:
    return apart._idle[0].process.pid


async def until_taken(apart: Apart) -> None:
    while apart._idle:  # noqa: ASYNC110 - nobody announces it
        await asyncio.sleep(0.01)


def is_gone(pid: int) -> bool:
    """Whether a process ends within ten seconds."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        subprocess.run(["sleep", "0.05"], check=True)
    return False


async def test_one_process_reads_one_document_after_another_and_ends_when_closed():
    with readers() as apart:
        first = await read(apart)
        pid = pid_of(apart)
        assert (first.status, first.title, first.text) == (PageStatus.OK, "Pier", "The north pier is closed.")
        assert await read(apart) == first
        assert pid_of(apart) == pid != os.getpid()
    assert is_gone(pid)


async def test_short_documents_wait_for_the_process_that_is_there():
    apart = Apart(processes=2, patience=30.0)
    apart.warm()
    pid = pid_of(apart)
    await asyncio.gather(*(read(apart) for _ in range(6)))
    assert [worker.process.pid for worker in apart._idle] == [pid]
    apart.close()


async def test_a_document_does_not_wait_long_for_one_that_takes_its_time():
    apart = Apart(processes=2, patience=0.01)
    at_work = apart._take()
    assert (await read(apart)).title == "Pier"
    assert pid_of(apart) != at_work.process.pid
    apart._give_back(at_work)
    apart.close()


async def test_two_event_loops_one_after_the_other_share_the_processes():
    with readers() as apart:
        one = await asyncio.to_thread(lambda: asyncio.run(read(apart)))
        pid = pid_of(apart)
        two = await asyncio.to_thread(lambda: asyncio.run(read(apart)))
        assert (one, pid) == (two, pid_of(apart))


async def test_a_process_that_died_while_idle_is_replaced():
    with readers() as apart:
        await read(apart)
        pid = pid_of(apart)
        os.kill(pid, signal.SIGKILL)
        apart._idle[0].process.wait()
        assert (await read(apart)).status is PageStatus.OK


async def test_a_reader_that_is_killed_is_an_error_with_its_signal():
    """As by a fault in a library: not an exception, and the next document is read."""
    with readers() as apart:
        await read(apart)
        pid = pid_of(apart)
        os.kill(pid, signal.SIGSTOP)  # so that it cannot have answered before it dies
        reading = asyncio.create_task(read(apart))
        await until_taken(apart)
        os.kill(pid, signal.SIGSEGV)
        os.kill(pid, signal.SIGCONT)
        found = await reading
        assert (found.status, found.text) == (PageStatus.ERROR, "")
        assert found.reason == f"the reader stopped on this page (signal {signal.SIGSEGV.value})"
        assert (await read(apart)).status is PageStatus.OK


async def test_a_reader_that_takes_too_long_is_killed():
    with readers(seconds=0.5) as apart:
        apart.warm()
        pid = pid_of(apart)
        os.kill(pid, signal.SIGSTOP)
        found = await read(apart)
        assert (found.status, found.reason) == (PageStatus.TIMEOUT, "the page was not read within 0.5 s")
        assert is_gone(pid)


async def test_who_gives_up_waiting_takes_the_reader_along():
    with readers() as apart:
        await read(apart)
        pid = pid_of(apart)
        os.kill(pid, signal.SIGSTOP)
        reading = asyncio.create_task(read(apart))
        await until_taken(apart)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert is_gone(pid)
        assert (await read(apart)).status is PageStatus.OK


def test_reading_works_from_a_program_without_a_file_and_leaves_nothing_running():
    program = """
import asyncio
from datetime import date
from stet.adapters.extract import Limits
from stet.adapters.fetch.apart import Apart

async def main():
    apart = Apart()
    found = await apart.extract(b"<html><body><p>The pier.</p>", name="", declared_type=None, url=None,
                                today=date(2026, 11, 30), limits=Limits())
    print(found.status, found.text, apart._idle[0].process.pid)

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    status, *words, pid = done.stdout.split()
    assert (status, words, done.stderr) == ("ok", ["The", "pier."], "")
    assert is_gone(int(pid))
