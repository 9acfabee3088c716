"""Kill -9 at every point of a call; then the run goes on."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stet.domain.budget import Budget, Usage
from stet.journal import Journal
from stet.store import verify_chain
from stet.store.sql import SqlStore
from stet.testing import FixedClock

# One process imports once and forks a child for each point: the child lives until its point.
CHILDREN = """
import asyncio, os, signal, sys
from pathlib import Path
from stet.domain.budget import Budget, Usage
from stet.journal import Journal
from stet.store import open_store
from stet.testing import FixedClock

url, log = sys.argv[1], Path(sys.argv[2])

def die():
    os.kill(os.getpid(), signal.SIGKILL)

class Dying:
    def __init__(self, store, point):
        self.store, self.point = store, point
    def begin(self, run, call, limits):
        second = '"b"' in call.request
        if second and self.point == "before_begin":
            die()
        begun = self.store.begin(run, call, limits)
        if second and self.point == "after_begin":
            die()
        return begun
    def end(self, run, call):
        second = '"b"' in call.request
        if second and self.point == "before_end":
            die()
        self.store.end(run, call)
        if second and self.point == "after_end":
            die()

async def live(run, point):
    with open_store(url) as store:
        journal = Journal(Dying(store, point), run, Budget(), FixedClock())
        for name in "ab":
            async def ask(name=name):
                with log.open("a") as file:
                    file.write(f"{run} {name}\\n")
                if name == "b" and point == "during":
                    die()
                return f'"{name}"', Usage(searches=1)
            await journal.call("search", {"name": name}, Usage(searches=1), ask)

for argument in sys.argv[3:]:
    run, point = argument.split(":")
    child = os.fork()
    if child == 0:
        asyncio.run(live(run, point))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(point, os.waitstatus_to_exitcode(status))
"""

# Where it is killed, and what is then charged and how often the second question was asked, in all.
POINTS = {
    "before_begin": (2, 1),
    "after_begin": (3, 1),
    "during": (3, 2),
    "before_end": (3, 2),
    "after_end": (2, 1),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_a_killed_run_repeats_no_finished_call_and_loses_no_charge(
    store: SqlStore, store_url: str, new_run: Callable[[], str], tmp_path: Path
):
    runs = {point: new_run() for point in POINTS}
    log = tmp_path / "asked"
    arguments = [f"{run}:{point}" for point, run in runs.items()]
    command = [sys.executable, "-c", CHILDREN, store_url, str(log), *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split("\n")[:-1] == [f"{point} -9" for point in POINTS]

    async def resume(run: str) -> list[str]:
        journal = Journal(store, run, Budget(), FixedClock())

        async def ask(name: str) -> tuple[str, Usage]:
            with log.open("a") as file:
                file.write(f"{run} {name}\n")
            return f'"{name}"', Usage(searches=1)

        one = Usage(searches=1)
        return [await journal.call("search", {"name": n}, one, lambda n=n: ask(n)) for n in "ab"]

    for point, (charged, asked) in POINTS.items():
        run = runs[point]
        verify_chain(store, run)
        assert asyncio.run(resume(run)) == ['"a"', '"b"'], point
        lines = log.read_text().splitlines()
        assert lines.count(f"{run} a") == 1, point
        assert lines.count(f"{run} b") == asked, point
        assert store.used(run).searches == charged, point
        verify_chain(store, run)
