"""One program at a time goes on with a run."""

import asyncio
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.app.alone import UnderWay, alone, goes_on_somewhere
from stet.app.place import Place, Who
from stet.app.running import Running
from stet.cli.runs import delete_runs
from stet.config import load_settings
from stet.domain.run import RunStatus
from stet.errors import NotFound
from stet.evaluate.audit import audit

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"
ASKED = Request(question="When does the harbour bridge toll start, and for whom?", documents=(str(TOLL),))
ANYBODY = Who()
HOLDS = """
import sys
from pathlib import Path
from stet.app.alone import alone
with alone(Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_program(home: Path, run: str) -> Generator[subprocess.Popen[str]]:
    """A program that goes on with the run until it is killed."""
    command = [sys.executable, "-c", HOLDS, str(home), run]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "held\n"
        try:
            yield program
        finally:
            program.kill()


async def begun(app: App) -> str:
    """A run that is written down as running, beside one that is done."""
    done = (await app.ask(ASKED)).run
    with app.store() as store:
        run = store.create(store.run(done).spec, app.clock.now())
        store.update_run(run, RunStatus.RUNNING, None, app.clock.now())
        return run


async def test_a_run_that_another_program_goes_on_with_is_not_resumed_until_that_one_was_killed(
    tmp_path: Path,
):
    app = App(tmp_path)
    run = await begun(app)
    with another_program(tmp_path, run) as program:
        with pytest.raises(UnderWay, match=f"run {run} goes on in another program"):
            await app.resume(run)
        with app.store() as store:
            assert store.events(run) == ()
        program.kill()
        program.wait()
        assert (await app.resume(run)).run == run
    with app.store() as store:
        assert audit(store, run).report


async def test_two_that_resume_at_once_leave_one_run_that_holds(tmp_path: Path):
    app = App(tmp_path)
    run = await begun(app)
    found = await asyncio.gather(app.resume(run), App(tmp_path).resume(run), return_exceptions=True)
    assert sorted(type(each).__name__ for each in found) == ["Report", "UnderWay"]
    with app.store() as store:
        assert audit(store, run).report
    assert not list((tmp_path / "under-way").iterdir())


async def test_a_run_that_another_program_goes_on_with_is_not_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STET_HOME", str(tmp_path))
    app = App(tmp_path)
    run = await begun(app)
    running = Running(app)
    place = Place(app, running, load_settings())
    with another_program(tmp_path, run):
        with pytest.raises(UnderWay):
            place.delete(ANYBODY, run)
        with pytest.raises(UnderWay):
            await place.resume(ANYBODY, run)
        with pytest.raises(UnderWay):
            delete_runs([run], yes=True)
    place.delete(ANYBODY, run)
    with pytest.raises(NotFound):
        place.visible(ANYBODY, run)
    await running.close()


def test_who_holds_a_run_is_seen_without_taking_it(tmp_path: Path):
    assert not goes_on_somewhere(tmp_path, "r1")
    with alone(tmp_path, "r1"):
        assert goes_on_somewhere(tmp_path, "r1")
        assert goes_on_somewhere(tmp_path, "r1")
        assert not goes_on_somewhere(tmp_path, "r2")
        with pytest.raises(UnderWay), alone(tmp_path, "r1"):
            pass
    assert not goes_on_somewhere(tmp_path, "r1")


def test_a_home_that_takes_no_files_stops_no_run(tmp_path: Path):
    (tmp_path / "home").write_text("a file")
    with alone(tmp_path / "home", "r1"):
        assert not goes_on_somewhere(tmp_path / "home", "r1")
