"""Crash, resume, progress: a run that ended badly says so, and one that was killed goes on."""

import asyncio
import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from casekit import Fails, engine_with

from stet.app import App, Request
from stet.cli import main
from stet.domain.budget import Budget, Usage
from stet.domain.events import Event, Failed, Finished, Planned, Resumed
from stet.domain.report import Report, ReportUsage
from stet.domain.run import RunStatus
from stet.evaluate.audit import audit
from stet.ports import CallRecord, Engine
from stet.saved import report_of, waiting_for
from stet.store import open_store, verify_chain
from stet.store.sql import SqlStore
from stet.testing import FixedClock

WHEN = "When does the funicular to Mount Arden run again?"
TEXTS = {
    "a.md": "---\nurl: https://arden.example/\n---\n\nThe funicular to Mount Arden runs again from 2 May 2027.",
    "b.md": "---\nurl: https://hotel.example/\n---\n\nThe funicular to Mount Arden runs again from 9 May 2027.",
    "c.md": "The funicular to Mount Arden does not run in a storm, except for the rescue service.",
}
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

# One process imports once and forks a child for each point; a child kills itself after so many events.
CHILDREN = """
import asyncio, os, signal, sys
from datetime import UTC, date, datetime
from pathlib import Path
from stet.app import App, Request
from stet.domain.budget import Budget
from stet.testing import FixedClock

question, documents = sys.argv[1], sys.argv[2]
for argument in sys.argv[3:]:
    home, last = argument.rsplit(":", 1)
    child = os.fork()
    if child == 0:
        def listen(stamped):
            if stamped.number == int(last):
                os.kill(os.getpid(), signal.SIGKILL)
        app = App(Path(home), clock=FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC)))
        budget, today = Budget(searches=40, pages=40), date(2026, 11, 30)
        request = Request(question=question, documents=(documents,), profile="general", budget=budget, today=today)
        asyncio.run(app.ask(request, [listen]))
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def request(documents: Path) -> Request:
    # Room for the calls under way when a run is killed: nobody knows what became of them, so they stay charged.
    budget, today = Budget(searches=40, pages=40), date(2026, 11, 30)
    return Request(question=WHEN, documents=(str(documents),), profile="general", budget=budget, today=today)


def app_in(home: Path) -> App:
    return App(home, clock=FixedClock(NOW))


def _steps(store: SqlStore, run: str) -> list[Event]:
    """What a run decided; not that it was gone on with, and its report without what names the run."""
    events = [stamped.event for stamped in store.events(run) if not isinstance(stamped.event, Resumed)]
    nameless = {
        "run": "",
        "usage": ReportUsage(searches=0, pages=0, model_calls=0, tokens=0, usd=None, seconds=0),
    }
    return [
        Finished(report=event.report.model_copy(update=nameless)) if isinstance(event, Finished) else event
        for event in events
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_a_run_killed_after_any_step_goes_on_to_the_same_report(tmp_path: Path, documents: Path):
    """K103: what was decided before is still there, no finished call is made again, the report is the same."""
    whole = asyncio.run(app_in(tmp_path / "whole").ask(request(documents)))
    with app_in(tmp_path / "whole").store() as store:
        steps = _steps(store, whole.run)
    last = len(steps)
    points = sorted({*range(1, last, max(1, last // 5)), last - 1, last})
    homes = {point: tmp_path / f"home-{point}" for point in points}
    arguments = [f"{home}:{point}" for point, home in homes.items()]
    command = [sys.executable, "-c", CHILDREN, WHEN, str(documents), *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    for point, home in homes.items():
        app = app_in(home)
        with app.store() as store:
            (record,) = store.list_runs()
            before = len(store.events(record.id))
            finished = [call for call in store.calls(record.id) if call.state == "done"]
        assert (record.status, before) == (RunStatus.RUNNING, point)
        report = asyncio.run(app.resume(record.id))
        same = {"run": "", "usage": whole.usage}
        assert report.model_copy(update=same) == whole.model_copy(update=same), point
        with app.store() as store:
            assert _steps(store, record.id) == steps, point
            calls = store.calls(record.id)
            assert [call for call in calls if call.state == "done"][: len(finished)] == finished
            assert len({call.key for call in calls}) == len([call for call in calls if call.state == "done"])
            verify_chain(store, record.id)


def test_a_run_that_is_not_done_shows_what_it_waits_for_and_since_when(
    tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """K103: a call without an end is named with its age, in the list and when the report is asked for."""
    home = tmp_path / "home"
    monkeypatch.setenv("STET_HOME", str(home))
    app = app_in(home)
    asyncio.run(app.ask(request(documents)))
    began = datetime.now(UTC) - timedelta(minutes=7, seconds=5)
    with app.store() as store:
        spec = store.list_runs()[0].spec
        run = store.create(spec, began)
        place = json.dumps(
            {"path": "documents/a.md", "provider": "documents", "rank": 1, "url": "documents/a.md"}
        )
        for key, wanted in (("k1", '{"limit":10,"text":"mount arden"}'), ("k2", place)):
            call = CallRecord(
                kind="fetch" if key == "k2" else "search:documents",
                key=key, attempt=1, state="started", request=wanted, charged=Usage(), started_at=began,
            )  # fmt: skip
            begun = store.begin(run, call, spec.budget)
            if key == "k1":
                ended = {"state": "done", "response": "[]", "ended_at": began}
                store.end(run, begun.model_copy(update=ended))
        assert [waiting.call for waiting in waiting_for(store, run)] == ["fetch documents/a.md"]
    said = "running, last step 7 min ago, waiting for fetch documents/a.md since 7 min"
    assert main(["runs"]) == 0
    (line, _) = capsys.readouterr().out.splitlines()
    assert line.startswith(run)
    assert said in line
    assert main(["runs", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["runs"]
    assert first["waiting_for"] == [
        {"call": "fetch documents/a.md", "since": began.isoformat().replace("+00:00", "Z")}
    ]
    assert second["waiting_for"] == []
    assert main(["show", run]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert f"stet ask --resume {run}" in error


def test_a_call_that_was_tried_again_and_ended_is_waited_for_no_more(tmp_path: Path, documents: Path):
    """K103: the lost attempt stays charged, and nobody is told to wait for it."""
    app = app_in(tmp_path / "home")
    asyncio.run(app.ask(request(documents)))
    with app.store() as store:
        run = store.create(store.list_runs()[0].spec, NOW)
        call = CallRecord(
            kind="fetch", key="k", attempt=1, state="started", request="{}", charged=Usage(), started_at=NOW
        )
        store.begin(run, call, store.run(run).spec.budget)
        assert [waiting.call for waiting in waiting_for(store, run)] == ["fetch"]
        again = store.begin(run, call, store.run(run).spec.budget)
        store.end(run, again.model_copy(update={"state": "done", "response": "1", "ended_at": NOW}))
        assert waiting_for(store, run) == ()


def broken(role: str) -> type[App]:
    """A program with a fault: one of its roles raises what nobody expected."""

    class Broken(App):
        def engine(self, *_: object, **__: object) -> Engine:
            return engine_with(**{role: Fails(RuntimeError("index out of step"))})

    return Broken


@pytest.mark.parametrize("role", ["planner", "analyst", "writer"])
def test_a_fault_of_the_program_is_the_last_event_of_its_run(tmp_path: Path, documents: Path, role: str):
    """K106: whoever follows the events hears that it failed and why; nothing waits for ever."""
    app = broken(role)(tmp_path / "home", clock=FixedClock(NOW))
    heard: list[object] = []
    with pytest.raises(RuntimeError, match="out of step"):
        asyncio.run(app.ask(request(documents), [lambda stamped: heard.append(stamped.event)]))
    with app.store() as store:
        (record,) = store.list_runs()
        events = [stamped.event for stamped in store.events(record.id)]
    assert (record.status, record.outcome) == (RunStatus.FAILED, "bug")
    assert events == heard
    assert events[-1] == Failed(code="bug", message="a fault in stet (RuntimeError)")
    assert any(isinstance(event, Planned) for event in events) is (role != "planner")
    assert not any(isinstance(event, Finished) for event in events)


def test_a_failed_run_can_be_gone_on_with(tmp_path: Path, documents: Path):
    """K106: after the fault is gone, the same run ends with a report and keeps the record of its failure."""
    home = tmp_path / "home"
    with pytest.raises(RuntimeError):
        asyncio.run(broken("writer")(home, clock=FixedClock(NOW)).ask(request(documents)))
    app = app_in(home)
    with app.store() as store:
        (record,) = store.list_runs()
    report = asyncio.run(app.resume(record.id))
    assert isinstance(report, Report)
    with open_store(str(home / "stet.sqlite")) as store:
        assert report_of(store, record.id) == report
        assert any(isinstance(stamped.event, Failed) for stamped in store.events(record.id))
        assert store.run(record.id).status is RunStatus.DONE


def test_a_run_that_goes_on_over_changed_documents_still_holds(tmp_path: Path, documents: Path):
    """K103: what failed before is read now, what fails now is listed, and an audit makes the same report again."""
    (documents / "d.md").write_bytes(b"%PDF-1.7 cut")
    home = tmp_path / "home"
    with pytest.raises(RuntimeError):
        asyncio.run(broken("writer")(home, clock=FixedClock(NOW)).ask(request(documents)))
    (documents / "d.md").write_text("The funicular to Mount Arden is red.", encoding="utf-8")
    (documents / "e.md").write_bytes(b"%PDF-1.7 cut")
    app = app_in(home)
    with app.store() as store:
        (record,) = store.list_runs()
    report = asyncio.run(app.resume(record.id))
    listed = {Path(source.path or "").name: source.status for source in report.sources}
    assert len(listed) == len(report.sources)
    assert (listed["d.md"], listed["e.md"]) == ("read", "failed")
    with app.store() as store:
        assert audit(store, record.id).report
